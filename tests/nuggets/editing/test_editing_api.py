"""Edits as the outbox sends them: once each, in order, never overwriting another's."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from accounts.models import User
from nuggets.editing.actions import finish_version, reopen_version
from nuggets.editing.steps.lists import delete_nugget
from nuggets.editing.steps.step import rows_of
from nuggets.editing.steps.texts import reword_nugget
from nuggets.models import BankVersion, Edit, NuggetSource
from tests.make import NOW, make_allocation, nuggets_of
from tests.nuggets.editing.page import end
from tests.nuggets.editing.post_edit import (
    TEXTS,
    PostEdit,
    act_of,
    make_post_edit,
    texts_of,
)


def send(client: Client, made: PostEdit, action: str, **more: Any) -> Any:  # noqa: ANN401
    body = {
        "version": str(made.version.uuid),
        "action": action,
        "key": str(uuid4()),
        "seen": 0,
        **{name: str(v) if isinstance(v, UUID) else v for name, v in more.items()},
    }
    address = f"/api/work/{made.work.uuid}/nuggets/"
    return client.post(address, body, content_type="application/json")


def test_it_answers_with_the_revision_and_the_nugget(
    made: PostEdit, ada_client: Client
) -> None:
    first = nuggets_of(made.version)[0]
    answer = send(ada_client, made, "reword", nugget=first.uuid, text="other")
    assert answer.status_code == 200
    new = nuggets_of(made.version)[0]
    body = answer.json()
    assert (body["version"], body["nugget"]) == (1, str(new.uuid))
    assert body["saved_at"]


@pytest.mark.parametrize("action", ["delete", "reword", "split", "merge", "vital"])
def test_the_same_key_counts_once(
    made: PostEdit, ada_client: Client, action: str
) -> None:
    second = nuggets_of(made.version)[1]
    key = uuid4()
    once = send(ada_client, made, action, nugget=second.uuid, key=key, text="a\nb")
    again = send(ada_client, made, action, nugget=second.uuid, key=key, text="a\nb")
    assert once.status_code == again.status_code == 200
    drop = "saved_at"
    assert {k: v for k, v in once.json().items() if k != drop} == {
        k: v for k, v in again.json().items() if k != drop
    }
    assert Edit.objects.count() == 1


def test_what_was_queued_names_the_nugget_as_it_was(
    made: PostEdit, ada_client: Client
) -> None:
    first = nuggets_of(made.version)[0]
    keys = [uuid4() for _ in range(4)]
    send(ada_client, made, "reword", nugget=first.uuid, text="other", key=keys[0])
    send(ada_client, made, "undo", key=keys[1], after=keys[0])
    send(ada_client, made, "redo", key=keys[2], after=keys[1])
    answer = send(
        ada_client, made, "vital", nugget=first.uuid, key=keys[3], after=keys[2]
    )
    assert answer.json()["version"] == 4
    assert texts_of(made.version)[0] == "other"
    assert rows_of(made.version)[0].importance == "vital"


def test_after_an_undone_merge_a_reworded_nuggets_old_name_means_it_again(
    made: PostEdit, ada_client: Client
) -> None:
    first, second, _ = nuggets_of(made.version)
    more = {"nugget": second.uuid, "marked": [str(first.uuid)]}
    send(ada_client, made, "reword", nugget=second.uuid, text="other")
    send(ada_client, made, "merge", text="both", seen=1, **more)
    send(ada_client, made, "undo", seen=2)
    answer = send(ada_client, made, "vital", nugget=second.uuid, seen=3)
    assert answer.status_code == 200
    assert texts_of(made.version) == [TEXTS[0], "other", TEXTS[2]]
    given = [row.importance for row in rows_of(made.version)]
    assert given == ["okay", "vital", "okay"]


def test_what_was_queued_names_a_new_nugget_by_its_key(
    made: PostEdit, ada_client: Client
) -> None:
    first = nuggets_of(made.version)[0]
    keys = [uuid4() for _ in range(4)]
    send(ada_client, made, "add", nugget=first.uuid, text="mine", key=keys[0])
    send(ada_client, made, "down", nugget=keys[0], key=keys[1], after=keys[0])
    more = {"key": keys[2], "after": keys[1]}
    send(ada_client, made, "reword", nugget=keys[0], text="mine too", **more)
    more = {"key": keys[3], "after": keys[2]}
    known = made.subnarratives[1].uuid
    answer = send(ada_client, made, "map", nugget=keys[0], subnarrative=known, **more)
    assert answer.status_code == 200
    assert texts_of(made.version) == [*TEXTS[:2], "mine too", TEXTS[2]]
    assert rows_of(made.version)[2].subnarrative == made.subnarratives[1].pk


def test_a_late_edit_hears_how_the_nugget_stands(
    made: PostEdit, ada: User, ada_client: Client
) -> None:
    first, second, _ = nuggets_of(made.version)
    reword_nugget(made.version, first.pk, "her words", act=act_of(made.version, ada))
    answer = send(ada_client, made, "reword", nugget=first.uuid, text="mine")
    assert answer.status_code == 409
    assert answer.json() == {
        "version": 1,
        "detail": "The list was changed since you opened it. "
        "This nugget is now: okay, unmapped, “her words”.",
    }
    delete_nugget(made.version, second.pk, act=act_of(made.version, ada))
    answer = send(ada_client, made, "vital", nugget=second.uuid)
    assert answer.json()["detail"].endswith("no longer on the list.")
    assert texts_of(made.version) == ["her words", TEXTS[2]]


def test_edits_queued_after_a_refused_one_are_late_too(
    made: PostEdit, ada_client: Client
) -> None:
    first = nuggets_of(made.version)[0]
    refused = uuid4()
    answer = send(ada_client, made, "reword", nugget=first.uuid, text=" ", key=refused)
    assert answer.status_code == 400
    answer = send(ada_client, made, "undo", after=refused)
    assert answer.status_code == 409
    assert not Edit.objects.exists()


def test_a_finished_list_takes_no_edit(
    made: PostEdit, ada: User, ada_client: Client
) -> None:
    first = nuggets_of(made.version)[0]
    key = uuid4()
    send(ada_client, made, "vital", nugget=first.uuid, key=key)
    end(ada_client, made, seen=1)
    answer = send(ada_client, made, "delete", nugget=first.uuid, seen=1)
    assert answer.status_code == 409
    assert "finished" in answer.json()["detail"]
    again = send(ada_client, made, "vital", nugget=first.uuid, key=key)
    assert again.json()["version"] == 1
    ada_client.post(f"/work/{made.work.uuid}/nuggets/reopen/")
    answer = send(ada_client, made, "delete", nugget=first.uuid, seen=0)
    assert answer.status_code == 409
    assert texts_of(made.version) == list(TEXTS)


def test_it_makes_a_nugget_of_a_passages_words(
    made: PostEdit, ada_client: Client
) -> None:
    segment = made.segments[0]
    span = f"{segment.uuid} 2 6"
    answer = send(ada_client, made, "span", span=span)
    assert answer.status_code == 200
    assert texts_of(made.version) == [*TEXTS, segment.text[2:6]]
    source = NuggetSource.objects.get(nugget__uuid=answer.json()["nugget"])
    assert (source.segment, source.start, source.end) == (segment, 2, 6)
    answer = send(ada_client, made, "span", span=f"{segment.uuid} 2 9999", seen=1)
    assert answer.status_code == 400


@pytest.mark.parametrize(
    "more",
    [
        {"action": "explode"},
        {"seen": "x"},
        {"nugget": "x"},
        {"key": "x"},
        {"version": "x"},
        {"marked": "x"},
        {"marked": [1]},
        {"span": [1]},
    ],
)
def test_it_rejects_nonsense(
    made: PostEdit, ada_client: Client, more: dict[str, Any]
) -> None:
    action = more.pop("action", "vital")
    assert send(ada_client, made, action, **more).status_code == 400
    assert not Edit.objects.exists()


def test_it_hides_the_work_of_another(
    made: PostEdit, bea_client: Client, client: Client
) -> None:
    assert send(bea_client, made, "undo").status_code == 404
    assert send(client, made, "undo").status_code in (401, 403)


def test_it_hides_another_list(made: PostEdit, ada_client: Client, bea: User) -> None:
    other = make_post_edit(bea)
    answer = send(ada_client, made, "undo", version=other.version.uuid)
    assert answer.status_code == 404


def test_work_that_was_taken_back_says_so(made: PostEdit, ada_client: Client) -> None:
    made.work.released_at = NOW
    made.work.save(update_fields=["released_at"])
    answer = send(ada_client, made, "undo")
    assert answer.status_code == 404
    assert "taken back" in answer.json()["detail"]


def test_it_rejects_the_wrong_method(made: PostEdit, ada_client: Client) -> None:
    assert ada_client.get(f"/api/work/{made.work.uuid}/nuggets/").status_code == 405


def test_finished_work_does_not_reach_into_the_next_persons_list(
    made: PostEdit, ada: User, ada_client: Client, bea: User
) -> None:
    first = nuggets_of(made.version)[0]
    key = uuid4()
    assert (
        send(ada_client, made, "vital", nugget=first.uuid, key=key).status_code == 200
    )
    finish_version(made.version, made.work, act=act_of(made.version, ada))
    hers = make_allocation(made.topic, bea, made.bank, work="nuggets")
    opened = reopen_version(made.bank, hers, by=bea, now=NOW)
    foreign = {"version": opened.uuid, "nugget": first.uuid}
    assert send(ada_client, made, "delete", **foreign).status_code == 409
    address = f"/work/{made.work.uuid}/nuggets/"
    asked = {"version": str(opened.uuid), "seen": 0}
    edit = {**asked, "action": "delete", "nugget": str(first.uuid)}
    assert ada_client.post(f"{address}act/", edit).status_code == 409
    assert ada_client.post(f"{address}finish/", asked).status_code == 409
    opened.refresh_from_db()
    assert (opened.state, opened.revision) == (BankVersion.OPEN, 0)
    assert b"Open it again" in ada_client.get(address).content
    again = send(ada_client, made, "vital", nugget=first.uuid, key=key)
    assert again.status_code == 200  # it was saved before, and is answered the same


def test_an_edit_that_came_counts_also_after_its_sub_narrative_was_dropped(
    made: PostEdit, ada_client: Client
) -> None:
    goal, nugget = made.subnarratives[0], nuggets_of(made.version)[0]
    said = {"nugget": nugget.uuid, "subnarrative": goal.uuid, "key": uuid4()}
    once = send(ada_client, made, "map", **said)
    goal.retired_at = NOW
    goal.save(update_fields=["retired_at"])
    again = send(ada_client, made, "map", **said)
    assert (again.status_code, again.json()["version"]) == (200, once.json()["version"])
    assert send(ada_client, made, "map", **said | {"key": uuid4()}).status_code == 400


def test_an_undo_answers_with_what_it_turned_back(
    made: PostEdit, ada_client: Client
) -> None:
    first = nuggets_of(made.version)[0]
    send(ada_client, made, "vital", nugget=first.uuid)
    send(ada_client, made, "delete", nugget=first.uuid, seen=1)
    told = []
    for seen, action in enumerate(("undo", "undo", "redo", "redo", "redo"), start=2):
        answer = send(ada_client, made, action, seen=seen)
        told.append(answer.json()["turned"])
    deletion, importance = f"deletion of “{TEXTS[0]}”", f"importance of “{TEXTS[0]}”"
    assert told == [deletion, importance, importance, deletion, ""]
