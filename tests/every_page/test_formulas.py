"""No name that somebody chose becomes a formula in any file that a person opens."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from datetime import timedelta
from html import unescape
from urllib.parse import urljoin

import pytest
from django.db.models import Model
from django.test import Client
from django.urls import resolve
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from assess.exchange.cells import Cells, guarded
from assess.exchange.exports.registry import Option, Wanted, exporters_of
from assess.judging.judges.actions import judge_of
from assess.judging.kinds import Kind
from assess.judging.labels.batches import record_labels
from assess.judging.labels.writer import NewLabel
from assess.judging.models import Change, Judge
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.support.kind import SUPPORT
from nuggets.models import Bank, BankVersion
from runs.models import Citation, Membership, RankedList, Run, Topic
from tests.blindness.addresses import routes
from tests.make import (
    NOW,
    make_allocation,
    make_bank,
    make_judge,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
    make_version,
)
from tests.nuggets.scores.campaign import label_all

STARTS = ("=", "+", "-", "@", "\t=", "\r+", ' "=', "x;=", "x\n-", '";@', "\uff1d")
SIGNS = tuple("=+-@\uff1d\uff0b\uff0d\uff20")
PAGES = (
    "scores/",
    "scores/nuggets/picture/",
    "scores/nuggets/pair/",
    "scores/support/",
    "scores/retrieval/",
    "agreement/",
    "agreement/?kind=relevance",
    "agreement/machines/",
    "agreement/rankings/",
    "agreement/comparison/",
    "agreement/settling/",
    "quality/",
    "work/people/{ada}/",
    "over-time/",
    "report/",
    "statistics/",
    "matching/sets/",
    "banks/{bank}/changes/",
    "versions/{version}/changes/",
    "scores/responses/{response}/conditions/",
)
LINK = re.compile(r'href="([^"#]*\.csv[^"]*)"')
TOPICS, RUNS = 6, len(STARTS)


def hostile(place: int, name: str = "1") -> str:
    """Return a name that a spreadsheet would read as a formula."""
    return f"{STARTS[place % len(STARTS)]}1+{name}"


class World:
    """A track in which every name is a formula."""

    def __init__(self, omar: User, ada: User) -> None:
        User.objects.filter(pk=ada.pk).update(username=hostile(0, "ada"))
        ada.refresh_from_db()
        self.ada = ada
        self.track = make_track(name=hostile(1), organizer=omar, assessors=[ada])
        self.bank = make_bank(self.track, hostile(2, "bank"))
        self.person = judge_of(ada, self.track, now=NOW)
        Judge.objects.filter(pk=self.person.pk).update(name=hostile(4, "ada"))
        self.machines = [
            make_judge(self.track, hostile(place, "judge"), kind=Judge.MODEL)
            for place in (3, 7)
        ]
        self.segment = make_segment(self.track, hostile(5, "doc"))
        self.runs = [
            make_run(self.track, hostile(place, "run"), group=hostile(place, "group"))
            for place in range(RUNS)
        ]
        topics = [
            make_topic(self.track, hostile(place, "topic")) for place in range(TOPICS)
        ]
        for place, topic in enumerate(topics):
            self._judged(topic, place)
        make_allocation(topics[0], ada, work="relevance")
        self.edited = self._edited(topics[0])

    @property
    def ids(self) -> dict[str, object]:
        """Return the ids in pages' addresses."""
        return {
            "ada": self.ada.uuid,
            "bank": self.edited.bank.uuid,
            "version": self.edited.uuid,
            "response": self.runs[0].responses.earliest("pk").uuid,
        }

    @property
    def judges(self) -> list[Judge]:
        """Return the judges of the labels."""
        return [self.person, *self.machines]

    def _edited(self, topic: Topic) -> BankVersion:
        bank = make_bank(self.track, hostile(6, "edited"))
        version = make_version(bank, topic, [hostile(8, "nugget")])
        Bank.objects.filter(pk=bank.pk).update(parent=self.bank)
        version.parent = self.bank.versions.get(topic=topic)
        version.save()
        return version

    def _judged(self, topic: Topic, place: int) -> None:
        version = make_version(self.bank, topic, "ab", importance=["vital"] * 2)
        for number, run in enumerate(self.runs):
            self._answered(run, topic, version, number + place)
        for number, judge in enumerate(self.judges):
            value = str((place + number) % 3)
            self._label(RELEVANCE, judge, topic, self.segment, value=value)

    def _answered(
        self, run: Run, topic: Topic, version: BankVersion, seed: int
    ) -> None:
        response = make_response(run, topic, cites=self.segment)
        segments, scores = [self.segment.pk], [1.0]
        RankedList.objects.create(
            run=run, topic=topic, segment_ids=segments, scores=scores
        )
        cited = Citation.objects.filter(sentence__response=response)
        for number, judge in enumerate(self.judges):
            good = "S" * ((seed + number) % 3)
            label_all(version, response, judge, good.ljust(2, "N"))
            values = ("full_support", "partial_support")
            for citation in cited:
                value = values[(seed + number) % 2]
                self._label(SUPPORT, judge, citation, value=value)

    def _label(self, kind: Kind, judge: Judge, *item: Model, value: str) -> None:
        note = {"note": hostile(judge.pk, "note")}
        label = NewLabel(tuple(row.pk for row in item), value, note)
        record_labels(kind, judge, [label], now=NOW, actor=judge.user)


@pytest.fixture(scope="module")
def made(module_db: None) -> World:
    omar, ada = (User.objects.create_user(name) for name in ("omar", "ada"))
    made = World(omar, ada)
    for place, change in enumerate(Change.objects.order_by("pk")):
        change.at = NOW + timedelta(seconds=place)
        change.save(update_fields=["at"])
    return made


@pytest.fixture
def world(made: World, db: None) -> World:
    return made


@pytest.fixture
def omar(world: World) -> User:
    return User.objects.get(username="omar")


def cells(text: str) -> Iterator[str]:
    """Yield the cells as spreadsheets of any country separate them."""
    for sign in (",", ";", "\t"):
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=sign):
            yield from row
    for line in re.split(r"[\r\n]+", text):
        yield from re.split(r"[;\t|]", line)


def is_formula(cell: str) -> bool:
    """Return whether a spreadsheet may read a cell as a formula."""
    bare = cell.lstrip(' "\t\r\n')
    return bare.startswith(SIGNS) and not re.fullmatch(r"-\d+(\.\d+)?(e-\d+)?", bare)


def given_in(text: str) -> list[str]:
    return list(filter(is_formula, cells(text)))


def addresses(world: World, client: Client) -> set[str]:
    """Return every CSV that a page links to for people."""
    base, found = f"/tracks/{world.track.uuid}/", set()
    for page in PAGES:
        address = base + page.format(**world.ids)
        r = client.get(address)
        assert r.status_code == 200, page
        links = LINK.findall(r.content.decode())
        found |= {urljoin(address, unescape(link)) for link in links}
    found |= {base + each for each in ("scores.csv?rows=topics", "matching/sets.csv")}
    return {each for each in found if "cells=raw" not in each}


def body(client: Client, address: str) -> str:
    r = client.get(address)
    assert r.status_code == 200, address
    whole: bytes = r.getvalue()
    return whole.decode()


def test_no_csv_of_any_page_holds_a_formula(world: World, omar_client: Client) -> None:
    every = addresses(world, omar_client)
    seen = {str(resolve(each.partition("?")[0]).route) for each in every}
    assert seen >= {route for route in routes() if ".csv" in route}
    for address in every:
        assert not given_in(body(omar_client, address)), address


def test_a_viewer_s_leaderboard_holds_no_formula(world: World, bea: User) -> None:
    Membership.objects.create(track=world.track, user=bea, role=Membership.VIEWER)
    client = Client()
    client.force_login(bea)
    address = f"/tracks/{world.track.uuid}/scores/nuggets/files/leaderboard.csv"
    text = body(client, address)
    assert "'=1+run" in text
    assert not given_in(text)


def test_no_csv_of_any_export_holds_a_formula(world: World) -> None:
    for exporter in exporters_of(world.track):
        forms = [o for o in exporter.options if o.name == "form"]
        for value in (value for each in forms for value, says in each.values):
            parts = {each.name: _part(world, each.name) for each in exporter.parts}
            if None in parts.values():
                continue
            wanted = Wanted(world.track, parts, {"form": value})
            for file in exporter.make(wanted).files if _is_csv(forms, value) else ():
                assert not given_in("".join(file.lines)), (exporter.name, value)


def _part(world: World, name: str) -> Judge | Bank | None:
    rows: dict[str, Judge | Bank] = {"judge": world.person, "bank": world.bank}
    return rows.get(name)


def _is_csv(forms: list[Option], value: str) -> bool:
    titles = {v: says for each in forms for v, says in each.values}
    return "CSV" in titles[value]


def test_machines_get_every_name_verbatim_where_they_ask(
    world: World, omar_client: Client
) -> None:
    base = f"/tracks/{world.track.uuid}/scores"
    for address in ("/nuggets/files/leaderboard.csv", "/nuggets/pareto.csv", ".csv"):
        text = body(omar_client, f"{base}{address}?cells=raw")
        rows = list(csv.reader(io.StringIO(text, newline="")))
        assert {row[0] for row in rows[1:]} >= {run.name for run in world.runs}


@pytest.mark.parametrize("query", ["cells=RAW", "cells=1", "precision=7"])
def test_an_unknown_way_to_write_cells_is_not_found(
    world: World, omar_client: Client, query: str
) -> None:
    base = f"/tracks/{world.track.uuid}"
    for address in ("scores.csv", "agreement/labels.csv", "quality/quality.csv"):
        assert omar_client.get(f"{base}/{address}?{query}").status_code == 404


@given(st.text(alphabet="=+-@\t\r\n \";|,x'1\uff1d"))
def test_no_text_is_a_formula_once_it_is_guarded(text: str) -> None:
    safe = guarded(text)
    assert isinstance(safe, str)
    for row in (Cells().line([text]), Cells().line(["a", text, "b"])):
        assert not [c for c in cells(row) if c.lstrip(' "').startswith(SIGNS)]
    assert not safe.startswith(("\t", "\r", "\n"))
    assert guarded(safe) == safe


@pytest.mark.parametrize("cell", [-0.3, -1, 0, None, "a-b", "x, -3", "a@b", ""])
def test_numbers_and_plain_texts_stay_as_they_are(cell: object) -> None:
    assert guarded(cell) == cell


def test_a_million_line_feeds_are_guarded_in_one_go() -> None:
    assert guarded("\n" * 1_000_000 + "=1") == "'" + "\n" * 1_000_000 + "'=1"
