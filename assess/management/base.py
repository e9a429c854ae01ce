"""What the commands of judging share: a judge by its name."""

from __future__ import annotations

from django.core.management.base import CommandError

from assess.models import Judge
from runs.models import Track


def judge_named(track: Track, name: str) -> Judge:
    """Return a track's judge; say which there are where it is none of them."""
    judges = Judge.objects.visible().filter(track=track)
    judge = judges.filter(name=name).first()
    if judge is None:
        names = ", ".join(judges.values_list("name", flat=True)) or "none yet"
        raise CommandError(
            f"There is no judge {name!r} in {track.slug}. Judges: {names}."
        )
    return judge
