"""The model service on loopback itself: its scripts, and how it is started from a shell."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rejoinder.errors import UsageError
from rejoinder.providers import openai
from rejoinder.testing import Fault, ModelServer, Spoken
from rejoinder.testing.provider_contract import completed
from rejoinder.testing.wires import script


@contextmanager
def served(*words: str) -> Iterator[str]:
    """The URL of a server that a shell started, and that Ctrl-C ends."""
    started = [sys.executable, "-m", "rejoinder.testing", *words]
    with subprocess.Popen(started, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
        process.send_signal(signal.SIGINT)
        assert process.wait() == 0


def refused(*words: str) -> str:
    """What a server that can't start says, and nothing else."""
    started = [sys.executable, "-m", "rejoinder.testing", *words]
    done = subprocess.run(started, capture_output=True, text=True, check=False, input="")
    assert (done.returncode, done.stdout) == (2, "")
    return done.stderr


def test_a_shell_starts_it_and_a_provider_speaks_to_it(tmp_path: Path):
    lines = tmp_path / "script.jsonl"
    lines.write_text('"SELECT 1"\n{"text": "SELECT 2", "input_tokens": 7}\n')
    with served(str(lines)) as url:
        provider = openai.open("any", url=url)
        assert completed(provider).text == "SELECT 1"
        second = completed(provider)
    assert (second.text, second.usage.input_tokens) == ("SELECT 2", 7)


@pytest.mark.parametrize("wire", ["anthropic", "bedrock", "google"])
def test_it_takes_another_format_and_repeats_its_last_line(tmp_path: Path, wire: str):
    lines = tmp_path / "script.jsonl"
    lines.write_text('{"fault": "overloaded"}')
    with served(str(lines), "--wire", wire, "--repeat") as url:
        for _ in range(2):
            with pytest.raises(urllib.error.HTTPError) as raised:
                urllib.request.urlopen(urllib.request.Request(url, data=b"{}"))
            assert raised.value.code in {503, 529}
            raised.value.close()


def test_what_keeps_it_from_starting_is_told(tmp_path: Path):
    lines = tmp_path / "script.jsonl"
    lines.write_text('"SELECT 1"')
    assert "No such file" in refused(str(tmp_path / "none.jsonl"))
    assert "The script is empty" in refused("-")
    assert "Port 99999 can't be used" in refused(str(lines), "--port", "99999")
    with ModelServer(["SELECT 1"]) as server:
        taken = server.url.rpartition(":")[2].removesuffix("/v1")
        assert f"Port {taken} can't be used" in refused(str(lines), "--port", taken)


def test_a_request_too_many_is_answered_and_kept():
    with ModelServer(["SELECT 1"]) as server:
        body = json.dumps({"model": "any"}).encode()
        for expected in (200, 410):
            try:
                with urllib.request.urlopen(f"{server.url}/chat/completions", data=body) as answer:
                    status = answer.status
            except urllib.error.HTTPError as error:
                status = error.code
                error.close()
            assert status == expected
    assert [request.body for request in server.requests] == [{"model": "any"}] * 2


def test_a_script_is_one_answer_a_line():
    text = '"a"\n\n{"text": "b", "cached_tokens": 3}\n{"fault": "rate_limit", "retry_after": 9}'
    assert script.read(text) == [
        Spoken(text="a"),
        Spoken(text="b", cached_tokens=3),
        Spoken(fault=Fault.RATE_LIMIT, retry_after=9),
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "The script is empty"),
        ("nonsense", "Line 1 .* isn't JSON"),
        ('"fine"\n\n7', "Line 3 .* has to be a string or an object"),
        ('{"colour": "red"}', "key without a meaning: `colour`"),
        ('{"text": 7}', "`text` that isn't a string"),
        ('{"retry_after": "soon"}', "`retry_after` as a whole number"),
        ('{"input_tokens": true}', "`input_tokens` as a whole number"),
        ('{"fault": "tired"}', "unknown fault, `tired`. There are `rate_limit`"),
    ],
)
def test_a_script_that_means_nothing_is_told(text: str, said: str):
    with pytest.raises(UsageError, match=said):
        script.read(text)
