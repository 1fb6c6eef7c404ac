"""Calls of a client that blocks, which their caller may leave.

A client like botocore can't be interrupted while it waits for an answer. It waits in a daemon thread, so that a
call that was cancelled, or is past its deadline, keeps no worker of the loop and no process that wants to end.
"""

from __future__ import annotations

import contextlib
import contextvars
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, InvalidStateError
from typing import Any, TypeVar

T = TypeVar("T")

_CALLS: contextvars.ContextVar[list[Future[Any]] | None] = contextvars.ContextVar("calls", default=None)


@contextlib.contextmanager
def leaving() -> Iterator[None]:
    """At the end of the block its calls that still wait are left."""
    calls: list[Future[Any]] = []
    token = _CALLS.set(calls)
    try:
        yield
    finally:
        _CALLS.reset(token)
        for call in calls:
            call.cancel()


def leavable(method: Callable[..., T], unwanted: Callable[[T], None]) -> Callable[..., T]:
    """`method`, in a thread of its own. `unwanted` is given what came when nobody waited any more.

    Who waits gets `concurrent.futures.CancelledError` when the call is left.
    """

    def called(**parameters: Any) -> T:
        answer: Future[T] = Future()
        if (calls := _CALLS.get()) is not None:
            calls.append(answer)
        inside = contextvars.copy_context()

        def wait() -> None:
            try:
                found = inside.run(method, **parameters)
            except BaseException as error:
                with contextlib.suppress(InvalidStateError):
                    answer.set_exception(error)
                return
            try:
                answer.set_result(found)
            except InvalidStateError:
                unwanted(found)

        threading.Thread(target=wait, daemon=True).start()
        return answer.result()

    return called
