"""The layout of templates: short lines, one block element a line."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WIDTH = 120
BLOCKS = {
    *("article", "aside", "details", "div", "figure", "footer", "form", "header"),
    *("h1", "h2", "h3", "legend", "main", "nav", "p", "section", "summary", "fieldset"),
    *("dd", "dl", "dt", "li", "ol", "ul"),
    *("table", "tbody", "td", "tfoot", "th", "thead", "tr"),
}
BESIDE = re.compile(r"</(\w+)>\s*(?:\{%(?! el)[^%]*%\}\s*)*<(\w+)")


@cache
def templates() -> dict[str, list[str]]:
    """Return the lines of every template by its path."""
    found = sorted((ROOT / "templates").rglob("*.html"))
    return {str(p.relative_to(ROOT)): p.read_text().splitlines() for p in found}


def test_no_line_of_a_template_is_long() -> None:
    assert len(templates()) > 250
    long = [f"{p}:{n}" for p, n, line in _lines() if len(line) > WIDTH]
    assert long == []


def test_no_two_block_elements_share_a_line() -> None:
    assert _share("<td>1</td><td>2</td>")
    assert _share("<li>{% if a %}b{% endif %}</li>{% endfor %}<li>")
    assert not _share("<b>1</b> <b>2</b>")
    assert not _share("{% if a %}<h2>1</h2>{% else %}<h1>1</h1>{% endif %}")
    assert [f"{path}:{n}" for path, n, line in _lines() if _share(line)] == []


def _lines() -> list[tuple[str, int, str]]:
    return [
        (path, number, line)
        for path, lines in templates().items()
        for number, line in enumerate(lines, start=1)
    ]


def _share(line: str) -> bool:
    return any({*pair} <= BLOCKS for pair in BESIDE.findall(line))


def test_what_htmx_posts_waits_in_the_outbox() -> None:
    texts = {path: "\n".join(lines) for path, lines in templates().items()}
    posting = [path for path, text in texts.items() if "hx-post=" in text]
    assert posting
    outbox = 'hx-ext="outbox"'
    assert [
        p for p in posting if texts[p].count("hx-post=") > texts[p].count(outbox)
    ] == []
