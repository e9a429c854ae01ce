"""Exports of scores into a folder, and the lines of their files."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

from django.core.management import call_command

from assess.judging.models import Judge
from nuggets.models import Bank
from runs.models import Track
from tests.make import make_response, make_run
from tests.nuggets.scores.campaign import label_all


def export(track: Track, what: str, out: Path, *arguments: str) -> str:
    said = StringIO()
    call_command("export", track.slug, what, *arguments, out=out, stdout=said)
    return said.getvalue()


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def assign(track: Track, bank: Bank, out: Path, *more: str) -> str:
    given = ("--bank", bank.name, "--judge", "lexical", *more)
    return export(track, "assignments", out, *given)


def unlabel(bank: Bank) -> None:
    version = bank.versions.get(topic__name="9")
    run = make_run(bank.track, "run-c")
    judge = Judge.objects.get(name="lexical")
    label_all(version, make_response(run, version.topic), judge, "S--")
