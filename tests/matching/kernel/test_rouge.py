"""Our ROUGE equals the packages that the two variants are named after."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rouge import Rouge as Bergen
from rouge_score.rouge_scorer import RougeScorer

from matching.kernel.rouge import rouge

TEXTS = st.text(alphabet="ab c.D\n1é", max_size=40)
MAT, LAY = "The cat sat on the mat. The cat ran.", "The cat lay on the mat."


@pytest.mark.parametrize(
    ("variant", "values"),
    [
        ("bergen", (0.7692, 0.5, 0.7692)),
        ("standard", (0.6667, 0.4615, 0.6667)),
    ],
)
def test_the_worked_example(variant: str, values: tuple[float, ...]) -> None:
    found = rouge(MAT, [LAY], variant)  # type: ignore[arg-type]
    assert found == pytest.approx(values, abs=5e-5)


def test_an_empty_text_or_reference_gives_nothing() -> None:
    for variant in ("bergen", "standard"):
        assert rouge("", [LAY], variant) == (0, 0, 0)
        assert rouge(MAT, [""], variant) == (0, 0, 0)
        assert rouge(MAT, [], variant) == (0, 0, 0)


def test_the_best_of_several_references_counts() -> None:
    for variant in ("bergen", "standard"):
        alone = rouge(MAT, [LAY], variant)
        assert rouge(MAT, ["Dogs bark.", LAY], variant) == alone


@given(TEXTS, TEXTS)
def test_bergen_is_rouge_1_0_1(text: str, reference: str) -> None:
    try:
        [row] = Bergen().get_scores(text, reference)
        wanted = [row[f"rouge-{kind}"]["f"] for kind in "12l"]
    except ValueError:  # the package refuses empty texts
        wanted = [0, 0, 0]
    assert rouge(text, [reference], "bergen") == pytest.approx(wanted, abs=1e-12)


@given(TEXTS, TEXTS)
def test_standard_is_rouge_score(text: str, reference: str) -> None:
    kinds = ["rouge1", "rouge2", "rougeL"]
    row = RougeScorer(kinds).score(reference, text)
    wanted = [row[kind].fmeasure for kind in kinds]
    assert rouge(text, [reference], "standard") == pytest.approx(wanted, abs=1e-12)
