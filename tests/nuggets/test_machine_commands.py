"""create_judge, draft_nuggets and judge, as an operator runs them."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.models import RelevanceLabel
from jobs.models import Job, JobState
from nuggets.models import AssignmentLabel, Bank
from runs.models import Track
from tests.fake_model import FakeModel, short_list
from tests.machines import fake
from tests.make import (
    make_judge,
    make_label,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
)

__all__ = ["fake"]


@pytest.fixture
def track(db: None) -> Track:
    """A track with a response that cites a segment, and qrels."""
    track = make_track()
    topic = make_topic(track)
    segment = make_segment(track, "d1", "Salt water freezes late in a still basin.")
    make_response(make_run(track), topic, cites=segment)
    qrels = make_judge(track, "nist", kind=Judge.IMPORT)
    make_label(RELEVANCE, qrels, topic, segment, value="2")
    return track


def run(*words: object) -> str:
    """Run a command and return what it prints."""
    out = StringIO()
    call_command(*[str(word) for word in words], stdout=out, stderr=out)
    return out.getvalue()


def test_the_whole_way_by_baselines(track: Track) -> None:
    name = track.slug
    run("create_judge", name, "drafter", "--baseline", "extractive")
    run("create_judge", name, "words", "--baseline", "overlap")
    said = run(
        *("draft_nuggets", name, "--judge", "drafter", "--qrels", "nist"),
        *("--bank", "auto"),
    )
    assert "topics: 1" in said
    for kind in ("relevance", "support"):
        said = run("judge", name, "--kind", kind, "--judge", "words")
        assert "labels given:" in said
    run(
        *("judge", name, "--kind", "assignment", "--judge", "words"),
        *("--bank", "auto", "--topic", "14"),
    )
    assert AssignmentLabel.objects.filter(judge__name="words").exists()
    assert not Job.objects.exclude(state=JobState.DONE).exists()


def test_the_whole_way_by_a_model(fake: FakeModel, track: Track) -> None:
    name = track.slug
    run("create_judge", name, "gpt", "--model", "fake-1", "--parameters", '{"seed": 1}')
    run(
        *("draft_nuggets", name, "--judge", "gpt", "--qrels", "nist"),
        *("--bank", "auto", "--topic", "14"),
    )
    run("judge", name, "--kind", "assignment", "--judge", "gpt", "--bank", "auto")
    assert AssignmentLabel.objects.filter(judge__name="gpt").exists()
    assert fake.bodies[0]["seed"] == 1


def test_failed_items_are_listed_and_fail_the_command(
    fake: FakeModel, track: Track
) -> None:
    run("create_judge", track.slug, "gpt", "--model", "fake-1")
    fake.misbehave(*[short_list()] * 3)
    out = StringIO()
    with pytest.raises(CommandError, match=r"^1 failed"):
        call_command(
            *("judge", track.slug, "--kind", "relevance", "--judge", "gpt"),
            stdout=out,
            stderr=out,
        )
    assert "Topic 14, segment d1: No reply could be read." in out.getvalue()
    run("judge", track.slug, "--kind", "relevance", "--judge", "gpt")
    assert RelevanceLabel.objects.filter(judge__name="gpt").count() == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--kind", "support", "--judge", "nobody"), "no judge 'nobody'.*: nist"),
        (("--kind", "support", "--judge", "nist"), "imported labels"),
        (("--kind", "support", "--judge", "w", "--topic", "9"), "no topic 9"),
        (("--kind", "support", "--judge", "w", "--bank", "b"), "needs no --bank"),
        (("--kind", "assignment", "--judge", "w"), "Name a --bank"),
        (("--kind", "assignment", "--judge", "w", "--bank", "b"), "no bank 'b'"),
        (("--kind", "beauty", "--judge", "w"), "invalid choice"),
    ],
)
def test_it_says_what_is_wrong(track: Track, words: tuple[str, ...], said: str) -> None:
    run("create_judge", track.slug, "w", "--baseline", "overlap")
    with pytest.raises(CommandError, match=said):
        run("judge", track.slug, *words)
    assert not Job.objects.exists()


def test_a_draft_names_the_judges_there_are(track: Track) -> None:
    words = ("--judge", "nobody", "--qrels", "nist", "--bank", "auto")
    with pytest.raises(CommandError, match="Judges: nist"):
        run("draft_nuggets", track.slug, *words)
    assert not Bank.objects.exists()


def test_a_panel_has_a_rule_and_members(track: Track) -> None:
    said = run("create_judge", track.slug, "both", "--panel", "majority", "nist")
    assert "both (panel)" in said
    assert Judge.objects.get(name="both").members.get().name == "nist"
    run("create_judge", track.slug, "people", "--panel", "assessors")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("x", "--panel", "loudest", "nist"), "No rule 'loudest'"),
        (("x", "--panel", "median"), "needs"),
        (("x", "--panel", "median", "nobody"), "no judge 'nobody'"),
        (("nist", "--baseline", "overlap"), "already has a judge"),
        (("x", "--baseline", "dice"), "invalid choice"),
        (("x",), "required"),
        (("x", "--model", "m", "--parameters", "[]"), "not a JSON object"),
        (("x", "--model", "m"), "Set LLM_ENDPOINT"),
    ],
)
def test_it_refuses_a_bad_judge(
    track: Track, settings: Settings, words: tuple[str, ...], said: str
) -> None:
    settings.LLM_ENDPOINT = ""
    with pytest.raises(CommandError, match=said):
        run("create_judge", track.slug, *words)
    assert Judge.objects.count() == 1


def test_an_endpoint_and_a_price_can_be_given(track: Track, settings: Settings) -> None:
    settings.LLM_ENDPOINT = ""
    run(
        *("create_judge", track.slug, "x", "--model", "m"),
        *("--endpoint", "https://models.example.org/v1/"),
        *("--parameters", '{"price": {"prompt": 2.5, "completion": "10"}}'),
    )
    judge = Judge.objects.get(name="x")
    assert judge.endpoint == "https://models.example.org/v1"
    with pytest.raises(CommandError, match="Set LLM_ENDPOINT"):
        run("judge", track.slug, "--kind", "support", "--judge", "x")
