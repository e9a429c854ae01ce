"""One run turn by turn, and one response with its nuggets in place."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import NamedTuple

from django.db.models import Q

from assess.judging.labels.reader import labels_of
from matching.entail.kind import ENTAIL, YES
from matching.gold import Gold, gold_lists
from matching.kernel.matching_scores import Turn, turn_scores
from matching.kernel.word_cover import words_of
from matching.match.kind import MATCH
from matching.models import ResponseNugget
from matching.scores.basis import PAIRS, RESPONSES, Basis
from matching.scores.turns import entailing_labels, read_turns
from matching.tables.forms import Chosen
from nuggets.models import Bank
from runs.models import Response, Run

_WORD = re.compile(r"[A-Za-z0-9]+")


class TurnRow(NamedTuple):
    """A turn of a run: the response, its counts, precision and recall by pairs."""

    response: Response
    turn: Turn | None
    precision: float | None
    recall: float | None
    captured: float | None  # recall by responses


def turn_rows(run: Run, bank: Bank, chosen: Chosen) -> list[TurnRow]:
    """Return every response of a run to a turn with gold nuggets."""
    pairs = responses = None
    if chosen.pairs and chosen.nuggets:
        pairs = read_turns(Basis(bank, chosen.pairs, PAIRS, chosen.nuggets))
    if chosen.responses:
        responses = read_turns(Basis(bank, chosen.responses, RESPONSES))
    judged = pairs or responses
    gold = judged.gold if judged else {}
    rows = Response.objects.visible().filter(run=run, topic__in=list(gold))
    return [
        _row(
            response,
            pairs.turns.get(response.pk) if pairs else None,
            responses.turns.get(response.pk) if responses else None,
        )
        for response in rows.select_related("topic").order_by("topic__position")
    ]


def _row(response: Response, pairs: Turn | None, captured: Turn | None) -> TurnRow:
    precision, recall = turn_scores(pairs) if pairs else (None, None)
    share = turn_scores(captured)[1] if captured else None
    return TurnRow(response, pairs, precision, recall, share)


class Piece(NamedTuple):
    """A stretch of a text, and whether the other text has its word too."""

    text: str
    shared: bool


class Beside(NamedTuple):
    """A gold nugget that a nugget entails, both with their shared words."""

    gold: Gold
    pieces: list[Piece]
    p: float | None = None


class PartRow(NamedTuple):
    """A nugget of a response, and the gold nuggets that it entails."""

    part: ResponseNugget
    pieces: list[Piece]
    matched: list[Beside]


class GoldRow(NamedTuple):
    """A gold nugget, whether a nugget entails it, and whether the response has it.

    None: nobody decided. runs: how many runs have it, by the same judges.
    """

    gold: Gold
    covered: bool
    captured: bool | None
    runs: int


class InPlace(NamedTuple):
    """A response's nuggets in their order, and the turn's gold nuggets.

    runs: how many runs answer the turn.
    """

    parts: list[PartRow]
    gold: list[GoldRow]
    runs: int


def in_place(response: Response, bank: Bank, chosen: Chosen) -> InPlace:
    """Return a response's nuggets, each with what it matches, and the gold nuggets."""
    listed = gold_lists(bank).get(response.topic_id)
    gold = {each.pk: each for each in listed.nuggets} if listed else {}
    rows = ResponseNugget.objects.filter(
        extraction__judge=chosen.nuggets, response=response
    )
    parts = list(rows.order_by("position"))
    entailed: dict[int, list[int]] = {}
    if chosen.pairs:
        where = Q(response_nugget__response=response)
        labels = labels_of(chosen.pairs, ENTAIL, where=where)
        for (part, nugget), value in labels.items():
            if value == YES and nugget in gold:
                entailed.setdefault(part, []).append(nugget)
    captured: dict[int, str] = {}
    if chosen.responses:
        where = Q(response=response)
        labels = labels_of(chosen.responses, MATCH, where=where)
        captured = {nugget: value for (nugget, _), value in labels.items()}
    covered = {nugget for nuggets in entailed.values() for nugget in nuggets}
    holders = _holders(response.topic_id, chosen)
    answers = Response.objects.visible().filter(topic=response.topic_id)
    return InPlace(
        [_part(part, [gold[pk] for pk in entailed.get(part.pk, ())]) for part in parts],
        [
            GoldRow(
                each,
                each.pk in covered,
                captured[each.pk] == YES if each.pk in captured else None,
                len(holders[each.pk]),
            )
            for each in gold.values()
        ],
        answers.values("run").distinct().count(),
    )


def _holders(topic: int, chosen: Chosen) -> dict[int, set[int]]:
    """Return the runs with each gold nugget of a turn: by pairs, else by responses."""
    found: dict[int, set[int]] = defaultdict(set)
    shown = Response.objects.visible().filter(topic=topic)
    if chosen.pairs:
        parts = ResponseNugget.objects.filter(extraction__judge=chosen.nuggets)
        counted = parts.exclude(found=ResponseNugget.NOT).filter(response__in=shown)
        runs = dict(counted.order_by().values_list("pk", "response__run"))
        where = entailing_labels(chosen.pairs, [topic])
        for (part, nugget), value in labels_of(
            chosen.pairs, ENTAIL, where=where
        ).items():
            if value == YES and part in runs:
                found[nugget].add(runs[part])
    elif chosen.responses:
        runs = dict(shown.order_by().values_list("pk", "run"))
        where = Q(nugget__topic=topic)
        for (nugget, response), value in labels_of(
            chosen.responses, MATCH, where=where
        ).items():
            if value == YES and response in runs:
                found[nugget].add(runs[response])
    return found


def _part(part: ResponseNugget, matched: list[Gold]) -> PartRow:
    wanted = frozenset().union(*(words_of(each.text) for each in matched))
    said = words_of(part.text)
    matched = sorted(matched, key=lambda each: each.number)
    beside = [Beside(each, pieces(each.text, said)) for each in matched]
    return PartRow(part, pieces(part.text, wanted), beside)


def pieces(text: str, words: frozenset[str]) -> list[Piece]:
    """Return a text in pieces: words that a set has, and the rest between them."""
    found: list[Piece] = []
    end = 0
    for match in _WORD.finditer(text):
        if match[0].lower() in words:
            if match.start() > end:
                found.append(Piece(text[end : match.start()], shared=False))
            found.append(Piece(match[0], shared=True))
            end = match.end()
    if end < len(text):
        found.append(Piece(text[end:], shared=False))
    return found
