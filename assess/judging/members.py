"""Unfinished work keeps a person in the role that it was given for."""

from accounts.models import User
from assess.judging.models import Allocation
from runs.actions.tracks import count_work_with
from runs.models import Track


def open_work(track: Track, user: User) -> int:
    """Return how many pieces of work a person has yet to finish in a track."""
    return Allocation.objects.open().filter(track=track, assessor=user).count()


count_work_with(open_work)
