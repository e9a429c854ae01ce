"""Published rank correlations of DL20's board, from its table (EVALUATORS A6, 2)."""

from __future__ import annotations

import pytest

from assess.analysis.kernel.rank_agreement import rank_agreement
from tests.real_data import real

# column of the table → Spearman, Kendall, as recomputed from the rounded columns
PUBLISHED = {
    "nugget-3": (0.251, 0.188),
    "nugget-4": (0.637, 0.488),
    "nugget-5": (0.896, 0.720),
    "questions-3": (0.953, 0.824),
    "questions-4": (0.948, 0.811),
    "questions-5": (0.906, 0.748),
}


def columns() -> dict[str, dict[str, float]]:
    lines = real("evaluators/exam/dl20-cover.mkd").read_text().splitlines()
    table = [
        [cell.strip().strip("*") for cell in line.strip().split("|")[1:-1]]
        for line in lines
        if line.startswith("|")
    ]
    head, rows = table[0], [row for row in table[2:] if row[len(table[0]) - 1 :] > [""]]
    return {
        name: {row[0]: float(row[place]) for row in rows}
        for place, name in enumerate(head)
        if name in PUBLISHED or name == "official rank"
    }


@pytest.mark.parametrize("name", PUBLISHED)
def test_cover_ranks_the_runs_as_published(name: str) -> None:
    found = columns()
    official = {run: -rank for run, rank in found["official rank"].items()}
    assert len(official) == 59
    alike = rank_agreement(found[name], official)
    rho, tau = PUBLISHED[name]
    assert alike.spearman_rho == pytest.approx(rho, abs=5e-4)
    assert alike.kendall_tau == pytest.approx(tau, abs=5e-4)
