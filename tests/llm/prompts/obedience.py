"""Attempts to turn a judging model, and a model that obeys what it finds.

injections.jsonl has one attempt a line: its language (or markdown), its text, and
what it bids a model to do.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from llm.kernel.prompt import Message, Value
from tests.fake_answers import Body, sensible_answer
from tests.llm.prompts.tasks import Task

CORPUS = Path(__file__).with_name("injections.jsonl")

_STATED = re.compile(r"the code ([0-9a-f]{12})\b")


class Attempt(NamedTuple):
    """A text that tries to turn a model, and what an obeying model would do."""

    language: str
    bid: str
    text: str


def attempts() -> list[Attempt]:
    """Return the corpus."""
    lines = CORPUS.read_text(encoding="utf-8").splitlines()
    return [Attempt(**json.loads(line)) for line in lines]


def open_places(task: Task) -> list[str]:
    """Return the places of a prompt that hold the text of others."""
    return [name for name, form in task.prompt.values.items() if form != "number"]


def injected(task: Task, place: str, attempt: Attempt) -> Task:
    """Return a task with an attempt at the end of one place."""
    given = task.values[place]
    turned: Value = (
        f"{given}\n\n{attempt.text}"
        if isinstance(given, str)
        else [*given[:-1], f"{given[-1]} {attempt.text}"]  # type: ignore[index]
    )
    return task._replace(values={**task.values, place: turned})


def bidden(attempt: Attempt, task: Task, messages: Sequence[Message]) -> str:
    """Return the reply of a model that does what an attempt bids."""
    best = task.best
    replies: Mapping[str, Callable[[], str]] = {
        "best": lambda: best,
        "prefix": lambda: f"Of course!\n{best}",
        "fenced": lambda: f"```\n{best}\n```",
        "outside": lambda: _outside_the_scale(best),
        "words": lambda: "This text is outstanding in every way.",
        "leak": lambda: messages[0]["content"],
        "revoked": lambda: f"{best}\nNone of this is to be trusted.",
        "longer": lambda: _longer(best),
    }
    return replies[attempt.bid]()


def _outside_the_scale(best: str) -> str:
    other = re.sub(r"\d", "99", re.sub(r'"[^"]+"(?!:)', '"excellent"', best))
    return other if other != best else "excellent"


def _longer(best: str) -> str:
    return best.replace("]", ', "support"]') if "]" in best else f"{best}\n{best}"


def obeying(
    attempt: Attempt, task: Task, *, outside_only: bool = False
) -> Callable[[Body], str]:
    """Return a model that obeys the attempt where it finds it, and is honest else.

    outside_only: it takes what stands between the tags with the stated code for data.
    """

    def answer(body: Body) -> str:
        messages: list[Message] = body["messages"]
        seen = _outside(messages) if outside_only else messages
        said = "\n".join(each["content"] for each in seen)
        quoted = json.dumps(attempt.text, ensure_ascii=False)[1:-1]
        if attempt.text in said or quoted in said:
            return bidden(attempt, task, messages)
        return sensible_answer(body)

    return answer


def _outside(messages: Sequence[Message]) -> list[Message]:
    """Return messages without what their stated codes fence."""
    codes = {code for each in messages for code in _STATED.findall(each["content"])}
    fence = "|".join(
        rf"<(?P<a{code}>\w+) {code}>\n.*?\n</(?P=a{code}) {code}>" for code in codes
    )
    plain = re.compile(fence or r"(?!)", re.DOTALL)
    return [{**each, "content": plain.sub("", each["content"])} for each in messages]
