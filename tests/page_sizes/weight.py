"""What a browser loads with a page for the first time: its script and its style."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from posixpath import join, normpath
from typing import NamedTuple

import brotli
from django.conf import settings
from django.contrib.staticfiles import finders

from tests.page import Answer, select

IMPORT = re.compile(
    r"""\b(?:import|export)\s[^"';]*?from\s*["']([^"']+)["']"""
    r"""|\bimport\s*\(?\s*["']([^"']+)["']"""
    r"""|@import\s+(?:url\()?["']([^"']+)["']"""
)


class Weight(NamedTuple):
    """Kilobytes of a page's script and style, compressed as they are sent."""

    script: int
    style: int


def weight_of(page: Answer) -> Weight:
    """Return what a page's scripts and style sheets weigh, with all that they import.

    Texts, fonts and pictures do not count, nor what is in the page itself.
    """
    scripts = _names(page, "script[src]", "src")
    styles = _names(page, 'link[rel="stylesheet"]', "href")
    return Weight(_kilobytes(scripts), _kilobytes(styles))


def _names(page: Answer, selector: str, attribute: str) -> set[str]:
    root = f"/{settings.STATIC_URL.strip('/')}/"
    found = (element.attributes[attribute] for element in select(page, selector))
    return {address.removeprefix(root) for address in found if address}


def _kilobytes(names: set[str]) -> int:
    loaded: set[str] = set()
    left = set(names)
    while left:
        loaded |= left
        left = {name for one in left for name in _file(one)[1]} - loaded
    return -(-sum(_file(name)[0] for name in loaded) // 1000)


@cache
def _file(name: str) -> tuple[int, tuple[str, ...]]:
    """Return a static file's compressed bytes, and the names of those it imports."""
    found = finders.find(name)
    assert found, f"no static file is called {name}"
    content = Path(found).read_bytes()
    return len(brotli.compress(content)), tuple(_imports(name, content.decode()))


def _imports(name: str, text: str) -> Iterator[str]:
    if "/vendor/" in f"/{name}" or ".min." in name:
        return  # whole as it is
    for groups in IMPORT.findall(text):
        target = next(filter(None, groups))
        if target.startswith("."):
            yield normpath(join(name, "..", target))
