"""The responses that are scored by a judge's support labels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Exists, OuterRef, Prefetch

from assess.exchange.exports.registry import CannotExport, LeftOut, Option, Wanted
from assess.judging.labels.reader import labels_of
from assess.judging.models import Judge
from assess.judging.models.rounds import FIRST_STORED
from assess.judging.rounds.protocols import ROUND_WORDS, labelled_rounds
from assess.kinds.need.kind import NEED, NEEDS_NONE
from assess.kinds.support.kind import SUPPORT
from runs.models import Citation, Response, Sentence, Track
from runs.models.submissions import ResponseQuerySet


def _stored(track: Track) -> dict[str, int]:
    """Return the numbers of the stored rounds with labels, by name."""
    every = labelled_rounds(track, SUPPORT)
    return {each.name: each.number for each in every if each.number >= FIRST_STORED}


AT_ONCE = 200  # responses per round of queries
PROTOCOL = Option(
    "protocol",
    "Labels given",
    (("from_scratch", "from scratch"), ("post_edited", "over a shown model's")),
    lambda track: tuple((name, name) for name in _stored(track)),
)
CITED = "sentence__response"
Place = tuple[str, str, int]  # a response's topic, run and row number


@dataclass(frozen=True)
class JudgedResponses:
    """Labels by citation, by row number, and what a file omits for lack of one.

    exempt: the sentences without a citation that need none, by a label on themselves.
    """

    wanted: Wanted
    labels: dict[int, str]
    exempt: frozenset[int] = frozenset()

    @cached_property
    def places(self) -> list[Place]:
        """Return the places of the responses to write, in order.

        These are the responses with a label and those without a citation on topics
        where another response has a label: the latter cannot be judged, but are scored
        there.
        """
        return sorted({*self._labelled, *self.beside})

    @cached_property
    def beside(self) -> list[Place]:
        """Return the responses without a citation on topics with a label."""
        topics = {topic for topic, _run, _pk in self._labelled}
        return [place for place in self._uncited if place[0] in topics]

    @cached_property
    def _labelled(self) -> set[Place]:
        labels = self.labels
        return {
            (topic, run, pk) for cited, topic, run, pk in self._cited if cited in labels
        }

    @cached_property
    def _uncited(self) -> list[Place]:
        cited = Citation.objects.filter(sentence__response=OuterRef("pk"))
        rows = self._responses().filter(~Exists(cited)).order_by()
        return list(rows.values_list("topic__name", "run__name", "pk"))

    @cached_property
    def _cited(self) -> list[tuple[int, str, str, int]]:
        found = Citation.objects.filter(sentence__response__in=self._responses())
        columns = ("pk", f"{CITED}__topic__name", f"{CITED}__run__name", CITED)
        return list(found.order_by().values_list(*columns))

    def _responses(self) -> ResponseQuerySet:
        rows = Response.objects.visible().filter(run__track=self.wanted.track)
        if self.wanted.topics is not None:
            rows = rows.filter(topic__in=self.wanted.topics)
        return rows

    def batches(self) -> Iterator[list[Response]]:
        """Yield the responses by topic and run, in batches of one round of queries.

        Each has its sentences and citations.
        """
        citations = Citation.objects.select_related("segment")
        sentences = Sentence.objects.prefetch_related(Prefetch("citations", citations))
        rows = Response.objects.select_related("run", "topic").prefetch_related(
            Prefetch("sentences", sentences)
        )
        for start in range(0, len(self.places), AT_ONCE):
            pks = [pk for _, _, pk in self.places[start : start + AT_ONCE]]
            found = rows.in_bulk(pks)
            yield [found[pk] for pk in pks]

    def responses(self) -> Iterator[Response]:
        """Yield them one by one."""
        for batch in self.batches():
            yield from batch

    def of(self, sentence: Sentence) -> list[str]:
        """Return the labels of a sentence's citations, "" for none."""
        return [self.labels.get(each.pk, "") for each in sentence.citations.all()]

    def left_out(self, why: str) -> list[LeftOut]:
        """Return the citations and responses without a label."""
        ours = {pk for _topic, _run, pk in self._labelled}
        without = [pk for *_, pk in self._cited if pk not in ours]
        open_ = sum(
            pk in ours and cited not in self.labels for cited, *_, pk in self._cited
        )
        return [
            LeftOut("citations without a label", open_, why),
            LeftOut(
                "responses without any label",
                len(set(without)),
                "not in the file; they cite something",
            ),
            LeftOut(
                "responses without any citation",
                len(self._uncited) - len(self.beside),
                "not in the file; nothing is labelled on their topics",
            ),
        ]


def judged_responses(wanted: Wanted) -> JudgedResponses:
    """Return one judge's labels, a panel's combined."""
    where = wanted.where(SUPPORT.topic)
    protocol = wanted.option(PROTOCOL)
    numbers = _stored(wanted.track) | ROUND_WORDS
    if protocol not in numbers:
        raise CannotExport(f"No round named {protocol} has labels any more.")
    number = numbers[protocol]
    judge = wanted.parts["judge"]
    given = labels_of(judge, SUPPORT, where=where, round=number)
    return JudgedResponses(
        wanted,
        {citation: value for (citation,), value in given.items()},
        _exempt(wanted, judge, number),
    )


def _exempt(wanted: Wanted, judge: Judge, number: int) -> frozenset[int]:
    if not NEED.fits(wanted.track):
        return frozenset()
    given = labels_of(judge, NEED, where=wanted.where(NEED.topic), round=number)
    return frozenset(
        sentence for (sentence,), value in given.items() if value == NEEDS_NONE.value
    )
