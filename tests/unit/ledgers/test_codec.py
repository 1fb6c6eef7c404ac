"""Every event is written and read back as it was, and what can't be read is told (K2)."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from typing import Any, get_args, get_type_hints

import pytest
from tests.unit.ledgers.examples import values

from rejoinder.errors import LedgerCorrupt, LedgerError
from rejoinder.ledgers import _codec, _formats
from rejoinder.loop import events
from rejoinder.ports import Envelope
from rejoinder.testing._ledger_room import asked, began, drafted, envelope

KINDS = get_args(events.Event)
DRAFTED = json.loads(_codec.write(drafted()))


def _reached(hint: Any, seen: set[type]) -> set[type]:
    """The dataclasses that a value of a type is made of."""
    for each in (hint, *get_args(hint)):
        if is_dataclass(each) and each not in seen:
            seen.add(each)
            for inner in get_type_hints(each).values():
                _reached(inner, seen)
        elif each is not hint:
            _reached(each, seen)
    return seen


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_event_is_read_as_it_was_written(kind: Any):
    examples = list(values(kind))
    assert {type(example) for example in examples} == {kind}
    assert [_codec.read(_codec.write(example)) for example in examples] == examples


def test_every_envelope_is_read_as_it_was_written():
    examples = list(values(Envelope))
    assert [_codec.read_envelope(_codec.write_envelope(example)) for example in examples] == examples


def test_every_class_of_events_can_be_recorded():
    """A class of `loop/events.py` that is no event is part of one."""
    own = {
        each for each in vars(events).values() if is_dataclass(each) and each.__module__ == events.__name__
    }
    parts = {part for kind in KINDS for part in _reached(kind, set())} - set(KINDS)
    assert own <= set(KINDS) | parts


def test_no_two_recorded_classes_have_one_name():
    """Of classes that may stand in one place; steps and terms may share a name where they don't meet."""
    for kind in (*KINDS, Envelope):
        for part in _reached(kind, set()):
            for hint in get_type_hints(part).values():
                names = [each.__name__ for each in get_args(hint) if is_dataclass(each)]
                assert len(names) == len(set(names)), (part, names)


def test_a_record_is_json_on_one_line_that_every_store_takes():
    for text in ("one\ntwo", "half \ud83d", "\x00", "東京"):
        written = _codec.write(drafted(text))
        assert written.isprintable()
        assert written.encode()
        assert json.loads(written)["version"] == _formats.newest()


def test_a_field_that_a_later_version_added_takes_its_default():
    known = {"transient", "started", "retry_after", "usage", "cost"}
    failed = events.Failed(kind=events.FailureKind.INTERNAL, message="m", seconds=1.0)
    record = json.loads(_codec.write(failed))
    record["fields"] = {name: value for name, value in record["fields"].items() if name not in known}
    assert _codec.read(json.dumps(record)) == failed


def _with(**changed: Any) -> dict[str, Any]:
    return DRAFTED | changed


def _with_fields(**changed: Any) -> dict[str, Any]:
    return _with(fields=DRAFTED["fields"] | changed)


NEWER = {
    "a format": _with(version=_formats.newest() + 1),
    "a kind of event": _with(**{"class": "Wondered"}),
    "a field": _with_fields(mood="good"),
    "a field within": _with_fields(usage=DRAFTED["fields"]["usage"] | {"dreams": 1}),
    "a class within": _with_fields(reading={"class": "Sung", "text": "la"}),
}


@pytest.mark.parametrize("record", NEWER.values(), ids=NEWER.keys())
def test_what_a_newer_version_wrote_is_told_as_that(record: Any):
    with pytest.raises(LedgerError, match="upgrade rejoinder") as raised:
        _codec.read(json.dumps(record))
    assert not isinstance(raised.value, LedgerCorrupt)


DAMAGED = {
    "nothing": "",
    "half": _codec.write(asked())[:40],
    "a list": "[]",
    "a number": "7",
    "no version": json.dumps({"class": "Asked", "fields": {}}),
    "a version that is a word": json.dumps(_with(version="1")),
    "a version that is true": json.dumps(_with(version=True)),
    "version 0": json.dumps(_with(version=0)),
    "no class": json.dumps({"version": 1, "fields": {}}),
    "no fields": json.dumps({"version": 1, "class": "Began"}),
    "fields that are a list": json.dumps(_with(fields=[])),
    "a field that is missing": json.dumps(_with(fields={})),
    "a number for a text": json.dumps(_with_fields(text=5)),
    "a text for a number": json.dumps(_with_fields(seconds="1")),
    "true for a number": json.dumps(_with_fields(seconds=True)),
    "a number for money": json.dumps(_with_fields(cost=0.1)),
    "words for money": json.dumps(_with_fields(cost="a lot")),
    "null for a text": json.dumps(_with_fields(text=None)),
    "a text for many": json.dumps(_with_fields(notes="ab")),
    "a text for a class": json.dumps(_with_fields(reading="SELECT 1")),
    "a class without its name": json.dumps(_with_fields(reading={"text": "SELECT 1"})),
    "a list for a class": json.dumps(_with_fields(usage=[1, 2])),
    "a word that isn't one of a few": _codec.write(asked()).replace('"query"', '"wish"'),
    "a date that is none": _codec.write(asked()).replace("2026-03-14", "2026-02-30"),
    "brackets without end": "[" * 200_000,
}


@pytest.mark.parametrize("text", DAMAGED.values(), ids=DAMAGED.keys())
def test_what_is_damaged_is_told_as_that(text: str):
    with pytest.raises(LedgerCorrupt, match=r"^A recorded event can't be read \(.*\)\.$"):
        _codec.read(text)


@pytest.mark.parametrize("text", ["", "{}", '{"version":1,"class":"Began","fields":{}}'])
def test_an_envelope_that_is_none_is_told(text: str):
    with pytest.raises(LedgerError, match=r"What an event was recorded with|doesn't know"):
        _codec.read_envelope(text)


def test_what_has_no_form_in_a_record_is_never_written():
    with pytest.raises(TypeError, match="can't hold a object"):
        _codec.write(events.Cancelled(by=object()))


# Older formats


def test_an_older_record_takes_every_step_to_todays_format():
    steps = (
        lambda record: record | {"class": record["class"].title()},
        lambda record: record | {"fields": record["fields"] | {"added": 2}},
    )
    assert _formats.newest(steps) == 3
    first = {"version": 1, "class": "began", "fields": {}}
    assert _formats.current(first, steps) == {"version": 1, "class": "Began", "fields": {"added": 2}}
    second = {"version": 2, "class": "Began", "fields": {}}
    assert _formats.current(second, steps) == {"version": 2, "class": "Began", "fields": {"added": 2}}
    third = {"version": 3, "class": "Began", "fields": {}}
    assert _formats.current(third, steps) == third


def test_the_word_for_a_class_is_the_name_of_no_field():
    for kind in (*KINDS, Envelope):
        for part in _reached(kind, set()):
            assert "class" not in {field.name for field in fields(part)}


def test_an_event_and_what_it_was_recorded_with_are_told_apart():
    assert json.loads(_codec.write(began()))["class"] == "Began"
    assert json.loads(_codec.write_envelope(envelope()))["class"] == "Envelope"
