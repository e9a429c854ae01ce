import pytest
from hypothesis import given
from hypothesis import strategies as st

from assess.judging.kernel.truncation import MARK, shortened


@pytest.mark.parametrize(
    ("text", "longest", "said"),
    [
        ("", 5, ""),
        ("seals", 5, "seals"),
        ("seals dive", 9, "seals…"),
        ("seals dive", 6, "seals…"),
        ("seals dive deep", 11, "seals dive…"),
        ("seals, divers", 8, "seals…"),
        ("seals", 4, "sea…"),
        ("a\nb c", 4, "a\nb…"),
    ],
)
def test_it_cuts_between_words(text: str, longest: int, said: str) -> None:
    assert shortened(text, longest) == said


@given(st.text(), st.integers(min_value=1, max_value=40))
def test_it_is_never_longer(text: str, longest: int) -> None:
    found = shortened(text, longest)
    assert len(found) <= longest
    assert found == text or text.startswith(found.removesuffix(MARK))
