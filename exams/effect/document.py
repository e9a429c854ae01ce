"""What would change as one document, for the command."""

from __future__ import annotations

from typing import Any

from assess.judging.models import Judge
from exams.effect.what_if import WhatIf
from exams.kernel.grades import TAUS
from runs.models import Topic

Document = dict[str, Any]


def what_if_document(found: WhatIf, relevance: Judge | None = None) -> Document:
    """Return the labels that change, the boards and κ, before and after."""
    names = dict(
        Topic.objects.filter(pk__in=list(found.pending)).values_list("pk", "name")
    )
    return {
        "bank": found.basis.bank.name,
        "judge": found.basis.judge.name,
        "labels_changed": found.changed,
        "crossed": {str(tau): number for tau, number in found.crossed.items()},
        "calls_needed": found.calls,
        "by_topic": {
            names[topic]: {
                "changed": int(each.changed.sum()),
                "crossed": {str(tau): int(each.crossed(tau).sum()) for tau in TAUS},
            }
            for topic, each in sorted(found.changes.items(), key=lambda t: names[t[0]])
        },
        "runs": _runs(found),
        "kendall_tau": {
            f"exam_cover_{tau}": found.alike(tau).kendall_tau for tau in TAUS
        },
        **(_kappa(found, relevance) if relevance else {}),
    }


def _runs(found: WhatIf) -> Document:
    after = {each.run.name: each.as_json() for each in found.after}
    ranks = {tau: found.ranks(tau) for tau in TAUS}
    return {
        each.run.name: {
            "before": each.as_json(),
            "after": after[each.run.name],
            "ranks": {
                str(tau): dict(
                    zip(("before", "after"), own[each.run.name], strict=True)
                )
                for tau, own in ranks.items()
            },
        }
        for each in found.before
    }


def _kappa(found: WhatIf, relevance: Judge) -> Document:
    before, after = found.cuts(relevance)
    table: dict[str, dict[str, Document]] = {}
    for old, new in zip(before, after, strict=True):
        cell = {"before": old.kappa, "after": new.kappa}
        table.setdefault(str(old.tau), {})[str(old.h)] = cell
    return {"relevance": relevance.name, "kappa": table}
