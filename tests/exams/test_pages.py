"""The organizers' pages of question banks: scores, lists, the map, the editor."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from accounts.models import User
from assess.judging.labels.writer import Act, give_label
from exams.grading.kind import EXAM
from exams.models import Question, QuestionDraft, QuestionVersion
from runs.models import Subnarrative
from tests.exams.world import ExamWorld, make_exam_world
from tests.make import NOW, make_person, make_topic
from tests.page import markup, texts, values


@pytest.fixture
def world(omar: User) -> ExamWorld:
    return make_exam_world(omar)


def base(world: ExamWorld) -> str:
    return f"/tracks/{world.track.uuid}/exams/{world.bank.uuid}/"


def read(client: Client, path: str) -> str:
    r = client.get(path)
    assert r.status_code == 200, (path, r.status_code)
    return markup(r)


def test_every_page_works_and_is_hidden_from_others(
    world: ExamWorld, omar_client: Client, ada_client: Client, client: Client
) -> None:
    question, topic = world.questions[0].uuid, world.topic.uuid
    for below in (
        "",
        "scores/",
        "lists/",
        "map/",
        "what-if/",
        f"questions/{question}/",
        f"topics/{topic}/",
        f"topics/{topic}/list/",
        f"topics/{topic}/passages/",
        f"topics/{topic}/effect/",
    ):
        page = read(omar_client, base(world) + below)
        assert world.bank.name in page or "/topics/" in f"/{below}"
        assert ada_client.get(base(world) + below).status_code == 404
        assert client.get(base(world) + below).status_code == 302
        assert omar_client.post(base(world) + below).status_code == 405
    assert world.bank.name in read(omar_client, f"/tracks/{world.track.uuid}/exams/")


def test_scores_stand_side_by_side(world: ExamWorld, omar_client: Client) -> None:
    page = read(omar_client, base(world) + "scores/")
    for value in ("0.6000", "0.4000", "0.2000", "1.0000", "0.1500", "0.2650"):
        assert value in page
    assert "τ 5" in page


def test_lists_show_suspects_and_uncovered_passages(
    world: ExamWorld, omar_client: Client
) -> None:
    page = read(omar_client, base(world) + "lists/?tau=4&h=1")
    assert "1 passages that people graded below 1" in page
    page = read(omar_client, base(world) + "lists/?tau=5&h=2")
    assert "Question 1?" in page


def test_each_list_is_sorted_and_searched_by_itself(
    world: ExamWorld, omar_client: Client
) -> None:
    asked = "lists/?tau=4&h=1&question-q=2&passage-sort=passage"
    r = omar_client.get(base(world) + asked)
    questions, passages = r.context["table"], r.context["uncovered"]
    assert [str(line.row.question) for line in questions.lines] == ["Question 2?"]
    assert ("tau", "4") in questions.others
    alone = {"HX-Request": "true", "HX-Target": passages.id}
    part = omar_client.get(base(world) + asked, headers=alone)
    assert part.text.lstrip().startswith('<div id="table-uncovered"')


def test_lists_show_peoples_time_by_question(
    world: ExamWorld, omar_client: Client, ada: User
) -> None:
    page = f"{base(world)}lists/?tau=4&h=1"
    assert "Seconds" not in texts(read(omar_client, page), "#table-suspects th")
    person = make_person(ada, world.track)
    question = world.questions[1].pk
    passages = world.passages.values()
    for passage, active_ms in zip(passages, (2_000, 4_000, 9_000), strict=False):
        act = Act(key=uuid4(), seen=0, active_ms=active_ms)
        item = (question, passage.pk)
        give_label(EXAM, item, "3", judge=person, actor=ada, act=act, now=NOW)
    shown = read(omar_client, page)
    assert "Seconds" in texts(shown, "#table-suspects th")
    named = texts(shown, "#table-suspects tbody th")
    times = dict(
        zip(named, texts(shown, "#table-suspects td:nth-last-child(2)"), strict=True)
    )
    assert (times["Question 2?"], times["Question 1?"]) == ("4.0", "–")


def test_the_map_shows_who_covers_what(world: ExamWorld, omar_client: Client) -> None:
    page = read(omar_client, base(world) + "map/")
    assert page.count("●") == 1 + 3  # in the caption, and three cells


def post(client: Client, path: str, **said: object) -> str:
    r = client.post(path, {"key": str(uuid4()), "seen": 0, **said}, follow=True)
    assert r.status_code == 200
    return markup(r)


def test_a_question_is_withdrawn_in_a_draft_then_applied(
    world: ExamWorld, omar_client: Client, omar: User
) -> None:
    question = world.questions[0]
    here = base(world)
    page = post(omar_client, f"{here}withdraw/", ids=question.external_id)
    assert '<strong id="labels-changed">2</strong>' in page
    assert '<strong id="crossed">2</strong>' in page
    assert page.count("0.2500") >= 2
    assert QuestionVersion.objects.count() == 1
    page = post(omar_client, f"{here}draft/", do="apply", seen=1)
    assert "1 topic have a new version" in page or "1 topic" in page
    version = QuestionVersion.objects.get(number=2)
    assert version.editor == omar
    assert version.edits == ["withdrew: Question 1?"]
    (step,) = version.steps
    assert (step["action"], step["undone_at"]) == ("withdraw", None)
    assert [row.withdrawn for row in version.listings.all()] == [True] + [False] * 4
    assert QuestionDraft.objects.get().edits == []
    assert "0.2500" in read(omar_client, f"{here}scores/")


def edit(client: Client, world: ExamWorld, action: str, **said: object) -> str:
    """Do one edit of the topic's questions by the plain form."""
    path = f"{base(world)}topics/{world.topic.uuid}/act/"
    return post(client, path, action=action, box=action, **said)


def test_edits_are_undone_redone_and_repeated_once(
    world: ExamWorld, omar_client: Client
) -> None:
    here, question = base(world), str(world.questions[1].uuid)
    key = str(uuid4())
    for _ in range(2):
        said = {"question": question, "text": "Why?", "key": key}
        edit(omar_client, world, "reword", **said)
    draft = QuestionDraft.objects.get()
    assert len(draft.edits) == 1
    post(omar_client, f"{here}draft/", do="undo", seen=1)
    post(omar_client, f"{here}draft/", do="redo", seen=2)
    page = post(omar_client, f"{here}draft/", do="apply", seen=2)
    assert "changed in another window" in page
    post(omar_client, f"{here}draft/", do="apply", seen=3)
    new = Question.objects.get(text="Why?")
    assert [each.parent_id for each in new.descent.all()] == [world.questions[1].pk]


def test_a_new_question_needs_calls(world: ExamWorld, omar_client: Client) -> None:
    page = edit(omar_client, world, "add", text="What else?")
    assert "4 calls would grade" in page
    assert "0.3333" in page  # the cover of A: two of six
    assert "0.6667" in page  # at most: with question 5 of p1, four of six


def test_near_duplicates_are_joined_and_said(
    world: ExamWorld, omar_client: Client
) -> None:
    both = [f"topics/{world.topic.uuid}/", f"topics/{world.topic.uuid}/list/"]
    for text in ("Does salt melt ice on roads?", "On roads, does salt melt the ice?"):
        edit(omar_client, world, "add", text=text, seen=int("On" in text))
    for below in both:
        page = read(omar_client, base(world) + below)
        assert "Nearly the same as question 7." in page
        assert "Nearly the same as question 6." in page
        assert values(page, "li:nth-child(6) > .bracket", "class") == [
            "bracket first lane-0"
        ]
    new = values(page, 'input[name="question"]', "value")[5]
    edit(omar_client, world, "withdraw", question=new, seen=2)
    assert "Nearly the same as question 6." not in read(
        omar_client, base(world) + both[0]
    )


def test_merging_withdraws_both(world: ExamWorld, omar_client: Client) -> None:
    both = [str(each.uuid) for each in world.questions[:2]]
    edit(omar_client, world, "merge", marked=both, text="Both?")
    post(omar_client, f"{base(world)}draft/", do="apply", seen=1)
    new = Question.objects.get(text="Both?")
    assert new.descent.count() == 2
    page = edit(omar_client, world, "merge", marked=[str(uuid4())], text="y", seen=2)
    assert "no such question" in page


def test_a_facet_is_chosen_and_the_question_keeps_its_grades(
    world: ExamWorld, omar_client: Client, omar: User
) -> None:
    question = world.questions[0]
    facet = Subnarrative.objects.create(topic=world.topic, text="Salt", folded="salt")
    asked = {"question": str(question.uuid), "subnarrative": str(facet.uuid)}
    edit(omar_client, world, "map", **asked)
    post(omar_client, f"{base(world)}draft/", do="apply", seen=1)
    version = QuestionVersion.objects.get(number=2)
    row = version.listings.get(question=question)
    assert row.facet == facet
    assert version.edits == ["another facet: Question 1?"]
    assert "0.4000" in read(omar_client, f"{base(world)}scores/")
    page = read(omar_client, f"{base(world)}questions/{question.uuid}/")
    assert "Salt" in page
    elsewhere = make_topic(world.track, "t9")
    other = Subnarrative.objects.create(topic=elsewhere, text="Ice", folded="ice")
    asked["subnarrative"] = str(other.uuid)
    page = edit(omar_client, world, "map", **asked, seen=2)
    assert "Select a valid choice" in page


@pytest.mark.parametrize(
    "said",
    [
        {"action": "fly", "question": str(uuid4())},
        {"action": "withdraw", "question": str(uuid4())},
        {"action": "withdraw", "question": "x"},
        {"action": "withdraw"},
        {"action": "reword", "question": str(uuid4()), "text": "y"},
        {"action": "add", "text": " "},
        {"action": "merge", "text": "y", "marked": ["=1+1"]},
    ],
)
def test_a_bad_edit_says_why_and_changes_nothing(
    world: ExamWorld, omar_client: Client, said: dict[str, str]
) -> None:
    page = edit(omar_client, world, **said)
    assert 'class="message error"' in page
    assert not QuestionDraft.objects.exists()


def test_ids_that_the_bank_lacks_are_named(
    world: ExamWorld, omar_client: Client
) -> None:
    page = post(omar_client, f"{base(world)}withdraw/", ids="t1/q9\nt1/q1")
    assert "no question t1/q9" in page
    assert not QuestionDraft.objects.exists()


def test_a_bank_is_released_to_viewers(world: ExamWorld, omar_client: Client) -> None:
    page = post(omar_client, f"{base(world)}release/", shown="1")
    assert "Viewers see the questions" in page
    page = post(omar_client, f"{base(world)}release/", shown="0")
    assert "Viewers do not see" in page


def test_viewers_read_the_questions_of_a_released_bank_alone(
    world: ExamWorld, omar_client: Client, ada_client: Client
) -> None:
    vera = User.objects.create_user("vera", password="vera")
    world.track.memberships.create(user=vera, role="viewer")
    viewer = Client()
    viewer.force_login(vera)
    page = f"{base(world)}released/"
    scores = f"/tracks/{world.track.uuid}/scores/exam/"
    assert viewer.get(page).status_code == 404
    assert "the bank is not released" in read(omar_client, page)
    assert "Question 1?" not in read(viewer, scores)
    assert page not in read(viewer, scores)
    post(omar_client, f"{base(world)}release/", shown="1")
    assert page in read(viewer, scores)
    shown = read(viewer, page)
    assert "Question 1?" in shown
    for hidden in (world.topic.text, "Text of p1", world.judge.name):
        assert hidden not in shown
    assert ada_client.get(page).status_code == 404
    withdrawn = {"ids": world.questions[0].external_id}
    post(omar_client, f"{base(world)}withdraw/", **withdrawn)
    assert "Question 1?" in read(viewer, page)  # a draft is its author's alone
    post(omar_client, f"{base(world)}draft/", do="apply", seen=1)
    assert "Question 1?" not in read(viewer, page)
    assert viewer.get(f"{base(world)}scores/").status_code == 404
    post(omar_client, f"{base(world)}release/", shown="0")
    assert viewer.get(page).status_code == 404


def test_the_family_s_board_has_them_too(world: ExamWorld, omar_client: Client) -> None:
    page = read(omar_client, f"/tracks/{world.track.uuid}/scores/exam/")
    assert "Cover 4" in page
