import pytest
from hypothesis import given
from hypothesis import strategies as st

from runs.kernel.formats.qrels import Qrel, read_qrels
from runs.kernel.formats.writers import write_qrels
from tests.runs.kernel.reader_results import Found, found, read, read_data


@pytest.mark.parametrize(
    ("text", "expected", "notes"),
    [
        ("", [], [("error", "empty_file", None)]),
        ("1 0 d 3\n", [("1", "d", 3)], []),
        ("1\tQ0\td \t3 \r\n", [("1", "d", 3)], []),
        ("1 0 d 0\n1 0 e 127\n", [("1", "d", 0), ("1", "e", 127)], []),
        ("1 0 d -1\n", [], [("warning", "unjudged", 1)]),
        ("1 0 d 2.0\n", [("1", "d", 2)], [("warning", "decimal_grade", 1)]),
        ("1 0 d 2.5\n", [], [("error", "bad_number", 1)]),
        ("1 0 d True\n", [], [("error", "bad_number", 1)]),
        ("1 0 d ٣\n", [], [("error", "bad_number", 1)]),
        ("1 0 d 128\n", [], [("error", "bad_number", 1)]),
        ("1 0 d -2\n", [], [("error", "bad_number", 1)]),
        ("1 0 d\n", [], [("error", "wrong_columns", 1)]),
        ("1 0 d 1 2\n", [], [("error", "wrong_columns", 1)]),
        ("1 0 d 1\n1 0 d 1\n", [("1", "d", 1)], [("warning", "duplicate_row", 2)]),
        ("1 0 d 1\n1 0 d 2\n", [("1", "d", 1)], [("error", "contradicting_row", 2)]),
        (
            "1 0 d -1\n1 0 d 2\n",
            [],
            [("warning", "unjudged", 1), ("error", "contradicting_row", 2)],
        ),
    ],
)
def test_it_reads_labels_and_names_bad_lines(
    text: str, expected: list[tuple[str, str, int]], notes: list[Found]
) -> None:
    labels, report = read(read_qrels, text)
    assert [label[1:] for label in labels] == expected
    assert found(report) == notes


def test_topics_and_grades_can_be_held_to_the_tracks() -> None:
    _, report = read(read_qrels, "1 0 d 3\n2 0 d 4\n", topics={"1"}, grades=range(4))
    assert found(report) == [
        ("error", "off_scale", 2),
        ("error", "unknown_topic", 2),
    ]


WORD = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1)


@given(st.dictionaries(st.tuples(WORD, WORD), st.integers(0, 127), min_size=1))
def test_what_is_written_is_read_again(labels: dict[tuple[str, str], int]) -> None:
    rows = [(topic, docid, grade) for (topic, docid), grade in labels.items()]
    read_back, report = read(read_qrels, "".join(write_qrels(rows)))
    assert [label[1:] for label in read_back] == sorted(rows)
    assert report.groups() == []


@given(st.binary() | st.text().map(lambda text: text.encode(errors="ignore")))
def test_no_bytes_make_it_crash(raw: bytes) -> None:
    for start in (b"", b"1 0 d ", b"1 0 d 1\n"):
        read(read_qrels, start + raw)


@pytest.mark.parametrize(
    ("path", "count"),
    [
        ("trec-rag-2025/umbrela-codex-gpt5.5-v1.qrels", 26_341),
        ("trec-rag-2025/umbrela-qwen3.5-9b-v2.qrels", 26_341),
        ("ikat-2024/llm-gpt4-pool-depth-30.txt", 32_999),
    ],
)
def test_it_reads_the_published_judgments(path: str, count: int) -> None:
    labels: list[Qrel]
    labels, report = read_data(read_qrels, path, grades=range(5))
    assert (len(labels), report.groups()) == (count, [])
    assert not any(label.docid != label.docid.strip() for label in labels)
