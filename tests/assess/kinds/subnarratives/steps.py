"""Steps of a review, as the page and the plain forms send them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import uuid4

from django.test import Client

from accounts.models import User
from assess.judging.labels.batches import record_labels
from assess.judging.labels.writer import NewLabel
from assess.kinds.relevance.kind import RELEVANCE
from tests.assess.kinds.subnarratives.reviews import Reviewed
from tests.make import NOW, make_person, make_segment

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer


def page_of(made: Reviewed) -> str:
    return f"/work/{made.work.uuid}/subnarratives/"


def body_of(
    made: Reviewed, action: str, *, place: int = 0, **more: object
) -> dict[str, object]:
    return {
        "action": action,
        "on": str(made.parts[place].uuid),
        "key": str(uuid4()),
        "seen": 1,
        **more,
    }


def send(client: Client, made: Reviewed, action: str, **more: Any) -> Answer:  # noqa: ANN401
    address = f"/api{page_of(made)}"
    return client.post(
        address, body_of(made, action, **more), content_type="application/json"
    )


def post(client: Client, made: Reviewed, action: str, **more: Any) -> Answer:  # noqa: ANN401
    return client.post(f"{page_of(made)}step/", body_of(made, action, **more))


def tick(made: Reviewed, person: User, docid: str, *places: int) -> None:
    judge = make_person(person, made.topic.track)
    segment = make_segment(made.topic.track, docid)
    ticks = [str(made.parts[place].uuid) for place in places]
    rows = [NewLabel((made.topic.pk, segment.pk), "2", {"ticks": ticks})]
    record_labels(RELEVANCE, judge, rows, now=NOW, actor=person)
