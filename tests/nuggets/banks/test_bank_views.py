"""Organizers see the banks, each version, and start post-editing."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from nuggets.models import Bank
from tests.make import NOW, make_topic, make_version
from tests.nuggets.editing.post_edit import TEXTS, PostEdit, make_post_edit
from tests.page import texts


@pytest.fixture
def made(ada: User, omar: User) -> PostEdit:
    return make_post_edit(ada, organizer=omar)


def paths(made: PostEdit) -> list[str]:
    track = f"/tracks/{made.topic.track.uuid}"
    return [
        f"{track}/banks/",
        f"{track}/banks/{made.bank.uuid}/",
        f"{track}/banks/{made.draft.uuid}/",
        f"{track}/versions/{made.version.uuid}/",
    ]


def test_it_shows_banks_and_their_lists(made: PostEdit, omar_client: Client) -> None:
    banks, edited, draft, version = (
        omar_client.get(path).content.decode() for path in paths(made)
    )
    assert "edited" in banks
    assert "baseline" in texts(banks, "span.tag")
    assert "Start post-editing" in draft
    assert "Start post-editing" not in edited
    assert all(text in version for text in TEXTS)


def test_a_version_shows_the_wordings_that_it_pinned(
    made: PostEdit, omar_client: Client
) -> None:
    part = made.subnarratives[0]
    wording = part.wordings.create(text="as worded <then>", at=NOW)
    made.version.pins.create(wording=wording, position=0)
    made.version.listings.filter(position=0).update(subnarrative=part)
    page = omar_client.get(paths(made)[-1])
    assert next(row.wording for row in page.context["rows"]) == "as worded <then>"
    assert page.content.decode().count("as worded &lt;then&gt;") == 2


def test_it_hides_banks_from_assessors(made: PostEdit, ada_client: Client) -> None:
    assert {ada_client.get(path).status_code for path in paths(made)} == {404}


def test_it_hides_a_bank_of_another_track(
    made: PostEdit, ada: User, omar_client: Client
) -> None:
    other = make_post_edit(ada)
    track = made.topic.track.uuid
    wrong = [f"banks/{other.bank.uuid}/", f"versions/{other.version.uuid}/"]
    for path in wrong:
        assert omar_client.get(f"/tracks/{track}/{path}").status_code == 404


def test_it_sends_the_anonymous_to_sign_in(made: PostEdit, client: Client) -> None:
    assert {client.get(path).status_code for path in paths(made)} == {302}


def test_it_starts_post_editing_under_a_new_name(
    made: PostEdit, omar_client: Client
) -> None:
    path = f"{paths(made)[2]}post-edit/"
    answer = omar_client.post(path, {"name": "second edit"})
    assert answer.status_code == 302
    bank = Bank.objects.get(name="second edit")
    assert (bank.parent, bank.origin) == (made.draft, "edited")
    assert bank.versions.get().listings.count() == len(TEXTS)


def test_it_refuses_a_name_that_is_taken(made: PostEdit, omar_client: Client) -> None:
    path = f"{paths(made)[2]}post-edit/"
    answer = omar_client.post(path, {"name": "edited"})
    assert answer.status_code == 422
    assert "a bank of that name already" in answer.content.decode()
    assert omar_client.get(path).status_code == 405


def test_its_queries_do_not_grow(made: PostEdit, omar_client: Client) -> None:
    def count() -> list[int]:
        found = []
        for path in paths(made):
            with CaptureQueriesContext(connection) as caught:
                omar_client.get(path)
            found.append(len(caught))
        return found

    before = count()
    for number in range(5):
        topic = make_topic(made.topic.track, f"t{number}")
        make_version(made.bank, topic)
        make_version(made.draft, topic)
    assert count() == before
    assert max(before) <= 9
