import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nuggets.kernel.overlap import Overlap, assign_by_overlap, label_overlap
from tests.real_data import ROOT, real
from tests.two_judges import agree

TOPIC = "How do tidal lagoons store energy?"
RESPONSE = "Tidal lagoons govern the flow through turbines in a wall."

texts = st.text(alphabet="abcdefghi .", max_size=40)


def test_no_nuggets_get_no_labels() -> None:
    assert assign_by_overlap(TOPIC, RESPONSE, []) == []


@pytest.mark.parametrize(
    ("nugget", "expected"),
    [
        ("", Overlap("not_support", None)),
        ("It is as it was", Overlap("not_support", None)),
        ("Lagoons have turbines in a wall", Overlap("support", 1.0)),
        ("Government is needed", Overlap("support", 0.5)),
        ("Barrages block fish, silt and turbines", Overlap("not_support", 0.2)),
        ("Barrages block fish turbines", Overlap("partial_support", 0.25)),
        ("Lagoons store energy", Overlap("partial_support", 1 / 3)),
        ("Barrages cross estuaries", Overlap("not_support", 0.0)),
    ],
)
def test_shared_words_beyond_the_topics_make_the_label(
    nugget: str, expected: Overlap
) -> None:
    assert assign_by_overlap(TOPIC, RESPONSE, [nugget]) == [expected]


def test_an_empty_response_supports_nothing() -> None:
    found = assign_by_overlap(TOPIC, "", ["Lagoons have turbines", "a wall"])
    assert [overlap.value for overlap in found] == ["not_support"] * 2


def test_more_overlap_never_means_less_support() -> None:
    rank = ["not_support", "partial_support", "support"]
    labels = [rank.index(label_overlap(step / 20)) for step in range(21)]
    assert all(low <= high for low, high in pairwise(labels))
    assert label_overlap(None) == "not_support"


@given(texts, texts, st.lists(texts, max_size=5), texts)
def test_no_other_nugget_moves_a_label(
    topic: str, response: str, nuggets: list[str], other: str
) -> None:
    alone = assign_by_overlap(topic, response, nuggets)
    beside = assign_by_overlap(topic, response, [other, *nuggets])
    assert beside[1:] == alone
    assert all(each.share is None or 0 <= each.share <= 1 for each in alone)


@given(texts, texts)
def test_a_response_supports_what_it_says(topic: str, text: str) -> None:
    (found,) = assign_by_overlap(topic, text, [text])
    assert found.share in (None, 1.0)


@pytest.mark.parametrize(
    ("aliases", "n", "no"), [("confident", 573, 0.885), ("inferred", 1086, 0.858)]
)
def test_it_beats_the_published_kappa_on_human_labels(
    aliases: str, n: int, no: float
) -> None:
    """The floor is far below the figures of bench/README.md, above 0.25."""
    data = real("ikat-2024")
    lines = (ROOT / f"bench/aliases/ikat-2024-{aliases}.tsv").read_text().splitlines()
    runs = dict(line.split("\t") for line in lines)
    gold = json.loads((data / "gold_nuggets_human.json").read_text())
    responses = json.loads((data / "automatic_responses.json").read_text())
    topics = {
        f"{topic['number']}_{turn['turn_id']}": turn["resolved_utterance"]
        for topic in json.loads((data / "topics.json").read_text())
        for turn in topic["turns"]
    }
    pairs = []
    for line in (data / "human-study-matching-labels.txt").read_text().splitlines():
        key, label = line.split("\t")
        _, conversation, number, nugget, alias = key.split("_")
        turn = f"{conversation}_{number}"
        if alias in runs:
            text = gold[turn][f"[{nugget}]"]["text"]
            said = responses[turn][runs[alias]]
            (found,) = assign_by_overlap(topics[turn], said, [text])
            pairs.append((label, str(int(found.value == "support"))))
    agreement = agree(pairs, ["0", "1"])
    assert agreement.n == n
    assert sum(label == "0" for label, _ in pairs) / n == pytest.approx(no, abs=5e-4)
    assert agreement.kappa is not None
    assert agreement.kappa > 0.4
