"""Imports of labels of PTKB statements, and labels from the topics file."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from assess.judging.models import Judge
from assess.kinds.ptkb.models import PtkbLabel
from runs.models import Conversation, Import, PtkbStatement, Topic, Track
from tests.make import make_conversation, make_person, make_track
from tests.real_data import real
from tests.runs.import_form import bring_in, found, sentence

pytestmark = pytest.mark.both_stacks

FILE = "14_1 0 1 1\n14_2 0 1 0\n14_2 Q0 2 1\n"


@pytest.fixture
def track(db: None) -> Track:
    track = make_track(profile="ikat24")
    make_conversation(track)
    return track


def labels(name: str) -> dict[tuple[str, str], str]:
    rows = PtkbLabel._base_manager.filter(judge__name=name)
    values = rows.values_list("topic__name", "statement__name", "value")
    return {(topic, statement): value for topic, statement, value in values}


def test_a_file_makes_an_import_judge(track: Track) -> None:
    row = bring_in(track, "ptkb", FILE, judge="nist")
    assert (row.state, row.counts) == (Import.LANDED, {"labels": 3})
    assert labels("nist") == {
        ("14_1", "1"): "relevant",
        ("14_2", "1"): "not_relevant",
        ("14_2", "2"): "relevant",
    }
    assert bring_in(track, "ptkb", FILE, judge="nist").state == Import.UNCHANGED


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("14_1 0 9 1", "unknown_statement"),
        ("14_9 0 1 1", "unknown_topic"),
        ("14_1 0 1 2", "off_scale"),
        ("14_1 0 1", "wrong_columns"),
    ],
)
def test_bad_lines_are_named(track: Track, line: str, kind: str) -> None:
    row = bring_in(track, "ptkb", f"14_2 0 1 1\n{line}\n", judge="nist")
    assert row.state == Import.REFUSED
    assert found(row)[kind] == [2]
    assert not PtkbLabel.objects.exists()


def test_a_persons_labels_are_never_overwritten(track: Track, ada: User) -> None:
    make_person(ada, track)
    row = bring_in(track, "ptkb", FILE, judge="ada")
    assert sentence(row).startswith("ada is a person")


def test_other_labels_under_one_name_replace_only_when_asked(track: Track) -> None:
    bring_in(track, "ptkb", FILE, judge="nist")
    other = FILE.replace("14_1 0 1 1", "14_1 0 1 0")
    assert "of which 1 would change" in sentence(
        bring_in(track, "ptkb", other, judge="nist")
    )
    bring_in(track, "ptkb", other, judge="nist", replace=True)
    assert labels("nist")["14_1", "1"] == "not_relevant"


def test_the_topics_own_word_is_taken_over(track: Track, ada: User) -> None:
    turn = Topic.objects.get(name="14_2")
    turn.details["statements"] = ["2"]
    turn.save(update_fields=["details"])
    for _ in range(2):
        call_command("ptkb_from_topics", track.slug, judge="organizers")
    assert labels("organizers") == {
        ("14_1", "1"): "not_relevant",
        ("14_1", "2"): "not_relevant",
        ("14_2", "1"): "not_relevant",
        ("14_2", "2"): "relevant",
    }
    assert set(PtkbLabel.objects.values_list("version", flat=True)) == {1}
    make_person(ada, track)
    with pytest.raises(CommandError):
        call_command("ptkb_from_topics", track.slug, judge="ada")


def test_ikat_2024_as_the_organizers_labelled_it(db: None) -> None:
    track = make_track(profile="ikat24")
    call_command("import_topics", track.slug, str(real("ikat-2024/topics.json")))
    assert Conversation.objects.count() == 17
    assert PtkbStatement.objects.count() == 288
    call_command("ptkb_from_topics", track.slug, judge="organizers")
    given = PtkbLabel.objects.filter(judge=Judge.objects.get())
    assert given.count() == 3_660
    assert given.filter(value="relevant").count() == 175
