"""The measures that rank a track's runs: one of each family, by its name.

The families themselves are in apps above this one; a test checks that the names match.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from runs.kernel.tables import Table

NUGGETS = ("V_strict", "V", "W_strict", "W", "A_strict", "A", "coverage")
SUPPORT = (
    "weighted_precision_first_citation",
    "weighted_recall_first_citation",
    "weighted_precision_all_judged_citations",
    "weighted_recall_all_judged_citations",
    "hard_precision",
    "hard_recall",
)
RETRIEVAL: Mapping[str, Sequence[str]] = {  # by the form of the topics
    "queries": ("ndcg_cut_20", "ndcg_cut_100", "recall_100"),
    "narratives": ("ndcg_cut_30", "ndcg_cut_100", "recall_100"),
    "conversations": ("ndcg_cut_5", "P_20", "recall_20", "recall_1000", "map"),
}


@dataclass(frozen=True, kw_only=True)
class Primary:
    """The primary measure of each family."""

    nuggets: str
    support: str
    retrieval: str


def read_primary(table: Table, topics: str) -> Primary:
    """Return a profile's primary measures, with defaults for missing ones."""
    usual = usual_primary(topics)
    return Primary(
        nuggets=_named(table, "nuggets", NUGGETS, usual.nuggets),
        support=_named(table, "support", SUPPORT, usual.support),
        retrieval=_named(table, "retrieval", RETRIEVAL[topics], usual.retrieval),
    )


def usual_primary(topics: str) -> Primary:
    """Return the default primary measures of a form of topics.

    The nuggets of conversations are neither vital nor okay (iKAT), so all count alike:
    A_strict is the share of them that a response contains, its recall.
    """
    return Primary(
        nuggets="A_strict" if topics == "conversations" else NUGGETS[0],
        support=SUPPORT[0],
        retrieval=RETRIEVAL[topics][0],
    )


def _named(table: Table, key: str, known: Sequence[str], usual: str) -> str:
    return usual if table.peek(key) is None else table.choice(key, known)
