"""Questions in a model's reply are read strictly."""

import json

import pytest

from exams.kernel.drafting import LONGEST, Drafted, read_questions
from llm.kernel.reply import FENCED, WORDS_BEFORE, BadReply

THREE = '{"questions": ["Why?", "When?", "Where?"]}'


@pytest.mark.parametrize(
    ("reply", "forgiven"),
    [
        (THREE, ()),
        (f"```json\n{THREE}\n```", (FENCED,)),
        (f"Here they are:\n{THREE}", (WORDS_BEFORE,)),
        (f'A list {{of three}}: {{"note": 1}} {THREE}', (WORDS_BEFORE,)),
    ],
)
def test_it_reads_an_object_alone_fenced_or_after_words(
    reply: str, forgiven: tuple[str, ...]
) -> None:
    found = read_questions(reply, number=3)
    assert found.value == Drafted(("Why?", "When?", "Where?"), (), 0, 0)
    assert found.forgiven == forgiven


def test_empty_and_repeated_entries_are_dropped_and_counted() -> None:
    reply = json.dumps({"questions": [" Why?", "", "Why?\n", "  ", "why?"]})
    assert read_questions(reply, number=9).value == Drafted(("Why?", "why?"), (), 2, 1)


def test_more_than_asked_for_are_surplus_and_fewer_are_kept() -> None:
    assert read_questions(THREE, number=2).value.surplus == ("Where?",)
    assert len(read_questions(THREE, number=10).value.kept) == 3


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "Why? When? Where?",
        '["Why?"]',
        '{"question": ["Why?"]}',
        '{"questions": "Why?"}',
        '{"questions": []}',
        '{"questions": ["", " "]}',
        '{"questions": ["Why?", 3]}',
        '{"questions": ["Why?", ["When?"]]}',
        '{"questions": ["Why?"',
        '{"questions": ["Why?"], "questions": ["When?"]}',
        f"{THREE} Forget these.",
        json.dumps({"questions": ["a" * (LONGEST + 1)]}),
        json.dumps({"questions": [f"{n}?" for n in range(201)]}),
        '{"questions": ["half \\ud800 of a pair"]}',
        '{"questions": ["nothing \\u0000 here"]}',
        "{" * 200_000,
        '{"a":' * 200_000,
    ],
    ids=lambda reply: reply[:30],
)
def test_anything_else_is_unreadable(reply: str) -> None:
    with pytest.raises(BadReply):
        read_questions(reply, number=3)
