"""Files of sub-narratives: both forms, their findings, and the way back."""

from __future__ import annotations

from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assess.kinds.kernel.subnarrative_lists import (
    CannotWriteLine,
    ListedPart,
    TopicParts,
    read_subnarratives,
    write_jsonl,
    write_tsv,
)
from runs.kernel.checks.findings import Report
from runs.kernel.formats.nuggets import fold_subnarrative

LISTS = [
    TopicParts(1, "14", (ListedPart("who pays", "vital"), ListedPart("ice"))),
    TopicParts(2, "31", (ListedPart("“new” ports", "okay", added=True),)),
]


def read(text: str) -> tuple[list[TopicParts], list[str]]:
    report = Report()
    lists = read_subnarratives(BytesIO(text.encode()), "f", report=report)
    return lists, [str(finding) for finding in report]


def test_an_empty_file_is_a_finding() -> None:
    assert read("") == ([], ["f: error: The file contains no records."])


def test_jsonl_comes_back_as_it_was() -> None:
    assert read("".join(write_jsonl(LISTS))) == (LISTS, [])


def test_tsv_comes_back_without_the_marks_of_added_ones() -> None:
    plain = [
        TopicParts(line, each.topic, tuple(p._replace(added=False) for p in each.parts))
        for line, each in zip((2, 4), LISTS, strict=True)
    ]
    assert read("".join(write_tsv(LISTS))) == (plain, [])


def test_lines_of_a_topic_need_not_stand_together() -> None:
    lists, findings = read("14\ta\n31\tb\tOkay\n14\tc\tvital\n")
    assert findings == []
    assert [(each.topic, each.parts) for each in lists] == [
        ("14", (ListedPart("a"), ListedPart("c", "vital"))),
        ("31", (ListedPart("b", "okay"),)),
    ]


@pytest.mark.parametrize(
    ("line", "finding"),
    [
        ("14\ta\tb\tc", "f:1: error: The line has the wrong number of columns."),
        ("14\ta\tmaybe", "importance; found 'maybe'; expected vital or okay"),
        ("14\t  ", "f:1: error: The text is empty. (text)"),
        ('14\ta\n14\t "A" ', "f:2: error: Two sub-narratives of a topic have the same"),
        ("1 4\ta", "f:1: error: A name must not be empty or contain white space."),
        ('{"qid": "14"}', "sub_narratives; expected a list"),
        ('{"qid": "14", "sub_narratives": [7]}', "sub_narratives/[0]; found 7"),
        (
            '{"qid": "14", "sub_narratives": ["a", {"importance": "okay"}]}',
            "f:1: error: A required field is missing. (sub_narratives/[1]/text",
        ),
        (
            '{"qid": "14", "sub_narratives": [{"text": "a", "added": "no"}]}',
            "sub_narratives/[0]/added; found 'no'; expected true or false",
        ),
        (
            '{"qid": "14", "sub_narratives": []}\n{"qid": "14", "sub_narratives": []}',
            "f:2: error: This topic occurs twice in the file.",
        ),
    ],
)
def test_a_finding_names_file_line_and_field(line: str, finding: str) -> None:
    _lists, (found,) = read(line)
    assert finding in found


def test_a_text_that_would_break_the_columns_is_not_written() -> None:
    broken = [TopicParts(None, "14", (ListedPart("a\tb"),))]
    with pytest.raises(CannotWriteLine, match="a\tb"):
        list(write_tsv(broken))


@given(st.lists(st.text(st.characters(codec="utf-8"), min_size=1)))
def test_every_text_survives_jsonl(texts: list[str]) -> None:
    wanted = {fold_subnarrative(text): text.strip() for text in texts}
    good = [w for f, w in wanted.items() if f and "\0" not in w]
    lists = [TopicParts(1, "14", tuple(map(ListedPart, good)))]
    assert read("".join(write_jsonl(lists))) == (lists, [])
