import gzip
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runs.kernel.formats.support import SupportRow, label_of, read_support
from tests.runs.kernel.reader_results import Found, found, read

FULL, PARTIAL, NO = "full_support", "partial_support", "no_support"


def answer(support: object = "2", **change: object) -> str:
    cited = {"citationID": 0, "reference": "d1", "support": support}
    sentence = {"sentenceID": 1, "text": "Salt.", "citations": [cited]}
    record = {"topic_id": "14", "narrative_id": "14", "run_id": "run-a"}
    return json.dumps(record | {"sentences": [sentence]} | change) + "\n"


def judgment(label: object = "FS", **change: object) -> str:
    about = {
        "topic_id": "14",
        "run_id": "run-a",
        "sentence_index": 1,
        "citation_index": 0,
        "docid": "d1",
    }
    record = {"statement": "Salt.", "support_label": label, "metadata": about | change}
    return json.dumps(record) + "\n"


ROW = SupportRow(1, "14", "run-a", 1, 0, "d1", FULL, "Salt.")


@pytest.mark.parametrize(
    ("written", "label"),
    [
        ("Full Support", FULL),
        ("full_support", FULL),
        ("FULL-SUPPORT", FULL),
        (" FS ", FULL),
        ("2", FULL),
        ("2.0", FULL),
        ("Partial Support", PARTIAL),
        ("ps", PARTIAL),
        ("1", PARTIAL),
        ("No Support", NO),
        ("NS", NO),
        ("0", NO),
        ("no citation needed", "no_citation_needed"),
        ("-1", ""),
        ("", ""),
        ("not full support", None),
        ("3", None),
        ("12", None),
        ("support", None),
    ],
)
def test_spellings_are_folded(written: str, label: str | None) -> None:
    assert label_of(written) == label


@pytest.mark.parametrize("text", [answer(), answer(2), judgment(), judgment("2")])
def test_both_forms_of_ragdoll_are_read(text: str) -> None:
    rows, report = read(read_support, text)
    assert rows == [ROW]
    assert report.groups() == []


@pytest.mark.parametrize(
    "text",
    [
        "topic,run,sentence,docid,label\n14,run-a,1,d1,Full Support\n",
        "Label,Docid,Sentence,Run,Topic\nFS,d1,1,run-a,14\n",
        'topic,run,sentence,docid,label\n14,run-a,1,"d1",2\n',
        "topic,run,sentence,docid,label,by\n14,run-a,1,d1,2,ada\n",
        "\ntopic\trun\tsentence\tdocid\tlabel\n14\trun-a\t1\td1\tFS\n",
        "# 1\n14 run-a 1 d1 Full Support\n",
    ],
)
def test_five_columns_are_read_with_or_without_a_header(text: str) -> None:
    rows, _ = read(read_support, text)
    assert [row._replace(line=1) for row in rows] == [ROW._replace(place=None, text="")]


def test_a_gzipped_file_is_read_and_a_cut_one_is_refused() -> None:
    packed = gzip.compress(answer().encode() * 200)
    rows, _ = read(read_support, packed)
    assert len(rows) == 200
    assert found(read(read_support, packed[:-20])[1])[0][1] == "bad_gzip"


def test_what_needs_no_citation_is_the_label_of_its_first_unjudged_one() -> None:
    cited = [
        {"citationID": place, "reference": f"d{place}", "support": "-1"}
        for place in range(2)
    ]
    sentence = {"sentenceID": 0, "needs_citation": False, "citations": cited}
    rows, report = read(read_support, answer(sentences=[sentence]))
    assert [(row.place, row.label) for row in rows] == [(0, "no_citation_needed")]
    assert report.count("unjudged") == 1


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("", [("error", "empty_file", None)]),
        ("{\n", [("error", "bad_json", 1)]),
        (answer("-1"), [("warning", "unjudged", 1)]),
        (answer("maybe"), [("error", "bad_label", 1)]),
        (answer(True), [("error", "wrong_type", 1)]),
        (answer(None), [("error", "wrong_type", 1)]),
        (answer(run_id=None), [("error", "wrong_type", 1)]),
        (answer(topic_id=[]), [("error", "wrong_type", 1)]),
        (answer(sentences={}), [("error", "wrong_type", 1)]),
        (answer(sentences=[3]), [("error", "wrong_type", 1)]),
        (answer(sentences=[{"citations": None}]), [("error", "wrong_type", 1)]),
        (
            answer(sentences=[{"sentenceID": -1, "citations": []}]),
            [("error", "bad_number", 1)],
        ),
        (judgment("maybe"), [("error", "bad_label", 1)]),
        (judgment(sentence_index=-1), [("error", "bad_number", 1)]),
        (judgment(sentence_index="1"), [("error", "wrong_type", 1)]),
        (judgment(docid=""), [("error", "bad_name", 1)]),
        ("14,run-a,1,d1\n", [("error", "wrong_columns", 1)]),
        ("14,run-a,one,d1,FS\n", [("error", "bad_number", 1)]),
        ("14,run a,1,d1,FS\n", [("error", "bad_name", 1)]),
        ("14,run-a,1,d1,maybe\n", [("error", "bad_label", 1)]),
        ("14,run-a,1,d1,\n", [("warning", "unjudged", 1)]),
        ('14,run-a,1,"d1,FS\n', [("error", "wrong_columns", 1)]),
    ],
)
def test_it_names_the_line_of_a_bad_row(text: str, notes: list[Found]) -> None:
    assert found(read(read_support, text)[1])[: len(notes)] == notes


@given(st.text())
def test_no_text_crashes_it(text: str) -> None:
    rows, report = read(read_support, text.encode(errors="replace"))
    assert rows or report.errors or report.warnings or "," in text or "\t" in text
