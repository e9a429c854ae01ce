"""Labels of any kind as rows: their judge, time and duration.

A kind registers with the columns that identify its items in a file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID

from django.db.models import Count, Q, Sum

from assess.exchange.cells import Cells
from assess.exchange.exports.columns import CELLS, cells_of, json_line, keys_sorted
from assess.exchange.exports.parts import described, judge_of_kind, single_judges
from assess.exchange.exports.registry import (
    Export,
    Exporter,
    ExportFile,
    LeftOut,
    Option,
    Wanted,
    register,
)
from assess.judging.kinds import Kind
from assess.judging.labels.availability import at_hand
from assess.judging.models import Change, Judge

FORM = Option(
    "form",
    "Form",
    (
        ("jsonl", "JSONL: a line for each label, with its details"),
        ("csv", "CSV"),
        ("spreadsheet", "CSV, by its earlier name"),
    ),
)
COLUMNS = ("round", "value", "by", "at", "seconds", "changes", "version", "note")
OWN = (
    "round",
    "pk",
    "value",
    "actor",
    "actor__username",
    "at",
    "version",
    "details",
)
Row = dict[str, Any]


def export_labels(kind: Kind, item: Mapping[str, str]) -> Exporter:
    """Register the rows of a kind of label; `item`: {column: lookup from the label}."""

    def make(wanted: Wanted) -> Export:
        return _make(wanted, kind, item)

    return register(
        Exporter(
            name=f"{kind.name}-labels",
            title=f"{kind.title}: label rows",
            says="A line for each label: who gave it, when, in how many seconds of "
            "active time, with its note and version; of a panel, each member’s.",
            parts=(judge_of_kind(kind.name),),
            make=make,
            options=(FORM, CELLS),
            kind=kind.name,
        )
    )


def _make(wanted: Wanted, kind: Kind, item: Mapping[str, str]) -> Export:
    judge, form = wanted.parts["judge"], wanted.option(FORM)
    rows = _rows(wanted, kind, item)
    if form == "jsonl":
        file = ExportFile("labels.jsonl", (json_line(row) for row in rows))
    else:
        file = ExportFile("labels.csv", _table(rows, item, cells_of(wanted)))
    empty = _labels(wanted, kind).filter(value="").count()
    left_out = [LeftOut("labels that were taken back", empty, "in the file, empty")]
    return Export(iter([file]), {"judge": described(judge)}, left_out)


def _table(rows: Iterator[Row], item: Mapping[str, str], how: Cells) -> Iterator[str]:
    columns = ["judge", *item, *COLUMNS]
    yield how.line(columns)
    for row in rows:
        yield how.line(row[name] for name in columns)


def _labels(wanted: Wanted, kind: Kind) -> Any:  # noqa: ANN401 - labels of one kind
    asked = Q(judge__in=single_judges(wanted.parts["judge"]))
    if wanted.topics is not None:
        asked &= Q(**{f"{kind.topic}__in": wanted.topics})
    return kind.model.objects.filter(asked, at_hand(kind, wanted.track))


def _rows(wanted: Wanted, kind: Kind, item: Mapping[str, str]) -> Iterator[Row]:
    """Yield the rows in the order of judge, item and round, by code point."""
    names, spent = _names(wanted), _spent(kind, wanted)
    found = _labels(wanted, kind).values_list("judge__name", *item.values(), *OWN)
    width = len(item) + 1
    for row in sorted(found, key=lambda row: row[: width + 2]):
        round_, pk, value, actor, called, at, version, details = row[width:]
        seconds, changes = spent.get(pk, (None, 0))
        yield {
            **dict(zip(["judge", *item], map(_plain, row[:width]), strict=True)),
            "round": round_,
            "value": value,
            "by": names.get(actor, called),
            "at": at.isoformat(),
            "seconds": seconds,
            "changes": changes,
            "version": version,
            "note": details.get("note", ""),
            "details": keys_sorted({k: details[k] for k in details if k != "note"}),
        }


def _plain(value: object) -> object:
    return str(value) if isinstance(value, UUID) else value


def _names(wanted: Wanted) -> dict[int | None, str]:
    """Return the names of the people who acted: their judges in this track."""
    people = Judge.objects.people().filter(track=wanted.track)
    return dict(people.values_list("user", "name"))


def _spent(kind: Kind, wanted: Wanted) -> dict[int, tuple[float | None, int]]:
    """Return {label: (seconds of active time over all its changes, their number)}.

    None if no change of a label has a time: a machine's, an import's.
    """
    judges = single_judges(wanted.parts["judge"])
    rows = Change.objects.filter(kind=kind.name, judge__in=judges).order_by()
    sums = rows.values("label_id").annotate(ms=Sum("active_ms"), n=Count("pk"))
    return {
        label: (None if ms is None else ms / 1000, n)
        for label, ms, n in sums.values_list("label_id", "ms", "n")
    }
