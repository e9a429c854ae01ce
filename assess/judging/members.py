"""People with unfinished work keep their role in the track."""

from accounts.models import User
from assess.judging.models import Allocation
from runs.actions.tracks import count_work_with
from runs.models import Track


def open_work(track: Track, user: User) -> int:
    """Return the number of a person's unfinished pieces of work in a track."""
    return Allocation.objects.open().filter(track=track, assessor=user).count()


count_work_with(open_work)
