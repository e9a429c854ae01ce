import pytest

from runs.kernel.checks.catalogue import KINDS
from runs.kernel.checks.findings import BadFile, Finding, Notes, Report, Words, show


def test_an_empty_report_raises_nothing() -> None:
    report = Report()
    report.raise_if_errors()
    assert (report.groups(), report.errors, report.warnings) == ([], 0, 0)


def test_it_counts_all_and_keeps_a_few() -> None:
    report = Report(keep=2)
    for line in range(1, 6):
        Notes(report, "run").add("bad_score", line)
    (group,) = report.groups()
    assert group.total == report.errors == 5
    assert [note.line for note in group.examples] == [1, 2]


def test_errors_come_first_and_then_the_rarest() -> None:
    report = Report()
    notes = Notes(report, "run")
    for kind in ("blank_line", "bad_q0", "bad_q0", "unknown_topic"):
        notes.add(kind, 1)
    kinds = [group.kind for group in report.groups()]
    assert kinds == ["unknown_topic", "blank_line", "bad_q0"]


def test_warnings_alone_do_not_refuse_a_file() -> None:
    report = Report()
    Notes(report, "run").add("blank_line", 3)
    report.raise_if_errors()
    assert report.warnings == 1


def test_a_bad_file_carries_its_report() -> None:
    report = Report()
    Notes(report, "run").add("unknown_topic", 3)
    with pytest.raises(BadFile) as caught:
        report.raise_if_errors()
    assert caught.value.report is report


@pytest.mark.parametrize(
    ("setting", "expected"), [("off", []), ("warning", ["warning"])]
)
def test_a_profile_says_how_grave_a_kind_is(setting: str, expected: list[str]) -> None:
    report = Report()
    Notes(report, "run", {"unknown_topic": setting}).add("unknown_topic", 1)  # type: ignore[dict-item]
    assert [note.severity for note in report] == expected


def test_what_loses_data_stays_an_error_whatever_the_profile_says() -> None:
    report = Report()
    Notes(report, "run", {"bad_score": "off"}).add("bad_score", 1)
    assert report.errors == 1


def test_a_finding_says_itself_in_one_line() -> None:
    finding = Finding(
        "error", "bad_score", "a.tsv", 7, "score", "'NaN'", "a number", "Not finite."
    )
    assert str(finding) == (
        "a.tsv:7: error: Not finite. (score; found 'NaN'; expected a number)"
    )


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("", "''"),
        ("a\0\ud800", "'a\\x00\\ud800'"),
        (True, "true"),
        ([1], "a list of 1"),
        ({}, "an object of 0"),
        (None, "null"),
        (Words("3 lines"), "3 lines"),
    ],
)
def test_values_are_shown_short_and_printable(value: object, shown: str) -> None:
    assert show(value) == shown


def test_a_long_value_is_cut() -> None:
    assert len(show("x" * 1000)) == len(show(10**1000)) == 80


def test_every_kind_is_a_sentence() -> None:
    assert all(kind.message.endswith(".") for kind in KINDS.values())
    assert all(kind.severity == "error" for kind in KINDS.values() if kind.fixed)
