"""Which of the passages that a model was shown a nugget most likely came from."""

from collections.abc import Sequence

from assess.judging.kernel.words import content_stems, recall

HELD = 0.5


def best_sources(
    nugget: str, passages: Sequence[str], *, held: float = HELD
) -> list[int]:
    """Return the places of the passages that hold most of a nugget's content stems.

    All that share the highest share, if that is at least held; else all of them, for
    it is only known that the nugget came from one of these. Ours: the papers don't
    trace a drafted nugget.
    """
    wanted = set(content_stems(nugget))
    shares = [recall(wanted, set(content_stems(text))) or 0.0 for text in passages]
    best = max(shares, default=0.0)
    if best < held:
        return list(range(len(passages)))
    return [place for place, share in enumerate(shares) if share == best]
