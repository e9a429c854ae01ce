"""The end of a list, and after it: finish, reopen, changes."""

from __future__ import annotations

import re

from django.test import Client

from accounts.models import User
from assess.judging.models import Remark, Thread
from nuggets.editing.items import public_name
from nuggets.editing.steps.lists import add_nugget
from nuggets.editing.steps.mapping import map_nugget
from nuggets.models import Listing, Nugget
from tests.make import NOW, nuggets_of
from tests.nuggets.editing.page import end, post, url
from tests.nuggets.editing.post_edit import TEXTS, PostEdit, act_of
from tests.page import facts, select


def test_it_asks_what_is_open_and_then_freezes(
    made: PostEdit, ada_client: Client
) -> None:
    page = ada_client.get(url(made, "finish/")).content.decode()
    assert "3 nuggets are mapped to no sub-narrative" in page
    assert "2 sub-narratives have no nugget" in page
    unasked = ada_client.post(url(made, "finish/"), {"seen": 0})
    assert unasked.status_code == 422
    assert "Something is still open." in unasked.content.decode()
    made.version.refresh_from_db()
    assert made.version.state == "open"
    assert end(ada_client, made, seen=0).status_code == 302
    made.version.refresh_from_db()
    made.work.refresh_from_db()
    assert made.version.state == "frozen"
    assert made.work.finished_at
    page = ada_client.get(url(made)).content.decode()
    assert "Open it again" in page
    assert select(page, '.button.primary[href="/"]')
    assert 'id="act"' not in page
    assert post(ada_client, made, "undo").status_code == 409
    assert ada_client.post(url(made, "finish/"), {"seen": 0}).status_code == 409
    ada_client.post(url(made, "reopen/"))
    assert made.bank.versions.count() == 2


def test_a_page_of_a_finished_list_does_nothing_to_the_next_one(
    made: PostEdit, ada_client: Client
) -> None:
    old = {"version": str(made.version.uuid), "seen": "0"}
    end(ada_client, made, **old)
    ada_client.post(url(made, "reopen/"))
    assert ada_client.post(url(made, "finish/"), old).status_code == 409
    edit = {**old, "action": "delete", "nugget": nuggets_of(made.version)[0].uuid}
    assert ada_client.post(url(made, "act/"), edit).status_code == 409
    assert made.bank.versions.get(number=2).state == "open"


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


def test_only_what_was_shown_as_open_is_agreed_to(
    made: PostEdit, ada: User, ada_client: Client
) -> None:
    page = ada_client.get(url(made, "finish/")).content.decode()
    (agreed,) = re.findall(r'name="leave" value="([0-9a-f]+)"', page)
    known = made.subnarratives[0].pk
    map_nugget(
        made.version,
        nuggets_of(made.version)[0].pk,
        known,
        act=act_of(made.version, ada),
    )
    made.version.refresh_from_db()
    sent = {"seen": made.version.revision, "leave": agreed}
    assert ada_client.post(url(made, "finish/"), sent).status_code == 422
    assert end(ada_client, made, seen=made.version.revision).status_code == 302


def test_a_flag_without_an_answer_is_open(
    made: PostEdit, ada: User, omar: User, ada_client: Client
) -> None:
    name = public_name(made.version, nuggets_of(made.version)[1].uuid)
    thread = Thread.objects.create(allocation=made.work, item=name, about="Nugget “x”")
    said = {"thread": thread, "author": ada, "at": NOW}
    Remark.objects.create(kind=Remark.FLAG, reason="unclear", **said)
    page = ada_client.get(url(made, "finish/")).content.decode()
    assert "1 flag waits for an answer" in page
    assert f"?nugget={nuggets_of(made.version)[1].uuid}" in page
    Remark.objects.create(
        kind=Remark.ANSWER, text="Keep it.", **said | {"author": omar}
    )
    page = ada_client.get(url(made, "finish/")).content.decode()
    assert "waits for an answer" not in page


def test_a_list_with_nothing_open_is_finished_at_once(
    made: PostEdit, ada: User, ada_client: Client
) -> None:
    for place, nugget in enumerate(nuggets_of(made.version)):
        part = made.subnarratives[place % len(made.subnarratives)]
        made.version.refresh_from_db()
        map_nugget(made.version, nugget.pk, part.pk, act=act_of(made.version, ada))
    Listing.objects.filter(version=made.version).update(importance="vital")
    made.version.refresh_from_db()
    page = ada_client.get(url(made, "finish/")).content.decode()
    assert "Every nugget has its importance" in page
    sent = {"seen": made.version.revision}
    assert ada_client.post(url(made, "finish/"), sent).status_code == 302


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
    assert facts(text)["mapping changed"] == "1"
