import re
from pathlib import Path

import pytest
from django.core.management import get_commands

ROOT = Path(__file__).resolve().parents[2]
APPS = (
    *("config", "accounts", "jobs", "llm", "runs", "assess", "nuggets"),
    "matching",
)
GUIDES = sorted((ROOT / "docs").glob("*.md"))
PAGES = [
    *(ROOT / name for name in ("README.md", "CHANGELOG.md")),
    *(ROOT / name / "README.md" for name in ("sample", "bench")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
FOREIGN = re.compile(r"[a-z]+:")


def our_commands() -> list[str]:
    return sorted(name for name, app in get_commands().items() if app in APPS)


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as forges create them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {
        re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")
        for heading in headings
    }


def test_the_search_finds_the_commands() -> None:
    assert {"up", "load_sample", "create_track", "import_run"} <= set(our_commands())


@pytest.mark.parametrize("command", our_commands())
def test_each_command_is_named_in_a_guide(command: str) -> None:
    text = "\n".join(page.read_text() for page in GUIDES)
    assert re.search(rf"\b{command}\b", text)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for link in LINK.findall(page.read_text()):
        if FOREIGN.match(link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def test_every_make_target_in_the_readme_is_in_the_makefile() -> None:
    targets = set(re.findall(r"\bmake ([a-z-]+)\b", (ROOT / "README.md").read_text()))
    makefile = (ROOT / "Makefile").read_text()
    assert {"demo", "test"} <= targets
    assert [
        name for name in targets if not re.search(rf"^{name}:", makefile, re.M)
    ] == []


def test_the_two_commands_stand_in_the_readmes_first_screen() -> None:
    first = "\n".join((ROOT / "README.md").read_text().splitlines()[:12])
    assert "make demo" in first
    assert "make test" in first


def test_decisions_are_short_and_numbered_without_a_gap() -> None:
    found = sorted((ROOT / "docs" / "decisions").glob("[0-9]*.md"))
    numbers = [int(page.name[:4]) for page in found]
    assert numbers == list(range(1, len(found) + 1))
    decisions = [page for page in found if "-example-" not in page.name]
    assert all(len(page.read_text().splitlines()) <= 40 for page in decisions)
