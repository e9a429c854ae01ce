"""The files of iKAT 2024, in a track."""

from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from runs.models import Track
from tests.make import make_track
from tests.real_data import real

Run = Callable[..., str]


@pytest.fixture(scope="session")
def run() -> Run:
    """Return a function that runs a command and returns what it prints."""

    def command(
        command: str, track: Track, /, *args: str | Path, **options: object
    ) -> str:
        out = StringIO()
        call_command(command, track.slug, *map(str, args), stdout=out, **options)
        return out.getvalue()

    return command


@pytest.fixture(scope="module")
def loaded_ikat(module_db: None, run: Run) -> Track:
    """Return iKAT 2024 with its responses, gold nuggets and response nuggets."""
    track = make_track(profile="ikat24")
    run("import_topics", track, real("ikat-2024/topics.json"))
    run("import_responses", track, real("ikat-2024/automatic_responses.json"))
    gold = real("ikat-2024/gold_nuggets_human.json")
    run("import_nuggets", track, gold, bank="human")
    spans = real("ikat-2024/automatic_response_nuggets.json")
    run("import_response_nuggets", track, spans, judge="gpt-4o")
    return track


@pytest.fixture
def ikat(loaded_ikat: Track, db: None) -> Track:
    return loaded_ikat
