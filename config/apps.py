"""The house itself as a Django app: what is the same for all apps."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

from django.apps import AppConfig

# What Django REST framework imports only because it is installed: two fields of
# PostgreSQL, and a client for tests. Nothing here uses them, and they take a tenth of
# a second of each command's start.
UNUSED = ("django.contrib.postgres.fields", "requests")


class HouseConfig(AppConfig):
    """Imports Django REST framework before the other apps do."""

    name = "config"

    def ready(self) -> None:
        """Let it not find what is not used here."""
        with missing(*UNUSED):
            import_module("rest_framework.compat")


@contextmanager
def missing(*names: str) -> Iterator[None]:
    """Let some modules not be found meanwhile; those that are there stay."""
    hidden = [name for name in names if name not in sys.modules]
    sys.modules.update(dict.fromkeys(hidden))  # type: ignore[arg-type]
    try:
        yield
    finally:
        for name in hidden:
            del sys.modules[name]
