"""Overlapping spans of a text, piece by piece."""

from hypothesis import given
from hypothesis import strategies as st

from assess.judging.kernel.layers import layers


def test_nothing_has_no_pieces() -> None:
    assert layers("", []) == []
    assert layers("ice", []) == [("ice", (), ())]


def test_overlapping_spans_share_pieces() -> None:
    found = layers("abcdef", [(0, 3), (2, 5), (2, 4), (1, 6)])
    assert found == [
        ("a", (1,), (1,)),
        ("b", (1, 4), (4,)),
        ("c", (1, 2, 3, 4), (2, 3)),
        ("d", (2, 3, 4), ()),
        ("e", (2, 4), ()),
        ("f", (4,), ()),
    ]
    assert [layer.depth for layer in found] == [1, 2, 3, 3, 2, 1]


spans = st.lists(st.tuples(st.integers(0, 9), st.integers(1, 9)), max_size=6)


@given(spans)
def test_the_pieces_are_the_text_and_each_span_is_whole(
    given: list[tuple[int, int]],
) -> None:
    text = "a\U0001f427\r\néx\u0301y b"
    wanted = [(start, start + more) for start, more in given if start + more <= 10]
    found = layers(text, wanted)
    assert "".join(layer.text for layer in found) == text
    for at, (start, end) in enumerate(wanted, start=1):
        assert "".join(one.text for one in found if at in one.over) == text[start:end]
        assert sum(at in one.opens for one in found) == 1
