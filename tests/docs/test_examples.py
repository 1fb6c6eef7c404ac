"""What the pages show works: programs run, policies are read, command lines are understood."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest
from tests.docs.blocks import Block, blocks
from tests.docs.pages import ROOT

import rejoinder
from rejoinder.cli.program import program


def each(language: str) -> pytest.MarkDecorator:
    """One test a block."""
    found = [pytest.param(block, id=block.place) for block in blocks(language)]
    return pytest.mark.parametrize("block", found)


@each("python")
def test_a_program_runs(block: Block, tmp_path: Path):
    environment = {**os.environ, "REJOINDER_LEDGER": f"sqlite:///{tmp_path}/ledger.db"}
    done = subprocess.run(
        [sys.executable, "-c", block.text],
        check=False,
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout


@each("toml")
def test_a_policy_is_read_or_settings_are(block: Block, tmp_path: Path):
    path = tmp_path / "example.toml"
    path.write_text(block.text)
    if block.page.name == "policy.md":
        assert rejoinder.load_policy(path).digest
    else:
        (tmp_path / "rejoinder.toml").write_text(block.text)
        assert rejoinder.Settings.load(folder=tmp_path, environment={})


def command_lines() -> list[tuple[str, list[str]]]:
    """The commands after a prompt, by where they stand."""
    found = []
    for block in blocks("console"):
        for number, line in enumerate(block.text.splitlines()):
            if line.startswith("$ rejoinder "):
                words = shlex.split(line.removeprefix("$ rejoinder "))
                found.append((f"{block.page.relative_to(ROOT)}:{block.line + number}", words))
    return found


@pytest.mark.parametrize(
    ("place", "words"), command_lines(), ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_command_line_is_understood(place: str, words: list[str], tmp_path: Path):
    context = click.Context(program, info_name="rejoinder")
    command: click.Command | None = program
    while isinstance(command, click.Group):
        name = words.pop(0)
        command = command.get_command(context, name)
        assert command is not None, f"{place}: there is no `{name}`"
    parser_options = {option for parameter in command.params for option in parameter.opts}
    named = {word.split("=")[0] for word in words if word.startswith("--")}
    assert named <= parser_options, place
    arguments = [parameter for parameter in command.params if isinstance(parameter, click.Argument)]
    assert arguments or all(
        word.startswith("--") or words[at - 1].startswith("--") for at, word in enumerate(words)
    )


@pytest.mark.parametrize("block", [pytest.param(block, id=block.place) for block in blocks("sh")])
def test_a_shell_block_is_one_line(block: Block):
    assert block.text.count("\n") == 1


def test_the_first_commands_are_those_that_ci_runs():
    found = [block for block in blocks("sh") if block.page.name == "README.md"]
    assert len(found) == 2
    assert "rejoinder query --db sample" in found[0].text
    assert "pytest" in found[1].text
