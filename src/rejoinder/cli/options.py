"""The options that several commands share, and what they mean together."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any, TypeAlias

import click

import rejoinder

Function: TypeAlias = Callable[..., Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Which database, model, ledger and policy. None: as the environment or `rejoinder.toml` say."""

    db: str | None
    model: str | None
    model_url: str | None
    ledger: str | None
    policy: str | None

    def settings(self) -> rejoinder.Settings:
        """Arguments over environment over file over defaults."""
        return rejoinder.Settings.load().given(
            db=self.db,
            model=self.model,
            model_url=self.model_url,
            ledger=self.ledger,
            policy=self.policy,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """Limits of one run. None: as settings say."""

    timeout: float | None
    deadline: float | None
    corrections: int | None
    limit: int | None

    def within(self, limits: rejoinder.Limits) -> rejoinder.Limits:
        """The limits, with what was given on the command line."""
        given: dict[str, Any] = {
            "statement_seconds": self.timeout,
            "turn_seconds": self.deadline,
            "corrections": self.corrections,
            "rows": self.limit,
        }
        return replace(limits, **{name: value for name, value in given.items() if value is not None})


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """In which form an answer is wanted, and what besides it."""

    json: bool
    csv: bool
    guard: bool
    show_prompt: bool = False
    show_grounding: bool = False

    def __post_init__(self) -> None:
        if self.json and self.csv:
            raise click.UsageError("`--json` and `--csv` exclude each other.")

    @property
    def for_people(self) -> bool:
        """Neither JSON nor CSV."""
        return not (self.json or self.csv)


_DB = click.option(
    "--db",
    metavar="URL|FILE|NAME",
    help="The database: a URL, a SQLite file, a name of rejoinder.toml, or `sample[:duckdb]`. [env: REJOINDER_DB]",
)
_MODEL = click.option(
    "--model",
    metavar="PROVIDER:NAME",
    help="The model: `builtin` (default; no key, no network, simple questions only), anthropic:…, openai:…, "
    "google:…, bedrock:…, ollama:…. [env: REJOINDER_MODEL]",
)
_MODEL_URL = click.option(
    "--model-url",
    metavar="URL",
    help="A server that speaks OpenAI's protocol. [env: REJOINDER_MODEL_URL]",
)
_LEDGER = click.option(
    "--ledger",
    metavar="URL",
    help="Where runs are recorded: sqlite:///FILE or memory:. [env: REJOINDER_LEDGER]",
)
_POLICY = click.option(
    "--policy", metavar="FILE", help="What may be read, by whom, how much. [env: REJOINDER_POLICY]"
)
_SECONDS = click.FloatRange(min=0, min_open=True)
_BOUNDS = (
    click.option("--timeout", type=_SECONDS, metavar="SECONDS", help="The most that one statement may run."),
    click.option("--deadline", type=_SECONDS, metavar="SECONDS", help="The most that the whole may take."),
    click.option(
        "--corrections",
        type=click.IntRange(0, 3),
        metavar="0-3",
        help="How often a model may correct its SQL.",
    ),
    click.option("--limit", type=click.IntRange(min=1), metavar="ROWS", help="The most rows to fetch."),
)
_FORM = (
    click.option("--json", "json", is_flag=True, help="The whole outcome as JSON."),
    click.option("--csv", "csv", is_flag=True, help="The rows as CSV; everything else goes to stderr."),
    click.option(
        "--guard", is_flag=True, help="In CSV, disarm cells that a spreadsheet would run as a formula."
    ),
    click.option("--show-prompt", is_flag=True, help="Print what a model is sent, on stderr, before it is."),
    click.option(
        "--show-grounding",
        is_flag=True,
        help="Print which tables and values the question is about, on stderr.",
    ),
)
as_json = click.option("--json", "json", is_flag=True, help="As JSON.")


def places(function: Function) -> Function:
    """`--db --model --model-url --ledger --policy`, as one argument `places`."""
    return _gathered(function, "places", Places, (_DB, _MODEL, _MODEL_URL, _LEDGER, _POLICY))


def ledger(function: Function) -> Function:
    """`--ledger` alone, for commands that look at what was recorded; as one argument `places`."""
    nothing = {"db": None, "model": None, "model_url": None, "policy": None}
    return _gathered(function, "places", functools.partial(Places, **nothing), (_LEDGER,), names=("ledger",))


def database(function: Function) -> Function:
    """`--db --policy`, for commands that ask no model; as one argument `places`."""
    nothing = {"model": None, "model_url": None, "ledger": None}
    options = (_DB, _POLICY)
    return _gathered(
        function, "places", functools.partial(Places, **nothing), options, names=("db", "policy")
    )


def model(function: Function) -> Function:
    """`--model --model-url --policy`, for commands that find databases elsewhere; as one argument `places`."""
    nothing = {"db": None, "ledger": None}
    options = (_MODEL, _MODEL_URL, _POLICY)
    return _gathered(
        function,
        "places",
        functools.partial(Places, **nothing),
        options,
        names=("model", "model_url", "policy"),
    )


def policy(function: Function) -> Function:
    """`--policy` alone, for commands that bring databases and answers of their own; as one argument `places`."""
    nothing = {"db": None, "model": None, "model_url": None, "ledger": None}
    return _gathered(function, "places", functools.partial(Places, **nothing), (_POLICY,), names=("policy",))


def bounds(function: Function) -> Function:
    """`--timeout --deadline --corrections --limit`, as one argument `bounds`."""
    return _gathered(function, "bounds", Bounds, _BOUNDS)


def form(function: Function) -> Function:
    """`--json --csv --guard --show-prompt --show-grounding`, as one argument `form`."""
    return _gathered(function, "form", Form, _FORM)


def output(function: Function) -> Function:
    """`--json --csv --guard`, as one argument `form`."""
    return _gathered(function, "form", Form, _FORM[:3], names=("json", "csv", "guard"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """A question in words, and everything that is said with it."""

    words: tuple[str, ...]
    thread: str | None
    places: Places
    bounds: Bounds
    form: Form


def asking(function: Function) -> Function:
    """`QUESTION --thread` with places, bounds and form, as one argument `asking`."""

    @click.argument("question", nargs=-1, required=True)
    @click.option("--thread", metavar="RUN", help="Go on with the conversation of an earlier run.")
    @places
    @bounds
    @form
    @functools.wraps(function)
    def gathering(question: tuple[str, ...], **said: Any) -> Any:
        return function(asking=Asking(words=question, **said))

    return gathering


def _gathered(
    function: Function,
    argument: str,
    made: Callable[..., object],
    options: tuple[Function, ...],
    names: tuple[str, ...] | None = None,
) -> Function:
    taken = names or tuple(each.name for each in fields(made))  # type: ignore[arg-type]

    @functools.wraps(function)
    def gathering(**given: Any) -> Any:
        value = made(**{name: given.pop(name) for name in taken})
        return function(**given, **{argument: value})

    for option in reversed(options):
        gathering = option(gathering)
    return gathering
