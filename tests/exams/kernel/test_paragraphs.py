"""Cutting a response into passages."""

from __future__ import annotations

from exams.kernel.paragraphs import cut, text_id


def test_a_blank_line_or_a_heading_ends_a_paragraph() -> None:
    sentences = ["One.", "Two.\n\n", "Three.", "# Four", "Five."]
    pieces = cut(sentences, unit="paragraph")
    assert [(each.first, each.last) for each in pieces] == [(0, 2), (2, 3), (3, 5)]
    assert pieces[0].text == "One. Two."
    assert pieces[0].digest == text_id(" One. Two. ")


def test_without_breaks_sentences_are_joined_up_to_120_words() -> None:
    sentences = ["w " * 50, "w " * 70, "w " * 1, "w " * 300, "w"]
    pieces = cut(sentences, unit="paragraph")
    assert [(each.first, each.last) for each in pieces] == [
        (0, 2),
        (2, 3),
        (3, 4),
        (4, 5),
    ]


def test_other_units_and_nothing() -> None:
    assert len(cut(["One.", " ", "Two."], unit="sentence")) == 2
    assert cut(["One.", "Two."], unit="response")[0].text == "One. Two."
    for unit in ("response", "paragraph", "sentence"):
        assert cut([], unit=unit) == []
        assert cut([" "], unit=unit) == []
