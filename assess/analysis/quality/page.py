"""The content of assessor quality's pages: a row per person and work, and drift."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from django.urls import reverse

from accounts.models import User
from assess.analysis.charts import Chart
from assess.analysis.quality.charts import charts_of
from assess.analysis.quality.figures import (
    Figures,
    Stretch,
    Summary,
    drift_of,
    figures_of,
    summaries,
)
from assess.analysis.quality.records import LabelledWork, labelled, title_of
from assess.judging.kinds import get_kind
from runs.models import Track


class QualityRow(NamedTuple):
    """One person's work of one type, as the table of all assessors shows it.

    last: None if nothing is labelled yet.
    """

    person: User
    title: str
    last: datetime | None
    figures: Figures


class QualityPart(NamedTuple):
    """One person's work of one type over time; grades: each value of the scale."""

    work: LabelledWork
    figures: Figures
    drift: list[Stretch]
    grades: list[str]
    charts: list[Chart]


def rows_of(track: Track) -> list[QualityRow]:
    """Return a row per person and type of work, by the person's name."""
    found = summaries(track)
    people = User.objects.in_bulk([each.key[0] for each in found])
    rows = [_row(each, people) for each in found]
    return sorted(rows, key=lambda row: row.person.username)


def _row(found: Summary, people: Mapping[int, User]) -> QualityRow:
    person, kind, turn = found.key
    title = title_of(get_kind(kind), turn)
    return QualityRow(people[person], title, found.last, found.figures)


def parts_of(track: Track, person: User) -> list[QualityPart]:
    """Return a person's work by kind, each with its drift."""
    return [_part(work, track) for work in labelled(track, person)]


def charts_at(track: Track, person: User) -> str:
    """Return the URL below which the files of a person's charts are."""
    return f"{reverse('assess:quality', args=[track.uuid])}people/{person.uuid}/"


def _part(work: LabelledWork, track: Track) -> QualityPart:
    figures, drift = figures_of(work, track), drift_of(work, track)
    titles = {grade.value: grade.label for grade in work.kind.scale(track)}
    return QualityPart(
        work,
        figures,
        drift,
        [_said(value, titles) for value in figures.grades],
        charts_of(work, drift, titles),
    )


def _said(value: str, titles: dict[str, str]) -> str:
    return value if value.isdecimal() else titles.get(value, value)
