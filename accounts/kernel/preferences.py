"""How people like to read and type: the choices, and the keys that they move."""

THEMES = [
    ("auto", "As the system says"),
    ("light", "Light"),
    ("dark", "Dark"),
    ("contrast", "High contrast"),
]
SIZES = [
    ("small", "Small"),
    ("normal", "Normal"),
    ("large", "Large"),
    ("largest", "Largest"),
]
MEASURES = [
    ("narrow", "Narrow, 60 characters"),
    ("normal", "Normal, 66 characters"),
    ("wide", "Wide, 75 characters"),
]


class BadKeys(Exception):
    """A line of moved keys that cannot be read; the message says which and why."""


def read_keys(text: str) -> dict[str, str]:
    """Return {a page's key: the key pressed instead} from lines such as `u = z`.

    Each side is one character, in lower case; raise BadKeys for anything else, and
    where two of the page's keys would be reached by one.
    """
    moved: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        page, _, mine = (part.strip().lower() for part in line.strip().partition(" "))
        mine = mine.removeprefix("=").strip()
        if len(page) != 1 or len(mine) != 1:
            raise BadKeys(
                f"Line {number}: write one key, an equals sign and one key, as in u = z"
            )
        if page in moved or mine in moved.values():
            raise BadKeys(f"Line {number}: {page} = {mine} moves a key a second time")
        moved[page] = mine
    return moved


def write_keys(moved: dict[str, str]) -> str:
    """Return the lines that `read_keys` reads."""
    return "\n".join(f"{page} = {mine}" for page, mine in moved.items())
