"""Keys for many checkboxes on a screen that uses some keys already."""

from collections.abc import Collection, Iterator, Mapping
from string import ascii_lowercase

AFTER_LETTERS = "-=[];'"  # for topics with more parts than there are free letters


def letters_for(
    count: int, *, taken: Collection[str], moved: Mapping[str, str] | None = None
) -> list[str]:
    """Return a key for each of some boxes, from a on, "" once none is free.

    taken: the screen's other keys. moved: the keys that a person presses instead of the
    screen's own; a letter to which another key was moved is skipped too.
    """
    own = moved or {}
    pressed = {own.get(key, key) for key in taken}
    free = _free(pressed, own)
    return [next(free, "") for _ in range(count)]


def _free(pressed: set[str], moved: Mapping[str, str]) -> Iterator[str]:
    used = set(pressed)
    for key in ascii_lowercase + AFTER_LETTERS:
        mine = moved.get(key, key)
        if mine not in used:
            used.add(mine)
            yield key
