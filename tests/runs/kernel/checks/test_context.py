from io import BytesIO

import pytest

from runs.kernel.checks.context import Excerpt, cut, read_excerpts
from runs.kernel.checks.findings import Finding
from runs.kernel.guess.files import guess_kind


def finding(
    kind: str, line: int | None = 1, field: str = "", found: str = ""
) -> Finding:
    return Finding("error", kind, "f", line, field, found, "", "")


@pytest.mark.parametrize(
    ("line", "about", "marked"),
    [
        ("", finding("x"), ""),
        ("14 Q0 d1 1 nan t", finding("bad_score", field="score"), "nan"),
        ("14 0 d1 9", finding("off_scale", field="grade"), "9"),
        ("14 0", finding("off_scale", field="grade"), ""),
        ('{"a": ]}', finding("bad_json", found="Expecting value at column 7"), "]"),
        ('{"a": ]}', finding("x", field="a"), ""),
        ('{"a": {"b": [1, "é"]}}', finding("x", field="a/b/[1]"), '"é"'),
        ('{"a": [{"c": [0]}, {"c": [7]}]}', finding("x", field="a/[1]/c/[0]"), "7"),
        ('{"a": 1}', finding("missing_field", field="b"), ""),
        (
            '{"metadata": {"narrative_id": "99"}}',
            finding("unknown_topic", field="topic"),
            '"99"',
        ),
        ("a\0b", finding("nul_character"), "␀"),
        ("{" * 3000, finding("x", field="a/b"), ""),
    ],
)
def test_the_offending_part_is_marked(line: str, about: Finding, marked: str) -> None:
    assert cut(line, about).marked == marked


def test_a_long_line_is_cut_on_both_sides() -> None:
    text = "a" * 500 + " 0 d1 9 " + "z" * 500
    excerpt = cut(text, finding("off_scale", field="grade"))
    assert excerpt == Excerpt("…" + "a" * 54 + " 0 d1 ", "9", " " + "z" * 59 + "…")


def test_lines_are_found_by_their_number() -> None:
    about = [finding("x", 2), finding("x", None), finding("x", 9)]
    found = read_excerpts(BytesIO(b"one\r\ntwo\r\nthree"), about)
    assert found == [Excerpt("", "", "two"), None, None]
    assert read_excerpts(BytesIO(b""), []) == []


@pytest.mark.parametrize(
    ("head", "kind"),
    [
        ("", None),
        ("words", None),
        ("14 Q0 d1 1 2.5 t\n", "ranking"),
        ("14 0 d1 2", "qrels"),
        ("14\twhy?", "topics"),
        ("1_14_4_1_uva-1\t0", "assignments"),
        ('{"id": "1", "title": "a"}', "topics"),
        ('{"metadata": {}, "answer": []}', "run"),
        ('{"qid": "1", "nuggets": [{"text": "a"}]}', "nuggets"),
        ('{"qid": "1", "nuggets": [{"assignment": "support"}]}', "assignments"),
        ('{"docid": "d", "title": "t", "segment": "a"}', "segments"),
        ('[{"number": 1, "title": "t", "ptkb": {}}]', "conversations"),
        ('{"4_1": {"a": "It is."}}', "responses"),
        ('{"4_1": {"[1]": {"text": "a", "relevance": "2"}}}', "nuggets"),
    ],
)
def test_a_file_is_known_by_its_start(head: str, kind: str | None) -> None:
    assert guess_kind(head) == kind
