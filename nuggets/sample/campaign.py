"""The folders of the sample campaigns."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[2] / "sample"
CONVERSATIONS = "conversations"  # below it, a second campaign

Row = dict[str, Any]


@dataclass(frozen=True)
class Campaign:
    """The folder and its campaign.toml, which describes what to create."""

    folder: Path
    plan: Row

    @property
    def slug(self) -> str:
        """Return the track's short name."""
        return str(self.plan["track"]["slug"])

    @property
    def names(self) -> list[str]:
        """Return the sign-in names of its people."""
        return [person["name"] for person in self.plan["people"]]

    def entries(self, name: str) -> list[Row]:
        """Return what campaign.toml lists under a name; it may list nothing."""
        return list(self.plan.get(name, ()))

    def path(self, name: str) -> Path:
        """Return the path of a file of the campaign."""
        return self.folder / name

    def rows(self, name: str) -> Iterator[Row]:
        """Yield the objects of a file of JSON lines."""
        with self.path(name).open(encoding="utf-8") as lines:
            for line in lines:
                yield json.loads(line)


def read_campaign(folder: Path = FOLDER) -> Campaign:
    """Read campaign.toml."""
    text = (folder / "campaign.toml").read_text(encoding="utf-8")
    return Campaign(folder, tomllib.loads(text))


def read_campaigns(folder: Path = FOLDER) -> list[Campaign]:
    """Read the campaign of narratives and the one of conversations."""
    return [read_campaign(folder), read_campaign(folder / CONVERSATIONS)]
