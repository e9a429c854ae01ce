"""Imports of support labels: both forms, their findings, what goes out again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import User
from assess.judging.models import Judge
from assess.kinds.support.models import SupportLabel
from runs.models import Citation, Import, Response, Segment, Sentence, Track
from tests.make import (
    make_person,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
)
from tests.real_data import real
from tests.runs.import_form import bring_in, found, sentence

pytestmark = pytest.mark.both_stacks

HEAD = "topic,run,sentence,docid,label\n"
CSV = HEAD + "14,run-a,0,d1,Full Support\n14,run-a,1,d2,PS\n"
FULL, PARTIAL, NO = "full_support", "partial_support", "no_support"


def cite(response: Response, place: int, *segments: Segment) -> None:
    row = Sentence.objects.get(response=response, position=place)
    Citation.objects.bulk_create(
        Citation(sentence=row, position=order, segment=segment)
        for order, segment in enumerate(segments)
    )


@pytest.fixture
def track(db: None) -> Track:
    """A track with a response of four sentences, of which the third cites nothing."""
    track = make_track(profile="rag24")
    response = make_response(
        make_run(track), make_topic(track), ("A.", "B.", "C.", "D.")
    )
    first, second = make_segment(track, "d1"), make_segment(track, "d2")
    cite(response, 0, first, second)
    cite(response, 1, second)
    cite(response, 3, first)
    return track


def labels(name: str) -> dict[tuple[int, str], str]:
    rows = SupportLabel._base_manager.filter(judge__name=name)
    columns = ("citation__sentence__position", "citation__segment__docid", "value")
    return {(place, docid): value for place, docid, value in rows.values_list(*columns)}


def answer(*given: Sequence[tuple[str, str]], texts: Sequence[str] = "ABCD") -> str:
    """Return an answer of RAGDoll with the labels of each sentence's citations."""
    sentences = [
        {
            "sentenceID": place,
            "text": f"{text}.",
            "citations": [
                {"citationID": order, "reference": docid, "support": label}
                for order, (docid, label) in enumerate(each)
            ],
        }
        for place, (text, each) in enumerate(zip(texts, given, strict=True))
    ]
    row = {"topic_id": "14", "narrative_id": "14", "run_id": "run-a"}
    return json.dumps(row | {"sentences": sentences}) + "\n"


WORKED = answer([("d1", "2"), ("d2", "0")], [("d2", "1")], [], [("d1", "-1")])


def run(*words: str) -> str:
    out = StringIO()
    call_command(*words, stdout=out, stderr=StringIO())
    return out.getvalue()


def test_five_columns_make_an_import_judge(track: Track) -> None:
    row = bring_in(track, "support", CSV, judge="nist")
    assert (row.state, row.counts) == (Import.LANDED, {"labels": 2})
    assert labels("nist") == {(0, "d1"): FULL, (1, "d2"): PARTIAL}
    assert bring_in(track, "support", CSV, judge="nist").state == Import.UNCHANGED


def test_the_worked_example_has_its_scores(track: Track, tmp_path: Path) -> None:
    assert bring_in(track, "support", WORKED, judge="nist").state == Import.LANDED
    out = tmp_path / "metrics"
    words = ["support-metrics", "--judge", "nist", "--out", str(out)]
    run("export", track.slug, *words)
    (scores,) = map(json.loads, out.read_text().splitlines())
    assert {name: round(scores[name], 4) for name in scores if "weighted" in name} == {
        "weighted_precision_first_citation": 0.75,
        "weighted_recall_first_citation": 0.5,
        "weighted_precision_all_judged_citations": 0.5,
        "weighted_recall_all_judged_citations": 0.3333,
    }


def test_what_went_out_comes_in_again(track: Track, tmp_path: Path) -> None:
    exempt = HEAD + "14,run-a,3,d1,needs no citation\n"
    bring_in(track, "support", WORKED, judge="nist")
    bring_in(track, "support", exempt, judge="other")
    for name, judge in (("support", "nist"), ("support", "other")):
        out = tmp_path / judge
        run("export", track.slug, name, "--judge", judge, "--out", str(out))
        bring_in(track, "support", out.read_text(), judge=f"{judge} again")
        assert labels(f"{judge} again") == labels(judge)
    out = tmp_path / "rows"
    run("export", track.slug, "support-judgments", "--judge", "nist", "--out", str(out))
    bring_in(track, "support", out.read_text(), judge="rows")
    assert labels("rows") == labels("nist")


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("14,run-b,0,d1,FS", "no_response"),
        ("15,run-a,0,d1,FS", "no_response"),
        ("14,run-a,4,d1,FS", "unknown_sentence"),
        ("14,run-a,2,d1,FS", "unknown_citation"),
        ("14,run-a,0,d3,FS", "unknown_citation"),
        ("14,run-a,0,d1,maybe", "bad_label"),
        ("14,run-a,1,d2,NS", "contradicting_row"),
    ],
)
def test_bad_lines_are_named_and_nothing_lands(
    track: Track, line: str, kind: str
) -> None:
    row = bring_in(track, "support", f"{CSV}{line}\n", judge="nist")
    assert row.state == Import.REFUSED
    assert found(row)[kind] == [4]
    assert not SupportLabel.objects.exists()
    assert not Judge.objects.filter(name="nist").exists()


def test_a_sentence_of_another_version_is_noted(track: Track) -> None:
    other = answer([("d1", "2"), ("d2", "0")], [], [], [], texts="AXCD")
    assert "other_sentence" not in found(bring_in(track, "support", other, judge="a"))
    other = answer([("d1", "2"), ("d2", "0")], [], [], [], texts="XBCD")
    row = bring_in(track, "support", other, judge="b")
    assert (row.state, found(row)["other_sentence"]) == (Import.LANDED, [1, 1])


def test_a_track_that_does_not_ask_takes_no_fourth_label(db: None) -> None:
    track = make_track(profile="rag25")
    topic, segment = make_topic(track), make_segment(track, "d1")
    make_response(make_run(track), topic, ("A.",), cites=segment)
    row = bring_in(
        track, "support", HEAD + "14,run-a,0,d1,needs no citation\n", judge="nist"
    )
    assert found(row)["off_scale"] == [2]


def test_a_persons_labels_are_never_overwritten(track: Track, ada: User) -> None:
    make_person(ada, track)
    assert sentence(bring_in(track, "support", CSV, judge="ada")).startswith(
        "ada is a person"
    )


def test_the_command_imports_and_says_what_is_wrong(
    track: Track, tmp_path: Path
) -> None:
    file = tmp_path / "nist.csv"
    file.write_text(CSV)
    assert "2 labels" in run("import_support", track.slug, str(file), "--judge", "nist")
    file.write_text(CSV + "14,run-a,9,d1,FS\n")
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("import_support", track.slug, str(file), judge="n", stdout=out)
    assert "nist.csv:4: sentence" in out.getvalue()


def test_an_organizer_brings_it_in_by_the_page(
    track: Track, omar: User, omar_client: Client
) -> None:
    track.memberships.create(user=omar, role="organizer")
    page = omar_client.get(f"/tracks/{track.uuid}/imports/new/").content.decode()
    assert f"/tracks/{track.uuid}/imports/new/support/" in page


def test_ragdolls_own_rows_have_ragdolls_own_scores(db: None, tmp_path: Path) -> None:
    source = real("rag26/support/support_assignments.jsonl").read_text()
    track = make_track(profile="rag26")
    for record in map(json.loads, source.splitlines()):
        _answered(track, record)
    row = bring_in(track, "support", source, judge="ragdoll")
    assert row.state == Import.LANDED, row.findings
    out = tmp_path / "metrics"
    words = ["--judge", "ragdoll", "--out", str(out)]
    run("export", track.slug, "support-metrics", *words)
    ours = {_key(each): each for each in map(json.loads, out.read_text().splitlines())}
    file = real("rag26/support/support_metrics.ragdoll.jsonl").read_text()
    theirs = [json.loads(line) for line in file.splitlines()]
    compared = [each for each in theirs if _key(each) in ours]
    assert [each["topic_id"] for each in compared] == ["A", "D", "F"]
    for each in compared:
        for name, value in each.items():
            if isinstance(value, float):
                assert ours[_key(each)][name] == pytest.approx(value, abs=1e-6), name


def _key(row: dict[str, str]) -> tuple[str, str]:
    return row["topic_id"], row["run_id"]


def _answered(track: Track, record: dict[str, object]) -> None:
    name, tag = str(record["topic_id"]), str(record["run_id"])
    topic = track.topics.filter(name=name).first() or make_topic(track, name)
    run_ = track.runs.filter(name=tag).first() or make_run(track, tag)
    sentences = record["sentences"]
    assert isinstance(sentences, list)
    response = make_response(run_, topic, [each["text"] for each in sentences])
    for place, each in enumerate(sentences):
        docids = [cited["reference"] for cited in each["citations"]]
        segments = [
            Segment.objects.get_or_create(track=track, docid=docid)[0]
            for docid in docids
        ]
        cite(response, place, *segments)
