"""Measure the baseline assigner on the human matching labels of iKAT 2024.

Run from the project's root: python bench/ikat_assigner.py [DATA]
DATA is the folder with ikat-2024/ in it (default: $ASSAY_DATA, else ../shared/data).
"""

import itertools
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from assess.judging.kernel.agreement import (  # noqa: E402
    agreement_shares,
    confusion,
    defined,
    kappas,
)
from assess.judging.kernel.words import content_stems  # noqa: E402
from nuggets.kernel.overlap import MARK_LENGTH, SUPPORT  # noqa: E402

THRESHOLDS = [step / 100 for step in range(20, 81)]
LETTERS = (4, 5, 99)
TOPIC_WEIGHTS = (0.0, 0.15, 0.3, 0.5, 1.0)
ALIASES = ("confident", "inferred")


class Agreement(NamedTuple):
    """Answers compared with the human labels; None is undefined."""

    n: int
    accuracy: float | None
    kappa: float | None


class Pair(NamedTuple):
    """One human label: whether this nugget is in this response."""

    turn: str
    topic: str
    nugget: str
    response: str
    label: str


class Said(NamedTuple):
    """A turn's human label and the assigner's answer, "1" for yes, "0" for no."""

    turn: str
    label: str
    answer: str


class Variant(NamedTuple):
    """One overlap measure: letters kept of a stem, weight of the topic's own words."""

    letters: int
    topic_weight: float


class Choice(NamedTuple):
    """A variant with the threshold from which its share says yes."""

    variant: Variant
    threshold: float


FIXED = Variant(MARK_LENGTH, 0.0)
VARIANTS = [Variant(*pair) for pair in itertools.product(LETTERS, TOPIC_WEIGHTS)]


def read_pairs(data: Path, aliases: dict[str, str]) -> Iterator[Pair]:
    """Yield the labelled pairs of the runs that the aliases name, in file order."""
    gold = json.loads((data / "gold_nuggets_human.json").read_text())
    responses = json.loads((data / "automatic_responses.json").read_text())
    topics = {
        f"{topic['number']}_{turn['turn_id']}": turn["resolved_utterance"]
        for topic in json.loads((data / "topics.json").read_text())
        for turn in topic["turns"]
    }
    for line in (data / "human-study-matching-labels.txt").read_text().splitlines():
        key, label = line.split("\t")
        _batch, conversation, number, nugget, alias = key.split("_")
        turn = f"{conversation}_{number}"
        if alias in aliases:
            text = gold[turn][f"[{nugget}]"]["text"]
            response = responses[turn][aliases[alias]]
            yield Pair(turn, topics[turn], text, response, label)


def read_aliases(name: str) -> dict[str, str]:
    """Return alias to run key from bench/aliases/."""
    lines = (ROOT / f"bench/aliases/ikat-2024-{name}.tsv").read_text().splitlines()
    return dict(line.split("\t") for line in lines)


@cache
def stems(text: str) -> frozenset[str]:
    """Return the stems of a text's content words."""
    return frozenset(content_stems(text))


@cache
def marks(text: str, letters: int) -> frozenset[str]:
    """Return the stems of a text's content words, cut to their first letters."""
    return frozenset(stem[:letters] for stem in stems(text))


@cache
def share(pair: Pair, variant: Variant) -> float:
    """Return the weighted share of the nugget's stems whose mark the response has."""
    nugget, topic = stems(pair.nugget), stems(pair.topic)
    weights = {s: variant.topic_weight if s in topic else 1.0 for s in nugget}
    if not sum(weights.values()):
        weights = dict.fromkeys(nugget, 1.0)
    said = marks(pair.response, variant.letters)
    found = sum(w for s, w in weights.items() if s[: variant.letters] in said)
    total = sum(weights.values())
    return found / total if total else 0.0


def answer(pair: Pair, choice: Choice) -> str:
    """Return "1" for yes, "0" for no."""
    return str(int(share(pair, choice.variant) >= choice.threshold))


def compare(said: Sequence[Said]) -> Agreement:
    """Compare answers with the human labels."""
    table = confusion(((each.label, each.answer) for each in said), ["0", "1"])
    accuracy, kappa = defined(agreement_shares(table)), defined(kappas(table))
    return Agreement(len(said), accuracy, kappa)


def measure(pairs: Sequence[Pair], says: Callable[[Pair], str]) -> Agreement:
    """Compare an assigner's answers with the human labels."""
    return compare([Said(pair.turn, pair.label, says(pair)) for pair in pairs])


def kappa_at(pairs: Sequence[Pair], choice: Choice) -> float | None:
    """Return Cohen's kappa of one choice."""
    return measure(pairs, lambda pair: answer(pair, choice)).kappa


def steady_kappa(pairs: Sequence[Pair], choice: Choice) -> float:
    """Return the mean kappa over the threshold and two steps to either side."""
    near = [round(choice.threshold + step / 100, 2) for step in range(-2, 3)]
    found = [kappa_at(pairs, Choice(choice.variant, at)) for at in near]
    return sum(kappa or 0.0 for kappa in found) / len(found)


def choose(pairs: Sequence[Pair], variants: Sequence[Variant]) -> Choice:
    """Return the choice with the best steady kappa on the training pairs."""
    choices = [Choice(v, t) for v in variants for t in THRESHOLDS]
    return max(choices, key=lambda choice: steady_kappa(pairs, choice))


def halves(pairs: Sequence[Pair]) -> tuple[list[Pair], list[Pair]]:
    """Split by turn: the first half of the sorted turn ids, and the rest."""
    turns = sorted({pair.turn for pair in pairs})
    first = set(turns[: len(turns) // 2])
    return (
        [pair for pair in pairs if pair.turn in first],
        [pair for pair in pairs if pair.turn not in first],
    )


def show(name: str, found: Agreement, note: str = "") -> None:
    """Print one line of figures."""
    kappa = "undefined" if found.kappa is None else f"{found.kappa:.3f}"
    figures = f"n {found.n:>5}  accuracy {found.accuracy:.3f}  kappa {kappa}"
    print(f"  {name:<52} {figures}  {note}".rstrip())


def cross(pairs: Sequence[Pair], variants: Sequence[Variant], name: str) -> None:
    """Choose on each half, report on the other, and on both held-out halves pooled."""
    first, second = halves(pairs)
    held_out: list[Said] = []
    for label, train, test in (("2nd", first, second), ("1st", second, first)):
        choice = choose(train, variants)
        said = [Said(pair.turn, pair.label, answer(pair, choice)) for pair in test]
        held_out += said
        letters, weight = choice.variant
        note = f"letters {letters}, topic weight {weight}, from {choice.threshold:.2f}"
        show(f"{name}, held-out {label} half", compare(said), note)
    low, high = interval(held_out, Random(0))  # noqa: S311 - no secret
    note = f"95% of resampled turns: {low:.2f} to {high:.2f}"
    show(f"{name}, both held-out halves", compare(held_out), note)


def interval(said: Sequence[Said], rng: Random) -> tuple[float, float]:
    """Return the middle 95% of kappa over 1,000 draws of as many turns."""
    turns: dict[str, list[Said]] = {}
    for each in said:
        turns.setdefault(each.turn, []).append(each)
    kappas = []
    for _ in range(1000):
        drawn = rng.choices(list(turns.values()), k=len(turns))
        kappas.append(compare([each for turn in drawn for each in turn]).kappa or 0.0)
    kappas.sort()
    return kappas[25], kappas[974]


def report(name: str, data: Path) -> None:
    """Print all figures for one alias file."""
    aliases = read_aliases(name)
    pairs = list(read_pairs(data, aliases))
    print(f"{name} aliases: {len(aliases)} runs, {len({p.turn for p in pairs})} turns")
    show("always no", measure(pairs, lambda _: "0"))
    cross(pairs, [FIXED], "threshold chosen")
    cross(pairs, VARIANTS, "measure and threshold chosen")
    shipped = Choice(FIXED, SUPPORT)
    show("as shipped (saw all labels)", measure(pairs, lambda p: answer(p, shipped)))
    best = choose(pairs, [FIXED])
    print(f"  best threshold on all of these: {best.threshold:.2f}\n")


def main() -> None:
    """Report for the confident aliases, then for all inferred ones."""
    default = os.environ.get("ASSAY_DATA", str(ROOT.parent / "shared" / "data"))
    data = Path(sys.argv[1] if len(sys.argv) > 1 else default) / "ikat-2024"
    for name in ALIASES:
        report(name, data)


if __name__ == "__main__":
    main()
