import pytest
from hypothesis import given
from hypothesis import strategies as st

from nuggets.kernel.nugget_scores import (
    METRICS,
    Judged,
    Scores,
    UnknownLabel,
    capped,
    score_response,
)

CODES = {"S": "support", "P": "partial_support", "N": "not_support", "-": ""}

judged = st.builds(
    Judged,
    importance=st.sampled_from(["vital", "okay", ""]),
    value=st.sampled_from(list(CODES.values())[:3]),
    subnarrative=st.sampled_from([None, "cost", "habitat"]),
)
banks = st.lists(judged, max_size=12)


def nuggets(*, vital: str = "", okay: str = "", plain: str = "") -> list[Judged]:
    named = {"vital": vital, "okay": okay, "": plain}
    return [
        Judged(importance, CODES[code])
        for importance, codes in named.items()
        for code in codes
    ]


def rounded(scores: Scores) -> tuple[float | None, ...]:
    return tuple(None if s is None else round(s, 4) for s in scores[:6])


def test_an_empty_bank_leaves_everything_undefined() -> None:
    found = score_response([])
    assert found[:8] == (None,) * 8
    assert (found.nuggets, found.unlabelled) == (0, 0)


@pytest.mark.parametrize(
    ("bank", "expected"),
    [
        # P1 Table 5: AutoNuggets / AutoAssign, then post-edited / ManualAssign.
        (
            nuggets(vital="SNPSPPSSN", okay="SSPPPP"),
            (0.6333, 0.4, 0.6111, 0.4444, 0.625, 0.4167),
        ),
        (
            nuggets(vital="SNNNNN", okay="SSSSNNNNNNNN"),
            (0.2778, 0.2778, 0.1667, 0.1667, 0.25, 0.25),
        ),
        # P4 Table 3, by FORMATS' worked vector.
        (nuggets(vital="SPP", okay="SN"), (0.6, 0.4, 0.6667, 0.3333, 0.625, 0.375)),
        (nuggets(okay="SP"), (0.75, 0.5, None, None, 0.75, 0.5)),
        (nuggets(plain="SPN"), (0.5, 0.3333, None, None, None, None)),
        (nuggets(vital="S", plain="N"), (0.5, 0.5, 1.0, 1.0, 1.0, 1.0)),
    ],
)
def test_the_six_scores(bank: list[Judged], expected: tuple[float | None, ...]) -> None:
    assert rounded(score_response(bank)) == expected


def test_coverage_of_p4_table_3_is_two_of_four() -> None:
    table = [
        Judged("vital", "support", "Athlete compensation issues"),
        Judged("vital", "partial_support", "Sports and cultural influence"),
        Judged("vital", "partial_support", "Business influences in sports"),
        Judged("okay", "support", "Societal impact of sports"),
        Judged("okay", "not_support", "Business influences in sports"),
        Judged("okay", "support", None),
    ]
    assert score_response(table).coverage == 0.5


def test_coverage_without_a_mapped_nugget_is_undefined() -> None:
    assert score_response(nuggets(vital="S")).coverage is None


def test_one_unlabelled_nugget_leaves_the_response_undefined() -> None:
    found = score_response(nuggets(vital="SS", okay="-"), words=80)
    assert found[:7] == (None,) * 7
    assert (found.L, found.nuggets, found.unlabelled) == (80, 3, 1)


def test_the_caller_may_take_unlabelled_for_not_supported() -> None:
    found = score_response(nuggets(vital="SS", okay="-"), unlabelled="not_support")
    assert rounded(found) == (0.6667, 0.6667, 1.0, 1.0, 0.8, 0.8)
    assert found.unlabelled == 1


@pytest.mark.parametrize(
    ("nugget", "match"),
    [
        (Judged("vital", "failed"), "assignment 'failed'"),
        (Judged("vital", "Support"), "assignment 'Support'"),
        (Judged("failed", "support"), "importance 'failed'"),
    ],
)
def test_it_refuses_what_is_no_label(nugget: Judged, match: str) -> None:
    with pytest.raises(UnknownLabel, match=match):
        score_response([nugget])


@given(banks)
def test_scores_are_bounded_and_strict_is_never_more(bank: list[Judged]) -> None:
    found = score_response(bank)
    for strict, lenient in (
        (found.A_strict, found.A),
        (found.V_strict, found.V),
        (found.W_strict, found.W),
    ):
        assert (strict is None) == (lenient is None)
        if strict is not None and lenient is not None:
            assert 0 <= strict <= lenient <= 1


@given(banks.flatmap(lambda bank: st.tuples(st.just(bank), st.permutations(bank))))
def test_the_order_of_nuggets_does_not_matter(
    both: tuple[list[Judged], list[Judged]],
) -> None:
    assert score_response(both[0]) == score_response(both[1])


@given(banks)
def test_what_is_undefined_follows_from_the_bank_alone(bank: list[Judged]) -> None:
    found = score_response(bank)
    given = {nugget.importance for nugget in bank}
    lacking = {"V": not given & {"vital"}, "W": not given & {"vital", "okay"}}
    for metric in METRICS:
        undefined = lacking.get(metric[0], not bank)
        assert (getattr(found, metric) is None) == undefined, metric


@pytest.mark.parametrize(
    ("bank", "cap", "expected"),
    [
        ("", 3, ""),
        ("oVoVo", 3, "VVo"),
        ("oVoVo", 1, "V"),
        ("oVo", None, "Voo"),
        ("oVo", 0, ""),
    ],
)
def test_a_cap_keeps_vital_nuggets_first(
    bank: str, cap: int | None, expected: str
) -> None:
    assert "".join(capped(bank, cap, vital=str.isupper)) == expected


def test_inside_an_importance_the_order_stays() -> None:
    kept = capped(["b", "A", "a", "B"], 3, vital=str.isupper)
    assert kept == ["A", "B", "b"]
