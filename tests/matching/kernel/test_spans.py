"""Spans are read from replies and found in answers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llm.kernel.reply import FENCED, BadReply
from matching.kernel.spans import (
    in_order,
    place_line,
    place_span,
    read_copy,
    read_spans,
)

ANSWER = "Harbours  freeze *late*. ÎLE d'Ice, 1.5 million people."


@pytest.mark.parametrize(
    ("text", "start", "end", "found"),
    [
        ("freeze", 10, 16, "verbatim"),
        ("Harbours freeze late", 0, 22, "folded"),
        ("harbours", 0, 8, "folded"),
        ("île d'ice", 25, 34, "folded"),
        ("snow", None, None, "not"),
        ("", None, None, "not"),
        ("  ", 8, 10, "verbatim"),
    ],
)
def test_where_a_text_stands(
    text: str, start: int | None, end: int | None, found: str
) -> None:
    assert place_span(text, ANSWER)[1:] == (start, end, found)


@given(st.text(max_size=30), st.text(max_size=30), st.text(max_size=30))
def test_a_part_of_an_answer_is_found_there(before: str, text: str, after: str) -> None:
    answer = before + text + after
    found = place_span(text, answer)
    if text:
        assert found.found == "verbatim"
        assert answer[found.start : found.end] == text
    shouted = place_span(text.upper(), answer)
    if shouted.start is not None and shouted.end is not None:
        assert 0 <= shouted.start <= shouted.end <= len(answer)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("1.5 million people visit", "1.5 million people visit"),
        ("- 2.25 percent", "2.25 percent"),
        ("3.3.3 version", "3.3.3 version"),
        ("11. It freezes", "It freezes"),
        ("2) It freezes", "It freezes"),
        ("• “It freezes”", "It freezes"),
        ("* 3.69M-dot", "3.69M-dot"),
        ('He said "No nugget"', 'He said "No nugget"'),
    ],
)
def test_a_list_mark_is_no_number(line: str, text: str) -> None:
    assert read_spans(line).value == [text]


def test_the_word_for_nothing_is_no_span() -> None:
    assert read_spans("No nuggets.\n").value == []


@pytest.mark.parametrize("reply", ["", " \n ", "- \n", "freeze\nNo nuggets"])
def test_a_reply_without_a_list_is_unreadable(reply: str) -> None:
    with pytest.raises(BadReply):
        read_spans(reply)


def test_a_code_fence_around_a_list_is_forgiven() -> None:
    found = read_spans("```text\n- freeze\n- late\n```")
    assert (found.value, found.forgiven) == (["freeze", "late"], (FENCED,))


@pytest.mark.parametrize(
    ("reply", "text", "found"),
    [
        ("- Harbours freeze late", "Harbours freeze late", "folded"),
        ("freeze", "freeze", "verbatim"),
        ("no nuggets", "it snows", "not"),
        ("freeze\nlate", "it snows", "not"),
        ("hail", "it snows", "not"),
        ("", "it snows", "not"),
    ],
)
def test_a_lost_span_is_copied_once_more(reply: str, text: str, found: str) -> None:
    lost = place_span("it snows", ANSWER)
    assert read_copy(reply, lost, ANSWER)[::3] == (text, found)


def test_a_final_stop_is_removed_only_if_it_prevents_a_match() -> None:
    assert place_line("people.", ANSWER).text == "people."
    assert place_line("1.5 million.", ANSWER).text == "1.5 million"
    assert place_line("Snow.", ANSWER).text == "Snow."


def test_spans_come_in_the_order_of_the_text_once_each() -> None:
    spans = [place_span(text, ANSWER) for text in ("late", "snow", "freeze", "late")]
    assert [each.text for each in in_order(spans)] == ["freeze", "late", "snow"]
