"""The sample campaigns in the database: loaded by the first test file, then copied."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from itertools import product
from pathlib import Path

from django.conf import settings
from django.core.cache import cache
from django.db import connection

from accounts.models import User
from assess.judging.models import Allocation
from assess.judging.work.desk import DESKS
from nuggets.sample.campaign import read_campaigns
from nuggets.sample.load import load_sample
from tests.browser.rooms.sample_ids import sample_ids
from tests.make import practise

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
NAMES = ("omar", "ada", "bea", "vera")
_ids: dict[str, str] = {}  # of the copy


def load_campaigns() -> dict[str, str]:
    """Fill the empty database; return the arguments of URLs."""
    copy = Path(settings.DATA_DIR) / "loaded.sqlite3"
    if not copy.exists():
        _load()
        if connection.vendor == "sqlite":
            _copy(copy, back=False)
    else:
        _copy(copy, back=True)
        cache.clear()
    return dict(_ids)


def _load() -> None:
    passwords = {name: name for name in NAMES}
    track, talks = (
        load_sample(each, passwords=passwords, now=NOW) for each in read_campaigns()
    )
    User.objects.create_superuser("root", password="root")
    Allocation.objects.update(seed="one order for every test")
    for person, desk in product(User.objects.all(), DESKS):
        practise(person, desk.work)
    _ids.update(sample_ids(track, talks))


def _copy(file: Path, *, back: bool) -> None:
    connection.ensure_connection()
    here = connection.connection
    with closing(sqlite3.connect(file)) as there:
        source, target = (there, here) if back else (here, there)
        source.backup(target)
