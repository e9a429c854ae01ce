"""Keys for the rows of a list on a screen that uses some keys already."""

from collections.abc import Collection, Mapping
from string import ascii_lowercase

AFTER_LETTERS = "-='"  # for lists with more rows than there are free letters


def letters_for(
    count: int, *, taken: Collection[str], moved: Mapping[str, str] | None = None
) -> list[str]:
    """Return a key for each of some rows, from a on, "" once none is free.

    taken: the screen's other keys; the letters have a gap only where these have a
    letter. moved: the keys that a person presses instead of the screen's own.
    """
    own = moved or {}
    pressed = {own.get(key, key) for key in taken}
    free = [key for key in ascii_lowercase + AFTER_LETTERS if key not in pressed]
    return (free + [""] * count)[:count]
