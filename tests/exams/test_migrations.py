"""What the migrations of exams make of the rows that are there."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from django.apps import apps

from accounts.models import User
from exams.editing.draft import draft_of
from exams.models import Question, QuestionDraft, QuestionListing
from tests.exams.world import make_exam_world
from tests.make import NOW
from tests.nuggets.editing.post_edit import make_subnarrative

MIGRATION: Any = import_module("exams.migrations.0003_copy_facets")


def test_listings_get_the_facets_of_their_questions(omar: User) -> None:
    world = make_exam_world(omar)
    facet = make_subnarrative(world.topic, "Salt")
    Question.objects.filter(pk=world.questions[1].pk).update(facet=facet)
    MIGRATION.copy_facets(apps, None)
    rows = QuestionListing.objects.filter(version=world.version)
    assert [row.facet for row in rows] == [None, facet, None, None, None]


def test_a_draft_of_the_old_form_gives_the_same_list(omar: User) -> None:
    world = make_exam_world(omar)
    first, topic = str(world.questions[0].uuid), str(world.topic.uuid)
    edits = [
        {"do": "withdraw", "question": first, "of": "k1"},
        {"do": "add", "topic": topic, "facet": "", "text": "What else?", "of": "k2"},
        {"do": "reword", "question": "new-1", "text": "Who else?", "of": "k3"},
    ]
    QuestionDraft.objects.create(
        bank=world.bank, by=omar, edits=edits, revision=3, at=NOW
    )
    MIGRATION.number_steps(apps, None)
    pages = draft_of(world.bank, omar)
    assert pages.unfit == 0
    assert (pages.revision, pages.history.done) == (3, (1, 2, 3))
    active = [row.text for row in pages.after[topic] if not row.withdrawn]
    assert active == [*(f"Question {n}?" for n in range(2, 6)), "Who else?"]
