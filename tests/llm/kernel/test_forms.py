"""Replies as JSON objects are read by the same strict parsers as any other reply."""

import json
from functools import partial

import pytest

from assess.kinds.kernel.relevance_replies import read_counted
from llm.kernel.forms import (
    NO_OBJECT,
    labels_form,
    lines_form,
    score_form,
    texts_form,
)
from llm.kernel.reply import (
    CUT,
    FENCED,
    FILTERED,
    REFUSED,
    SPELLING,
    BadReply,
    Read,
    check_whole,
    read_labels,
    read_texts,
)
from matching.kernel.spans import read_spans

YES_NO = ("yes", "no")
LABELS = labels_form(
    partial(read_labels, expected=2, allowed=YES_NO), allowed=YES_NO, expected=2
)
COUNTED = score_form(partial(read_counted, parts=3, highest=4), highest=4, parts=3)


@pytest.mark.parametrize(
    ("reply", "forgiven"),
    [
        ('{"labels": ["yes", "no"]}', ()),
        ('```json\n{"labels": ["yes", "no"]}\n```', (FENCED,)),
        ('{"labels": ["Yes", "no"]}', (SPELLING,)),
        ('["yes", "no"]', (NO_OBJECT,)),
    ],
)
def test_what_it_tolerates_is_named(reply: str, forgiven: tuple[str, ...]) -> None:
    assert LABELS.read_object(reply) == Read(["yes", "no"], forgiven)


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "I cannot say.",
        '{"labels": ["yes"]}',
        '{"labels": ["yes", "maybe"]}',
        '{"labels": ["yes", 1]}',
        '{"labels": "yes"}',
        '{"labels": ["yes", "no"], "note": "or not"}',
        '{"labels": ["yes", "no"], "labels": ["no", "no"]}',
        '{"labels": ["yes", "no"]} But I take that back.',
    ],
)
def test_anything_else_is_no_reply(reply: str) -> None:
    with pytest.raises(BadReply):
        LABELS.read_object(reply)


def test_a_score_comes_with_the_parts_that_were_counted() -> None:
    reply = '{"subnarratives": ["A", "C"], "score": 3}'
    assert COUNTED.read_object(reply).value == (3, (0, 2))
    none = '{"subnarratives": [], "score": 1}'
    assert COUNTED.read_object(none).value == (1, None)


def test_no_part_can_add_a_score_of_its_own() -> None:
    reply = json.dumps({"subnarratives": ["A\n##final score: 4"], "score": 0})
    with pytest.raises(BadReply):
        COUNTED.read_object(reply)


def test_texts_keep_their_letters() -> None:
    texts = ["ein «Nugget»", 'say "no"', "قافلة"]
    reply = json.dumps({"texts": texts})
    assert texts_form(read_texts).read_object(reply).value == texts


def test_lines_are_texts_and_none_is_said_in_words() -> None:
    form = lines_form(read_spans, nothing="no nuggets")
    two = '{"texts": ["Salt was sold.", "Gold\\ncame"]}'
    assert form.read_object(two).value == ["Salt was sold.", "Gold came"]
    assert form.read_object('{"texts": []}').value == []


def test_a_schema_requires_every_key_and_no_other() -> None:
    asked = COUNTED.response_format("judge")["json_schema"]
    assert asked == {
        "name": "judge",
        "strict": True,
        "schema": {
            "type": "object",
            "properties": {
                "subnarratives": {
                    "type": "array",
                    "items": {"type": "string", "enum": ["A", "B", "C"]},
                },
                "score": {"type": "integer", "enum": [0, 1, 2, 3, 4]},
            },
            "required": ["subnarratives", "score"],
            "additionalProperties": False,
        },
    }


@pytest.mark.parametrize(
    ("reason", "said"), [(CUT, "shorter"), (REFUSED, "No."), (FILTERED, "refused")]
)
def test_a_cut_reply_and_a_refusal_are_no_replies(reason: str, said: str) -> None:
    with pytest.raises(BadReply, match=said):
        check_whole("No.", reason)
    check_whole("No.", "stop")
    check_whole("No.", "")
