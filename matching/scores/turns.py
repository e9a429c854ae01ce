"""The matched nuggets of each response, counted for the scores."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from typing import NamedTuple

from django.db.models import Q

from assess.judging.labels.overlap import judges_behind
from assess.judging.labels.reader import labels_of
from assess.judging.models import Judge
from assess.judging.turns.marks import unanswerable_topics
from matching.entail.kind import ENTAIL, YES
from matching.gold import GoldList, gold_lists
from matching.kernel.matching_scores import Turn
from matching.match.kind import MATCH
from matching.models import Extraction, JudgedPairs, ResponseNugget
from matching.scores.basis import RESPONSES, Basis
from nuggets.models import Listing
from runs.models import Response


class Answer(NamedTuple):
    """A response: run and topic by row number, its words, whether it has text."""

    run: int
    topic: int
    words: int
    empty: bool


class Judged(NamedTuple):
    """What was judged: each response's counts, None where pairs are still open.

    turns: by response's row number. gold: the lists, by topic. labelled: by responses,
    the number of labels, and of those that are yes.
    """

    answers: dict[int, Answer]
    turns: dict[int, Turn | None]
    gold: dict[int, GoldList]
    labelled: dict[int, tuple[int, int]]


def read_turns(basis: Basis) -> Judged:
    """Return the counts of every visible response by a basis.

    Turns marked as unanswerable are left out.
    """
    outside = unanswerable_topics(basis.bank.track)
    gold = {
        topic: each
        for topic, each in gold_lists(basis.bank).items()
        if topic not in outside and (basis.topics is None or topic in basis.topics)
    }
    answers = {
        pk: answer
        for pk, answer in _answers(basis).items()
        if answer.topic not in outside
    }
    if basis.by == RESPONSES:
        return _by_responses(basis, gold, answers)
    return _by_pairs(basis, gold, answers)


def _answers(basis: Basis) -> dict[int, Answer]:
    rows = Response.objects.visible().filter(run__track=basis.bank.track)
    if basis.topics is not None:
        rows = rows.filter(topic__in=basis.topics)
    columns = rows.values_list("pk", "run", "topic", "words")
    return {
        pk: Answer(run, topic, words, not words)
        for pk, run, topic, words in columns.iterator(chunk_size=5_000)
    }


def _by_responses(
    basis: Basis, gold: dict[int, GoldList], answers: dict[int, Answer]
) -> Judged:
    listed = {topic: set(each.pks) for topic, each in gold.items()}
    where = Q(nugget__topic__in=list(gold))
    counts: dict[int, tuple[int, int]] = {}
    for (nugget, response), value in labels_of(basis.judge, MATCH, where=where).items():
        answer = answers.get(response)
        if answer and nugget in listed.get(answer.topic, ()):
            given, yes = counts.get(response, (0, 0))
            counts[response] = given + 1, yes + (value == YES)
    turns: dict[int, Turn | None] = {}
    for pk, answer in answers.items():
        if answer.topic in gold:
            given, yes = counts.get(pk, (0, 0))
            turns[pk] = Turn(given, yes, empty=answer.empty) if given else None
            if answer.empty:
                turns[pk] = Turn(len(gold[answer.topic].nuggets), 0, empty=True)
    return Judged(answers, turns, gold, counts)


def _by_pairs(
    basis: Basis, gold: dict[int, GoldList], answers: dict[int, Answer]
) -> Judged:
    heads = Extraction.objects.filter(judge=basis.nuggets)
    extracted = set(heads.values_list("response", flat=True))
    owner = _owners(basis.nuggets)
    sizes = Counter(owner.values())
    covered, matched, given = _entailed(basis, gold, owner, answers)
    marked = _marked(basis, gold)
    turns: dict[int, Turn | None] = {}
    for pk, answer in answers.items():
        listed = gold.get(answer.topic)
        number = len(listed.nuggets) if listed else 0
        size = sizes.get(pk, 0)
        is_open = (
            pk not in extracted
            or (pk not in marked and given.get(pk, 0) < size * number)
        ) and not answer.empty
        turn = Turn(
            number,
            len(covered.get(pk, ())),
            size,
            len(matched.get(pk, ())),
            empty=answer.empty,
        )
        turns[pk] = None if is_open else turn
    return Judged(answers, turns, gold, {})


def _owners(judge: Judge | None) -> dict[int, int]:
    """Return the response of each nugget that counts."""
    rows = ResponseNugget.objects.filter(extraction__judge=judge).exclude(
        found=ResponseNugget.NOT
    )
    pairs = rows.order_by().values_list("pk", "response")
    return dict(pairs.iterator(chunk_size=5_000))


Found = dict[int, set[int]]


def _entailed(
    basis: Basis,
    gold: Mapping[int, GoldList],
    owner: Mapping[int, int],
    answers: Mapping[int, Answer],
) -> tuple[Found, Found, Counter[int]]:
    """Return by response its covered gold nuggets, its matched ones, and its labels.

    Labels of a judge that marks what it judged whole are read only where they are yes.
    """
    listed = {topic: set(each.pks) for topic, each in gold.items()}
    covered: Found = defaultdict(set)
    matched: Found = defaultdict(set)
    given: Counter[int] = Counter()
    where = entailing_labels(basis.judge, gold)
    for (part, nugget), value in labels_of(basis.judge, ENTAIL, where=where).items():
        response = owner.get(part)
        answer = answers.get(response) if response is not None else None
        if response is None or answer is None:
            continue
        if nugget not in listed.get(answer.topic, ()):
            continue
        given[response] += 1
        if value == YES:
            covered[response].add(nugget)
            matched[response].add(part)
    return covered, matched, given


def entailing_labels(judge: Judge, topics: Collection[int]) -> Q:
    """Select the labels that tell what is entailed on some topics.

    These are the ones that are yes, for a judge that marks what it judged whole; a
    panel needs all of its members' labels.
    """
    where = Q(nugget__topic__in=list(topics))
    marks = judge.kind in (Judge.IMPORT, Judge.BASELINE)
    return where & Q(value=YES) if marks else where


def _marked(basis: Basis, gold: Mapping[int, GoldList]) -> set[int]:
    """Return the responses whose pairs with the current lists are all judged.

    A mark over another list counts where that one has every nugget of this one.
    """
    rows = JudgedPairs.objects.filter(
        Q(extractor=None) | Q(extractor=basis.nuggets),
        judge__in=judges_behind(basis.judge),
        response__topic__in=list(gold),
    )
    marks = list(rows.values_list("response", "version", "response__topic"))
    current = {each.version: topic for topic, each in gold.items()}
    others = {version for _, version, _ in marks} - set(current)
    wider = _wider(others, gold)
    return {
        response
        for response, version, topic in marks
        if current.get(version) == topic or (version, topic) in wider
    }


def _wider(
    versions: Collection[int], gold: Mapping[int, GoldList]
) -> set[tuple[int, int]]:
    listed: dict[tuple[int, int], set[int]] = defaultdict(set)
    rows = Listing.objects.filter(version__in=versions) if versions else ()
    for row in rows:
        listed[row.version_id, 0].add(row.nugget_id)
    return {
        (version, topic)
        for (version, _), nuggets in listed.items()
        for topic, each in gold.items()
        if nuggets.issuperset(each.pks)
    }
