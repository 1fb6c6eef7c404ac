"""What a step needs before it is carried out: its prompt, a digest of it, and the most that it may use."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from decimal import Decimal

from rejoinder import prompts
from rejoinder.grounding import Grounding
from rejoinder.loop import steps
from rejoinder.loop.run import Run
from rejoinder.prompts import correct, draft, phrase, restate
from rejoinder.terms.dialect import Dialect
from rejoinder.terms.fact import Fact
from rejoinder.terms.limits import CompletionLimits, Reserved, Usage
from rejoinder.terms.policy import Errors
from rejoinder.terms.provider import ModelCard, Prompt, PromptTerms


@dataclass(frozen=True, slots=True, kw_only=True)
class Brief:
    """What a turn's prompts are made of: the grounded catalog and the system prompt frozen with it (G5)."""

    grounding: Grounding
    system: str
    digest: str
    changed: tuple[Fact, ...] = ()
    """What came to be known of the catalog after the system prompt was frozen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """A step ready to be carried out."""

    step: steps.Step
    prompt: Prompt | None = None
    digest: str = ""
    prefix_digest: str = ""
    reserved: Reserved = Reserved()


def written_out(prompt: Prompt) -> str:
    """A prompt as people read it: who says what, in order."""
    spoken = [("system", prompt.system), *((message.role, message.text) for message in prompt.messages)]
    return "\n\n".join(f"[{role}]\n{text}" for role, text in spoken)


def digest_of(*texts: str) -> str:
    """SHA-256, in hexadecimal, of texts that can't run into one another."""
    whole = hashlib.sha256()
    for text in texts:
        encoded = text.encode("utf-8", "surrogatepass")
        whole.update(len(encoded).to_bytes(8, "big") + encoded)
    return whole.hexdigest()


def prepare(
    run: Run, step: steps.Step, *, brief: Brief | None, card: ModelCard, dialect: Dialect, errors: Errors
) -> Work:
    """Render what the step sends. Pure: the same run, step and policy give the same prompt."""
    match step:
        case steps.Draft() | steps.Correct():
            if brief is None:
                raise ValueError(f"{type(step).__name__} before the turn was grounded")
            prompt = draft_prompt(run, step, brief, card.structured, dialect, errors)
            return replace(_priced(step, prompt, step.limits, card), prefix_digest=brief.digest)
        case steps.Restate():
            history = [(exchange.question, exchange.sql) for exchange in step.history]
            asked = restate.render(question=step.question, history=history, today=run.today)
            return _priced(step, asked, step.limits, card)
        case steps.Phrase():
            asked = phrase.render(question=step.question, facts=step.facts, labels=step.labels)
            return _priced(step, asked, step.limits, card)
        case steps.Execute():
            return Work(
                step=step, digest=digest_of(step.text), reserved=Reserved(seconds=step.limits.seconds)
            )
        case _:
            return Work(step=step)


def draft_prompt(
    run: Run,
    step: steps.Draft | steps.Correct,
    brief: Brief,
    structured: bool,
    dialect: Dialect,
    errors: Errors = "off",
) -> Prompt:
    """The prompt of a draft or a correction, on the prefix that the brief froze.

    `errors`: what of the database's error the policy lets a correction tell.
    """
    terms = PromptTerms(
        question=step.question,
        today=run.today,
        dialect=dialect.name,
        catalog=brief.grounding.catalog,
        values=brief.grounding.stored,
        facts=brief.changed + step.facts,
        said=step.said,
        earlier=run.canonicals,
    )
    if isinstance(step, steps.Draft):
        defects = tuple(dict.fromkeys(defect for failed in step.failed for defect in failed.defects))
        return draft.render(
            system=brief.system, terms=terms, failed_defects=defects, fresh=step.fresh, structured=structured
        )
    return correct.render(
        system=brief.system,
        terms=terms,
        text=step.text,
        findings=step.findings,
        refusal=step.refusal,
        signals=step.signals,
        executed_sql=step.executed_sql,
        errors=errors,
        prose=step.prose,
        failed=[(failed.text, _classes(failed)) for failed in step.failed],
        structured=structured,
    )


def _classes(failed: steps.FailedDraft) -> tuple[str, ...]:
    return tuple(str(defect) for defect in failed.defects) + failed.signals


def _priced(step: steps.Step, prompt: Prompt, limits: CompletionLimits, card: ModelCard) -> Work:
    sent = prompts.tokens(prompt)
    usage = Usage(input_tokens=sent, output_tokens=limits.tokens)
    money = Decimal(0) if card.price is None else card.price.of(usage)
    seconds = limits.seconds + getattr(step, "wait_seconds", 0.0)
    reserved = Reserved(tokens=usage.tokens, money=money, seconds=seconds)
    spoken = [part for message in prompt.messages for part in (message.role, message.text)]
    return Work(step=step, prompt=prompt, digest=digest_of(prompt.system, *spoken), reserved=reserved)


def with_changes(brief: Brief, facts: tuple[Fact, ...]) -> Brief:
    """The same frozen prefix, with lines for what has changed in the catalog since."""
    return replace(brief, changed=brief.changed + facts)
