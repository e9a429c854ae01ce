import json

import pytest

from accounts.models import User
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.models import AssignmentLabel, Bank, BankVersion, Listing, Nugget
from runs.models import Import, Subnarrative, Track
from tests.make import (
    make_bank,
    make_judge,
    make_label,
    make_response,
    make_run,
    make_topic,
    make_track,
    make_version,
)
from tests.runs.import_form import bring_in, found, row_counts, sentence

pytestmark = pytest.mark.both_stacks


def bank_file(*texts: str, topic: str = "14", mapped: str = "") -> str:
    nuggets = [
        {"text": text, "importance": "vital", "mapped_sub_narrative": mapped}
        for text in texts
    ]
    return json.dumps({"qid": topic, "query": "?", "nuggets": nuggets}) + "\n"


FILE = bank_file("salt sinks", "ice floats", mapped='"Why"') + bank_file(
    "x", topic="31"
)
GOLD = json.dumps({"14": {"[3]": {"text": "salt sinks", "relevance": "2"}}})


@pytest.fixture
def track(db: None) -> Track:
    track = make_track()
    make_topic(track, "14")
    make_topic(track, "31")
    return track


def current(topic: str = "14") -> list[Listing]:
    versions = BankVersion.objects.current().filter(topic__name=topic)
    return list(Listing.objects.filter(version__in=versions))


def make_labels(track: Track) -> None:
    """Label every nugget of topic 14 on one response."""
    response = make_response(make_run(track), track.topics.get(name="14"))
    judge = make_judge(track)
    for listing in current():
        make_label(ASSIGNMENT, judge, listing.nugget, response, value="support")


def test_a_bank_comes_in_frozen_with_its_subnarratives(track: Track) -> None:
    row = bring_in(track, "nuggets", FILE, bank="dev")
    assert (row.state, row.counts) == (Import.LANDED, {"topics": 2, "nuggets": 3})
    bank = Bank.objects.visible().get()
    assert (bank.origin, bank.sha256) == (Bank.IMPORTED, row.sha256)
    assert set(bank.versions.values_list("state", flat=True)) == {BankVersion.FROZEN}
    assert [(x.nugget.text, x.importance, str(x.subnarrative)) for x in current()] == [
        ("salt sinks", "vital", "Why"),
        ("ice floats", "vital", "Why"),
    ]


def test_gold_nuggets_keep_their_numbers_and_grades(track: Track) -> None:
    bring_in(track, "nuggets", GOLD, bank="gold")
    assert current()[0].details == {"number": 3, "grade": 2}


def test_a_source_without_an_end_is_refused(track: Track) -> None:
    nugget = {"text": "t", "importance": "vital", "source": "x" * 151}
    file = json.dumps({"qid": "14", "query": "?", "nuggets": [nugget]})
    row = bring_in(track, "nuggets", file, bank="dev")
    assert row.state == Import.REFUSED
    assert "at most 150 characters" in str(row.findings)


def test_the_same_bank_again_changes_nothing(track: Track) -> None:
    bring_in(track, "nuggets", FILE, bank="dev")
    before = row_counts()
    assert bring_in(track, "nuggets", FILE, bank="dev").state == Import.UNCHANGED
    assert row_counts() == before


def test_it_refuses_other_nuggets_and_counts_the_labels_left(track: Track) -> None:
    bring_in(track, "nuggets", FILE, bank="dev")
    make_labels(track)
    before = row_counts()
    other = bank_file("salt sinks", "ice sinks", mapped="Why")
    said = sentence(bring_in(track, "nuggets", other, bank="dev"))
    assert "Bank dev is in already with other nuggets on topics 14" in said
    assert "leave 1 assignment labels behind" in said
    assert row_counts() == before


def test_replace_keeps_equal_texts_with_their_labels(track: Track) -> None:
    bring_in(track, "nuggets", FILE, bank="dev")
    make_labels(track)
    ids = {listing.nugget.text: listing.nugget_id for listing in current()}
    other = bank_file("new", "ice floats", "salt sinks", "salt sinks", mapped="Why")
    row = bring_in(track, "nuggets", other, bank="dev", replace=True)
    assert row.counts == {"topics": 1, "nuggets": 4}
    now = [(listing.nugget.text, listing.nugget_id) for listing in current()]
    assert now[1:3] == [
        ("ice floats", ids["ice floats"]),
        ("salt sinks", ids["salt sinks"]),
    ]
    assert now[3][1] not in ids.values()
    assert AssignmentLabel.objects.filter(nugget__in=ids.values()).count() == 2
    numbers = BankVersion.objects.filter(topic__name="14").values_list(
        "number", flat=True
    )
    assert list(numbers) == [1, 2]
    assert BankVersion.objects.filter(topic__name="31").count() == 1


def test_equal_texts_at_their_places_stay_two(track: Track) -> None:
    bring_in(track, "nuggets", bank_file("same", "same"), bank="dev")
    ids = [listing.nugget_id for listing in current()]
    bring_in(track, "nuggets", bank_file("same", "same", "z"), bank="dev", replace=True)
    assert [listing.nugget_id for listing in current()][:2] == ids
    assert Nugget.objects.count() == 3


def test_a_bank_made_here_is_never_replaced(track: Track) -> None:
    make_version(make_bank(track, "ours"), track.topics.get(name="14"))
    row = bring_in(track, "nuggets", FILE, bank="ours", replace=True)
    assert sentence(row).startswith("Bank ours was made here.")


@pytest.mark.parametrize(
    ("content", "kind", "line"),
    [
        (FILE + bank_file("y", topic="99"), "unknown_topic", 3),
        (FILE + bank_file("y"), "duplicate_topic", 3),
        (FILE + "nonsense", "bad_json", 3),
        (FILE + bank_file(" ", topic="15"), "empty_text", 3),
        (FILE + '{"qid": "14"}', "missing_field", 3),
        ("", "empty_file", None),
    ],
)
def test_it_refuses_bad_files_and_writes_nothing(
    track: Track, content: str, kind: str, line: int | None
) -> None:
    before = row_counts()
    row = bring_in(track, "nuggets", content, bank="dev")
    assert row.state == Import.REFUSED
    assert found(row)[kind] == [line]
    assert row_counts() == before


def test_a_file_without_nuggets_is_refused(track: Track) -> None:
    row = bring_in(track, "nuggets", bank_file(), bank="dev")
    assert sentence(row) == "The file contains no nugget."
    assert not Bank.objects.exists()


def test_a_bank_that_fails_to_land_leaves_no_subnarrative(
    track: Track, omar: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: object, **_more: object) -> None:
        raise RuntimeError("no disk")

    monkeypatch.setattr("nuggets.banks.importer.write_version", fail)
    before = row_counts()
    row = bring_in(track, "nuggets", FILE, bank="dev")
    assert row.verdict == "Failed by an error of ours"
    assert row_counts() == before
    assert not Subnarrative.objects.exists()
