"""Skipped items: passed by, listed at the end, asked for again."""

from __future__ import annotations

from uuid import UUID, uuid4

from django.test import Client

from accounts.models import User
from assess.judging.models import Thread
from assess.judging.screens import progress_of
from assess.kinds.support.items import read_sheet
from assess.kinds.support.models import SupportLabel
from runs.models import Response, Run
from tests.assess.judging.threads.world import World, post, skipped
from tests.make import (
    NOW,
    make_allocation,
    make_bank,
    make_response,
    make_run,
    make_topic,
    make_track,
    make_version,
    nuggets_of,
)
from tests.page import markup


def test_a_skipped_item_is_passed_by(world: World, ada_client: Client) -> None:
    skipped(world, ada_client, 0)
    skipped(world, ada_client, 1)
    sheet = read_sheet(world.work)
    assert sheet.progress.skipped == 2
    assert sheet.progress.left == 2
    first, second = sheet.items
    assert [sheet.left(first), sheet.passed(first)] == [0, 2]
    assert sheet.first_open() == second
    assert progress_of([world.work])[world.work.pk] == sheet.progress


def test_the_end_lists_what_was_skipped_and_the_work_can_be_finished(
    world: World, ada_client: Client
) -> None:
    skipped(world, ada_client, 0)
    for place in (1, 2, 3):
        assert world.label(ada_client, place) == 200
    page = markup(ada_client.get(f"/work/{world.work.uuid}/support/"))
    assert "You skipped one item" in page
    assert f"{world.page()}#pair-{world.citations[0].uuid}" in page
    ada_client.post(f"/work/{world.work.uuid}/support/finish/")
    world.work.refresh_from_db()
    assert world.work.finished_at


def test_where_everything_was_skipped_escape_goes_back_to_the_last(
    world: World, ada_client: Client
) -> None:
    for place in range(4):
        skipped(world, ada_client, place)
    page = markup(ada_client.get(f"/work/{world.work.uuid}/support/"))
    assert f'<a href="{world.page(3)}" data-key="Escape"' in page


def test_labelling_a_skipped_item_takes_it_off_the_list(
    world: World, ada_client: Client
) -> None:
    thread = skipped(world, ada_client)
    world.label(ada_client)
    thread.refresh_from_db()
    assert not thread.skipped
    assert read_sheet(world.work).progress == (1, 4, "labels", "", False, 0)


def test_an_undone_skip_asks_for_its_item_again(
    world: World, ada_client: Client
) -> None:
    thread = skipped(world, ada_client)
    undo = {"item": world.name(), "kind": "unskip", "key": str(uuid4())}
    for _time in range(2):
        assert post(ada_client, world.api, undo).status_code == 200
    thread.refresh_from_db()
    assert not thread.skipped
    assert thread.resolved_at  # a slip needs no reply
    assert thread.state == "skip undone"
    assert read_sheet(world.work).progress == (0, 4, "labels", "", False, 0)
    skipped(world, ada_client)
    post(ada_client, world.api, world.said(kind="flag"))
    post(ada_client, world.api, undo | {"key": str(uuid4())})
    stands = Thread.objects.get(pk=thread.pk)
    assert (stands.skipped, stands.resolved_at) == (False, None)


def test_a_skipped_item_that_left_the_work_is_not_counted(
    world: World, ada_client: Client
) -> None:
    skipped(world, ada_client)
    run = world.citations[0].sentence.response.run
    Run.objects.filter(pk=run.pk).update(deleted_at=NOW)
    assert progress_of([world.work])[world.work.pk].skipped == 0


def test_a_nugget_on_a_response_is_skipped_too(ada: User, ada_client: Client) -> None:
    track = make_track(assessors=[ada])
    topic = make_topic(track)
    version = make_version(make_bank(track), topic, ("one", "two"))
    response: Response = make_response(make_run(track, "hidden"), topic)
    work = make_allocation(topic, ada, version.bank)
    nugget: UUID = nuggets_of(version)[0].uuid
    said = {
        "item": f"{response.uuid}:{nugget}",
        "kind": "skip",
        "reason": "between",
        "key": str(uuid4()),
    }
    assert post(ada_client, f"/api/work/{work.uuid}/threads/", said).status_code == 200
    assert Thread.objects.get().about == "Response 1, nugget “one”"
    assert progress_of([work])[work.pk].skipped == 1
    assert progress_of([work])[work.pk].left == 1
    assert not SupportLabel.objects.exists()
