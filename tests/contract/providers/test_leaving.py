"""A call of a client that blocks can be left: nothing waits for it, and what comes late is closed."""

from __future__ import annotations

import contextvars
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError
from queue import SimpleQueue

import pytest

from rejoinder.providers._leaving import leavable, leaving
from rejoinder.providers._wire import Way, WireProvider
from rejoinder.terms.provider import ModelCard
from rejoinder.testing.provider_contract import completed


def test_a_call_gives_what_its_method_gives():
    with leaving():
        assert leavable(lambda *, number: number + 1, print)(number=1) == 2


def test_a_call_raises_what_its_method_raises():
    def failing() -> None:
        raise LookupError("nothing there")

    with leaving(), pytest.raises(LookupError, match="nothing there"):
        leavable(failing, print)()


def test_who_waits_is_let_go_when_the_block_ends_and_what_comes_late_is_closed():
    begun, answer = threading.Event(), threading.Event()
    late: SimpleQueue[str] = SimpleQueue()
    raised: SimpleQueue[type[BaseException]] = SimpleQueue()

    def slow() -> str:
        begun.set()
        answer.wait()
        return "late"

    with leaving():
        waiting = threading.Thread(target=made(leavable(slow, late.put), raised))
        waiting.start()
        assert begun.wait(30)
    waiting.join(30)
    assert raised.get(timeout=30) is CancelledError
    answer.set()
    assert late.get(timeout=30) == "late"


def made(call: Callable[[], str], raised: SimpleQueue[type[BaseException]]) -> Callable[[], None]:
    """`call` in the context of the block around, as a worker thread of the loop makes it."""
    context = contextvars.copy_context()

    def making() -> None:
        try:
            context.run(call)
        except CancelledError as error:
            raised.put(type(error))

    return making


def test_every_call_of_a_provider_is_made_within_its_way_s_block():
    entered: list[str] = []

    class Block:
        def __enter__(self) -> None:
            entered.append("in")

        def __exit__(self, *_: object) -> None:
            entered.append("out")

    def model():
        from pydantic_ai.models.test import TestModel

        return TestModel(custom_output_text="SELECT 1")

    provider = WireProvider(ModelCard(name="any:any"), Way(build=model, around=Block))
    with pytest.raises(Exception, match="broke off"):
        completed(provider)
    assert entered == ["in", "out"]
