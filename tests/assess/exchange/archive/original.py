"""The original track: what must be the same after an import."""

from __future__ import annotations

import re
from typing import NamedTuple
from uuid import UUID

from django.test import Client
from django.urls import reverse

from accounts.models import User
from assess.exchange.archive.format.tables import all_tables
from assess.exchange.exports.catalogue import digests
from nuggets.models import Edit, Nugget
from runs.models import RankedList, Segment, Track
from tests.assess.exchange.archive.campaign import add_unfinished
from tests.assess.exchange.archive.transfer import archive_of

# Not runs:people: each installation decides who can sign in.
PAGES = (
    "assess:track",
    "assess:judges",
    "assess:allocations",
    "assess:threads",
    "assess:guidelines",
    "assess:exports",
    "assess:snapshots",
    "jobs:list",
    "nuggets:banks",
    "runs:topics",
    "runs:runs",
    "runs:imports",
)
PARTS = ("scores", "agreement", "quality", "conditions")
ROOT = UUID(int=1)
NOW = r"As of <time[^>]+>[^<]+</time>"
FIELDS = r'name="(?:csrfmiddlewaretoken|key)" value="[\w-]+"'
TOKEN = re.compile(rf"{FIELDS}|X-CSRFToken[^}}]+|{NOW}")


class Original(NamedTuple):
    """A track's archive, and what else must be equal after an import."""

    data: bytes
    again: bytes  # the same archive, created a second time
    exports: dict[str, str]
    pages: dict[str, str]
    rankings: dict[tuple[str, str], list[str]]
    edits: list[list[str]]
    empty: list[str]  # tables without a row


def original_of(track: Track) -> Original:
    """Return everything to compare; unfinished rows come after the pages."""
    exports, pages = digests(track, every_form=False), pages_of(track)
    add_unfinished(track)
    return Original(
        data=archive_of(track),
        again=archive_of(track),
        exports=exports,
        pages=pages,
        rankings=rankings_of(track),
        edits=edits_of(track),
        empty=[each.name for each in all_tables() if not each.of(track).exists()],
    )


def pages_of(track: Track) -> dict[str, str]:
    """Return the pages of a track for a superuser, without tokens and times."""
    client = Client()
    root = {"uuid": ROOT, "is_superuser": True}
    client.force_login(User.objects.get_or_create(username="root", defaults=root)[0])
    addresses = [reverse(name, args=[track.uuid]) for name in PAGES]
    addresses += [f"/tracks/{track.uuid}/{part}/" for part in PARTS]
    addresses += [f"/tracks/{track.uuid}/banks/{b.uuid}/" for b in track.banks.all()]
    addresses += [f"/tracks/{track.uuid}/judges/{j.uuid}/" for j in track.judges.all()]
    found = {}
    for address in addresses:
        answer = client.get(address)
        assert answer.status_code == 200, address
        found[address] = TOKEN.sub("", answer.content.decode())
    return found


def rankings_of(track: Track) -> dict[tuple[str, str], list[str]]:
    """Return each ranked list as docids."""
    named = dict(Segment.objects.values_list("pk", "docid"))
    return {
        (row.run.name, row.topic.name): [named[pk] for pk in row.segment_ids]
        for row in RankedList.objects.filter(run__track=track)
    }


def edits_of(track: Track) -> list[list[str]]:
    """Return the nuggets of each list after its edits."""
    named = dict(Nugget.objects.values_list("pk", "text"))
    edits = Edit.objects.filter(version__bank__track=track).order_by("pk")
    return [[named[row[0]] for row in edit.after] for edit in edits]
