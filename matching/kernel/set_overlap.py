"""Which nuggets of one gold set the other set has too."""

from __future__ import annotations

from collections.abc import Sequence

from matching.kernel.word_cover import THRESHOLD, covers


def shared_places(
    left: Sequence[tuple[int, str]], right: Sequence[tuple[int, str]]
) -> tuple[set[int], set[int]]:
    """Return the places of nuggets that both lists of a turn have, of either list.

    left, right: (identity, text) of each nugget. In lists with common identities, two
    nuggets are the same if their identity is; in others, if one has more than half of
    the other's words.
    """
    if not (left and right):
        return set(), set()
    common = {each for each, _ in left} & {each for each, _ in right}
    if common:
        places = (
            (at for at, row in enumerate(s) if row[0] in common) for s in (left, right)
        )
        first, second = map(set, places)
        return first, second
    texts = [text for _, text in left], [text for _, text in right]
    there = covers(*texts) > THRESHOLD
    back = covers(texts[1], texts[0]).T > THRESHOLD
    rows, columns = (there | back).nonzero()
    return set(map(int, rows)), set(map(int, columns))
