"""Links between span nuggets, and their sub-narratives, as a person says them."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from assess.judging.models import Judge
from matching.duplicates.actions import (
    NothingDecided,
    entailed_pairs,
    make_deduplicated,
)
from matching.duplicates.forms import finders
from matching.gold import gold_lists
from matching.models import Cover
from nuggets.editing.actions import finish_version, reopen_version
from nuggets.models import Edit, Listing, Nugget
from runs.actions.acts import Act
from runs.actions.subnarratives import name_subnarratives
from runs.models import Subnarrative
from tests.make import NOW
from tests.nuggets.spans.span_work import Marking, make_marking, mark, post, url
from tests.page import texts

ALL, FRESH = "Fresh water freezes first", "Fresh water freezes"


@pytest.fixture
def made(ada: User, ada_client: Client) -> Marking:
    """Two nuggets of one passage, of which the first says more."""
    made = make_marking(ada)
    at = place(made)
    mark(ada_client, made, ALL, at)
    mark(ada_client, made, FRESH, at)
    return made


def place(made: Marking) -> int:
    return [one.docid for one in made.segments].index("doc#0")


def uuid_of(text: str) -> str:
    return str(Nugget.objects.get(text=text).uuid)


def link(client: Client, made: Marking, relation: str, other: str = ALL) -> int:
    """Link the second nugget to another one; return the status."""
    given = {"nugget": uuid_of(FRESH), "relation": relation}
    to = uuid_of(other) if other else ""
    reply = post(client, made, place(made), action="link", other=to, **given)
    status: int = reply.status_code
    return status


def shown(client: Client, made: Marking) -> list[str]:
    page = client.get(url(made, f"{made.segments[place(made)].uuid}/"))
    return texts(page.content.decode(), "#made .link")


def frozen(made: Marking, ada: User) -> dict[int, set[tuple[int, int]]]:
    """Finish the list; return what Ada's links say of places of it."""
    version = made.version
    act = Act(by=ada, seen=version.revision, now=timezone.now(), key=uuid4())
    finish_version(version, made.work, act=act)
    judge = Judge.objects.get(kind=Judge.PERSON, user=ada)
    return entailed_pairs(judge, gold_lists(made.bank))


@pytest.mark.parametrize(
    ("relation", "words", "pairs"),
    [
        ("same", f"same as “{ALL}”", {(0, 1), (1, 0)}),
        ("covers", f"covers “{ALL}”", {(1, 0)}),
        ("covered", f"covered by “{ALL}”", {(0, 1)}),
    ],
)
def test_a_link_is_shown_and_says_which_nugget_entails_which(
    made: Marking,
    ada: User,
    ada_client: Client,
    relation: str,
    words: str,
    pairs: set[tuple[int, int]],
) -> None:
    assert link(ada_client, made, relation) == 302
    assert sorted(shown(ada_client, made)) == ["", words]
    assert frozen(made, ada) == {made.topic.pk: pairs}


def test_a_link_is_taken_back_and_undone(made: Marking, ada_client: Client) -> None:
    link(ada_client, made, "same")
    link(ada_client, made, "", other="")
    assert shown(ada_client, made) == ["", ""]
    post(ada_client, made, place(made), action="undo")
    assert sorted(shown(ada_client, made)) == ["", f"same as “{ALL}”"]


def test_a_link_to_a_nugget_that_left_the_list_says_nothing(
    made: Marking, ada: User, ada_client: Client
) -> None:
    link(ada_client, made, "same")
    post(ada_client, made, place(made), delete=uuid_of(ALL))
    assert shown(ada_client, made) == [""]
    assert frozen(made, ada) == {made.topic.pk: set()}


@pytest.mark.parametrize(
    ("relation", "other"), [("", ALL), ("same", FRESH), ("alike", ALL)]
)
def test_a_link_without_sense_changes_nothing(
    made: Marking, ada_client: Client, relation: str, other: str
) -> None:
    assert link(ada_client, made, relation, other) in (409, 422)
    assert not Edit.objects.filter(action="link").exists()
    assert [row.details for row in Listing.objects.all()] == [{}, {}]


def test_duplicates_are_dropped_by_a_persons_links(
    made: Marking, ada: User, ada_client: Client
) -> None:
    assert not finders(made.track).filter(kind=Judge.PERSON).exists()
    link(ada_client, made, "covered")
    frozen(made, ada)
    judge = finders(made.track).get(kind=Judge.PERSON)
    found = make_deduplicated(made.bank, judge, "no twins", rule="in-order", now=NOW)
    assert (found.kept, found.every) == (1, 2)
    [kept] = Listing.objects.filter(version__bank=found.bank)
    assert kept.nugget.text == ALL
    [cover] = Cover.objects.all()
    assert (cover.dropped.text, cover.by.text) == (FRESH, ALL)


def test_another_persons_judge_has_said_nothing(
    made: Marking, ada: User, bea: User, ada_client: Client
) -> None:
    link(ada_client, made, "same")
    frozen(made, ada)
    hers = Judge.objects.create(
        track=made.track, name="bea", kind=Judge.PERSON, user=bea, landed_at=NOW
    )
    assert entailed_pairs(hers, gold_lists(made.bank)) == {made.topic.pk: set()}
    with pytest.raises(NothingDecided):
        make_deduplicated(made.bank, hers, "none", rule="in-order", now=NOW)


def test_each_link_is_of_the_person_who_said_it(
    made: Marking, ada: User, bea: User, ada_client: Client
) -> None:
    hers = Judge.objects.create(
        track=made.track, name="bea", kind=Judge.PERSON, user=bea, landed_at=NOW
    )
    link(ada_client, made, "same")
    Edit.objects.filter(action="link").update(by=bea)
    mark(ada_client, made, "water freezes", place(made))
    given = {"nugget": uuid_of("water freezes"), "relation": "covered"}
    post(ada_client, made, place(made), action="link", other=uuid_of(ALL), **given)
    own = frozen(made, ada)[made.topic.pk]
    theirs = entailed_pairs(hers, gold_lists(made.bank))[made.topic.pk]
    assert (len(own), len(theirs)) == (1, 2)
    assert not own & theirs


def test_links_stay_their_persons_when_the_list_is_opened_again(
    made: Marking, ada: User, ada_client: Client
) -> None:
    link(ada_client, made, "covered")
    frozen(made, ada)
    reopen_version(made.bank, made.work, by=ada, now=timezone.now())
    assert frozen(made, ada) == {made.topic.pk: {(0, 1)}}


def test_a_nugget_is_mapped_to_a_sub_narrative(ada: User, ada_client: Client) -> None:
    made = make_marking(ada, profile="rag25")
    name_subnarratives(made.topic, [("where it starts", False)], now=NOW)
    mark(ada_client, made, FRESH, place(made))
    part = str(Subnarrative.objects.get().uuid)
    given = {"nugget": uuid_of(FRESH), "subnarrative": part}
    reply = post(ada_client, made, place(made), action="map", **given)
    assert reply.status_code == 302
    assert Listing.objects.get().subnarrative == Subnarrative.objects.get()
    page = ada_client.get(url(made, f"{made.segments[place(made)].uuid}/"))
    assert texts(page.content.decode(), "#made .part") == ["a"]


def test_without_sub_narratives_nothing_asks_for_one(
    made: Marking, ada_client: Client
) -> None:
    page = ada_client.get(url(made, f"{made.segments[place(made)].uuid}/"))
    assert b'data-act="map"' not in page.content
    assert b"map-box" not in page.content
