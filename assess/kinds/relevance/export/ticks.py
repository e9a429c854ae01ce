"""What grades were given for: ticks, notes and highlights."""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter
from typing import Any

from django.db.models import Q

from assess.exchange.exports.columns import json_line
from assess.exchange.exports.parts import described, judge_of_kind, single_judges
from assess.exchange.exports.registry import (
    Export,
    Exporter,
    ExportFile,
    LeftOut,
    Wanted,
    register,
)
from assess.judging.labels.at_hand import at_hand
from assess.judging.models.labels import LabelQuerySet
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.models import RelevanceLabel
from runs.models import Subnarrative

WITH_TICKS = Q(details__has_key="ticks") | Q(details__has_key="highlights")


def make_ticks(wanted: Wanted) -> Export:
    """Return which sub-narratives each grade was given for; of a panel, each member's.

    Beside them go the note and the highlights, [start, end) in code points of the
    segment's text. Labels without a grade stay behind, and so do those of judges who
    neither tick nor highlight, such as imports.
    """
    judge = wanted.parts["judge"]
    file = ExportFile("relevance-ticks.jsonl", _tick_lines(wanted))
    given = _asked(wanted)
    bare = given.count() - given.filter(WITH_TICKS).count()
    why = "without ticks and highlights; the qrels hold them"
    left_out = [LeftOut("grades", bare, why)]
    return Export(iter([file]), {"judge": described(judge)}, left_out)


def _tick_lines(wanted: Wanted) -> Iterator[str]:
    texts = {
        str(uuid): text
        for uuid, text in Subnarrative.objects.filter(
            topic__track=wanted.track
        ).values_list("uuid", "text")
    }
    for name, topic, docid, grade, details in _ticked(wanted):
        row = {"judge": name, "qid": topic, "docid": docid, "grade": int(grade)}
        ticks = details.get("ticks", ())
        row["ticks"] = [texts[uuid] for uuid in ticks if uuid in texts]
        if details.get("note"):
            row["note"] = details["note"]
        if details.get("highlights"):
            row["highlights"] = details["highlights"]
        yield json_line(row)


def _ticked(wanted: Wanted) -> Iterator[tuple[str, str, str, str, dict[str, Any]]]:
    columns = ("judge__name", "topic__name", "segment__docid", "value", "details")
    found = _asked(wanted).filter(WITH_TICKS).values_list(*columns)
    yield from sorted(found, key=itemgetter(0, 1, 2))


def _asked(wanted: Wanted) -> LabelQuerySet:
    asked = Q(judge__in=single_judges(wanted.parts["judge"]), round=0)
    if wanted.topics is not None:
        asked &= Q(topic__in=wanted.topics)
    return RelevanceLabel.objects.given().filter(
        asked, at_hand(RELEVANCE, wanted.track)
    )


TICKS = register(
    Exporter(
        name="ticks",
        title="Ticks and highlights",
        says="What each graded segment covers, with note and highlights, one a line.",
        parts=(judge_of_kind(RELEVANCE.name),),
        make=make_ticks,
        kind=RELEVANCE.name,
    )
)
