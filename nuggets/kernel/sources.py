"""The most likely sources of a nugget among the passages shown to a model."""

from collections.abc import Sequence

from assess.judging.kernel.words import content_stems, recall

HELD = 0.5


def best_sources(
    nugget: str, passages: Sequence[str], *, held: float = HELD
) -> list[int]:
    """Return the places of the passages that contain most of a nugget's content stems.

    These are all with the highest share, if that is at least held; else all passages,
    since the nugget is only known to come from one of them. The rule is ours: the
    papers do not trace a drafted nugget.
    """
    wanted = set(content_stems(nugget))
    shares = [recall(wanted, set(content_stems(text))) or 0.0 for text in passages]
    best = max(shares, default=0.0)
    if best < held:
        return list(range(len(passages)))
    return [place for place, share in enumerate(shares) if share == best]
