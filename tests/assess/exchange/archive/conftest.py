"""A campaign with rows in every table, archived once, and an installation."""

from pathlib import Path

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import override_settings
from pytest_django import DjangoDbBlocker, Settings

from tests.assess.exchange.archive.campaign import make_campaign
from tests.assess.exchange.archive.original import Original, original_of
from tests.assess.exchange.archive.pseudonym_archives import Hiding, hiding_of
from tests.make import make_topic, make_track
from tests.stacks.preparation import prepared


@pytest.fixture(scope="session")
def made(
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[Original, Hiding]:
    """The campaign where it was archived; its database is deleted by now."""

    def archive() -> tuple[Original, Hiding]:
        folder = tmp_path_factory.mktemp("here")
        with (
            override_settings(DATA_DIR=folder),
            django_db_blocker.unblock(),
            transaction.atomic(),
        ):
            track = make_campaign()
            found = original_of(track), hiding_of(track)
            transaction.set_rollback(True)
        return found

    return prepared("archived", tmp_path_factory, archive)


@pytest.fixture
def original(made: tuple[Original, Hiding]) -> Original:
    """The campaign's archive, and what must be equal after an import."""
    return made[0]


@pytest.fixture
def hiding(made: tuple[Original, Hiding]) -> Hiding:
    """The campaign's archives under pseudonyms."""
    return made[1]


@pytest.fixture
def data(original: Original) -> bytes:
    """The campaign's archive."""
    return original.data


@pytest.fixture
def installation(db: None, settings: Settings, tmp_path: Path) -> None:
    """Another installation, whose next row numbers are different."""
    settings.DATA_DIR = tmp_path / "there"
    settings.DATA_DIR.mkdir()
    cache.clear()
    other = make_track(name="Another track")
    for number in range(3):
        make_topic(other, f"other {number}")
