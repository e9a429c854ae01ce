"""The post-editing page's plain forms, without a script."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.test import Client

from accounts.models import User
from nuggets.editing.steps.lists import delete_nugget
from nuggets.editing.steps.step import rows_of
from nuggets.models import Descent, Nugget, NuggetSource
from tests.make import make_segment, nuggets_of
from tests.nuggets.editing.page import post, url
from tests.nuggets.editing.post_edit import TEXTS, PostEdit, act_of, texts_of
from tests.page import markup, select


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
    page = markup(ada_client.get(opened["Location"].split("#")[0]))
    row = page[page.index(f'id="nugget-{second.uuid}"') :]
    assert 'id="box-words"' in row[: row.index("</li>")]
    made.version.refresh_from_db()
    assert made.version.revision == 0


def test_it_works_without_a_script(made: PostEdit, ada_client: Client) -> None:
    first = nuggets_of(made.version)[0]
    opened = post(ada_client, made, "reword", nugget=first.uuid)
    assert opened.status_code == 302
    page = markup(ada_client.get(opened["Location"].split("#")[0]))
    assert select(page, '[name="text"]')
    saved = post(ada_client, made, "reword", nugget=first.uuid, text="Other")
    assert saved.status_code == 302
    assert "Other" in markup(ada_client.get(saved["Location"]))


def test_empty_words_are_refused_next_to_the_box(
    made: PostEdit, ada_client: Client
) -> None:
    first = nuggets_of(made.version)[0]
    answer = post(ada_client, made, "reword", nugget=first.uuid, text=" ")
    assert answer.status_code == 422
    assert "Write the nugget’s words." in markup(answer)


def test_the_same_form_sent_twice_counts_once(
    made: PostEdit, ada_client: Client
) -> None:
    first, second, _ = nuggets_of(made.version)
    data = {"action": "delete", "seen": "0", "key": str(uuid4()), "nugget": first.uuid}
    for _ in range(2):
        assert ada_client.post(url(made, "act/"), data).status_code == 302
    assert texts_of(made.version) == list(TEXTS[1:])
    again = {**data, "nugget": second.uuid}  # the same page, reached by the back button
    assert ada_client.post(url(made, "act/"), again).status_code == 409
    assert texts_of(made.version) == list(TEXTS[1:])


def test_it_makes_a_nugget_of_a_sentence(made: PostEdit, ada_client: Client) -> None:
    segment = make_segment(made.topic.track, "emoji", "🧊 Ice. No. No. No?")
    nugget = nuggets_of(made.version)[0]
    NuggetSource.objects.create(nugget=nugget, segment=segment)
    page = markup(ada_client.get(url(made, f"passages/{segment.uuid}/")))
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


def test_a_stale_action_gets_the_current_list_and_keeps_the_words(
    made: PostEdit, ada: User, ada_client: Client
) -> None:
    first, second, _ = nuggets_of(made.version)
    delete_nugget(made.version, first.pk, act=act_of(made.version, ada))
    answer = post(
        ada_client, made, "reword", nugget=second.uuid, text="my words", seen=0
    )
    page = markup(answer)
    assert answer.status_code == 409
    assert "The list changed since you opened it" in page
    assert "my words" in page
    assert TEXTS[0] not in page
