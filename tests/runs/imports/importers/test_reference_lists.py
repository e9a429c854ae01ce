"""Reference lists: AG runs are held to them, and they are scored as control runs."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.support.kind import SUPPORT
from runs.models import Citation, Import, RankedList, Run, Segment, Track
from runs.pools import judged_pools
from tests.make import make_judge, make_label, make_topic, make_track
from tests.page import markup
from tests.runs.import_form import DOCID, answer, bring_in, found, sentence

pytestmark = pytest.mark.both_stacks

LIST = f"14 2 {DOCID.format(3)}\n14 1 {DOCID.format(1)}\n"
AG = answer("14", "Salt.", "Ice.") + "\n"  # it names documents 1 and 2


@pytest.fixture
def track(omar: User) -> Track:
    track = make_track(organizer=omar)
    make_topic(track, "14")
    make_topic(track, "15")
    return track


def test_a_list_becomes_a_control_run_in_its_order(track: Track) -> None:
    row = bring_in(track, "reference_list", LIST, task="r", control=True)
    assert (row.state, row.counts) == (Import.LANDED, {"topics": 1})
    run = Run.objects.get()
    assert (run.name, run.control, run.is_reference) == ("reference-list", True, True)
    ranked = RankedList.objects.get()
    docids = Segment.objects.in_bulk(ranked.segment_ids)
    assert [docids[pk].docid for pk in ranked.segment_ids] == [
        DOCID.format(1),
        DOCID.format(3),
    ]
    assert ranked.scores == [-1.0, -2.0]


def test_documents_outside_the_list_are_warnings(track: Track) -> None:
    bring_in(track, "reference_list", LIST, task="r", control=True)
    row = bring_in(track, "run", AG + answer("15", "No list.") + "\n", task="ag")
    assert row.state == Import.LANDED
    (outside,) = [f for f in row.findings if f["kind"] == "outside_reference_list"]
    assert (outside["severity"], outside["count"]) == ("warning", 1)
    assert outside["examples"][0]["line"] == 1
    assert DOCID.format(2) in outside["examples"][0]["found"]
    assert Run.objects.get(task=Run.AG).outside == 1


def test_rag_runs_cite_what_they_like(track: Track) -> None:
    bring_in(track, "reference_list", LIST, task="r", control=True)
    row = bring_in(track, "run", AG, task="rag")
    assert "outside_reference_list" not in found(row)
    assert Run.objects.get(task=Run.RAG).outside is None


def test_runs_that_came_before_the_list_are_held_to_it_too(track: Track) -> None:
    bring_in(track, "run", AG, task="ag")
    assert Run.objects.get(task=Run.AG).outside is None
    bring_in(track, "reference_list", LIST, task="r", control=True)
    assert Run.objects.get(task=Run.AG).outside == 1
    more = LIST + f"14 3 {DOCID.format(2)}\n"
    row = bring_in(track, "reference_list", more, task="r", control=True, replace=True)
    assert row.state == Import.LANDED, row.findings
    assert Run.objects.get(task=Run.AG).outside == 0
    assert Run.objects.filter(is_reference=True).count() == 1


def test_another_list_replaces_only_when_asked(track: Track) -> None:
    bring_in(track, "reference_list", LIST, task="r", control=True)
    other = bring_in(track, "reference_list", LIST[:-1], task="r", control=True)
    assert "with other content" in sentence(other)


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("14 1", "wrong_columns"),
        ("14 first d1", "bad_number"),
        ("16 1 d1", "unknown_topic"),
        (f"14 3 {DOCID.format(1)}", "contradicting_row"),
    ],
)
def test_a_bad_line_is_named_and_nothing_lands(
    track: Track, line: str, kind: str
) -> None:
    row = bring_in(track, "reference_list", f"{LIST}{line}\n", task="r", control=True)
    assert row.state == Import.REFUSED
    assert found(row)[kind] == [3]
    assert not Run.objects.exists()


def test_the_list_is_scored_and_stays_outside_the_pool(
    track: Track, omar_client: Client, tmp_path: Path
) -> None:
    file = tmp_path / "list.tsv"
    file.write_text(LIST)
    call_command("import_reference_list", track.slug, str(file), stdout=StringIO())
    topic, segment = track.topics.get(name="14"), Segment.objects.earliest("pk")
    Segment.objects.update(text="Salt.")
    assert judged_pools([topic]).get(topic.pk, set()) == set()
    make_label(RELEVANCE, make_judge(track), topic, segment, value="3")
    page = markup(omar_client.get(f"/tracks/{track.uuid}/scores/retrieval/"))
    assert "reference-list" in page


def test_the_leaderboard_says_how_many_are_outside(
    track: Track, omar_client: Client
) -> None:
    bring_in(track, "run", AG, task="ag")
    bring_in(track, "reference_list", LIST, task="r", control=True)
    judge = make_judge(track)
    for citation in Citation.objects.all():
        make_label(SUPPORT, judge, citation, value="full_support")
    page = markup(omar_client.get(f"/tracks/{track.uuid}/scores/support/"))
    assert "tides-a names 1 document that is not on the reference list." in page
    run = Run.objects.get(task=Run.AG)
    page = markup(omar_client.get(f"/tracks/{track.uuid}/runs/{run.uuid}/"))
    assert "outside the reference list" in page
