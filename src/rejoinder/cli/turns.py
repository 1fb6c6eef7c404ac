"""Asks, shows how it goes, asks back where somebody is there to reply, and shows how it went."""

from __future__ import annotations

import contextlib
import functools
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeAlias

import click

import rejoinder
from rejoinder.cli.ending import CANCELLED
from rejoinder.cli.options import Asking, Bounds, Form, Places
from rejoinder.cli.progress import Progress
from rejoinder.cli.terminal import is_terminal

if TYPE_CHECKING:
    from rejoinder.blocking import BlockingAgent
    from rejoinder.cli.dialogue import Said

    Subscriber: TypeAlias = Callable[[rejoinder.Recorded], None]
    Act: TypeAlias = Callable[[BlockingAgent, Subscriber], rejoinder.Outcome]
    """Begins a run or goes on with one."""


@contextlib.contextmanager
def opened(places: Places, bounds: Bounds | None = None) -> Iterator[BlockingAgent]:
    """An agent, closed afterwards. Nothing is opened before it is needed."""
    from rejoinder.cli.details import keep_log

    keep_log()
    settings = places.settings()
    limits = settings.limits if bounds is None else bounds.within(settings.limits)
    agent = rejoinder.blocking.connect(settings=settings, limits=limits)
    try:
        yield agent
    finally:
        agent.close()


def put(asking: Asking, way: Callable[[BlockingAgent], Callable[..., rejoinder.Outcome]]) -> int:
    """Put a question to an agent in one of the ways that it offers. Returns the exit code."""
    from rejoinder.cli.texts import question_of

    text = question_of(asking.words)

    def act(agent: BlockingAgent, on_event: Subscriber) -> rejoinder.Outcome:
        return way(agent)(text, thread=_thread_of(agent, asking.thread), on_event=on_event)

    return carry_out(act, asking.places, asking.bounds, asking.form, question=text)


def carry_out(act: Act, places: Places, bounds: Bounds, form: Form, question: str | None = None) -> int:
    """A run from its question, or from where it stands, to an end that is shown. Returns the exit code."""
    with opened(places, bounds) as agent:
        if question is not None:
            _show_first(agent, form, question)
        progress = Progress(agent.limits())
        try:
            outcome = _with_replies(agent, act, form, progress)
        except KeyboardInterrupt:
            return _interrupted(progress)
        from rejoinder.cli.answer import show

        show(outcome, form)
        return outcome.exit_code


def _with_replies(agent: BlockingAgent, act: Act, form: Form, progress: Progress) -> rejoinder.Outcome:
    outcome = _turn(agent, act, form, progress)
    while outcome.end == "clarify" and form.for_people and _somebody_is_there():
        from rejoinder.cli.dialogue import ask_there_and_then

        said = ask_there_and_then(outcome)
        if said is None:
            break
        outcome = _turn(agent, functools.partial(_reply, outcome.run_id, said), form, progress)
    return outcome


def _reply(run_id: str, said: Said, agent: BlockingAgent, on_event: Subscriber) -> rejoinder.Outcome:
    return agent.reply(run_id, choice=said.choice, text=said.text, on_event=on_event)


def _turn(agent: BlockingAgent, act: Act, form: Form, progress: Progress) -> rejoinder.Outcome:
    with progress.drawn(form.for_people):
        return act(agent, progress.on_event)


def _interrupted(progress: Progress) -> int:
    more = f" `rejoinder show {progress.run_id}` tells how far it got." if progress.run_id else ""
    click.echo(f"Cancelled.{more}", err=True)
    return CANCELLED


def _somebody_is_there() -> bool:
    return is_terminal(sys.stdin) and is_terminal(sys.stdout)


def _show_first(agent: BlockingAgent, form: Form, question: str) -> None:
    if form.show_grounding:
        from rejoinder.cli.grounding import show_grounding

        show_grounding(agent.brief(question))
    if form.show_prompt:
        from rejoinder.cli.grounding import show_prompt

        show_prompt(agent.prompt(question))


def _thread_of(agent: BlockingAgent, run: str | None) -> rejoinder.ThreadId | None:
    """The conversation that a run belongs to."""
    return None if run is None else agent.show(run)[0].envelope.thread
