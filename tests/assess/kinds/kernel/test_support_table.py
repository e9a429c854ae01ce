"""Many responses at once are scored as each alone."""

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from assess.kinds.kernel.support_scores import Citations, support_scores
from assess.kinds.kernel.support_table import Cited, support_table

VALUES = ("no_support", "partial_support", "full_support", "no_citation_needed")
labels = st.sampled_from(("", *VALUES))
responses_of = st.lists(st.lists(st.lists(labels, max_size=3), max_size=4), max_size=4)
Response = list[list[str]]


def columns(responses: list[Response], *, turned: bool = False) -> Cited:
    rows: list[tuple[int, int, int]] = []
    whose: list[int] = []
    for response, sentences in enumerate(responses):
        for cited in sentences:
            for place, label in enumerate(cited):
                rows.append((len(whose), place, VALUES.index(label) if label else -1))
            whose.append(response)
    if turned:
        rows.reverse()
    table = np.array(rows, dtype=np.int64).reshape(-1, 3).T
    return Cited(np.array(whose, dtype=np.int64), *table)


def test_no_responses_have_no_scores() -> None:
    assert len(support_table(columns([]), 0).precision) == 0


def test_the_published_vector() -> None:
    responses = [[["partial_support"], ["full_support"], []]]
    found = support_table(columns(responses), 1)
    assert (found.precision[0], found.recall[0]) == (0.75, 0.5)
    assert (found.hard_precision[0], round(found.hard_recall[0], 4)) == (0.5, 0.3333)


def test_a_later_label_counts_over_all_citations_alone() -> None:
    responses = [[["partial_support"], ["full_support"], [], ["", "full_support"]]]
    found = support_table(columns(responses), 1)
    assert (found.precision[0], found.recall[0]) == (0.75, 0.5)
    assert (round(found.all_precision[0], 4), found.all_recall[0]) == (0.8333, 0.625)
    assert found.unjudged[0] == 1


@given(responses=responses_of, turned=st.booleans())
def test_it_scores_each_as_alone(responses: list[Response], turned: bool) -> None:
    found = support_table(columns(responses, turned=turned), len(responses))
    for row, sentences in enumerate(responses):
        for citations, hard, precision, recall in (
            ("first", False, found.precision, found.recall),
            ("first", True, found.hard_precision, found.hard_recall),
            ("all", False, found.all_precision, found.all_recall),
        ):
            asked: Citations = "first" if citations == "first" else "all"
            alone = support_scores(sentences, citations=asked, hard=hard)
            assert same(precision[row], alone.precision)
            assert same(recall[row], alone.recall)
        alone = support_scores(sentences)
        assert (found.unjudged[row], found.exempt[row]) == (
            alone.unjudged,
            alone.exempt,
        )
        labelled = [label for cited in sentences for label in cited if label]
        assert found.labelled[row] == len(labelled)


def same(value: float, expected: float | None) -> bool:
    if expected is None:
        return math.isnan(value)
    return math.isclose(value, expected, abs_tol=1e-12)
