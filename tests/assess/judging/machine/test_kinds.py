"""Items judged by machine: which segments for relevance, which citations."""

import json

import pytest

from assess.judging.labels.batches import record_labels
from assess.judging.labels.writer import NewLabel
from assess.judging.machine.registry import Scope, machine_for
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.models import RelevanceLabel
from assess.kinds.support.models import SupportLabel
from jobs.models import JobState
from runs.models import (
    Citation,
    RankedList,
    Response,
    Segment,
    Sentence,
    Subnarrative,
    Track,
)
from tests.fake_answers import places
from tests.fake_model import FakeModel
from tests.machines import let_judge, make_baseline, make_model_judge
from tests.make import (
    NOW,
    make_judge,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
)


@pytest.fixture
def track(db: None) -> Track:
    """A track whose relevance grades depend on sub-narratives."""
    return make_track()


def pooled(judge: Judge) -> set[str]:
    """Return the docids that a judge would grade."""
    units = machine_for("relevance").plan(Scope(judge)).units
    segments = [unit.items[0][1] for unit in units]
    return set(Segment.objects.filter(pk__in=segments).values_list("docid", flat=True))


def test_what_is_cited_referred_to_ranked_or_judged_is_graded(track: Track) -> None:
    topic = make_topic(track)
    names = ("cited", "referred", "ranked", "judged", "nobody's")
    cited, referred, ranked, judged, _ = (make_segment(track, name) for name in names)
    response = make_response(make_run(track), topic, cites=cited)
    response.references = ["referred", "not in this track"]
    response.save(update_fields=["references"])
    RankedList.objects.create(
        run=make_run(track, "r", task="r"),
        topic=topic,
        segment_ids=[ranked.pk],
        scores=[1.0],
    )
    labels = [NewLabel((topic.pk, judged.pk), "0")]
    record_labels(RELEVANCE, make_judge(track, kind=Judge.IMPORT), labels, now=NOW)
    assert pooled(make_baseline(track)) == {"cited", "referred", "ranked", "judged"}
    assert referred.docid == "referred"


def test_ranked_lists_count_to_the_pool_depth(track: Track) -> None:
    topic = make_topic(track)
    segments = [make_segment(track, f"s{n:02}") for n in range(25)]
    RankedList.objects.create(
        run=make_run(track, task="r"),
        topic=topic,
        segment_ids=[segment.pk for segment in segments],
        scores=[1.0] * 25,
    )
    assert len(pooled(make_baseline(track))) == track.profile.pool.depth == 20


def test_segments_without_text_are_counted_not_graded(track: Track) -> None:
    topic = make_topic(track)
    make_response(make_run(track), topic, cites=make_segment(track, "a", ""))
    make_response(make_run(track, "b"), topic, cites=make_segment(track, "b"))
    job = let_judge(make_baseline(track), "relevance")
    assert job.result["segments left out, without text"] == 1
    assert job.result["labels given"] == 1


def test_hidden_runs_pool_nothing(track: Track) -> None:
    topic = make_topic(track)
    hidden = make_run(track, landed=False)
    make_response(hidden, topic, cites=make_segment(track, "a"))
    assert pooled(make_baseline(track)) == set()


def test_a_topic_with_sub_narratives_is_graded_by_them(
    fake: FakeModel, track: Track
) -> None:
    topic = make_topic(track)
    for place, text in enumerate(("salt water", "late frost")):
        Subnarrative.objects.create(topic=topic, text=text, folded=text, position=place)
    Subnarrative.objects.create(topic=topic, text="gone", folded="gone", retired_at=NOW)
    make_response(make_run(track), topic, cites=make_segment(track, "a"))
    let_judge(make_model_judge(track), "relevance")
    assert json.loads(places(fake.bodies[0])["subnarratives"]) == [
        "salt water",
        "late frost",
    ]
    assert RelevanceLabel.objects.get().value == "3"


def test_a_model_s_sub_narratives_are_kept_and_contradictions_counted(
    fake: FakeModel, track: Track
) -> None:
    topic = make_topic(track)
    parts = [
        Subnarrative.objects.create(topic=topic, text=text, folded=text, position=place)
        for place, text in enumerate(("salt water", "late frost"))
    ]
    make_response(make_run(track), topic, cites=make_segment(track, "a"))
    fake.answer = lambda _body: "##sub-narratives: B\n##final score: 4"
    job = let_judge(make_model_judge(track), "relevance")
    label = RelevanceLabel.objects.get()
    assert (label.value, label.details["ticks"]) == ("4", [str(parts[1].uuid)])
    said = "replies with sub-narratives that contradict the grade"
    assert job.result[said] == 1


def test_a_topic_without_sub_narratives_is_graded_from_0_to_3(
    fake: FakeModel, track: Track
) -> None:
    topic = make_topic(track)
    make_response(make_run(track), topic, cites=make_segment(track, "a"))
    fake.answer = lambda _body: "##final score: 4"
    job = let_judge(make_model_judge(track), "relevance")
    assert "is not from 0 to 3" in job.failures.get().reason


@pytest.mark.parametrize(("parts", "said"), [(0, "0 to 3"), (1, "0 to 4")])
def test_it_asks_nothing_where_the_scale_lacks_a_grade_of_the_prompt(
    parts: int, said: str, fake: FakeModel, db: None
) -> None:
    track = make_track(profile="rag25")
    dropped = 4 if parts else 3
    lines = track.profile_text.splitlines(keepends=True)
    kept = [line for line in lines if f"{{ value = {dropped}," not in line]
    track.profile_text = "".join(kept)
    track.save(update_fields=["profile_text"])
    topic = make_topic(track)
    for _ in range(parts):
        Subnarrative.objects.create(topic=topic, text="salt", folded="salt")
    make_response(make_run(track), topic, cites=make_segment(track, "a"))
    job = let_judge(make_model_judge(track), "relevance")
    assert job.state == JobState.FAILED
    assert f"{said} here, but the scale of this track has no {dropped}:" in job.error
    assert fake.count == 0


@pytest.mark.parametrize(("profile", "short"), [("ikat24", True), ("rag24", False)])
def test_it_says_where_grades_to_3_stand_on_a_longer_scale(
    profile: str, short: bool, db: None
) -> None:
    track = make_track(profile=profile)
    topic = make_topic(track)
    make_response(make_run(track), topic, cites=make_segment(track, "a"))
    job = let_judge(make_baseline(track), "relevance")
    said = "segments graded 0 to 3 on this scale to 4, without sub-narratives"
    assert job.result.get(said) == (1 if short else None)


def test_the_baseline_says_which_sub_narratives_it_took_for_covered(
    track: Track,
) -> None:
    topic = make_topic(track)
    salt = Subnarrative.objects.create(
        topic=topic, text="salt water", folded="salt water"
    )
    make_response(make_run(track), topic, cites=make_segment(track, "a"))
    let_judge(make_baseline(track), "relevance")
    label = RelevanceLabel.objects.get()
    assert (label.value, label.details) == ("2", {"ticks": [str(salt.uuid)]})


def make_cited(track: Track) -> Response:
    """Make a response of one sentence that cites three segments, one without text."""
    response = make_response(
        make_run(track), make_topic(track), ["Salt water freezes late."]
    )
    for place, text in enumerate(("Salt water freezes late.", "Gulls.", "")):
        Citation.objects.create(
            sentence=Sentence.objects.get(response=response),
            position=place,
            segment=make_segment(track, f"d{place}", text),
        )
    return response


def test_the_first_citation_is_judged_where_the_profile_says_so(
    fake: FakeModel, track: Track
) -> None:
    make_cited(track)
    job = let_judge(make_model_judge(track), "support")
    assert SupportLabel.objects.get().value == "full_support"
    assert job.result["citations left out, without text"] == 0
    assert places(fake.bodies[0]) == {
        "sentence": "Salt water freezes late.",
        "passage": "Salt water freezes late.",
    }


def test_all_citations_are_judged_where_the_profile_says_so(
    fake: FakeModel, db: None
) -> None:
    track = make_track(profile="ikat24")
    make_cited(track)
    job = let_judge(make_model_judge(track), "support")
    values = SupportLabel.objects.order_by("citation__position")
    assert list(values.values_list("value", flat=True)) == [
        "full_support",
        "no_support",
    ]
    assert job.result["citations left out, without text"] == 1


def test_the_baseline_judges_support(track: Track) -> None:
    make_cited(track)
    let_judge(make_baseline(track), "support")
    assert SupportLabel.objects.get().value == "full_support"
