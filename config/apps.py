"""The project's own Django app: what all apps share."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

from django.apps import AppConfig

# Modules that Django REST framework imports only because they are installed: two fields
# of PostgreSQL, and a client for tests. Nothing here uses them, and importing them
# takes a tenth of a second at the start of each command.
UNUSED = ("django.contrib.postgres.fields", "requests")


class HouseConfig(AppConfig):
    """Imports Django REST framework before the other apps do."""

    name = "config"

    def ready(self) -> None:
        """Import it while the modules that are not used here are hidden."""
        with missing(*UNUSED):
            import_module("rest_framework.compat")


@contextmanager
def missing(*names: str) -> Iterator[None]:
    """Hide modules from imports inside the block; already imported ones stay."""
    hidden = [name for name in names if name not in sys.modules]
    sys.modules.update(dict.fromkeys(hidden))  # type: ignore[arg-type]
    try:
        yield
    finally:
        for name in hidden:
            del sys.modules[name]
