"""Text from outside stays text, in every page, file and file name."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterable
from pathlib import PurePosixPath

import pytest
from django.test import Client

from accounts.models import User
from assess.kinds.support.kind import SUPPORT
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.models import Nugget
from runs.models import Citation, Response
from tests.make import (
    make_allocation,
    make_bank,
    make_board,
    make_judge,
    make_label,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
    make_version,
)

SCRIPT = "<script>alert(1)</script>"
HOSTILE = (
    f"{SCRIPT}\"'>{{{{ 7|add:35 }}}}{{% now 'Y' %}}\u202e\u2066🜁 javascript:alert(1)"
)
TAGS = (
    f"../../{HOSTILE}",
    "..",
    ".",
    "a/b",
    "A/B",
    "a\\b",
    "=1+1",
    "@SUM(A1)",
    "-1",
    "x\r\nSet-Cookie: a=b",
    "x" * 150,
    "x" * 149 + "y",
    "con",
    'tag,with"quotes"',
)
PAGES = (
    "",
    "topics/",
    "topics/{topic}/",
    "runs/",
    "runs/{run}/",
    "runs/{run}/change/",
    "put-away/run/{run}/",
    "responses/{response}/",
    "banks/",
    "banks/{bank}/",
    "versions/{version}/",
    "judges/",
    "judges/{judge}/",
    "judges/new/",
    "judges/new/?sort=panel",
    "judging/new/",
    "work/",
    "people/",
    "imports/",
    "imports/new/",
    "scores/?bank={bank}&judge={judge}",
    "scores/{run}/?bank={bank}&judge={judge}",
    "scores/responses/{response}/?bank={bank}&judge={judge}",
    "scores/responses/{response}/conditions/",
    "scores/support/",
    "agreement/",
    "agreement/machines/",
    "agreement/rounds/",
    "work/rounds/new/",
    "agreement/items/?a={judge}&b={other}&kind=assignment&x=support&y=support",
    "agreement/rankings/",
    "agreement/comparison/",
    "agreement/boards/",
    "agreement/settling/",
    "agreement/rankings/?measure=%3Cscript%3E&group=%3Cscript%3Ealert(1)%3C/script%3E",
    "exports/",
)


class World:
    """A track in which every text that somebody gave is hostile."""

    def __init__(self, ada: User, omar: User) -> None:
        for user in (ada, omar):
            user.first_name = HOSTILE[:150]
            user.save()
        self.track = make_track(name=HOSTILE, organizer=omar, assessors=[ada])
        topic = make_topic(self.track, name=HOSTILE[:64], text=HOSTILE)
        segment = make_segment(self.track, HOSTILE, HOSTILE + "w" * 100_000)
        self.bank = make_bank(self.track, HOSTILE)
        version = make_version(self.bank, topic, [HOSTILE, "n" * 100_000])
        self.judge = make_judge(self.track, HOSTILE)
        for tag in TAGS:
            run = make_run(self.track, tag, group=HOSTILE)
            response = make_response(
                run, topic, [HOSTILE, "w" * 100_000], cites=segment
            )
            self.label(response, version.nuggets.all())
        make_board(self.track, dict.fromkeys(TAGS, 1.0), HOSTILE)
        other = make_judge(self.track, f"{HOSTILE[:100]} too")
        for response in Response.objects.all():
            for nugget in version.nuggets.all():
                make_label(ASSIGNMENT, other, nugget, response, value="support")
        self.work = make_allocation(topic, ada, self.bank)
        self.support = make_allocation(topic, ada, work="support")
        self.names = {
            "topic": topic.uuid,
            "run": run.uuid,
            "response": response.uuid,
            "bank": self.bank.uuid,
            "version": version.uuid,
            "judge": self.judge.uuid,
            "other": other.uuid,
        }

    def label(self, response: Response, nuggets: Iterable[Nugget]) -> None:
        for nugget in nuggets:
            make_label(ASSIGNMENT, self.judge, nugget, response, value="support")
        for citation in Citation.objects.filter(sentence__response=response):
            make_label(SUPPORT, self.judge, citation, value="full_support")


@pytest.fixture
def world(ada: User, omar: User) -> World:
    return World(ada, omar)


def is_text(content: str) -> bool:
    return "<script>alert" not in content and 'href="javascript' not in content


def test_it_stays_text_in_every_page(
    world: World, omar_client: Client, ada_client: Client
) -> None:
    base = f"/tracks/{world.track.uuid}/"
    for page in PAGES:
        r = omar_client.get(base + page.format(**world.names))
        assert r.status_code in (200, 422), page
        assert is_text(r.content.decode()), page
        assert "script-src 'self'" in r["Content-Security-Policy"]
    response = world.names["response"]
    for page in (
        "/",
        f"/work/{world.work.uuid}/assign/{response}/",
        f"/work/{world.support.uuid}/support/{response}/",
    ):
        r = ada_client.get(page)
        assert r.status_code == 200, page
        assert is_text(r.content.decode()), page
        assert ">42<" not in r.content.decode()


def test_its_chart_is_text_too(world: World, omar_client: Client) -> None:
    left, right = (
        f"bank%3D{world.bank.uuid}%26judge%3D{world.names[judge]}"
        for judge in ("judge", "other")
    )
    page = f"/tracks/{world.track.uuid}/agreement/rankings/"
    r = omar_client.get(f"{page}?left={left}&right={right}&measure=A_strict")
    assert r.context["found"].runs
    assert b" data-drawing=" in r.content
    assert is_text(r.content.decode())


def test_tags_are_verbatim_in_the_csv_for_machines(
    world: World, omar_client: Client
) -> None:
    """Only for programs, on request: spreadsheets would read =1+1 as a formula."""
    asked = f"bank={world.bank.uuid}&judge={world.judge.uuid}&cells=raw"
    r = omar_client.get(f"/tracks/{world.track.uuid}/scores.csv?{asked}")
    rows = list(csv.DictReader(io.StringIO(r.getvalue().decode(), newline="")))
    assert {row["run"] for row in rows} == set(TAGS)
    assert "\n" not in r["Content-Disposition"]


def test_no_tag_leads_out_of_the_zip(world: World, omar_client: Client) -> None:
    asked = f"bank={world.bank.uuid}&judge={world.judge.uuid}"
    r = omar_client.get(f"/tracks/{world.track.uuid}/exports/assignments/file/?{asked}")
    assert "Set-Cookie" not in r.headers
    with zipfile.ZipFile(io.BytesIO(r.getvalue())) as bundle:
        names = bundle.namelist()
    assert len({name.casefold() for name in names}) == len(TAGS) + 1
    for name in names:
        assert PurePosixPath(name).name == name
        assert not name.startswith(".")
        assert "\\" not in name
