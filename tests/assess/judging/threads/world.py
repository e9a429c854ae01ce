"""Work that its assessor and the organizers talk about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import uuid4

from django.test import Client

from assess.judging.models import Allocation, Thread
from runs.models import Citation

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

FULL = "full_support"


class World(NamedTuple):
    """Ada's work on two responses of two citations each, in Omar's track."""

    work: Allocation
    citations: list[Citation]

    @property
    def api(self) -> str:
        return f"/api/work/{self.work.uuid}/threads/"

    @property
    def threads(self) -> str:
        return f"/tracks/{self.work.track.uuid}/threads/"

    def name(self, place: int = 0) -> str:
        return f"support:{self.citations[place].uuid}"

    def said(self, place: int = 0, /, **rest: object) -> dict[str, Any]:
        said = {"kind": "flag", "reason": "broken", "text": "cut off"}
        return said | {"item": self.name(place), "key": str(uuid4())} | rest

    def label(self, client: Client, place: int = 0) -> int:
        body = {
            "citation": str(self.citations[place].uuid),
            "value": FULL,
            "key": str(uuid4()),
            "seen": 0,
        }
        address = f"/api/work/{self.work.uuid}/support/"
        return client.post(address, body, content_type="application/json").status_code

    def page(self, place: int = 0) -> str:
        response = self.citations[place].sentence.response
        return f"/work/{self.work.uuid}/support/{response.uuid}/"


def post(client: Client, address: str, body: dict[str, Any]) -> Answer:
    return client.post(address, body, content_type="application/json")


def skipped(world: World, client: Client, place: int = 0) -> Thread:
    assert post(client, world.api, world.said(place, kind="skip")).status_code == 200
    return Thread.objects.get(item=world.name(place))
