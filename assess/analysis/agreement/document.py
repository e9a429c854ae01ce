"""Agreement as JSON, for the command; undefined is null."""

from __future__ import annotations

from collections.abc import Sequence

from assess.analysis.agreement.comparison import Comparison
from assess.analysis.agreement.machines import Against
from assess.analysis.agreement.ordering import SEED
from assess.analysis.agreement.own_labels import Own
from assess.analysis.agreement.page import topics_by_number
from assess.analysis.agreement.pairs import Cut, FrequentLabel, JudgePair
from assess.analysis.agreement.questions import AgreementQuestion
from assess.analysis.agreement.tables import (
    ALPHA,
    MACHINE_MEASURES,
    PAIR,
    group_and_type,
)
from assess.judging.kernel.agreement import LEVEL, SAMPLES, Measured
from assess.judging.models import Judge

Said = dict[str, object]


def said_of(
    question: AgreementQuestion, found: Comparison, owns: Sequence[Own]
) -> Said:
    """Return the agreement of the first pair, and of each pair if there are more."""
    a, b = question.sides[:2]
    topics = topics_by_number(question.track)
    names = {pk: topic.name for pk, topic in topics.items()}
    shown: Said = {
        "track": question.track.slug,
        "kind": question.kind.name,
        "a": a.judge.name,
        "b": b.judge.name,
        "a_kind": a.judge.kind,
        "b_kind": b.judge.kind,
        "a_round": a.round,
        "b_round": b.round,
        "categories": list(found.categories),
        **_pair(found.pairs[0], names),
        "alpha": {name: found.alphas[name].value for name, *_ in ALPHA},
        "alpha_interval": {name: _ends(found.alphas[name]) for name, *_ in ALPHA},
        "alpha_n": found.n,
        "own_labels": _owns(owns),
        "level": LEVEL,
        "samples": SAMPLES,
        "seed": SEED,
    }
    if len(question.sides) > 2:
        shown["pairs"] = [
            {
                "a": question.sides[pair.a].judge.name,
                "b": question.sides[pair.b].judge.name,
                **_pair(pair, names),
            }
            for pair in found.pairs
        ]
    return shown


def _pair(pair: JudgePair, topics: dict[int, str]) -> Said:
    measures = [name for name, *_ in PAIR]
    return {
        "matrix": [list(row) for row in pair.matrix],
        "n": pair.n,
        "only_a": pair.only_a,
        "only_b": pair.only_b,
        **{name: getattr(pair, name).value for name in measures},
        "intervals": {name: _ends(getattr(pair, name)) for name in measures},
        "drawn": pair.drawn,
        "reason": pair.reason,
        "alike": pair.alike.value,
        "alike_interval": _ends(pair.alike),
        "alike_pairs": pair.pairs,
        "at_cut": _cut(pair.at_cut) if pair.at_cut else None,
        "most_frequent": _frequent(pair.most_frequent) if pair.most_frequent else None,
        "topics": [
            {
                "topic": topics[row.topic],
                "n": row.n,
                "agreement": row.agreement,
                "kappa": row.kappa,
            }
            for row in pair.topics
        ],
        "cuts": [_cut(cut) for cut in pair.cuts],
    }


def _frequent(found: FrequentLabel) -> Said:
    return {"label": found.label, "agreement": found.share}


def _cut(cut: Cut) -> Said:
    return {
        "a_from": cut.a,
        "b_from": cut.b,
        "n": cut.n,
        "agreement": cut.agreement.value,
        "kappa": cut.kappa.value,
        "kappa_interval": _ends(cut.kappa),
    }


def said_of_machines(
    judge: Judge, found: Sequence[tuple[Judge, Against]], owns: Sequence[Own]
) -> Said:
    """Return the agreement of each machine with a judge."""
    return {
        "against": judge.name,
        "judges": [_machine(*each) for each in found],
        "own_labels": _owns(owns),
    }


def _owns(owns: Sequence[Own]) -> list[Said]:
    return [
        {
            "judge": each.member.judge.name,
            "panel": each.panel.judge.name,
            "own": each.own,
            "n": each.n,
            "says": each.says,
        }
        for each in owns
    ]


def _machine(judge: Judge, found: Against) -> Said:
    group, kind = group_and_type(judge)
    measures = [name for name, *_ in MACHINE_MEASURES]
    return {
        "judge": judge.name,
        "kind": judge.kind,
        "group": group,
        "type": kind,
        "n": found.n,
        "missing": found.missing,
        "pairs": found.pairs,
        **{name: getattr(found, name).value for name in measures},
        "intervals": {name: _ends(getattr(found, name)) for name in measures},
        "reason": found.reason,
    }


def _ends(found: Measured) -> list[float] | None:
    if found.low is None or found.high is None:
        return None
    return [found.low, found.high]
