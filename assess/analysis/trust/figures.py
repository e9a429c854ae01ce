"""The one figure of agreement that stands for people, and for machines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.http import urlencode

from assess.analysis.agreement.machines import Against
from assess.analysis.agreement.pairs import JudgePair
from assess.analysis.trust.agreement import Agreeing, Machines, People, agreement_of
from assess.judging.kernel.agreement import Measured
from assess.judging.models import Judge
from runs.models import Topic, Track

ALPHA, KAPPA, CUT, ALIKE = "α", "κ", "κ at a cut", "alike"
NOT_TWICE = "no item that two people judged"
NO_MACHINE = "no item that a machine and people judged"


class TrustFigure(NamedTuple):
    """A measure over n items, its interval, and why it is undefined if it is."""

    measure: str
    found: Measured
    n: int
    reason: str

    @property
    def title(self) -> str:
        """Return the measure, "" if it is κ or α, which the column names."""
        return "" if self.measure in (ALPHA, KAPPA) else self.measure


class KindTrust(NamedTuple):
    """A kind's agreement of people, and of the machine that shares most items.

    others: the number of other machines and imports with shared items. link: the query
    of the page of machines.
    """

    name: str
    title: str
    people: TrustFigure
    machine: TrustFigure
    machine_name: str = ""
    others: int = 0
    link: str = ""


def trust_of(track: Track, topics: tuple[Topic, ...] = ()) -> list[KindTrust]:
    """Return the kinds of label with anything to compare, on these topics or on all."""
    return [_kind(each, topics) for each in agreement_of(track, topics)]


def machine_figure(found: Against) -> TrustFigure:
    """Return κ; if the scales differ, κ at a cut, or else the share ordered alike."""
    measures = ((KAPPA, found.kappa), (CUT, found.at_cut), (ALIKE, found.alike))
    return _first_defined(measures, found.n, found.reason)


def pair_figure(found: JudgePair) -> TrustFigure:
    """Return the same for two judges."""
    at_cut = found.at_cut.kappa if found.at_cut else Measured(None)
    measures = ((KAPPA, found.kappa), (CUT, at_cut), (ALIKE, found.alike))
    return _first_defined(measures, found.n, found.reason)


def _first_defined(
    measures: Sequence[tuple[str, Measured]], n: int, reason: str
) -> TrustFigure:
    for measure, found in measures:
        if found.value is not None:
            return TrustFigure(measure, found, n, "")
    return TrustFigure(KAPPA, Measured(None), n, reason)


def _kind(agreeing: Agreeing, topics: tuple[Topic, ...]) -> KindTrust:
    people = _people(agreeing.people)
    kind = agreeing.kind
    if agreeing.machines is None:
        none = TrustFigure(KAPPA, Measured(None), 0, NO_MACHINE)
        return KindTrust(kind.name, kind.title, people, none)
    judge, found = _most_shared(agreeing.machines)
    link = {"kind": kind.name, "judge": str(agreeing.machines.judge.uuid)}
    if topics:
        link["topics"] = " ".join(topic.name for topic in topics)
    return KindTrust(
        kind.name,
        kind.title,
        people,
        machine_figure(found),
        machine_name=judge.name,
        others=len(agreeing.machines.rows) - 1,
        link=urlencode(link),
    )


def _people(people: People | None) -> TrustFigure:
    if people is None:
        return TrustFigure(ALPHA, Measured(None), 0, NOT_TWICE)
    found = people.found
    return TrustFigure(ALPHA, found.alphas["nominal"], found.n, found.reason)


def _most_shared(machines: Machines) -> tuple[Judge, Against]:
    """Return the machine that shares most items; of several, the first by name."""
    return max(machines.rows, key=lambda row: row[1].n)
