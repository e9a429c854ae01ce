"""Which topics and segments are drafted from."""

import pytest

from assess.judging.models import Judge
from jobs.models import JobState
from jobs.run import run_here
from nuggets.models import Bank, BankVersion
from runs.models import Segment, Track
from tests.fake_model import FakeModel
from tests.machines import draft, make_model_judge, reasons
from tests.make import NOW, make_topic
from tests.nuggets.drafting.relevant import listings, make_relevant

pytestmark = pytest.mark.both_stacks


def test_only_topics_with_relevant_segments_are_drafted(
    fake: FakeModel, track: Track, qrels: Judge
) -> None:
    topic = make_topic(track)
    make_topic(track, "15")
    make_relevant(topic, qrels, 1)
    job = run_here(draft(make_model_judge(track), qrels))
    assert (job.steps_done, job.steps_total, reasons(job)) == (1, 1, [])


def test_a_chosen_topic_without_relevant_segments_is_a_failure(
    fake: FakeModel, track: Track, qrels: Judge
) -> None:
    topic = make_topic(track)
    job = run_here(draft(make_model_judge(track), qrels, topics=[topic]))
    assert job.state == JobState.DONE
    (failure,) = job.failures.all()
    assert failure.subject == "Topic 14"
    assert failure.reason.startswith("No relevant segment with a text.")
    assert not Bank.objects.visible().exists()


def test_segments_without_text_are_a_failure_that_says_what_to_do(
    fake: FakeModel, track: Track, qrels: Judge
) -> None:
    topic = make_topic(track)
    make_relevant(topic, qrels, 1)
    Segment.objects.update(text="")
    job = run_here(draft(make_model_judge(track), qrels))
    assert "import the text" in reasons(job)[0]
    assert fake.count == 0


def test_qrels_without_a_relevant_segment_end_the_job(
    fake: FakeModel, track: Track, qrels: Judge
) -> None:
    make_relevant(make_topic(track), qrels, 1, grade="0")
    job = run_here(draft(make_model_judge(track), qrels))
    assert job.state == JobState.FAILED
    assert job.error.startswith("nist has found no segment relevant")


def test_a_panel_can_say_what_is_relevant(
    fake: FakeModel, track: Track, qrels: Judge
) -> None:
    from assess.judging.judges.actions import create_panel

    topic = make_topic(track)
    make_relevant(topic, qrels, 1)
    panel = create_panel(track, "both", rule="first", members=[qrels], now=NOW)
    run_here(draft(make_model_judge(track), panel))
    assert len(listings("auto", topic)) == 2


def test_finished_topics_are_not_drafted_again(
    fake: FakeModel, track: Track, qrels: Judge
) -> None:
    topic = make_topic(track)
    make_relevant(topic, qrels, 1)
    judge = make_model_judge(track)
    run_here(draft(judge, qrels))
    count = fake.count
    make_relevant(make_topic(track, "15", "Why does ice float?"), qrels, 1)
    job = run_here(draft(judge, qrels))
    assert job.result["topics"] == 1
    assert BankVersion.objects.filter(topic=topic).count() == 1
    assert Bank.objects.count() == 1
    assert fake.count == 2 * count
