"""The track and its people in archives.

The apps above register their own tables next to their models.
"""

from __future__ import annotations

from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db.models import QuerySet

from accounts.models import AccountChange, Submission, Tries, User
from assess.exchange.archive.contents.labels import _through
from assess.exchange.archive.format.tables import (
    all_tables,
    leave_out,
    name_of,
    register,
    tells,
)
from assess.exchange.archive.intake.matches import people_here
from assess.judging.models import Practice
from runs.models import (
    Membership,
    Track,
)

SIGN_IN = "it is for signing in here"
OWN = "how a person reads is theirs to choose, not a track's"
RIGHTS = "what an account may do is for each installation to say"


def _track_alone(track: Track, using: str) -> QuerySet[Track]:
    return Track.everything.using(using).filter(pk=track.pk)


def people_of(track: Track, using: str) -> QuerySet[User]:
    """Return everyone to whom a row of the track refers."""
    found: set[int] = set()
    for table in all_tables():
        for name, codec in table.columns.items():
            if table.model is not User and name_of(User) in codec.points_to:
                named = table.of(track, using).order_by().exclude(**{name: None})
                found.update(named.values_list(name, flat=True).distinct())
    return User.objects.using(using).filter(pk__in=found)


@tells
def tell_of_people() -> None:
    """Register the track and its people."""
    register(
        User,
        rows=people_of,
        left_out={
            "password": SIGN_IN,
            "email": SIGN_IN,
            "last_login": OWN,
            "date_joined": OWN,
            "timezone": OWN,
            "preferences": OWN,
            "is_superuser": RIGHTS,
            "is_staff": RIGHTS,
            "is_active": RIGHTS,
        },
        meet=people_here,
    )
    register(
        Track,
        rows=_track_alone,
        left_out={
            "arriving": "a track is archived once it is all in",
            "revision": "it names what this installation keeps in its caches",
            "deleted_at": "a track that is put away has no page to archive it from",
        },
    )
    register(Membership, last=True)


@tells
def tell_what_stays() -> None:
    """Register models that belong to no track as left out."""
    for model in (Group, Permission, ContentType, Session):
        leave_out(model, reason="Django's own, and no track's")
    leave_out(AccountChange, reason="who can sign in is for each installation to say")
    leave_out(Tries, reason="it counts tries at this installation's passwords")
    leave_out(Practice, reason="who has practised is for each installation to know")
    leave_out(Submission, reason="what this installation's browsers sent recently")
    for name in ("groups", "user_permissions"):
        leave_out(_through(User, name), reason=RIGHTS)
    leave_out(_through(Group, "permissions"), reason=RIGHTS)
