"""Runs are stored, found again, and refused where they are not whole."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from nuggets.assignment.kind import ASSIGNMENT
from nuggets.models import AssignmentLabel
from runs.models import (
    Citation,
    Import,
    RankedList,
    Response,
    Run,
    Segment,
    Sentence,
    Track,
)
from tests.make import (
    make_bank,
    make_judge,
    make_label,
    make_track,
    make_version,
    nuggets_of,
)
from tests.runs.import_form import (
    DOCID,
    answer,
    bring_in,
    found,
    ranking,
    row_counts,
    sentence,
)
from tests.runs.imports.importers.lines import FILE, OTHER

pytestmark = pytest.mark.both_stacks


def make_labels(track: Track) -> None:
    """Label one nugget of each topic on each response."""
    bank, judge = make_bank(track), make_judge(track)
    for response in Response.objects.visible().filter(run__track=track):
        version = make_version(bank, response.topic, ["a nugget"])
        nugget = nuggets_of(version)[0]
        make_label(ASSIGNMENT, judge, nugget, response, value="support")


def test_it_stores_sentences_and_citations(track: Track) -> None:
    row = bring_in(track, "run", FILE, task="rag", group="tidal", priority=2)
    assert (row.state, row.counts) == (Import.LANDED, {"topics": 2})
    run = Run.objects.visible().get()
    assert (run.name, run.group, run.type, run.priority) == (
        "tides-a",
        "tidal",
        "automatic",
        2,
    )
    response = run.responses.get(topic__name="14")
    assert (response.text, response.words, response.line) == (
        "Salt lowers it. It sinks.",
        5,
        1,
    )
    assert [s.text for s in response.sentences.all()] == [
        "Salt lowers it.",
        "It sinks.",
    ]
    assert Citation.objects.count() == 3
    assert set(Segment.objects.values_list("docid", flat=True)) == {
        DOCID.format(1),
        DOCID.format(2),
    }


def test_it_stores_a_ranking_as_one_row_a_topic(track: Track) -> None:
    bring_in(track, "run", ranking(("14", 5, 2.5), ("14", 3, 1.0)), task="r")
    ranked = RankedList.objects.get()
    docids = dict(Segment.objects.values_list("pk", "docid"))
    assert [docids[pk] for pk in ranked.segment_ids] == [
        DOCID.format(5),
        DOCID.format(3),
    ]
    assert ranked.scores == [2.5, 1.0]


def test_a_ranking_deeper_than_the_track_is_cut(track: Track) -> None:
    rows = [("14", number, 200.0 - number) for number in range(130)]
    row = bring_in(track, "run", ranking(*rows), task="r")
    assert row.warnings >= 1
    assert len(RankedList.objects.get().segment_ids) == 100


@pytest.mark.parametrize("task", ["rag", "r"])
def test_the_same_file_again_changes_nothing(track: Track, task: str) -> None:
    content = FILE if task == "rag" else ranking(("14", 5, 2.5))
    bring_in(track, "run", content, task=task)
    before = row_counts()
    assert bring_in(track, "run", content, task=task).state == Import.UNCHANGED
    assert row_counts() == before


def test_equal_responses_in_other_bytes_change_nothing(track: Track) -> None:
    bring_in(track, "run", FILE, task="rag")
    assert bring_in(track, "run", FILE + "\n", task="rag").state == Import.UNCHANGED


def test_it_refuses_another_content_and_names_its_labels(track: Track) -> None:
    bring_in(track, "run", FILE, task="rag")
    make_labels(track)
    before = row_counts()
    said = sentence(bring_in(track, "run", OTHER, task="rag"))
    assert "Run tides-a is in already with other content" in said
    assert "put away 1 of its responses, with 1 assignment labels" in said
    assert row_counts() == before


def test_it_names_other_content_beside_other_particulars(track: Track) -> None:
    bring_in(track, "run", FILE, task="rag", priority=1)
    said = sentence(bring_in(track, "run", OTHER, task="rag", priority=2))
    assert "is in already with other content: priority is 1, this import" in said


def test_replace_keeps_equal_responses_with_their_labels(track: Track) -> None:
    bring_in(track, "run", FILE, task="rag")
    make_labels(track)
    kept = Response.objects.get(topic__name="14").uuid
    row = bring_in(track, "run", OTHER, task="rag", replace=True)
    assert row.counts == {"topics": 2, "kept": 1}
    run = Run.objects.visible().get()
    assert Response.objects.visible().get(topic__name="14").uuid == kept
    assert run.responses.get(topic__name="31").text == "Ports pay."
    assert AssignmentLabel.objects.filter(response__run=run).count() == 1
    gone = Response.objects.exclude(deleted_at=None).get()
    assert (gone.text, gone.run.deleted_at is None) == ("Ships pay.", False)
    assert AssignmentLabel.objects.filter(response=gone).count() == 1


def test_a_run_put_away_can_come_in_again(track: Track) -> None:
    bring_in(track, "run", FILE, task="rag")
    Run.objects.update(deleted_at="2026-03-01T00:00Z")
    assert bring_in(track, "run", FILE, task="rag").state == Import.LANDED
    assert Run.objects.visible().count() == 1


@pytest.mark.parametrize(
    ("content", "task", "kind", "line"),
    [
        (FILE + "\n" + answer("99", "No."), "rag", "unknown_topic", 3),
        (FILE + "\n" + answer("14", "Again."), "rag", "duplicate_topic", 3),
        (FILE + "\n{", "rag", "bad_json", 3),
        (answer("14", "A.", cites=[7]), "rag", "citation_range", 1),
        (answer("14", "A.", tag="x" * 151), "rag", "long_name", None),
        (answer("14", "A.").replace("A.", "\\ud83d"), "rag", "lone_surrogate", 1),
        (answer("14", "A.").replace("A.", "\\u0000"), "rag", "nul_character", 1),
        ("14 Q0 d 1 nan t\n", "r", "bad_score", 1),
        ("14 Q0 d 1 2 t\n14 Q0 d 2 1 t\n", "r", "repeated_document", 2),
        ("14 Q0 " + "d" * 256 + " 1 2 t\n", "r", "long_name", 1),
        ("14 Q0 d 1 2\n", "r", "wrong_columns", 1),
    ],
)
def test_it_refuses_bad_lines_and_writes_nothing(
    track: Track, content: str, task: str, kind: str, line: int | None
) -> None:
    before = row_counts()
    row = bring_in(track, "run", content, task=task)
    assert row.state == Import.REFUSED
    assert found(row)[kind] == [line]
    assert row_counts() == before


def test_it_needs_topics_first(db: None) -> None:
    row = bring_in(make_track(), "run", FILE, task="rag")
    assert sentence(row).endswith("Import the topics first.")


def test_the_wrong_task_is_told_apart(track: Track) -> None:
    row = bring_in(track, "run", ranking(("14", 5, 2.5)), task="rag")
    assert "with task Retrieval." in sentence(row)
    row = bring_in(track, "run", FILE, task="r")
    assert "with task Retrieval-augmented generation." in sentence(row)


def test_rules_that_a_track_made_warnings_break_nothing(track: Track) -> None:
    track.profile_text += (
        '\nunknown_topic = "warning"\nduplicate_topic = "warning"'
        '\nrepeated_document = "warning"\n'
    )
    track.save()
    more = answer("99", "No.") + "\n" + answer("14", "Again.")
    assert bring_in(track, "run", FILE + "\n" + more, task="rag").state == Import.LANDED
    assert Response.objects.count() == 2
    rows = ranking(("14", 5, 2.5), ("14", 5, 2.0), ("99", 1, 1.0))
    assert bring_in(track, "run", rows, task="r").state == Import.LANDED
    assert len(RankedList.objects.get().segment_ids) == 1


def statements(track: Track, sentences: int, tag: str) -> int:
    content = answer("14", *["So it is."] * sentences, tag=tag)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert bring_in(track, "run", content, task="rag").state == Import.LANDED
    return len(queries)


def test_statements_do_not_grow_by_the_sentence(track: Track) -> None:
    assert statements(track, 50, "b") <= statements(track, 1, "a") + 2
    assert Sentence.objects.count() == 51
