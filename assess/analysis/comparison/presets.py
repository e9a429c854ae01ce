"""Comparisons at hand: those of published papers, and of one family with another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from django.http import QueryDict
from django.utils.http import urlencode

from assess.analysis.comparison.sides import BOARDS, Sides, key_of

MOST_OTHERS = 4


class Picked(NamedTuple):
    """The sides and measures of a comparison, by their keys and names."""

    left: str
    others: list[str]
    measures: list[str]
    left_measure: str = ""

    @property
    def query(self) -> str:
        """Return the query of the page that shows it."""
        rights = {f"right_{n}": key for n, key in enumerate(self.others, start=1)}
        own = {"left_measure": self.left_measure} if self.left_measure else {}
        asked = {"left": self.left, **rights, **own, "measure": self.measures}
        return urlencode(asked, doseq=True)


@dataclass(frozen=True)
class Preset:
    """A comparison at hand: its reference's family, the others', the measures.

    others: a family, or several: those that have one of the measures, in their order.
    measures: those of these names that the track has, all of them if there are none.
    needs: its data, in words. left_measure: the reference's own; it is then
    compared with itself too, by the other measures. by_people: whether a reference
    by people comes first. same: a parameter of the reference that the others share.
    """

    name: str
    title: str
    reference: str
    others: str | tuple[str, ...]
    measures: tuple[str, ...]
    most: int
    needs: str
    left_measure: str = ""
    by_people: bool = True
    same: str = ""

    def picked(self, sides: Sides, *, scored: bool = False) -> Picked | None:
        """Return the conditions with the most labels; None if the track has too few.

        scored: only conditions under which a run has a score, which takes longer.
        """
        people = True if self.by_people else None
        found = _keys(sides, self.reference, by_people=people)
        left = next((key for key in found if _counts(sides, key, scored=scored)), None)
        if left is None:
            return None
        rest = (
            key
            for family in self._others(sides)
            for key in _keys(sides, family, by_people=False)
            if (key != left or self.left_measure)
            and self._shares(left, key)
            and _counts(sides, key, scored=scored)
        )
        others = list(islice(rest, self.most))
        if not others:
            return None
        known = self._known(sides)
        return Picked(left, others, known, self.left_measure)

    def _shares(self, left: str, key: str) -> bool:
        if not self.same:
            return True
        own, other = (QueryDict(each.partition(":")[2]) for each in (left, key))
        return own.get(self.same) == other.get(self.same)

    def _others(self, sides: Sides) -> list[str]:
        """Return the families of the others, without those that lack the measures."""
        if isinstance(self.others, str):
            return [self.others]
        return [
            name
            for name in self.others
            if name == BOARDS
            or not self.measures
            or not set(self.measures).isdisjoint(_measures(sides, name))
        ]

    def _known(self, sides: Sides) -> list[str]:
        own = () if self.left_measure else (self.reference,)
        families = dict.fromkeys((*self._others(sides), *own))
        every = [name for each in families for name in _measures(sides, each)]
        return [name for name in self.measures or every if name in every]


def _measures(sides: Sides, family: str) -> list[str]:
    """Return the names of a family's measures; a board has none."""
    offered = sides.families.get(family)
    every = offered.family.measures(sides.track) if offered else ()
    return [measure.name for measure in every if not measure.aside]


def _keys(sides: Sides, family: str, *, by_people: bool | None) -> Iterator[str]:
    """Yield a family's conditions, each set of labels once, most labels first.

    by_people: people's conditions come first, else machines'; None: neither.
    """
    if family == BOARDS:
        yield from (f"{BOARDS}:{board.uuid}" for board in sides.boards)
        return
    own = sides.families.get(family)
    every = own.every if own else []
    told: set[str] = set()
    for choice in sorted(
        every,
        key=lambda each: (
            by_people is not None and each.by_people != by_people,
            -own.judged(each) if own else 0,
        ),
    ):
        if own and repr(choice.rests_on) not in told and own.judged(choice):
            told.add(repr(choice.rests_on))
            yield key_of(family, choice)


def _counts(sides: Sides, key: str, *, scored: bool) -> bool:
    """Return whether a side has scores; without `scored`, whether it may have some."""
    if not scored:
        return True
    side = sides.side(key)
    return side is not None and side.has_scores


RETRIEVAL = ("ndcg_cut_30", "ndcg_cut_20", "ndcg_cut_100", "recall_100")
SUPPORT = ("weighted_precision_first_citation", "weighted_recall_first_citation")
NUGGETS = "two conditions of nuggets"
PRESETS = (
    Preset(
        "rag25-figure-6",
        "2025 overview, Figure 6: retrieval by people’s and by machines’ qrels",
        "retrieval",
        "retrieval",
        RETRIEVAL,
        1,
        "two judges of relevance, and retrieval runs",
    ),
    Preset(
        "rag25-figure-7",
        "2025 overview, Figure 7: nuggets by people and by machines",
        "nuggets",
        "nuggets",
        ("V_strict", "coverage"),
        3,
        NUGGETS,
    ),
    Preset(
        "rag25-figure-8",
        "2025 overview, Figure 8: support by people and by machines",
        "support",
        "support",
        SUPPORT,
        1,
        "two judges of support",
    ),
    Preset(
        "autonuggetizer-figure-7",
        "AutoNuggetizer, Figure 7: V strict by people and by machines",
        "nuggets",
        "nuggets",
        ("V_strict",),
        1,
        NUGGETS,
    ),
    Preset(
        "cone-rag-table-5",
        "CONE-RAG, Table 5: gold sets with each other",
        "matching",
        "matching",
        ("ntn_precision", "ntn_recall"),
        3,
        "two gold sets with nugget matching",
        by_people=False,
        same="judge",
    ),
    Preset(
        "cone-rag-table-7",
        "CONE-RAG, Table 7: nuggets with nuggets, and nuggets with responses",
        "matching",
        "matching",
        ("ntr_recall",),
        MOST_OTHERS,
        "nugget matching",
        "ntn_recall",
        by_people=False,
        same="judge",
    ),
    Preset(
        "cone-rag-table-8",
        "CONE-RAG, Table 8: nugget matching and reference metrics",
        "matching",
        ("references", BOARDS),
        (),
        MOST_OTHERS,
        "nugget matching, and gold answers or imported scores or boards",
        "ntn_recall",
        by_people=False,
    ),
    Preset(
        "cone-rag-table-12",
        "CONE-RAG, Table 12: nugget matching and retrieval",
        "matching",
        ("references", "retrieval"),
        ("ndcg_cut_5",),
        1,
        "nugget matching, and nDCG@5 of the same runs",
        "ntn_recall",
        by_people=False,
    ),
    Preset(
        "exam-table-3",
        "EXAM++, Table 3: runs ranked by the exam and officially",
        BOARDS,
        "exam",
        (),
        1,
        "exam grades, and an imported board",
    ),
    Preset(
        "nuggets-support",
        "One family against another: nuggets and support of the same runs",
        "nuggets",
        "support",
        SUPPORT,
        1,
        "labels of nuggets and of support on the same runs",
        "V_strict",
    ),
    Preset(
        "nuggets-retrieval",
        "One family against another: nuggets and retrieval of the same runs",
        "nuggets",
        "retrieval",
        RETRIEVAL,
        1,
        "labels of nuggets and of relevance, and runs with answers and rankings",
        "V_strict",
    ),
)


class PresetLink(NamedTuple):
    """A preset on the page; query: "" if the track lacks what it needs."""

    title: str
    query: str
    needs: str


def links_of(sides: Sides) -> list[PresetLink]:
    """Return every preset, with its query if the track has what it needs."""
    links = []
    for preset in PRESETS:
        picked = preset.picked(sides)
        links.append(
            PresetLink(preset.title, picked.query if picked else "", preset.needs)
        )
    return links


def first_of(sides: Sides) -> Picked | None:
    """Return the first comparison that the track has data for."""
    every = (PRESETS[1], *PRESETS)
    picked = (preset.picked(sides, scored=True) for preset in every)
    return next((each for each in picked if each), None)
