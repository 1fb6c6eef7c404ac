"""The table of figures says what was measured."""

from __future__ import annotations

from tests.benchmarks.figures import Figure, Grid, median_seconds, run_process
from tests.benchmarks.run import HEAD, page, section, table


def test_a_figure_is_a_line_with_its_goal_and_its_peer():
    figure = Figure(what="x", value=12.5, unit="ms", goal="at most 20 ms", peer=50, peer_name="other")
    assert table([figure]).splitlines()[-1] == "| x | 12.50 ms | at most 20 ms | other 50.00 ms, 4.0 x |"


def test_a_figure_without_a_peer_leaves_its_place_empty():
    assert table([Figure(what="x", value=1234, unit="MB")]).splitlines()[-1] == "| x | 1\u202f234 MB |  |  |"


def test_a_grid_stands_under_its_title_after_the_figures():
    grid = Grid(title="By rule", columns=("rule", "errors"), rows=[("`key`", 3)])
    text = section([Figure(what="x", value=1, unit="s"), grid])
    assert text.endswith("\n### By rule\n\n| rule | errors |\n| --- | --- |\n| `key` | 3 |\n")


def test_the_page_says_on_what_machine():
    text = page({"Start": [Figure(what="x", value=1, unit="s")]}, {"commit": "abc"})
    assert text.startswith(HEAD)
    assert "- commit: abc" in text
    assert "## Start" in text


def test_a_median_ignores_the_first_call():
    calls = []
    assert median_seconds(lambda: calls.append(1), rounds=3) >= 0
    assert len(calls) == 4


def test_a_process_tells_its_exit_code_and_output():
    run = run_process(["sh", "-c", "echo out; exit 3"])
    assert (run.exit_code, run.output) == (3, "out\n")
    assert run.seconds > 0
    assert run.peak_megabytes > 0
