# The one list of commands; .ci/run calls it. `make setup` needs Python 3.11 or later and nothing else.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
WORKERS ?= 2
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
PEERS := build/peers

.DEFAULT_GOAL := help
.PHONY: help setup fmt lint types imports unit test deep coverage bench bench-peers docs check package lock clean

help: ## list these commands
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

setup: ## make .venv with everything that development needs, at pinned versions
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) -r requirements-dev.txt
	$(PIP) --no-deps --editable .

fmt: ## put every file into its one layout
	$(BIN)/ruff check --fix --quiet .
	$(BIN)/ruff format --quiet .

lint: ## layout and likely mistakes
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: ## mypy --strict
	$(BIN)/mypy

imports: ## the layers: who may import whom
	$(BIN)/lint-imports --no-cache

unit: ## the tests that touch nothing outside the process
	$(BIN)/python -m pytest tests/unit

test: ## every test
	$(BIN)/python -m pytest -n $(WORKERS)

deep: ## every test, exploring much further than CI has time for
	HYPOTHESIS_PROFILE=deep $(BIN)/python -m pytest -n $(WORKERS) -m "deep or not deep"

coverage: ## every test, and which lines none of them reached
	mkdir -p build/coverage
	$(BIN)/coverage run -m pytest -n $(WORKERS)
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

bench: ## measure, and write docs/reference/figures.md
	$(BIN)/python -m tests.benchmarks.run

bench-peers: ## the programs that `make bench` compares with, in a place of their own
	test -x $(PEERS)/bin/python || $(PYTHON) -m venv $(PEERS)
	$(PEERS)/bin/python -m pip install --quiet --disable-pip-version-check -r tests/benchmarks/peers.txt

docs: ## write the generated pages of docs/reference anew
	$(BIN)/python -m tests.docs.pages

check: lint types imports test ## what has to pass before a change lands

package: ## build the wheel and the sdist, and check both
	rm -rf dist
	$(BIN)/python -m build --quiet --outdir dist .
	$(BIN)/twine check --strict dist/*

lock: ## pin the development tools anew (needs uv)
	uv lock --upgrade --quiet
	uv export --quiet --all-extras --group dev --no-emit-project --no-hashes --no-annotate --no-header \
		--output-file requirements-dev.txt

clean: ## remove what was built
	rm -rf build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
