"""The post-editing page shows the list, and hides what Ada may not see."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from assess.judging.judges.actions import judge_of
from assess.judging.labels.batches import record_labels
from assess.judging.labels.writer import NewLabel
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.models import RelevanceLabel
from nuggets.editing.steps.lists import set_importance
from nuggets.editing.steps.step import rows_of
from nuggets.models import Nugget, NuggetSource
from runs.models import Segment, Subnarrative
from tests.make import NOW, nuggets_of
from tests.nuggets.editing.page import post, url
from tests.nuggets.editing.post_edit import (
    TEXTS,
    PostEdit,
    act_of,
    make_post_edit,
    texts_of,
)
from tests.page import markup, select

HOSTILE = '<script>alert(1)</script> & "quotes" \''


def test_it_shows_the_list_next_to_a_passage(
    made: PostEdit, ada_client: Client
) -> None:
    page = markup(ada_client.get(url(made)))
    for text in TEXTS:
        assert text in page
    assert "why it freezes" in page
    assert "Passage <b>" in page
    assert select(page, "mark")


def test_it_shows_the_list_alone(made: PostEdit, ada_client: Client) -> None:
    second = nuggets_of(made.version)[1]
    answer = ada_client.get(url(made, f"list/?nugget={second.uuid}"))
    page = markup(answer)
    assert page.startswith('<div id="editor"')
    assert select(page, f'[value="{second.uuid}"][form="act"][checked]')


def test_it_opens_at_the_persons_own_last_edit(
    made: PostEdit, ada: User, ada_client: Client
) -> None:
    third = rows_of(made.version)[2].nugget
    set_importance(made.version, third, "vital", act=act_of(made.version, ada))
    page = markup(ada_client.get(url(made)))
    uuid = Nugget.objects.get(pk=third).uuid
    assert select(page, f'[value="{uuid}"][form="act"][checked]')


def test_near_duplicates_are_joined_and_said(ada: User, ada_client: Client) -> None:
    texts = ("Salt melts ice on roads", "Fresh water", "On roads, salt melts the ice")
    made = make_post_edit(ada, texts=texts)
    page = markup(ada_client.get(url(made)))
    assert "Nearly the same as nugget 3." in page
    assert "Nearly the same as nugget 1." in page
    parts = [f'class="bracket {part} lane-0"' for part in ("first", "through", "last")]
    assert [page.count(part) for part in parts] == [1, 1, 1]


def test_an_untouched_list_is_not_begun(made: PostEdit, ada_client: Client) -> None:
    def home() -> str:
        return markup(ada_client.get("/"))

    assert "Begin with" in home()
    assert "not begun yet: 3 nuggets" in home()
    post(ada_client, made, "vital", nugget=nuggets_of(made.version)[0].uuid)
    assert "Continue with" in home()
    assert "not finished yet: 3 nuggets" in home()


def test_it_shows_only_passages_with_a_grade_or_a_nugget(
    made: PostEdit, ada_client: Client
) -> None:
    RelevanceLabel.objects.filter(segment=made.segments[2]).update(value="0")
    NuggetSource.objects.filter(segment=made.segments[2]).delete()
    page = markup(ada_client.get(url(made)))
    assert "of 2</span>" in page
    gone = made.segments[2].uuid
    assert ada_client.get(url(made, f"passages/{gone}/")).status_code == 404


def test_passages_are_ordered_only_by_the_assessors_own_ticks(
    made: PostEdit, ada: User, bea: User, ada_client: Client
) -> None:
    a, b = made.subnarratives
    track = made.topic.track
    hers = judge_of(bea, track, now=NOW)
    for judge, ticks in ((hers, [a]), (made.machine, [a, b])):
        tick(made, judge, made.segments[1], ticks)
    before = markup(ada_client.get(url(made)))
    assert "You ticked" not in before
    assert "<h3" not in before
    tick(made, judge_of(ada, track, now=NOW), made.segments[2], [b])
    page = markup(ada_client.get(url(made)))
    heads = re.findall(r"<h3.*?>(.*?)</h3>", page)
    assert heads == ["what is done about it", "You ticked no sub-narrative"]
    first = re.search(r'<li value="1"><a.*?data-passage="(.*?)"', page)
    assert first
    assert first[1] == str(made.segments[2].uuid)


def tick(
    made: PostEdit, judge: Judge, segment: Segment, ticks: list[Subnarrative]
) -> None:
    details = {"ticks": [str(one.uuid) for one in ticks]}
    row = NewLabel((made.topic.pk, segment.pk), "2", details)
    record_labels(RELEVANCE, judge, [row], now=NOW)


def test_it_hides_the_machine_its_name_and_its_grades(
    made: PostEdit, ada_client: Client
) -> None:
    for part in ("", "changes/", "finish/"):
        assert "SECRETMACHINE" not in markup(ada_client.get(url(made, part)))


def test_the_page_is_the_same_whatever_grade_the_machine_gave(
    made: PostEdit, ada_client: Client
) -> None:
    def passages() -> bytes:
        return b"".join(
            ada_client.get(url(made, f"passages/{one.uuid}/")).content
            for one in made.segments
        )

    before = passages()
    model = type(made.machine).objects
    model.filter(pk=made.machine.pk).update(name="OTHER")
    RelevanceLabel.objects.update(value="1")
    assert passages() == before


@pytest.mark.parametrize("part", ["", "changes/", "finish/"])
def test_it_hides_another_assessors_work(
    made: PostEdit, bea_client: Client, part: str
) -> None:
    assert bea_client.get(url(made, part)).status_code == 404


def test_it_takes_no_action_on_another_assessors_work(
    made: PostEdit, bea_client: Client
) -> None:
    assert post(bea_client, made, "undo").status_code == 404
    assert bea_client.post(url(made, "reopen/")).status_code == 404
    assert bea_client.post(url(made, "finish/"), {"seen": 0}).status_code == 404
    one = made.segments[0].uuid
    assert bea_client.get(url(made, f"passages/{one}/")).status_code == 404


def test_it_sends_the_anonymous_to_sign_in(made: PostEdit, client: Client) -> None:
    answer = client.get(url(made))
    assert (answer.status_code, answer["Location"].split("?")[0]) == (
        302,
        "/accounts/sign-in/",
    )
    assert post(client, made, "undo").status_code == 302
    assert texts_of(made.version) == list(TEXTS)


def test_it_rejects_the_wrong_method(made: PostEdit, ada_client: Client) -> None:
    assert ada_client.get(url(made, "act/")).status_code == 405
    assert ada_client.post(url(made)).status_code == 405
    assert ada_client.get(url(made, "reopen/")).status_code == 405


def test_work_that_was_taken_back_is_gone(made: PostEdit, ada_client: Client) -> None:
    made.work.released_at = NOW
    made.work.save(update_fields=["released_at"])
    assert ada_client.get(url(made)).status_code == 404


def test_hostile_text_is_only_text(ada: User, ada_client: Client) -> None:
    made = make_post_edit(ada, texts=(HOSTILE, "b"))
    first = nuggets_of(made.version)[0]
    made.segments[0].text = f"{HOSTILE} alert"
    made.segments[0].save(update_fields=["text"])
    post(ada_client, made, "map_new", nugget=first.uuid, wording=HOSTILE)
    for part in ("", f"passages/{made.segments[0].uuid}/", "changes/"):
        page = markup(ada_client.get(url(made, part)))
        assert "<script>alert" not in page
        assert "alert" in page


def test_its_queries_do_not_grow_with_the_list(ada: User, ada_client: Client) -> None:
    counts = []
    for size in (2, 60):
        made = make_post_edit(ada, texts=tuple(f"n {at}" for at in range(size)))
        with CaptureQueriesContext(connection) as caught:
            ada_client.get(url(made))
        counts.append(len(caught))
    assert counts[0] == counts[1] <= 17
