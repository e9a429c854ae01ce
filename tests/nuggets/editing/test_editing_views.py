"""The post-editing page works by plain forms and hides what is not ada's to see."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from assess.actions.judges import judge_of
from assess.actions.labels import NewLabel, record_labels
from assess.models import Judge
from assess.relevance.kind import RELEVANCE
from nuggets.editing.edits import add_nugget, delete_nugget, set_importance
from nuggets.editing.mapping import map_nugget
from nuggets.editing.step import rows_of
from nuggets.models import Descent, Nugget, NuggetSource
from runs.models import Segment, Subnarrative
from tests.make import NOW, make_segment, nuggets_of
from tests.nuggets.editing.post_edit import (
    TEXTS,
    PostEdit,
    act_of,
    make_post_edit,
    texts_of,
)

HOSTILE = '<script>alert(1)</script> & "quotes" \''


@pytest.fixture
def made(ada: User) -> PostEdit:
    return make_post_edit(ada)


def url(made: PostEdit, part: str = "") -> str:
    return f"/work/{made.work.uuid}/nuggets/{part}"


def post(client: Client, made: PostEdit, action: str, **more: Any) -> Any:  # noqa: ANN401
    """Send one action as the page of somebody who sees the list as it stands."""
    made.version.refresh_from_db()
    data = {
        "action": action,
        "seen": made.version.revision,
        "key": str(uuid4()),
        **more,
    }
    if "text" in more or "wording" in more or "subnarrative" in more:
        data.setdefault("box", action)
    return client.post(url(made, "act/"), data)


def test_it_shows_the_list_beside_a_passage(made: PostEdit, ada_client: Client) -> None:
    page = ada_client.get(url(made)).content.decode()
    for text in TEXTS:
        assert text in page
    assert "why it freezes" in page
    assert "Passage <b>" in page
    assert "<mark>" in page


def test_it_hides_the_machine_its_name_and_its_grades(
    made: PostEdit, ada_client: Client
) -> None:
    for part in ("", "changes/", "finish/"):
        assert "SECRETMACHINE" not in ada_client.get(url(made, part)).content.decode()


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
    from assess.models import RelevanceLabel

    RelevanceLabel.objects.update(value="1")
    assert passages() == before


def test_it_shows_only_passages_with_a_grade_or_a_nugget(
    made: PostEdit, ada_client: Client
) -> None:
    from assess.models import RelevanceLabel

    RelevanceLabel.objects.filter(segment=made.segments[2]).update(value="0")
    NuggetSource.objects.filter(segment=made.segments[2]).delete()
    page = ada_client.get(url(made)).content.decode()
    assert "of 2</span>" in page
    gone = made.segments[2].uuid
    assert ada_client.get(url(made, f"passages/{gone}/")).status_code == 404


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


def test_it_does_each_action_and_leads_back_to_the_list(
    made: PostEdit, ada_client: Client
) -> None:
    first = str(nuggets_of(made.version)[0].uuid)
    answer = post(ada_client, made, "vital", nugget=first)
    assert answer["Location"] == f"{url(made)}?nugget={first}&passage=&box="
    post(ada_client, made, "map", nugget=first, subnarrative=made.subnarratives[1].uuid)
    row = rows_of(made.version)[0]
    assert (row.importance, row.subnarrative) == ("vital", made.subnarratives[1].pk)
    post(ada_client, made, "map_new", nugget=first, wording="cost of ice")
    post(ada_client, made, "down", nugget=first)
    post(ada_client, made, "reword", nugget=first, text="  Fresh water floats  ")
    assert texts_of(made.version) == [TEXTS[1], "Fresh water floats", TEXTS[2]]
    source = made.segments[2]
    below = str(nuggets_of(made.version)[0].uuid)
    post(ada_client, made, "add", nugget=below, text="Mine", source=source.uuid)
    assert NuggetSource.objects.get(nugget__text="Mine").segment == source
    for _ in range(6):
        post(ada_client, made, "undo")
    assert texts_of(made.version) == list(TEXTS)
    post(ada_client, made, "redo")
    assert rows_of(made.version)[0].importance == "vital"


@pytest.mark.parametrize(
    "action", ["reword", "add", "split", "merge", "map", "map_new"]
)
def test_it_opens_a_box_before_it_asks_for_words(
    made: PostEdit, ada_client: Client, action: str
) -> None:
    second = nuggets_of(made.version)[1]
    opened = post(ada_client, made, action, nugget=second.uuid)
    page = ada_client.get(opened["Location"].split("#")[0]).content.decode()
    row = page[page.index(f'id="nugget-{second.uuid}"') :]
    assert 'id="box-words"' in row[: row.index("</li>")]
    made.version.refresh_from_db()
    assert made.version.revision == 0


def test_it_works_without_a_script(made: PostEdit, ada_client: Client) -> None:
    first = nuggets_of(made.version)[0]
    opened = post(ada_client, made, "reword", nugget=first.uuid)
    assert opened.status_code == 302
    page = ada_client.get(opened["Location"].split("#")[0]).content.decode()
    assert 'name="text"' in page
    saved = post(ada_client, made, "reword", nugget=first.uuid, text="Other")
    assert saved.status_code == 302
    assert "Other" in ada_client.get(saved["Location"]).content.decode()


def test_empty_words_are_refused_beside_the_box(
    made: PostEdit, ada_client: Client
) -> None:
    first = nuggets_of(made.version)[0]
    answer = post(ada_client, made, "reword", nugget=first.uuid, text=" ")
    assert answer.status_code == 422
    assert "Write the nugget’s words." in answer.content.decode()


def test_it_shows_the_list_alone(made: PostEdit, ada_client: Client) -> None:
    second = nuggets_of(made.version)[1]
    answer = ada_client.get(url(made, f"list/?nugget={second.uuid}"))
    page = answer.content.decode()
    assert page.startswith('<div id="editor"')
    assert f'value="{second.uuid}" form="act" checked' in page


def test_the_same_form_sent_twice_counts_once(
    made: PostEdit, ada_client: Client
) -> None:
    first, second, _ = nuggets_of(made.version)
    data = {"action": "delete", "seen": "0", "key": str(uuid4()), "nugget": first.uuid}
    for _ in range(2):
        assert ada_client.post(url(made, "act/"), data).status_code == 302
    assert texts_of(made.version) == list(TEXTS[1:])
    again = {**data, "nugget": second.uuid}  # the same page, gone back to
    assert ada_client.post(url(made, "act/"), again).status_code == 409
    assert texts_of(made.version) == list(TEXTS[1:])


def test_it_makes_a_nugget_of_a_sentence(made: PostEdit, ada_client: Client) -> None:
    segment = make_segment(made.topic.track, "emoji", "🧊 Ice. No. No. No?")
    nugget = nuggets_of(made.version)[0]
    NuggetSource.objects.create(nugget=nugget, segment=segment)
    page = ada_client.get(url(made, f"passages/{segment.uuid}/")).content.decode()
    offered = re.findall(r'name="span" value="(.*?)"', page)
    name = str(segment.uuid)
    assert offered == [f"{name} {span}" for span in ("0 6", "7 10", "11 14", "15 18")]
    post(ada_client, made, "span", nugget=nugget.uuid, span=offered[2])
    assert texts_of(made.version) == [TEXTS[0], "No.", *TEXTS[1:]]
    source = NuggetSource.objects.get(nugget__text="No.")
    assert (source.segment, source.start, source.end) == (segment, 11, 14)
    for bad in ("", "x 1 2", f"{name} 1", f"{name} a b"):
        answer = post(ada_client, made, "span", nugget=nugget.uuid, span=bad)
        assert answer.status_code == 422
    for outside in (f"{name} 15 99", f"{uuid4()} 0 1"):
        answer = post(ada_client, made, "span", nugget=nugget.uuid, span=outside)
        assert answer.status_code == 409


def test_it_merges_the_marked_and_keeps_every_parent(
    made: PostEdit, ada_client: Client
) -> None:
    a, b, c = nuggets_of(made.version)
    marked = [str(c.uuid), str(a.uuid)]
    post(ada_client, made, "merge", nugget=b.uuid, marked=marked, text="one")
    assert texts_of(made.version) == ["one", TEXTS[1]]
    parents = Descent.objects.filter(child__text="one").values_list("parent", flat=True)
    assert set(parents) == {a.pk, c.pk}
    one = nuggets_of(made.version)[0]
    post(ada_client, made, "merge", nugget=b.uuid, marked=[str(one.uuid)], text="all")
    assert texts_of(made.version) == ["all"]
    only = nuggets_of(made.version)[0]
    answer = post(ada_client, made, "merge", nugget=only.uuid, text="nothing above")
    assert answer.status_code == 409
    answer = post(ada_client, made, "merge", nugget=only.uuid, text="x", marked=["y"])
    assert answer.status_code == 422


def test_near_duplicates_are_joined_and_said(ada: User, ada_client: Client) -> None:
    texts = ("Salt melts ice on roads", "Fresh water", "On roads, salt melts the ice")
    made = make_post_edit(ada, texts=texts)
    page = ada_client.get(url(made)).content.decode()
    assert "Nearly the same as nugget 3." in page
    assert "Nearly the same as nugget 1." in page
    parts = [f'class="bracket {part} lane-0"' for part in ("first", "through", "last")]
    assert [page.count(part) for part in parts] == [1, 1, 1]


def test_passages_stand_by_the_assessors_own_ticks_alone(
    made: PostEdit, ada: User, bea: User, ada_client: Client
) -> None:
    a, b = made.subnarratives
    track = made.topic.track
    hers = judge_of(bea, track, now=NOW)
    for judge, ticks in ((hers, [a]), (made.machine, [a, b])):
        tick(made, judge, made.segments[1], ticks)
    before = ada_client.get(url(made)).content.decode()
    assert "You ticked" not in before
    assert "<h3" not in before
    tick(made, judge_of(ada, track, now=NOW), made.segments[2], [b])
    page = ada_client.get(url(made)).content.decode()
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


@pytest.mark.parametrize(
    "more", [{"action": "explode"}, {"seen": "x"}, {"nugget": "x"}, {"key": "x"}]
)
def test_it_rejects_nonsense(
    made: PostEdit, ada_client: Client, more: dict[str, str]
) -> None:
    data = {"action": "vital", "seen": "0", "nugget": "", **more}
    answer = ada_client.post(url(made, "act/"), data)
    assert answer.status_code == 422


def test_a_nugget_of_another_list_is_refused(
    made: PostEdit, ada_client: Client
) -> None:
    stray = Nugget.objects.create(topic=made.topic, text="stray")
    assert post(ada_client, made, "delete", nugget=stray.uuid).status_code == 409


def test_a_stale_action_gets_the_list_as_it_stands_and_keeps_the_words(
    made: PostEdit, ada: User, ada_client: Client
) -> None:
    first, second, _ = nuggets_of(made.version)
    delete_nugget(made.version, first.pk, act=act_of(made.version, ada))
    answer = post(
        ada_client, made, "reword", nugget=second.uuid, text="my words", seen=0
    )
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "The list changed since you opened it" in page
    assert "my words" in page
    assert TEXTS[0] not in page


def test_hostile_text_is_only_text(ada: User, ada_client: Client) -> None:
    made = make_post_edit(ada, texts=(HOSTILE, "b"))
    first = nuggets_of(made.version)[0]
    made.segments[0].text = f"{HOSTILE} alert"
    made.segments[0].save(update_fields=["text"])
    post(ada_client, made, "map_new", nugget=first.uuid, wording=HOSTILE)
    for part in ("", f"passages/{made.segments[0].uuid}/", "changes/"):
        page = ada_client.get(url(made, part)).content.decode()
        assert "<script>alert" not in page
        assert "alert" in page


def test_its_queries_do_not_grow_with_the_list(ada: User, ada_client: Client) -> None:
    counts = []
    for size in (2, 60):
        made = make_post_edit(ada, texts=tuple(f"n {at}" for at in range(size)))
        with CaptureQueriesContext(connection) as caught:
            ada_client.get(url(made))
        counts.append(len(caught))
    assert counts[0] == counts[1] <= 16


def test_an_untouched_list_is_not_begun(made: PostEdit, ada_client: Client) -> None:
    def home() -> str:
        return ada_client.get("/").content.decode()

    assert "Begin with" in home()
    assert "not begun yet: 3 nuggets" in home()
    post(ada_client, made, "vital", nugget=nuggets_of(made.version)[0].uuid)
    assert "Go on with" in home()
    assert "not finished yet: 3 nuggets" in home()


def test_it_asks_what_is_open_and_then_freezes(
    made: PostEdit, ada_client: Client
) -> None:
    page = ada_client.get(url(made, "finish/")).content.decode()
    assert "3 nuggets are mapped to no sub-narrative" in page
    assert "2 sub-narratives have no nugget" in page
    answer = ada_client.post(url(made, "finish/"), {"seen": 0})
    assert answer.status_code == 302
    made.version.refresh_from_db()
    made.work.refresh_from_db()
    assert made.version.state == "frozen"
    assert made.work.finished_at
    page = ada_client.get(url(made)).content.decode()
    assert "Open it again" in page
    assert 'class="button primary" href="/"' in page
    assert 'id="act"' not in page
    assert post(ada_client, made, "undo").status_code == 409
    assert ada_client.post(url(made, "finish/"), {"seen": 0}).status_code == 409
    ada_client.post(url(made, "reopen/"))
    assert made.bank.versions.count() == 2


def test_a_page_of_a_finished_list_does_nothing_to_the_next_one(
    made: PostEdit, ada_client: Client
) -> None:
    old = {"version": str(made.version.uuid), "seen": "0"}
    ada_client.post(url(made, "finish/"), old)
    ada_client.post(url(made, "reopen/"))
    assert ada_client.post(url(made, "finish/"), old).status_code == 409
    edit = {**old, "action": "delete", "nugget": nuggets_of(made.version)[0].uuid}
    assert ada_client.post(url(made, "act/"), edit).status_code == 409
    assert made.bank.versions.get(number=2).state == "open"


def test_a_topic_without_a_list_is_begun_by_a_button(
    made: PostEdit, ada_client: Client
) -> None:
    made.version.delete()
    assert "Begin" in ada_client.get(url(made)).content.decode()
    assert ada_client.post(url(made, "reopen/")).status_code == 302
    assert TEXTS[0] in ada_client.get(url(made)).content.decode()


def test_a_topic_without_a_draft_says_so(made: PostEdit, ada_client: Client) -> None:
    made.version.delete()
    made.draft.versions.all().delete()
    assert ada_client.post(url(made, "reopen/")).status_code == 409


def test_the_changes_say_importance_and_mapping(
    made: PostEdit, ada: User, ada_client: Client
) -> None:
    (first, *_) = nuggets_of(made.version)
    known = made.subnarratives[0].pk
    map_nugget(made.version, first.pk, known, act=act_of(made.version, ada))
    text = ada_client.get(url(made, "changes/")).content.decode()
    assert "unmapped → why it freezes" in text
    assert "<dt>mapping changed</dt><dd>1</dd>" in text


def test_the_end_names_each_open_thing_and_leads_to_it(
    made: PostEdit, ada: User, ada_client: Client
) -> None:
    add_nugget(made.version, f"{TEXTS[0]}.", act=act_of(made.version, ada))
    page = ada_client.get(url(made, "finish/")).content.decode()
    new = Nugget.objects.get(text=f"{TEXTS[0]}.")
    link = f'<a href="{url(made)}?nugget={new.uuid}" dir="auto">{new.text}</a>'
    assert "1 nugget has no importance" in page
    assert "4 nuggets are mapped to no sub-narrative" in page
    assert "2 nuggets say nearly the same as another" in page
    assert page.count(link) == 3
    for part in made.subnarratives:
        assert f'#subnarrative-{part.uuid}" dir="auto">{part.text}</a>' in page


def test_it_opens_at_the_persons_own_last_edit(
    made: PostEdit, ada: User, ada_client: Client
) -> None:
    third = rows_of(made.version)[2].nugget
    set_importance(made.version, third, "vital", act=act_of(made.version, ada))
    page = ada_client.get(url(made)).content.decode()
    uuid = Nugget.objects.get(pk=third).uuid
    assert f'value="{uuid}" form="act" checked' in page
