"""A model that says what it was told to say: for tests, demonstrations and recorded runs.

`scripted:FILE` reads JSON lines, each one completion: a string, or an object with one of

- `text`: the completion as a model would write it;
- `sql`; or `ask` with `options` (strings, or objects of `label` and `sql`); or `decline`;
- `error`: a message, or an object of `message`, `transient`, `started`, `retry_after` and `reason`;

and, where wanted, `when` (the line is only for questions that hold these words, in any case of letters),
`repeat` (true: the line is never used up), `usage` (`input_tokens`, `output_tokens` …) and `notes`.
A prompt takes the first line that isn't used up and fits its question.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeAlias

from rejoinder.errors import ProviderError, UsageError
from rejoinder.terms.limits import CompletionLimits, Usage
from rejoinder.terms.provider import Completion, ModelCard, Prompt
from rejoinder.terms.reading import Ask, Declined, NoSql, Option, Sql

Saying: TypeAlias = str | Sql | Ask | Declined | NoSql | Completion | BaseException
"""One thing to say: text, a reading, a whole completion, or an exception to raise."""

_SAYS = ("text", "sql", "ask", "decline", "error")
_KEYS = frozenset({*_SAYS, "options", "when", "repeat", "usage", "notes"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of a script."""

    says: Saying
    when: str = ""
    """Words that the question must hold; "" fits every question."""
    repeat: bool = False


@dataclass(slots=True)
class ScriptedProvider:
    """A `Provider` that gives back `script`, in order. `prompts` are those it was given, oldest first."""

    script: Sequence[Saying | Line] = ()
    card: ModelCard = field(default_factory=lambda: ModelCard(name="scripted:test", local=True))
    prompts: list[Prompt] = field(default_factory=list)
    limits: list[CompletionLimits] = field(default_factory=list)
    _left: list[Line] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        self._left = [line if isinstance(line, Line) else Line(says=line) for line in self.script]

    @property
    def left(self) -> int:
        """How many lines haven't been used up."""
        return len(self._left)

    async def complete(self, prompt: Prompt, limits: CompletionLimits) -> Completion:
        """What the script says next to this question. Raises `ProviderError` where it says nothing more."""
        self.prompts.append(prompt)
        self.limits.append(limits)
        question = prompt.terms.question.casefold()
        line = next((each for each in self._left if each.when.casefold() in question), None)
        if line is None:
            raise ProviderError(
                f"The script of `{self.card.name}` has nothing left to say to this question.", reason="script"
            )
        if not line.repeat:
            self._left.remove(line)
        if isinstance(line.says, BaseException):
            raise line.says
        return _completion(line.says, prompt, self.card)


def open(name: str, *, url: str | None = None, key: str | None = None) -> ScriptedProvider:
    """`scripted:FILE`. Raises `UsageError` where the file can't be read or a line has no meaning."""
    if not name:
        raise UsageError("`scripted` needs the file of its script: `scripted:FILE`.")
    try:
        text = Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it isn't UTF-8 text"
        raise UsageError(f"The script `{name}` can't be read: {reason}.") from error
    lines = [_line(each, f"line {at} of the script `{name}`") for at, each in _numbered(text)]
    return ScriptedProvider(lines, card=ModelCard(name=f"scripted:{Path(name).name}", local=True))


def _completion(
    says: str | Sql | Ask | Declined | NoSql | Completion, prompt: Prompt, card: ModelCard
) -> Completion:
    if isinstance(says, Completion):
        return replace(says, model=says.model or card.name)
    text, reading = (says, None) if isinstance(says, str) else ("", says)
    sent = prompt.system + "".join(message.text for message in prompt.messages)
    usage = Usage(input_tokens=_tokens(sent), output_tokens=_tokens(text or str(reading)))
    return Completion(text=text, reading=reading, usage=usage, model=card.name)


def _tokens(text: str) -> int:
    return -(-len(text.encode("utf-8", "surrogatepass")) // 3)


def _numbered(text: str) -> list[tuple[int, str]]:
    return [(at, line) for at, line in enumerate(text.split("\n"), start=1) if line.strip()]


def _line(text: str, where: str) -> Line:
    try:
        value = json.loads(text)
    except ValueError as error:
        raise UsageError(f"{where.capitalize()} isn't JSON: {error}.") from error
    if isinstance(value, str):
        return Line(says=value)
    if not isinstance(value, dict) or len(found := [key for key in _SAYS if key in value]) != 1:
        listed = ", ".join(f"`{key}`" for key in _SAYS)
        raise UsageError(f"{where.capitalize()} has to be a string, or an object with one of {listed}.")
    unknown = sorted(value.keys() - _KEYS)
    if unknown:
        raise UsageError(f"{where.capitalize()} has a key without a meaning: `{unknown[0]}`.")
    try:
        return Line(
            says=_says(found[0], value), when=str(value.get("when", "")), repeat=bool(value.get("repeat"))
        )
    except (TypeError, KeyError, AttributeError) as error:
        raise UsageError(f"{where.capitalize()} can't be understood: {error}.") from error


def _says(key: str, value: Mapping[str, Any]) -> Saying:
    said = value[key]
    if key == "error":
        fault = {"message": said} if isinstance(said, str) else dict(said)
        return ProviderError(fault.pop("message"), **fault)
    match key:
        case "sql":
            reading: Sql | Ask | Declined | None = Sql(str(said))
        case "ask":
            reading = Ask(str(said), tuple(_option(each) for each in value.get("options", ())))
        case "decline":
            reading = Declined(str(said))
        case _:
            reading = None
    notes = tuple(str(note) for note in value.get("notes", ()))
    text = str(said) if reading is None else ""
    if reading is None and not notes and "usage" not in value:
        return text
    return Completion(text=text, reading=reading, usage=Usage(**value.get("usage", {})), notes=notes)


def _option(value: object) -> Option:
    if isinstance(value, Mapping):
        sql = value.get("sql")
        return Option(str(value["label"]), None if sql is None else str(sql))
    return Option(str(value))
