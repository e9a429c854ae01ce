import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assess.judging.kernel.agreement import (
    Matrix,
    UnknownCategory,
    as_matrix,
    confusion,
    cut_in_two,
)
from tests.real_data import real
from tests.two_judges import agree, agreement_of

GRADES = ["0", "1", "2", "3"]
P2_TABLE_4 = ((1910, 1117), (880, 2445))

pairs_of_grades = st.lists(
    st.tuples(st.sampled_from(GRADES), st.sampled_from(GRADES)), max_size=40
)


@pytest.mark.parametrize(
    ("matrix", "expected"),
    [
        (((0, 0), (0, 0)), None),
        (((7, 0), (0, 0)), None),
        (((0, 7), (0, 0)), 0.0),
        (((3, 4), (0, 0)), 0.0),
        (((3, 0), (4, 0)), 0.0),
        (((5, 0), (0, 5)), 1.0),
        (((0, 5), (5, 0)), -1.0),
        (((20, 5), (10, 15)), 0.4),
    ],
)
def test_kappa_of_small_tables(matrix: Matrix, expected: float | None) -> None:
    found = agreement_of(np.array(matrix)).kappa
    assert found == (None if expected is None else pytest.approx(expected))


def test_kappa_of_exam_plus_plus_table_4() -> None:
    assert agreement_of(np.array(P2_TABLE_4)).kappa == pytest.approx(0.3676, abs=5e-5)


def test_a_weighted_kappa_forgives_near_misses() -> None:
    near = [("0", "1"), ("1", "2"), ("2", "2"), ("0", "0")]
    plain, linear, quadratic = agree(near, GRADES)[2:]
    # By hand: 2 of 4 differ by one; by the margins 11, 16 and 26 of 16 would.
    assert plain == pytest.approx(1 - (2 / 4) / (11 / 16))
    assert linear == pytest.approx(1 - (2 / 4) / (16 / 16))
    assert quadratic == pytest.approx(1 - (2 / 4) / (26 / 16))


def test_without_items_everything_is_undefined() -> None:
    found = agree([], GRADES)
    assert found.n == 0
    assert found[1:] == (None, None, None, None)


def test_it_names_a_label_outside_the_categories() -> None:
    with pytest.raises(UnknownCategory, match="'4'"):
        confusion([("0", "4")], GRADES)


def test_each_judge_has_a_cut() -> None:
    stack = np.array([[[1, 2, 3], [4, 5, 6], [7, 8, 9]]])
    assert as_matrix(cut_in_two(stack, 1, 2)[0]) == ((3, 3), (24, 15))
    assert as_matrix(cut_in_two(stack, 2, 1)[0]) == ((5, 16), (7, 17))


@given(pairs_of_grades)
def test_agreement_is_symmetric_and_bounded(pairs: list[tuple[str, str]]) -> None:
    found = agree(pairs, GRADES)
    swapped = agree([(b, a) for a, b in pairs], GRADES)
    assert found == swapped
    for value in found[2:]:
        assert value is None or -1 <= value <= 1
    assert (found.kappa is None) == (len({label for p in pairs for label in p}) < 2)


@given(pairs_of_grades, st.permutations(GRADES))
def test_plain_kappa_does_not_hang_on_the_order(
    pairs: list[tuple[str, str]], order: list[str]
) -> None:
    assert agree(pairs, order).kappa == agree(pairs, GRADES).kappa


@given(pairs_of_grades)
def test_of_two_categories_all_weights_are_one(pairs: list[tuple[str, str]]) -> None:
    found = agreement_of(cut_in_two(confusion(pairs, GRADES)[None], 2, 2)[0])
    assert found.n == len(pairs)
    assert found.kappa == found.kappa_linear == found.kappa_quadratic


@given(pairs_of_grades)
def test_the_share_is_that_of_equal_pairs(pairs: list[tuple[str, str]]) -> None:
    equal = [a == b for a, b in pairs]
    share = agree(pairs, GRADES).agreement
    assert share == (sum(equal) / len(equal) if equal else None)


def test_the_two_model_judges_of_2025_agree_as_measured() -> None:
    labels: list[dict[tuple[str, str], str]] = []
    for name in ("umbrela-codex-gpt5.5-v1.qrels", "umbrela-qwen3.5-9b-v2.qrels"):
        lines = real(f"trec-rag-2025/{name}").read_text().splitlines()
        rows = [line.split() for line in lines]
        labels.append({(row[0], row[2]): row[3] for row in rows})
    a, b = labels
    pairs = [(a[item], b[item]) for item in a.keys() & b.keys()]
    found = agree(pairs, [*GRADES, "4"])
    assert found.n == 26_341
    assert found.agreement == pytest.approx(0.4734, abs=5e-5)
    assert found.kappa == pytest.approx(0.3009, abs=5e-5)
