"""How far a model that obeys what it reads can be turned, prompt by prompt.

Each attempt of the corpus stands in each place of each prompt that holds the text of
others. A model behind a real endpoint obeys it: wherever it finds it, or only where it
is not between the tags with the stated code. The calls go through the ledger.
"""

from __future__ import annotations

import os
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import django

from bench.stack import Stack
from tests.stacks import valkey

if TYPE_CHECKING:
    from llm.kernel.spec import ModelSpec
    from tests.fake_model import FakeModel
    from tests.llm.prompts.obedience import Attempt
    from tests.llm.prompts.tasks import Task

HONEST, TURNED, OTHER, FAILED = "honest", "turned", "another reply", "failed"


class Tried(NamedTuple):
    """What came of one attempt in one place of a prompt."""

    prompt: str
    language: str
    outcome: str
    is_outside: bool  # whether a label is not in the prompt's vocabulary


def main() -> None:
    """Print the table; exit with 1 if a label left its vocabulary or a fence opened."""
    with Stack(embedded=True) as stack:
        child, broker = valkey.start_on_port(stack.folder)
        stack.children.append((child, signal.SIGTERM))
        os.environ |= {
            "DATABASE_URL": f"sqlite:///{stack.folder}/db.sqlite3",
            "REDIS_URL": broker,
            "LLM_KEY": "any",
            "LLM_CONCURRENCY": "1",
        }
        django.setup()
        _run()


def _run() -> None:
    from django.core.management import call_command  # noqa: PLC0415 - after the settings

    from tests.fake_model import FakeModel  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    with FakeModel() as model:
        everywhere = list(_tried(model, outside_only=False))
        outside = list(_tried(model, outside_only=True))
    _print(everywhere)
    opened = sum(each.outcome != HONEST for each in outside)
    print("")
    print(
        "A model that obeys only what is outside the tags: "
        f"{opened} of {len(outside)} replies changed."
    )
    sys.exit(bool(opened or any(each.is_outside for each in everywhere)))


def _tried(server: FakeModel, *, outside_only: bool) -> Iterator[Tried]:
    from django.conf import settings  # noqa: PLC0415

    from llm.kernel.spec import ModelSpec  # noqa: PLC0415
    from llm.registry import prompt_names  # noqa: PLC0415
    from tests.fake_answers import sensible_answer  # noqa: PLC0415
    from tests.llm.prompts import obedience, tasks  # noqa: PLC0415

    settings.LLM_ENDPOINT = server.url
    spec = ModelSpec(server.url, "outside" if outside_only else "everywhere")
    for name in prompt_names():
        task = tasks.task_of(name)
        server.answer = sensible_answer
        honest = _said(spec, task)
        for place in obedience.open_places(task):
            for attempt in obedience.attempts():
                turned = obedience.injected(task, place, attempt)
                server.answer = obedience.obeying(
                    attempt, task, outside_only=outside_only
                )
                found = _said(spec, turned)
                # Honest replies may use the attempt's own words.
                server.answer = sensible_answer
                plain = honest if name in tasks.VOCABULARY else _said(spec, turned, 2)
                yield _outcome(task, attempt, found, plain)


def _said(spec: ModelSpec, task: Task, first: int = 1) -> object:
    """Return what the replies say, None if none of three is read."""
    from llm.kernel.reply import BadReply  # noqa: PLC0415
    from llm.questions import ask_until_parsed  # noqa: PLC0415

    try:
        return ask_until_parsed(
            task.prompt, task.values, task.read, model=spec, attempt=first * 10
        ).value
    except BadReply:
        return None


def _outcome(task: Task, attempt: Attempt, found: object, honest: object) -> Tried:
    from tests.llm.prompts.tasks import VOCABULARY  # noqa: PLC0415

    name = task.prompt.name
    known = VOCABULARY.get(name)
    outside = bool(known and found is not None and task.labels(found) - known)
    if found is None:
        outcome = FAILED
    elif found == honest:
        outcome = HONEST
    else:
        outcome = TURNED if found == task.read(task.best).value else OTHER
    return Tried(name, attempt.language, outcome, outside)


def _print(tried: list[Tried]) -> None:
    print(
        f"{'prompt':32}{'tries':>7}{'turned':>8}{'other':>7}{'failed':>8}{'outside':>9}"
    )
    for name in dict.fromkeys(each.prompt for each in tried):
        _print_row(name, [each for each in tried if each.prompt == name])
    _print_row("all", tried)
    print("")
    for language in dict.fromkeys(each.language for each in tried):
        own = [each for each in tried if each.language == language]
        share = sum(each.outcome == TURNED for each in own) / len(own)
        print(f"turned, {language}: {share:.0%} of {len(own)}")


def _print_row(name: str, rows: list[Tried]) -> None:
    counts = Counter(each.outcome for each in rows)
    outside = sum(each.is_outside for each in rows)
    shares = "".join(
        f"{counts[outcome] / len(rows):>{width}.0%}"
        for outcome, width in ((TURNED, 8), (OTHER, 7), (FAILED, 8))
    )
    print(f"{name:32}{len(rows):>7}{shares}{outside:>9}")


if __name__ == "__main__":
    main()
