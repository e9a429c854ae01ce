"""The share of each run's answers to unanswerable turns that decline."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from assess.judging.models import Judge
from assess.judging.turns.marks import unanswerable_topics
from matching.declines.people import said_by
from matching.kernel.declines import decline
from runs.models import Response, Run, Topic, Track

AROUND = 100  # characters of an answer on each side of the phrase


class TurnAnswer(NamedTuple):
    """A response with text; found: where a phrase stands in it, if one does.

    declines: None where people have not judged it.
    """

    response: Response
    found: tuple[int, int] | None
    declines: bool | None

    @property
    def before(self) -> str:
        """Return what comes directly before the phrase."""
        start, _ = self.found or (0, 0)
        text = self.response.text[:start]
        return text if start <= AROUND else f"…{text[-AROUND:]}"

    @property
    def phrase(self) -> str:
        """Return the phrase as it stands in the answer."""
        start, end = self.found or (0, 0)
        return self.response.text[start:end]

    @property
    def after(self) -> str:
        """Return what comes directly after the phrase; without one, the beginning."""
        _, end = self.found or (0, 0)
        text = self.response.text[end:]
        return text if len(text) <= AROUND else f"{text[:AROUND]}…"


class RunDeclines(NamedTuple):
    """A run's answers to the unanswerable turns; empty: responses without text."""

    run: Run
    answers: list[TurnAnswer]
    empty: int

    @property
    def declined(self) -> int:
        """Return how many answers decline."""
        return sum(answer.declines is True for answer in self.answers)

    @property
    def open(self) -> int:
        """Return how many answers are not judged."""
        return sum(answer.declines is None for answer in self.answers)

    @property
    def share(self) -> float | None:
        """Return the share of judged answers that decline, None without one."""
        judged = len(self.answers) - self.open
        return self.declined / judged if judged else None


class Declines(NamedTuple):
    """The unanswerable turns, and every run with a response to one of them."""

    turns: list[Topic]
    runs: list[RunDeclines]


def read_declines(
    track: Track, phrases: Sequence[str], judge: Judge | None = None
) -> Declines:
    """Return the runs by name, each one's answers in the order of the turns.

    By a judge's labels; without one, by phrases.
    """
    said = said_by(judge) if judge else {}
    turns = track.topics.filter(pk__in=unanswerable_topics(track))
    listed = list(turns.order_by("conversation__pk", "position", "pk"))
    place = {topic.pk: at for at, topic in enumerate(listed)}
    rows = Response.objects.visible().filter(run__track=track, topic__in=listed)
    own: dict[int, list[Response]] = {}
    for response in rows.select_related("topic"):
        own.setdefault(response.run_id, []).append(response)
    found = []
    for run in Run.objects.visible().filter(pk__in=list(own)):
        responses = sorted(own[run.pk], key=lambda each: place[each.topic_id])
        answers = [
            _answer(each, phrases, said if judge else None)
            for each in responses
            if each.text.strip()
        ]
        found.append(RunDeclines(run, answers, len(responses) - len(answers)))
    return Declines(listed, found)


def _answer(
    response: Response, phrases: Sequence[str], said: Mapping[int, bool] | None
) -> TurnAnswer:
    found = decline(response.text, phrases)
    declines = found is not None if said is None else said.get(response.pk)
    return TurnAnswer(response, found, declines)
