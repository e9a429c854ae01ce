import json

import pytest

from assess.judging.models import Change, Judge
from nuggets.models import AssignmentLabel
from runs.models import Import, Track
from tests.make import (
    make_bank,
    make_response,
    make_run,
    make_topic,
    make_track,
    make_version,
)
from tests.runs.import_form import bring_in, found, row_counts, sentence

pytestmark = pytest.mark.both_stacks

TEXTS = ("salt sinks", "ice floats", "ice floats")


def row_of(*values: str, run: str = "run-a", topic: str = "14") -> str:
    nuggets = [
        {"text": text, "importance": "vital", "assignment": value}
        for text, value in zip(TEXTS, values, strict=False)
    ]
    return json.dumps({"qid": topic, "run_id": run, "nuggets": nuggets}) + "\n"


FILE = row_of("support", "not_support", "partial_support") + row_of(
    "not_support", "not_support", run="run-b"
)


@pytest.fixture
def track(db: None) -> Track:
    track = make_track()
    topic = make_topic(track, "14")
    for name in ("run-a", "run-b"):
        make_response(make_run(track, name), topic)
    make_version(make_bank(track, "dev"), topic, TEXTS)
    return track


def labels() -> list[tuple[str, str]]:
    rows = AssignmentLabel._base_manager.order_by("response__run__name", "nugget")
    return list(rows.values_list("response__run__name", "value"))


def test_labels_find_their_nuggets_by_position_and_text(track: Track) -> None:
    row = bring_in(track, "assignments", FILE, bank="dev", judge="nist")
    assert (row.state, row.counts) == (Import.LANDED, {"labels": 5})
    assert Judge.objects.visible().get().kind == Judge.IMPORT
    assert labels() == [
        ("run-a", "support"),
        ("run-a", "not_support"),
        ("run-a", "partial_support"),
        ("run-b", "not_support"),
        ("run-b", "not_support"),
    ]


def test_labels_in_another_order_find_their_nuggets_by_text(track: Track) -> None:
    data = json.loads(row_of("support", "not_support"))
    data["nuggets"].reverse()
    bring_in(track, "assignments", json.dumps(data), bank="dev", judge="nist")
    assert labels() == [("run-a", "support"), ("run-a", "not_support")]


def test_the_same_labels_again_change_nothing(track: Track) -> None:
    bring_in(track, "assignments", FILE, bank="dev", judge="nist")
    before = row_counts()
    row = bring_in(track, "assignments", FILE, bank="dev", judge="nist")
    assert row.state == Import.UNCHANGED
    assert row_counts() == before


def test_other_labels_are_refused_and_replaced_with_a_trace(track: Track) -> None:
    bring_in(track, "assignments", FILE, bank="dev", judge="nist")
    before = row_counts()
    other = row_of("not_support", "not_support", "partial_support")
    row = bring_in(track, "assignments", other, bank="dev", judge="nist")
    assert "5 assignment labels already, of which 3 would change" in sentence(row)
    assert row_counts() == before
    bring_in(track, "assignments", other, bank="dev", judge="nist", replace=True)
    assert Change.objects.count() == 5 + 3
    assert AssignmentLabel.objects.exclude(value="").count() == 3


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        (row_of("support", run="run-z"), "no_response"),
        (row_of("support", topic="99"), "no_response"),
        (row_of("support").replace("salt", "malt"), "unknown_nugget"),
        (row_of("maybe"), "bad_label"),
        (row_of("support", run="run-b"), "duplicate_topic"),
    ],
)
def test_it_refuses_bad_lines_and_writes_nothing(
    track: Track, line: str, kind: str
) -> None:
    before = row_counts()
    row = bring_in(track, "assignments", FILE + line, bank="dev", judge="nist")
    assert row.state == Import.REFUSED
    assert found(row)[kind] == [3]
    assert row_counts() == before


def test_an_unknown_bank_names_those_there_are(track: Track) -> None:
    row = bring_in(track, "assignments", FILE, bank="other", judge="nist")
    assert sentence(row) == "There is no bank 'other'. Banks: dev."


@pytest.fixture
def ikat(db: None) -> Track:
    track = make_track(profile="ikat24")
    topic = make_topic(track, "4_1")
    make_response(make_run(track, "long_run_name"), topic)
    gold = {"4_1": {"[2]": {"text": "salt sinks", "relevance": "2"}}}
    bring_in(track, "nuggets", json.dumps(gold), bank="gold")
    return track


def test_matching_labels_go_by_number_and_alias(ikat: Track) -> None:
    row = bring_in(
        ikat,
        "assignments",
        "1_4_1_2_uva-1\t1\n1_4_1_2_other-1\t0\n",
        bank="gold",
        judge="human",
        aliases="uva-1\tlong_run_name\n",
    )
    assert row.counts == {"labels": 1}
    assert found(row) == {"unknown_alias": [2]}
    assert labels() == [("long_run_name", "support")]


def test_two_batches_that_contradict_are_refused(ikat: Track) -> None:
    row = bring_in(
        ikat,
        "assignments",
        "1_4_1_2_long_run_name\t1\n2_4_1_2_long_run_name\t0\n",
        bank="gold",
        judge="human",
    )
    assert found(row) == {"contradicting_row": [2]}
    assert not Judge.objects.exists()
