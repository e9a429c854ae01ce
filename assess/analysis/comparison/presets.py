"""Comparisons at hand: those of published papers, and of one family with another."""

from __future__ import annotations

from typing import NamedTuple

from assess.analysis.comparison.preset import (
    MOST_OTHERS,
    STEPS_BY_PEOPLE,
    Picked,
    Preset,
)
from assess.analysis.comparison.sides import BOARDS, Sides

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
        MOST_OTHERS,
        NUGGETS,
        grounds=STEPS_BY_PEOPLE,
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
        "autonuggetizer-figure-6",
        "AutoNuggetizer, Figure 6: V strict by people and by machines",
        "nuggets",
        "nuggets",
        ("V_strict",),
        1,
        NUGGETS,
        grounds=STEPS_BY_PEOPLE,
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
