"""Support scores of many responses at once, against the papers and an oracle."""

import math
from collections.abc import Collection

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assess.kinds.kernel.support_scores import (
    MEASURES,
    VALUES,
    Cited,
    SupportScores,
    score_responses,
)
from assess.kinds.support.kind import GRADES, NEEDS_NONE
from assess.kinds.support.scoring import MEASURES as SHOWN
from runs.kernel import primary
from tests.assess.kinds.kernel.one_response import score_response

FULL, PARTIAL, NONE, EXEMPT = (
    "full_support",
    "partial_support",
    "no_support",
    "no_citation_needed",
)
UNJUDGED = ""
P4_EXAMPLE = [[PARTIAL], [FULL], []]
WITH_UNJUDGED_FIRST = [*P4_EXAMPLE, [UNJUDGED, FULL]]
FIRST = ("weighted_precision_first_citation", "weighted_recall_first_citation")
ALL = (
    "weighted_precision_all_judged_citations",
    "weighted_recall_all_judged_citations",
)
HARD = ("hard_precision", "hard_recall")

labels = st.sampled_from((UNJUDGED, *VALUES))
sentences_of = st.lists(st.lists(labels, max_size=3), max_size=8)
responses_of = st.lists(st.lists(st.lists(labels, max_size=3), max_size=4), max_size=4)
Response = list[list[str]]
Scores = dict[str, float | None]


def columns(
    responses: list[Response], *, turned: bool = False, exempt: Collection[int] = ()
) -> Cited:
    rows: list[tuple[int, int, int]] = []
    whose: list[int] = []
    for response, sentences in enumerate(responses):
        for cited in sentences:
            for place, label in enumerate(cited):
                rows.append((len(whose), place, VALUES.index(label) if label else -1))
            whose.append(response)
    if turned:
        rows.reverse()
    cited_by, places, value = np.array(rows, dtype=np.int64).reshape(-1, 3).T
    none = np.isin(np.arange(len(whose)), list(exempt))
    return Cited(np.array(whose, dtype=np.int64), cited_by, places, value, none)


def named(found: SupportScores, response: int) -> Scores:
    column = found.values[:, response].tolist()
    values = [None if math.isnan(value) else value for value in column]
    return dict(zip(MEASURES, values, strict=True))


def score(sentences: Response) -> Scores:
    return named(score_responses(columns([sentences]), 1), 0)


def both(sentences: Response, names: tuple[str, str]) -> tuple[float | None, ...]:
    found = score(sentences)
    return tuple(found[name] for name in names)


def test_the_names_and_values_are_those_of_profiles_and_labels() -> None:
    assert tuple(MEASURES) == primary.SUPPORT
    assert [each.name for each in SHOWN] == [*MEASURES, "unjudged", "exempt"]
    assert tuple(grade.value for grade in (*GRADES, NEEDS_NONE)) == VALUES


def test_no_responses_have_no_scores() -> None:
    assert score_responses(columns([]), 0).values.shape == (len(MEASURES), 0)


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
    sentences: Response, precision: float | None, recall: float | None
) -> None:
    assert both(sentences, FIRST) == (precision, recall)


def test_over_all_citations_a_sentence_is_averaged_first() -> None:
    precision, recall = both(WITH_UNJUDGED_FIRST, ALL)
    assert precision == pytest.approx(0.8333, abs=5e-5)
    assert recall == pytest.approx(0.625)


def test_hard_scores_give_nothing_for_partial() -> None:
    precision, recall = both(P4_EXAMPLE, HARD)
    assert precision == 0.5
    assert recall == pytest.approx(0.3333, abs=5e-5)


def test_it_counts_what_is_in_no_denominator() -> None:
    sentences = [*WITH_UNJUDGED_FIRST, [EXEMPT], [EXEMPT, FULL]]
    found = score_responses(columns([sentences]), 1)
    assert (found.unjudged[0], found.exempt[0]) == (1, 2)
    assert (found.labelled[0], found.citations[0]) == (6, 7)


def test_a_sentence_that_needs_no_citation_counts_in_neither() -> None:
    assert score([*P4_EXAMPLE, [EXEMPT], [EXEMPT, FULL]]) == score(P4_EXAMPLE)
    assert both([[EXEMPT]], FIRST) == (None, None)
    second = [[FULL, EXEMPT]]
    assert both(second, FIRST) == (1.0, 1.0)
    assert both(second, ALL) == (None, None)


def test_a_label_off_the_scale_is_judged_and_gives_nothing() -> None:
    cited = columns([[[FULL], [FULL]]])
    cited.value[1] = len(VALUES)
    assert named(score_responses(cited, 1), 0)[FIRST[0]] == 0.5


@given(sentences_of)
def test_recall_never_passes_precision(sentences: Response) -> None:
    found = score(sentences)
    for precision, recall in ((found[a], found[b]) for a, b in (FIRST, ALL, HARD)):
        if precision is not None:
            assert recall is not None
            assert 0 <= recall <= precision <= 1


@given(sentences_of)
def test_the_order_of_sentences_does_not_matter(sentences: Response) -> None:
    assert score(sentences[::-1]) == pytest.approx(score(sentences))


@given(responses=responses_of, turned=st.booleans())
def test_it_scores_each_as_alone(responses: list[Response], turned: bool) -> None:
    found = score_responses(columns(responses, turned=turned), len(responses))
    for row, sentences in enumerate(responses):
        first = score_response(sentences)
        every = score_response(sentences, citations="all")
        hard = score_response(sentences, hard=True)
        expected = [share for each in (first, every, hard) for share in each[:2]]
        assert list(named(found, row).values()) == pytest.approx(expected, abs=1e-12)
        assert (found.unjudged[row], found.exempt[row]) == (
            first.unjudged,
            first.exempt,
        )
        cited = [label for sentence in sentences for label in sentence]
        assert found.labelled[row] == sum(label != UNJUDGED for label in cited)
        assert found.citations[row] == len(cited)
