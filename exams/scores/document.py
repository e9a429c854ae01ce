"""A bank's scores, labels and agreement as one document, for commands and files."""

from __future__ import annotations

from typing import Any

import numpy as np

from assess.analysis.scores.arrays import Rules
from assess.judging.models import Judge
from exams.kernel.cover import means_of, pool_covers
from exams.kernel.grades import TAUS, VARIANTS
from exams.kernel.relevance import Cut
from exams.scores.basis import Basis
from exams.scores.grades import BankGrades
from exams.scores.human import (
    agreement,
    bank_labels,
    counts_of,
    human_grades,
    levels_of,
)
from exams.scores.scoring import score_exams
from exams.scores.summary import summaries
from runs.models import Topic

Document = dict[str, Any]


def exam_document(
    basis: Basis, relevance: Judge | None = None, *, rules: Rules | None = None
) -> Document:
    """Return the scores by run and threshold, the labels, and the agreement."""
    scored = score_exams(basis)
    bank = BankGrades(basis)
    found: Document = {
        "track": basis.bank.track.slug,
        "bank": basis.bank.name,
        "judge": basis.judge.name,
        "taus": list(TAUS),
        "depth": basis.depth,
        "topics": [topic.name for topic in scored.topics],
        "empty_topics": _names(bank.empty),
        "passages": sum(
            int((own.grades >= 0).any(axis=1).sum()) for own in bank.topics.values()
        ),
        "runs": {
            each.run.name: each.as_json()
            for each in summaries(scored, rules or Rules())
        },
        "overall": _overall(bank),
        "grades": _grades(bank),
        "labels": _labels(bank, "best"),
        "label_variants": {
            name: _labels(bank, name) for name in VARIANTS if name != "count"
        },
    }
    return found | (_agreement(bank, relevance) if relevance else {})


def _overall(bank: BankGrades) -> Document:
    """Return the cover of the whole pool, which no run can exceed."""
    pools = [own.grades for own in bank.topics.values() if own.graded]
    shares = np.array([pool_covers(pool, TAUS).mean(axis=1) for pool in pools])
    means = means_of(shares.reshape(-1, len(TAUS)).T)
    return {
        str(tau): {"cover": each.mean, "std_error": each.std_error}
        for tau, each in zip(TAUS, means, strict=True)
    }


def _names(topics: list[int]) -> list[str]:
    rows = Topic.objects.filter(pk__in=topics).order_by("position")
    return list(rows.values_list("name", flat=True))


def _grades(bank: BankGrades) -> dict[str, int]:
    nothing = np.empty(0, dtype=np.int8)
    every = [own.grades.ravel() for own in bank.topics.values()]
    return counts_of(np.concatenate([nothing, *every]))


def _labels(bank: BankGrades, variant: Any) -> dict[str, int]:  # noqa: ANN401 - a name
    nothing = np.empty(0, dtype=np.int8)
    return counts_of(np.concatenate([nothing, *bank_labels(bank, variant).values()]))


def _agreement(bank: BankGrades, relevance: Judge) -> Document:
    human = human_grades(bank, relevance)
    levels = levels_of(bank.basis.bank.track)
    found = agreement(bank_labels(bank), human, levels=levels)
    return {
        "relevance": relevance.name,
        "kappa": kappas_of(found),
        "agreement": [cut_as_json(each) for each in found],
    }


def kappas_of(found: list[Cut]) -> dict[str, dict[str, float | None]]:
    """Return κ by the cut of the labels, then by the cut of people's grades."""
    table: dict[str, dict[str, float | None]] = {}
    for each in found:
        table.setdefault(str(each.tau), {})[str(each.h)] = each.kappa
    return table


def cut_as_json(each: Cut) -> Document:
    """Return the agreement at one pair of cuts."""
    return {
        "tau": each.tau,
        "h": each.h,
        "kappa": each.kappa,
        "agreement": each.agreement,
        "n": each.n,
        "table": [list(row) for row in each.table],
        "without_label": each.no_label,
        "without_relevance": each.no_human,
    }
