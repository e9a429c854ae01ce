"""The command that loads the sample."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import NamedTuple

from django.core.management import call_command

NAMES = {"omar", "ada", "bea", "vera", "cleo", "dan"}


class Loaded(NamedTuple):
    """What the command printed, and the file of passwords."""

    said: str
    passwords: Path


def load_by_command(passwords: Path) -> Loaded:
    """Load the sample, with the people's passwords in a file."""
    out = StringIO()
    call_command("load_sample", passwords=str(passwords), stdout=out)
    return Loaded(out.getvalue(), passwords)
