import pytest

from runs.kernel.words import count_nfkc, count_split


@pytest.mark.parametrize(
    ("text", "split", "nfkc"),
    [("", 0, 0), (" \n", 0, 0), ("a,b;c", 1, 1), ("a  b\n", 2, 2), ("ﷺ", 1, 4)],
)
def test_words_are_counted_as_the_tracks_do(text: str, split: int, nfkc: int) -> None:
    assert (count_split(text), count_nfkc(text)) == (split, nfkc)
