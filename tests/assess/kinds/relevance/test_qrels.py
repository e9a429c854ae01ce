import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from assess.judging.labels.reader import labels_of
from assess.judging.models import Change, Judge
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.models import RelevanceLabel
from runs.models import Import, Segment, Track
from tests.make import make_judge, make_person, make_topic, make_track
from tests.runs.import_form import DOCID, bring_in, found, row_counts, sentence

pytestmark = pytest.mark.both_stacks

QRELS = "14 0 d1 2\n14 0 d2 0\n31 0 d1 4\n31 Q0 shard_00001_22 1\n"


@pytest.fixture
def track(db: None) -> Track:
    track = make_track()
    make_topic(track, "14")
    make_topic(track, "31")
    return track


def labels(name: str = "nist") -> dict[tuple[str, str], str]:
    rows = RelevanceLabel._base_manager.filter(judge__name=name)
    values = rows.values_list("topic__name", "segment__docid", "value")
    return {(topic, docid): value for topic, docid, value in values}


def test_a_new_name_makes_an_import_judge(track: Track) -> None:
    row = bring_in(track, "qrels", QRELS, judge="nist")
    assert (row.state, row.counts) == (Import.LANDED, {"labels": 4})
    judge = Judge.objects.visible().get()
    assert (judge.kind, judge.sha256) == (Judge.IMPORT, row.sha256)
    assert labels()["31", "shard_00001_22"] == "1"
    assert Change.objects.count() == 4


def test_unjudged_rows_are_skipped_and_counted(track: Track) -> None:
    row = bring_in(track, "qrels", QRELS + "14 0 d9 -1\n", judge="nist")
    assert row.counts == {"labels": 4}
    assert found(row)["unjudged"] == [5]
    assert not Segment.objects.filter(docid="d9").exists()


def test_a_file_without_a_label_is_refused(track: Track) -> None:
    row = bring_in(track, "qrels", "14 0 d9 -1\n", judge="nist")
    assert sentence(row).startswith("The file contains no label")
    assert not Judge.objects.exists()


def test_the_same_labels_again_change_nothing(track: Track) -> None:
    bring_in(track, "qrels", QRELS, judge="nist")
    before = row_counts()
    assert bring_in(track, "qrels", QRELS, judge="nist").state == Import.UNCHANGED
    assert row_counts() == before


def test_it_refuses_other_labels_and_counts_those_that_would_go(track: Track) -> None:
    bring_in(track, "qrels", QRELS, judge="nist")
    before = row_counts()
    row = bring_in(track, "qrels", "14 0 d1 3\n14 0 new 1\n", judge="nist")
    said = sentence(row)
    assert "Judge nist has 4 relevance labels already, of which 4 would change" in said
    assert row_counts() == before


def test_a_file_that_only_adds_labels_needs_no_replace(track: Track) -> None:
    bring_in(track, "qrels", QRELS, judge="nist")
    row = bring_in(track, "qrels", QRELS + "14 0 new 1\n", judge="nist")
    assert row.state == Import.LANDED
    assert len(labels_of(Judge.objects.get(), RELEVANCE)) == 5
    assert Change.objects.count() == 5


def test_replace_leaves_a_trace_of_each_change(track: Track) -> None:
    bring_in(track, "qrels", QRELS, judge="nist")
    other = "14 0 d1 3\n14 0 d2 0\n14 0 new 1\n"
    row = bring_in(track, "qrels", other, judge="nist", replace=True)
    assert row.state == Import.LANDED
    judge = Judge.objects.get()
    assert set(labels_of(judge, RELEVANCE).values()) == {"3", "0", "1"}
    new = Change.objects.order_by("pk")[4:]
    assert sorted((change.before, change.after) for change in new) == [
        ("", "1"),
        ("1", ""),
        ("2", "3"),
        ("4", ""),
    ]


def test_it_gives_nobody_elses_labels(track: Track, ada: User) -> None:
    make_person(ada, track)
    make_judge(track, "gpt", kind=Judge.MODEL)
    before = row_counts()
    said = sentence(bring_in(track, "qrels", QRELS, judge="ada"))
    assert said.startswith("ada is a person of this track")
    said = sentence(bring_in(track, "qrels", QRELS, judge="gpt"))
    assert said.startswith("gpt is a model of this track")
    assert row_counts() == before


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("99 0 d1 2", "unknown_topic"),
        ("14 0 d1 7", "off_scale"),
        ("14 0 d1 high", "bad_number"),
        ("14 0 d1 3", "contradicting_row"),
        ("14 0 d1", "wrong_columns"),
        ("14 0 " + "d" * 256 + " 1", "long_name"),
        ("14 0 d\0 1", "nul_character"),
    ],
)
def test_it_refuses_bad_lines_and_writes_nothing(
    track: Track, line: str, kind: str
) -> None:
    before = row_counts()
    row = bring_in(track, "qrels", QRELS + line + "\n", judge="nist")
    assert row.state == Import.REFUSED
    assert found(row)[kind] == [5]
    assert row_counts() == before


def test_a_finding_shows_its_line_with_the_offending_part(track: Track) -> None:
    row = bring_in(track, "qrels", QRELS + "14 0 d7 9\n", judge="nist")
    example = row.findings[0]["examples"][0]
    assert example["excerpt"] == {"before": "14 0 d7 ", "marked": "9", "after": ""}
    assert row.findings[0]["do"]


def test_twenty_thousand_labels_take_few_statements(track: Track) -> None:
    content = "".join(f"14 0 d{number} {number % 5}\n" for number in range(20_000))
    with CaptureQueriesContext(connection) as queries:
        assert bring_in(track, "qrels", content, judge="nist").state == Import.LANDED
    assert len(queries) < (900 if connection.vendor == "sqlite" else 150)


def test_docids_of_another_corpus_are_counted_as_warnings(track: Track) -> None:
    good = f"14 0 {DOCID.format(1)} 2\n"
    row = bring_in(track, "qrels", good + QRELS, judge="nist")
    assert (row.state, row.counts) == (Import.LANDED, {"labels": 5})
    assert found(row) == {"bad_label_docid": [2, 3, 4, 5]}
    assert row.verdict == "Accepted, with 1 kind of warning (4 in all)"


def test_a_profile_may_refuse_labels_of_another_corpus(db: None) -> None:
    track = make_track()
    track.profile_text += 'bad_label_docid = "error"\n'
    track.save()
    make_topic(track, "14")
    row = bring_in(track, "qrels", "14 0 d1 2\n", judge="nist")
    assert (row.verdict, row.counts) == ("Not accepted: 1 error", {})


def test_a_thousand_equal_warnings_stand_below_the_one_that_differs(
    track: Track,
) -> None:
    lines = "".join(f"14 0 d{number} 1\n" for number in range(1_000))
    row = bring_in(track, "qrels", lines + "14 0 d0 1\n31 0 d1 1.0\n", judge="nist")
    assert row.verdict == "Accepted, with 3 kinds of warning (1,003 in all)"
    kinds = [(each["kind"], each["count"]) for each in row.findings]
    assert kinds == [
        ("duplicate_row", 1),
        ("decimal_grade", 1),
        ("bad_label_docid", 1_001),
    ]
