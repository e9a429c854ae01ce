"""A label is one write: a failure in the middle leaves nothing of it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from itertools import count
from typing import Any

from django.db import DatabaseError, connection
from django.test import Client
from django.utils import timezone

from accounts.models import User
from assess.judging.models import Allocation, Change, Thread
from assess.judging.threads.spots import spots_of
from tests.assess.judging.work.world import World

WRITES = ("INSERT", "UPDATE", "DELETE")


def failing_at(place: int) -> Callable[..., Any]:
    """Return a wrapper that loses the connection's response at the nth write.

    Writes count from 0.
    """
    writes = count()

    def run(execute: Any, sql: str, *rest: Any) -> Any:  # noqa: ANN401 - Django's own
        if sql.startswith(WRITES) and next(writes) == place:
            raise DatabaseError("the server went away")
        return execute(sql, *rest)

    return run


def skip_all(world: World) -> None:
    for spot in spots_of(world.work.work).on_page(world.work, world.spots[0].page):
        Thread.objects.create(
            allocation=world.work, item=spot.item, about="it", skipped=True
        )


def test_a_failure_in_the_middle_leaves_nothing_of_a_label(
    world: World, ada: User, ada_client: Client
) -> None:
    world.judge_of(ada)
    skip_all(world)
    soon = timezone.now() + timedelta(minutes=5)
    Allocation.objects.update(leased_until=soon)
    ada_client.raise_request_exception = False
    skipped = Thread.objects.filter(skipped=True)
    before = skipped.count()
    assert before
    for place in count():
        with connection.execute_wrapper(failing_at(place)):
            r = world.send(ada_client, world.json())
        if r.status_code == 200:
            break
        assert not world.labels().exists(), place
        assert not Change.objects.exists(), place
        assert skipped.count() == before, place
        assert Allocation.objects.get(pk=world.work.pk).leased_until == soon, place
    assert place == 4, "label, change, skip, lease"
    assert (world.labels().count(), skipped.count()) == (1, before - 1)
    assert Allocation.objects.get(pk=world.work.pk).leased_until != soon
