"""Where work continues and ends, and its progress, for every kind."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from assess.judging.models import Allocation
from assess.judging.screens import Progress, progress_of
from assess.judging.work.actions import finish_if_done
from tests.assess.judging.work.world import World, body_of
from tests.make import NOW, make_judge, make_person
from tests.page import markup, select, texts


def progress(work: Allocation) -> Progress:
    return progress_of([work])[work.pk]


def finished(work: Allocation) -> object:
    return Allocation.objects.get(pk=work.pk).finished_at


def test_the_work_goes_on_at_the_first_page_with_something_left(
    world: World, ada: User, ada_client: Client
) -> None:
    r = ada_client.get(f"/work/{world.work.uuid}/", follow=True)
    assert r.redirect_chain[-1][0] == world.page(0)
    judge, done = world.judge_of(ada), 0
    for place, page in enumerate(world.pages):
        assert ada_client.get(world.base)["Location"] == page
        text = body_of(ada_client, page)
        assert world.at(place, done=done) in text
        then = [*world.pages, world.base][place + 1]
        assert select(text, f'[data-then="{then}"]')
        for number, spot in enumerate(world.spots):
            if world.page_of(number) == page:
                world.give(judge, spot)
                done += 1
    assert world.complete in body_of(ada_client, world.base)


def test_finishing_asks_for_what_is_left(world: World, ada_client: Client) -> None:
    r = ada_client.post(f"{world.base}finish/")
    assert r.status_code == 409
    assert world.left in markup(r)
    world.send(ada_client, world.json())
    assert ada_client.post(f"{world.base}finish/").status_code == 409
    assert finished(world.work) is None


def test_the_end_links_each_page_by_the_name_of_its_item(
    world: World, ada: User, ada_client: Client
) -> None:
    world.label_all(world.judge_of(ada))
    end, noun = body_of(ada_client, world.base), world.desk.item
    if noun == "turn":  # its one page has a link for each statement
        assert texts(end, "main h2")[-1] == "Statements"
        return
    for place, address in enumerate(world.pages, start=1):
        listed = texts(end, f'.marklist a[href="{address}"]')
        assert listed == [f"{noun.capitalize()} {place}"]
    if noun != "response":
        assert "response" not in " ".join(texts(end, "main h2, main .lede")).lower()


def test_finishing_closes_the_work_once_every_label_is_given(
    world: World, ada_client: Client
) -> None:
    for spot in range(len(world.spots)):
        world.send(ada_client, world.json(spot))
    assert world.complete in body_of(ada_client, world.base)
    r = ada_client.post(f"{world.base}finish/")
    assert (r.status_code, r["Location"]) == (302, "/")
    at = finished(world.work)
    assert at is not None
    ada_client.post(f"{world.base}finish/")
    assert finished(world.work) == at
    assert "Finished" in body_of(ada_client, world.base)


def test_a_label_may_still_be_changed_after_finishing(
    world: World, ada: User, ada_client: Client
) -> None:
    world.label_all(world.judge_of(ada))
    ada_client.post(f"{world.base}finish/")
    assert finished(world.work) is not None
    r = world.send(ada_client, world.json(seen=1))
    assert (r.status_code, r.json()["version"]) == (200, 2)


def test_work_without_items_is_not_finished(
    world: World, ada: User, ada_client: Client
) -> None:
    bare = world.make_bare(ada)
    assert "Not ready yet" in body_of(ada_client, world.base_of(bare))
    assert progress(bare) == Progress(0, 0)
    assert finish_if_done(bare, now=NOW).total == 0
    assert ada_client.post(f"{world.base_of(bare)}finish/").status_code == 409
    assert finished(bare) is None


def test_progress_is_each_persons_own(
    world: World, ada: User, bea: User, ada_client: Client
) -> None:
    world.label_all(make_person(bea, world.track))
    world.label_all(make_judge(world.track))
    assert progress(world.work) == Progress(0, len(world.spots))
    assert world.at(0, done=0) in body_of(ada_client, world.page())
    world.give(world.judge_of(ada), world.spots[0])
    assert progress(world.work) == Progress(1, len(world.spots))
    assert progress(world.work) == world.desk.read_sheet(world.work).progress


@pytest.mark.parametrize("which", ["round", "repeat"])
def test_each_round_and_each_repeat_has_labels_of_its_own(
    world: World, ada: User, ada_client: Client, which: str
) -> None:
    world.label_all(world.judge_of(ada))
    Allocation.objects.update(**{which: 1})
    again = Allocation.objects.select_related("track", "topic").get()
    assert progress(again) == Progress(0, len(world.spots))
    assert world.send(ada_client, world.json()).status_code == 200
    assert progress(again) == Progress(1, len(world.spots))
    assert progress(again) == world.desk.read_sheet(again).progress
    assert world.labels().filter(**{which: 1}).count() == 1
