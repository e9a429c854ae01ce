"""Exam grades question by question: one question on all passages, then the next."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from assess.judging.allocations.actions import Terms, hand_out, pass_on
from assess.judging.models import Allocation, Slot
from assess.judging.queues.actions import add_slots, take
from assess.judging.screens import get_screen
from exams.grading.items import BY_QUESTION, read_sheet
from exams.models import ExamLabel
from runs.models import Membership
from tests.exams.grade_work import Examining, make_examining
from tests.make import NOW
from tests.page import texts


@pytest.fixture
def made(ada: User) -> Examining:
    made = make_examining(ada, segments=2)
    made.work.order = BY_QUESTION
    made.work.save(update_fields=["order"])
    return made


def pages(made: Examining) -> list[str]:
    base = f"/work/{made.work.uuid}/exam/"
    return [f"{base}{page.uuid}/" for page in read_sheet(made.work).items]


def told(made: Examining, place: int) -> Sequence[object]:
    page = read_sheet(made.work).items[place]
    return [page.passage, *page.questions]


def test_every_passage_comes_for_a_question_before_the_next_question(
    made: Examining, ada_client: Client
) -> None:
    wanted = [[each, one] for one in made.questions for each in made.passages]
    assert [told(made, place) for place in range(6)] == wanted
    resume = ada_client.get(f"/work/{made.work.uuid}/exam/")
    assert resume["Location"] == pages(made)[0]
    page = ada_client.get(pages(made)[3]).content.decode()
    assert (
        "question 2 of 2, passage 1 of 3 · 0 of 6 labels" in texts(page, "#position")[0]
    )
    assert texts(page, ".nugget .text") == [str(made.questions[1])]
    assert f"{pages(made)[4]}" in page


def test_its_labels_are_those_of_any_order(
    made: Examining, ada: User, ada_client: Client
) -> None:
    passage = made.passages[0]
    for question in made.questions:
        said = {"key": str(uuid4()), "seen": 0, "value": "4"}
        said |= {"question": str(question.uuid), "passage": str(passage.uuid)}
        r = ada_client.post(
            f"/api/work/{made.work.uuid}/exam/", said, content_type="application/json"
        )
        assert r.status_code == 200
    resume = ada_client.get(f"/work/{made.work.uuid}/exam/")
    assert resume["Location"] == pages(made)[1]
    made.work.order = ""
    made.work.save(update_fields=["order"])
    assert read_sheet(made.work).progress[:2] == (2, 6)
    assert ExamLabel.objects.filter(judge__user=ada, value="4").count() == 2


def test_a_plain_form_names_the_passage_and_leads_to_its_next_question(
    made: Examining, ada_client: Client
) -> None:
    passage = made.passages[0]
    at = f"/work/{made.work.uuid}/exam/{passage.uuid}/"
    said = {"key": str(uuid4()), "seen": 0, "value": "5"}
    said |= {"question": str(made.questions[0].uuid)}
    assert ada_client.post(f"{at}label/", said)["Location"].startswith(at)
    shown = texts(ada_client.get(at).content.decode(), ".nugget .text")
    assert shown == [str(made.questions[1])]
    assert (
        ada_client.get(at.replace(str(passage.uuid), str(uuid4()))).status_code == 404
    )


def test_the_last_labels_lead_to_their_own_pages(
    made: Examining, ada_client: Client
) -> None:
    said = {"key": str(uuid4()), "seen": 0, "value": "5"}
    said |= {"question": str(made.questions[1].uuid)}
    at = f"/work/{made.work.uuid}/exam/{made.passages[2].uuid}/label/"
    assert ada_client.post(at, said).status_code == 302
    recent = ada_client.get(f"/work/{made.work.uuid}/exam/recent/").content.decode()
    assert pages(made)[5] in recent


def test_an_organizer_chooses_it_for_exam_grades_alone(
    made: Examining, omar: User, omar_client: Client, bea: User
) -> None:
    track = made.track
    for user, role in ((omar, Membership.ORGANIZER), (bea, Membership.ASSESSOR)):
        Membership.objects.create(track=track, user=user, role=role)
    address = reverse("assess:hand_out", args=[track.uuid])
    said = {"to": "people", "share": "turn", "people": [bea.uuid], "order": BY_QUESTION}
    exam = {"work": f"exam:{made.bank.uuid}", **said}
    plan = omar_client.post(address, exam)
    assert "Order: question by question." in plan.content.decode()
    seal = plan.context["plan"].seal
    usual = omar_client.post(address, exam | {"order": "", "confirm": seal})
    assert usual.status_code == 200
    assert not Allocation.objects.filter(assessor=bea).exists()
    assert omar_client.post(address, exam | {"confirm": seal}).status_code == 302
    assert Allocation.objects.get(assessor=bea).order == BY_QUESTION
    for order in ("backwards", BY_QUESTION):
        wrong = said | {"work": "relevance:", "order": order}
        assert omar_client.post(address, wrong).status_code == 422


def test_the_order_stays_with_work_that_is_queued_and_passed_on(
    made: Examining, omar: User, ada: User, bea: User
) -> None:
    track, screen = made.track, get_screen("exam")
    Membership.objects.create(track=track, user=bea, role=Membership.ASSESSOR)
    pass_on(track, ada, bea, by=omar, now=NOW)
    assert Allocation.objects.get(assessor=bea).order == BY_QUESTION
    terms = Terms(str(made.bank.uuid), 1, order=BY_QUESTION)
    add_slots(track, screen, {made.topic: 1}, by=omar, terms=terms)
    assert take(Slot.objects.get(), ada, now=NOW).order == BY_QUESTION
    again = Terms(str(made.bank.uuid), 2, order=BY_QUESTION)
    assert hand_out(track, screen, [(made.topic, ada)], by=omar, terms=again) == 1
    assert set(Allocation.objects.values_list("order", flat=True)) == {BY_QUESTION}
