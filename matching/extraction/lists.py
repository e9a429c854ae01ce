"""Write a judge's lists of response nuggets, many at once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from assess.judging.models import Judge
from matching.kernel.spans import Span
from matching.models import Extraction, JudgedPairs, ResponseNugget

BATCH = 1_000  # rows that one statement writes

Row = tuple[str, int | None, int | None, str]  # text, start, end, how it was found


class NewList(NamedTuple):
    """The nuggets of one response; `stated` are those that a file says are in it."""

    response: int
    spans: tuple[Span, ...]
    stated: frozenset[int] = frozenset()  # places in `spans`

    def rows(self) -> list[Row]:
        """Return text, start, end and the word for how it was found, of each."""
        return [
            (each.text, each.start, each.end, self._found(place, each))
            for place, each in enumerate(self.spans)
        ]

    def _found(self, place: int, span: Span) -> str:
        if span.found == "not" and place in self.stated:
            return ResponseNugget.STATED
        return span.found


def write_lists(judge: Judge, lists: Sequence[NewList], *, now: datetime) -> int:
    """Write lists of responses that have none by this judge; return the nuggets.

    Machines have yet to judge the pairs of the new nuggets. Call it inside a
    transaction.
    """
    JudgedPairs.objects.filter(
        judge__kind__in=(Judge.MODEL, Judge.BASELINE),
        response__in=[each.response for each in lists],
    ).delete()
    heads = Extraction.objects.bulk_create(
        [Extraction(judge=judge, response_id=each.response, at=now) for each in lists],
        batch_size=BATCH,
    )
    rows = [
        ResponseNugget(
            extraction=head,
            response_id=each.response,
            position=position,
            text=text,
            start=start,
            end=end,
            found=found,
        )
        for head, each in zip(heads, lists, strict=True)
        for position, (text, start, end, found) in enumerate(each.rows())
    ]
    ResponseNugget.objects.bulk_create(rows, batch_size=BATCH)
    return len(rows)


def read_lists(
    judge: Judge,
) -> dict[int, list[Row]]:
    """Return a judge's lists by response, each row as `NewList.rows` has it."""
    heads = Extraction.objects.filter(judge=judge)
    found: dict[int, list[Row]] = {
        response: [] for response in heads.values_list("response", flat=True)
    }
    rows = ResponseNugget.objects.filter(extraction__judge=judge).order_by("position")
    columns = rows.values_list("response", "text", "start", "end", "found")
    for response, text, start, end, how in columns.iterator(chunk_size=5_000):
        found[response].append((text, start, end, how))
    return found
