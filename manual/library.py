"""All guides of docs/, read once, with the URLs of their links and pictures."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from django.conf import settings
from django.urls import reverse

from manual.kernel.definitions import Definition, key_of
from manual.kernel.guides import Guide, read_guide

DOCS = Path(settings.BASE_DIR) / "docs"
PICTURES = DOCS / "screens"
MEASURES = "measures"
# In the order in which they are listed; guides for developers follow.
FIRST = (
    *("assessors", "organizers", "measures", "method", "screens", "visibility"),
    *("formats", "archive", "models", "operators", "glossary"),
)


@cache
def all_guides() -> dict[str, Guide]:
    """Return the guides by name, the decisions last."""
    paths = sorted(DOCS.glob("*.md"), key=_place)
    paths += sorted((DOCS / "decisions").glob("*.md"))
    return {
        path.stem: read_guide(path.stem, path.read_text(encoding="utf-8"), _address)
        for path in paths
    }


def definition_of(name: str) -> Definition | None:
    """Return what the guide to measures says of a measure, None if nothing."""
    guide = all_guides().get(MEASURES)
    return guide.definitions.get(key_of(name)) if guide else None


def picture(name: str) -> Path | None:
    """Return the file of a picture of a screen, None if there is none."""
    return next((path for path in PICTURES.glob("*.png") if path.stem == name), None)


def _place(path: Path) -> tuple[int, str]:
    known = path.stem in FIRST
    return (FIRST.index(path.stem) if known else len(FIRST), path.stem)


def _address(link: str) -> str:
    """Return the URL of what a guide links to, "" for what no page shows."""
    path, _, anchor = link.partition("#")
    target = Path(path)
    if "://" in link or not path:
        return link
    if target.suffix == ".png":
        return reverse("manual:picture", args=[target.stem])
    if target.suffix != ".md" or not any(DOCS.rglob(target.name)):
        return ""
    url = reverse("manual:guide", args=[target.stem])
    return f"{url}#{anchor}" if anchor else url
