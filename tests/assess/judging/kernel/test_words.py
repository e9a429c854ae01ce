import pytest
from hypothesis import given
from hypothesis import strategies as st

from assess.judging.kernel.words import content_stems, recall, sentence_spans, tokens


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("… — !", []),
        ("The Lagoon's GATES, 2-way", ["the", "lagoon's", "gates", "2", "way"]),
        ("don’t ｆｕｌｌ ﷺ", ["don't", "full", "صلى", "الله", "عليه", "وسلم"]),
        ("snake_case", ["snake", "case"]),
    ],
)
def test_tokens_are_folded_words(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


def test_stop_words_go_and_the_rest_is_stemmed() -> None:
    assert content_stems("The lagoons were storing energies") == [
        "lagoon",
        "store",
        "energi",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n ", []),
        ("One piece", ["One piece"]),
        ('He said "Go." Then left.', ['He said "Go."', "Then left."]),
        ("A line\n\n- another one ", ["A line", "- another one"]),
        ("At 3.5 m it stops! Why? Wind…", ["At 3.5 m it stops!", "Why?", "Wind…"]),
    ],
)
def test_sentences_end_at_marks_and_line_breaks(text: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in sentence_spans(text)] == expected


@given(st.text(alphabet="ab .!?\n\"'—😀", max_size=40))
def test_spans_hold_all_but_white_space_in_order(text: str) -> None:
    spans = list(sentence_spans(text))
    joined = "".join("".join(text[start:end].split()) for start, end in spans)
    assert joined == "".join(text.split())
    assert all(text[start:end] == text[start:end].strip() for start, end in spans)


def test_recall_of_nothing_is_undefined() -> None:
    assert recall(set(), {"a"}) is None
    assert recall({"a", "b"}, {"a"}) == 0.5
