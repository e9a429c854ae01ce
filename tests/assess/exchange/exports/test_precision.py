"""Every file format has its numbers with every digit on request."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from assess.analysis.scores.leaderboard.export import FORM
from assess.analysis.scores.leaderboard.files import FILES
from assess.exchange.exports.registry import get_exporter
from assess.judging.models import Judge
from assess.kinds.support.kind import SUPPORT
from nuggets.models import Bank
from runs.models import Citation, Track
from tests.make import (
    make_bank,
    make_judge,
    make_label,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
    make_version,
)
from tests.nuggets.scores.campaign import label_all

THIRD = repr(1 / 3)
FULL_ALWAYS = {("nuggets-scores", "jsonl"), ("support-metrics", "rows")}
FORMS = [
    *(("nuggets-scores", form) for form, _says in FORM.values),
    ("support-metrics", "rows"),
    ("support-metrics", "flat"),
]


@pytest.fixture
def judge(omar: User) -> Judge:
    return make_judge(make_track(organizer=omar))


@pytest.fixture
def track(judge: Judge) -> Track:
    return judge.track


@pytest.fixture
def bank(judge: Judge, track: Track) -> Bank:
    """A run with one third of the nuggets, and of the sentences."""
    bank, topic = make_bank(track), make_topic(track)
    version = make_version(bank, topic, "abc", importance=["vital"] * 3)
    segment = make_segment(track, "d")
    for name, labels in (("third", "SNN"), ("none", "NNN")):
        run, text = make_run(track, name), ["One.", "Two.", "Three."]
        response = make_response(run, topic, text, cites=segment)
        label_all(version, response, judge, labels)
        cited = Citation.objects.filter(sentence__response=response)
        for citation, label in zip(
            cited.order_by("sentence__position"), labels, strict=True
        ):
            value = "full_support" if label == "S" else "no_support"
            make_label(SUPPORT, judge, citation, value=value)
    return bank


def exported(bank: Bank, judge: Judge, what: str, out: Path, *more: str) -> str:
    names = {"bank": bank.name, "judge": judge.name}
    parts = [part.name for part in get_exporter(what).parts]
    given = [word for part in parts for word in (f"--{part}", names[part])]
    asked = (bank.track.slug, what, *given, "--out", str(out), *more)
    call_command("export", *asked, stdout=StringIO())
    files = sorted(out.rglob("*")) if out.is_dir() else [out]
    return "".join(file.read_text("utf-8") for file in files if file.is_file())


@pytest.mark.parametrize(("what", "form"), FORMS)
def test_an_export_has_every_digit_where_it_is_asked(
    bank: Bank, judge: Judge, tmp_path: Path, what: str, form: str
) -> None:
    given = ("--form", form)
    rounded = exported(bank, judge, what, tmp_path / "rounded", *given)
    assert (THIRD in rounded) == ((what, form) in FULL_ALWAYS)
    full = ("--precision", "full")
    assert THIRD in exported(bank, judge, what, tmp_path / "full", *given, *full)


@pytest.mark.parametrize("name", FILES)
def test_an_address_gives_every_digit_where_it_is_asked(
    track: Track, bank: Bank, omar_client: Client, name: str
) -> None:
    page = f"/tracks/{track.uuid}/scores/nuggets/files/{name}"
    for query, full in (("", False), ("?precision=full", True)):
        text = omar_client.get(page + query).getvalue().decode()
        assert (THIRD in text) == full


@pytest.mark.parametrize(
    "asked",
    [
        (),
        ("--per-topic",),
        ("--intervals", "--summary"),
        *(("--format", form) for form in ("latex", "tot", "ir_measures")),
    ],
    ids=" ".join,
)
def test_the_command_prints_every_digit_where_it_is_asked(
    track: Track, bank: Bank, judge: Judge, asked: tuple[str, ...]
) -> None:
    for more, full in ((), False), (("--full-precision",), True):
        said, names = StringIO(), ("--bank", bank.name, "--judge", judge.name)
        given = (track.slug, *names, *asked, *more)
        call_command("score", *given, stdout=said, stderr=StringIO())
        assert (THIRD in said.getvalue()) == full
