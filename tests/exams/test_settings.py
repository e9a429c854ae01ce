"""The settings of exams in a track's profile."""

from __future__ import annotations

import json

from django.test import Client

from accounts.models import User
from assess.analysis.scores.arrays import Scored
from exams.kernel import grades, keys, paragraphs, replies
from exams.models import ExamPassage
from exams.passages.pool import fill_pool, pool_of, unit_of
from exams.scores.basis import Basis
from exams.scores.scoring import score_exams
from runs.kernel import exam
from runs.models import Run, Track
from tests.exams.world import ExamWorld, make_exam_world
from tests.make import make_response, make_run


def set_exam(world: ExamWorld, **settings: object) -> None:
    """Change settings of exams in the world's profile."""
    track = Track.objects.get(pk=world.track.pk)
    lines = [f"{name} = {json.dumps(value)}" for name, value in settings.items()]
    track.profile_text += "\n".join(["\n[exam]", *lines])
    track.save()
    world.bank.track = world.judge.track = track


def scores(world: ExamWorld) -> Scored:
    return score_exams(Basis(world.bank, world.judge))


def test_the_profile_knows_the_words_of_exams() -> None:
    assert set(exam.UNITS) == set(paragraphs.UNITS)
    assert exam.READINGS == replies.READINGS
    assert exam.MATCHES == keys.MATCHES
    assert (exam.TAUS, exam.USUAL_TAU) == (grades.TAUS, grades.DEFAULT_TAU)


def test_another_threshold_ranks_the_runs(omar: User, omar_client: Client) -> None:
    world = make_exam_world(omar)
    assert scores(world).primary == "exam_cover_4"
    set_exam(world, tau=1)
    assert scores(world).primary == "exam_cover_1"
    address = f"/tracks/{world.track.uuid}/exams/{world.bank.uuid}/scores/"
    page = omar_client.get(address).content.decode()
    assert '<option value="1" selected>' in page


def test_fewer_passages_of_a_run_count(omar: User) -> None:
    world = make_exam_world(omar)
    a = [run.name for run in scores(world).runs].index("A")
    assert scores(world).of("exam_cover_4")[a].max() == 0.4
    set_exam(world, depth=1)
    assert scores(world).of("exam_cover_4")[a].max() == 0.2


def test_responses_are_cut_as_the_profile_says(omar: User) -> None:
    world = make_exam_world(omar)
    run = make_run(world.track, "G", task=Run.RAG)
    make_response(run, world.topic, ["It is cold.", "It is salty."])
    set_exam(world, unit="sentence")
    fill_pool(pool_of(world.bank.track), unit=unit_of(world.bank.track))
    pieces = ExamPassage.objects.filter(response__run=run).order_by("ordinal")
    assert [piece.text for piece in pieces] == ["It is cold.", "It is salty."]
