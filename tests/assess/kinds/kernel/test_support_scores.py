import pytest
from hypothesis import given
from hypothesis import strategies as st

from assess.kinds.kernel.support_scores import (
    NEEDS_NONE,
    UnknownSupport,
    support_scores,
)

FULL, PARTIAL, NONE, UNJUDGED = "full_support", "partial_support", "no_support", ""
P4_EXAMPLE = [[PARTIAL], [FULL], []]
WITH_UNJUDGED_FIRST = [*P4_EXAMPLE, [UNJUDGED, FULL]]

responses = st.lists(
    st.lists(st.sampled_from([FULL, PARTIAL, NONE, UNJUDGED, NEEDS_NONE]), max_size=3),
    max_size=8,
)


@pytest.mark.parametrize(
    ("sentences", "precision", "recall"),
    [
        ([], None, None),
        ([[UNJUDGED]], None, None),
        ([[]], None, 0.0),
        ([[NONE]], 0.0, 0.0),
        (P4_EXAMPLE, 0.75, 0.5),
        (WITH_UNJUDGED_FIRST, 0.75, 0.5),
        ([[FULL, NONE], [NONE, FULL]], 0.5, 0.5),
    ],
)
def test_the_first_citation_counts(
    sentences: list[list[str]], precision: float | None, recall: float | None
) -> None:
    found = support_scores(sentences)
    assert (found.precision, found.recall) == (precision, recall)


def test_over_all_citations_a_sentence_is_averaged_first() -> None:
    found = support_scores(WITH_UNJUDGED_FIRST, citations="all")
    assert found.precision == pytest.approx(0.8333, abs=5e-5)
    assert found.recall == pytest.approx(0.625)


def test_hard_scores_give_nothing_for_partial() -> None:
    found = support_scores(P4_EXAMPLE, hard=True)
    assert found.precision == 0.5
    assert found.recall == pytest.approx(0.3333, abs=5e-5)


def test_it_counts_what_stands_outside() -> None:
    found = support_scores(WITH_UNJUDGED_FIRST)
    assert found[2:] == (4, 2, 1, 1, 0)


def test_a_sentence_that_needs_no_citation_counts_in_neither() -> None:
    found = support_scores([*P4_EXAMPLE, [NEEDS_NONE], [NEEDS_NONE, FULL]])
    assert found == support_scores(P4_EXAMPLE)._replace(sentences=5, exempt=2)
    assert support_scores([[NEEDS_NONE]])[:2] == (None, None)
    second = [[FULL, NEEDS_NONE]]
    assert support_scores(second).exempt == 0
    assert support_scores(second, citations="all").exempt == 1


def test_it_names_an_unknown_label() -> None:
    with pytest.raises(UnknownSupport, match="'support'"):
        support_scores([["support"]])


@given(responses, st.sampled_from(["first", "all"]), st.booleans())
def test_recall_never_passes_precision(
    sentences: list[list[str]], citations: str, hard: bool
) -> None:
    found = support_scores(
        sentences, citations="all" if citations == "all" else "first", hard=hard
    )
    counted = found.judged + found.unjudged + found.uncited + found.exempt
    assert counted == found.sentences
    if found.precision is not None:
        assert found.recall is not None
        assert 0 <= found.recall <= found.precision <= 1


@given(responses)
def test_the_order_of_sentences_does_not_matter(sentences: list[list[str]]) -> None:
    assert support_scores(sentences[::-1]) == pytest.approx(support_scores(sentences))
