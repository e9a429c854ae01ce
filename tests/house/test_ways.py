"""Where to find what: `docs/ways.md` and `docs/glossary.md` lead to what they name."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
# [path](link) `a line of that file`
WAY = re.compile(r"\]\(([^)]+\.py)\) `([^`]+)`")
TERMS = [
    line.split("|")[1:5]
    for line in (DOCS / "glossary.md").read_text().partition("\n## ")[0].splitlines()
    if line.startswith("| ") and not line.startswith("| term")
]
WAYS = WAY.findall((DOCS / "ways.md").read_text())


def test_there_are_ways_and_terms() -> None:
    assert len(WAYS) >= 15
    assert len(TERMS) >= 30


@pytest.mark.parametrize(("link", "text"), WAYS, ids=str)
def test_each_way_leads_to_what_it_names(link: str, text: str) -> None:
    assert text in (DOCS / link).read_text()


@pytest.mark.parametrize("term", TERMS, ids=lambda term: term[0].strip())
def test_each_term_has_one_meaning_and_its_place(term: list[str]) -> None:
    word, meaning, code, _pages = (cell.strip() for cell in term)
    assert [each[0].strip() for each in TERMS].count(word) == 1
    assert meaning
    places = re.findall(r"`([^`]+)`", code)
    assert places
    assert [place for place in places if not (ROOT / place).exists()] == []


def test_the_readme_leads_to_both() -> None:
    readme = (ROOT / "README.md").read_text()
    assert "docs/ways.md" in readme
    assert "docs/glossary.md" in readme
    rows = re.search(r"\| folder \|.*?\n\n", readme, re.DOTALL)
    assert rows is not None
    assert len(rows.group().strip().splitlines()) <= 2 + 12
