"""The qrels' measures of all runs, by our arrays and by trec_eval's own code."""

from __future__ import annotations

import numpy as np

from assess.kinds.kernel.retrieval import Evaluation
from bench.exams.campaign import Examined
from exams.kernel.grades import TAUS, UNGRADED, labels_of
from exams.kernel.rankings import Floats, by_gain, by_level, labels_at, padded
from exams.scores.basis import Basis
from exams.scores.grades import BankGrades
from exams.scores.measures import BY_GAIN, BY_LEVEL
from exams.scores.runs import by_topic, runs_on

LONGEST = 10_000


class Rankings:
    """Every run's rankings and the passages' labels, in memory for both."""

    def __init__(self, campaign: Examined) -> None:
        bank = BankGrades(Basis(campaign.bank, campaign.judge))
        self.rows = by_topic(runs_on(bank))
        self.labels = {t: labels_of(own.grades) for t, own in bank.topics.items()}
        self.pools = {
            topic: own[bank.passages[topic].documents]
            for topic, own in self.labels.items()
        }
        self.qrels = {
            str(topic): {
                f"{place:06}": int(label)
                for place, label in enumerate(own.tolist())
                if label != UNGRADED
            }
            for topic, own in self.labels.items()
        }
        self.lists: dict[int, dict[str, dict[str, float]]] = {}
        for topic, rows in self.rows.items():
            for row in rows:
                ranked = enumerate(row.ranked.tolist())
                own = {f"{place:06}": -float(rank) for rank, place in ranked}
                self.lists.setdefault(row.run, {})[str(topic)] = own

    def ours(self) -> dict[tuple[int, int], Floats]:
        """Return every measure of each run on each topic."""
        found = {}
        for topic, rows in self.rows.items():
            ranked = padded([row.ranked for row in rows], LONGEST)
            table = labels_at(self.labels[topic], ranked)
            pool = self.pools[topic]
            levels = [by_level(table, pool, tau) for tau in TAUS]
            gains = by_gain(table, pool)
            columns = [level[each.name] for level in levels for each in BY_LEVEL]
            columns += [gains[each.name] for each in BY_GAIN]
            for row, own in zip(rows, np.array(columns).T, strict=True):
                found[row.run, topic] = own
        return found

    def theirs(self) -> dict[tuple[int, int], list[float]]:
        """Return the same by trec_eval, which takes a threshold a time."""
        found: dict[tuple[int, int], list[float]] = {}
        for tau in TAUS:
            measures = (*BY_LEVEL, *(BY_GAIN if tau == TAUS[-1] else ()))
            evaluation = Evaluation(self.qrels, measures, level=tau)
            for run, lists in self.lists.items():
                for topic, own in evaluation.score(lists).items():
                    found.setdefault((run, int(topic)), []).extend(own)
        return found

    def difference(self) -> float:
        """Return the greatest difference between the two."""
        ours, theirs = self.ours(), self.theirs()
        return max(float(np.abs(own - theirs[key]).max()) for key, own in ours.items())
