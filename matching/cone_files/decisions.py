"""What each response matches, by the ids that CONE-RAG's files use."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from django.db.models import Q

from assess.judging.labels.reader import labels_of
from assess.judging.models import Judge
from matching.entail.kind import ENTAIL, YES
from matching.gold import GoldList
from matching.match.kind import MATCH
from matching.models import ResponseNugget
from runs.models import Response

Ids = dict[str, dict[str, list[str]]]  # run, turn, ids


class Matched(NamedTuple):
    """By run and turn: the gold nuggets that are covered, and the nuggets that cover.

    A gold nugget's id is its number in brackets, that of a response's nugget its place
    among those that count, from 0, in brackets too.
    """

    gold: Ids
    nuggets: Ids


def matched_pairs(
    judge: Judge, extractor: Judge, lists: Mapping[int, GoldList]
) -> Matched:
    """Return the matches by pairs of every response with nuggets."""
    numbers = {n.pk: n.number for each in lists.values() for n in each.nuggets}
    rows = ResponseNugget.objects.exclude(found=ResponseNugget.NOT).filter(
        extraction__judge=extractor,
        response__topic__in=list(lists),
        response__in=Response.objects.visible().filter(run__track=judge.track),
    )
    columns = ("pk", "response__run__name", "response__topic__name")
    owners: dict[int, tuple[str, str, int]] = {}
    sizes: dict[tuple[str, str], int] = defaultdict(int)
    for pk, run, topic in rows.order_by("response", "position").values_list(*columns):
        owners[pk] = run, topic, sizes[run, topic]
        sizes[run, topic] += 1
    gold: dict[tuple[str, str], set[int]] = {key: set() for key in sizes}
    nuggets: dict[tuple[str, str], set[int]] = {key: set() for key in sizes}
    where = Q(nugget__in=list(numbers))
    for (part, nugget), value in labels_of(judge, ENTAIL, where=where).items():
        if value == YES and part in owners:
            run, topic, place = owners[part]
            gold[run, topic].add(numbers[nugget])
            nuggets[run, topic].add(place)
    return Matched(_ids(gold), _ids(nuggets))


def _ids(found: Mapping[tuple[str, str], set[int]]) -> Ids:
    by_run: Ids = defaultdict(dict)
    for (run, topic), numbers in sorted(found.items()):
        by_run[run][topic] = [f"[{number}]" for number in sorted(numbers)]
    return dict(by_run)


class Coverage(NamedTuple):
    """A response's gold nuggets by a judge of whole responses."""

    run: str
    topic: str
    covered: list[str]
    uncovered: list[str]

    @property
    def recall(self) -> float:
        """Return the share that is covered."""
        return len(self.covered) / (len(self.covered) + len(self.uncovered))


def coverages(judge: Judge, lists: Mapping[int, GoldList]) -> Iterator[Coverage]:
    """Yield each judged response with words, in the order of runs and turns."""
    listed = {
        topic: {n.pk: n.number for n in each.nuggets} for topic, each in lists.items()
    }
    rows = Response.objects.visible().filter(run__track=judge.track, words__gt=0)
    columns = rows.values_list("pk", "run__name", "topic__name", "topic")
    answers = {pk: (run, name, topic) for pk, run, name, topic in columns.iterator()}
    found: dict[tuple[str, str], tuple[list[int], list[int]]] = defaultdict(
        lambda: ([], [])
    )
    where = Q(nugget__topic__in=list(lists))
    for (nugget, response), value in labels_of(judge, MATCH, where=where).items():
        run, name, topic = answers.get(response, ("", "", 0))
        number = listed.get(topic, {}).get(nugget)
        if number is not None:
            found[run, name][value != YES].append(number)
    for (run, name), both in sorted(found.items()):
        covered, uncovered = ([f"[{n}]" for n in sorted(each)] for each in both)
        yield Coverage(run, name, covered, uncovered)
