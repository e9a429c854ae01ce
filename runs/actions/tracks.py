"""Create tracks and assign roles in them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path

from django.db import IntegrityError, transaction

from accounts.actions import record_change
from accounts.models import AccountChange, User
from runs.kernel.profile import read_profile
from runs.models import Membership, Track

PROFILES = Path(__file__).resolve().parent.parent / "profiles"


class UnknownProfile(LookupError):
    """There is no shipped profile with that name."""


class TrackExists(ValueError):
    """Another track has that short name."""


class RoleKept(Exception):
    """The person cannot lose the role yet; the message is a sentence that says why."""


class SeesEverything(ValueError):
    """A superuser organizes every track, and so may see machines' labels."""


WorkCounter = Callable[[Track, User], int]
_counters: list[WorkCounter] = []


def profile_names() -> list[str]:
    """Return the names of the shipped profiles."""
    return sorted(path.stem for path in PROFILES.glob("*.toml"))


def profile_text(name: str) -> str:
    """Return a shipped profile's TOML; raise UnknownProfile with the existing names."""
    if name not in profile_names():
        known = ", ".join(profile_names())
        raise UnknownProfile(f"unknown profile {name!r}: use one of {known}")
    return (PROFILES / f"{name}.toml").read_text(encoding="utf-8")


def create_track(
    slug: str, *, name: str, profile: str, organizer: User | None = None
) -> Track:
    """Create a track with its own copy of a profile, and its first organizer."""
    text = profile_text(profile)
    read_profile(text)
    try:
        with transaction.atomic():
            track = Track.objects.create(slug=slug, name=name, profile_text=text)
    except IntegrityError:
        if not Track.everything.filter(slug=slug).exists():
            raise  # another constraint, not the name's
        raise TrackExists(f"There is a track {slug!r} already.") from None
    if organizer is not None:
        set_role(track, organizer, Membership.ORGANIZER)
    return track


def set_due_date(track: Track, due_on: date | None) -> None:
    """Set the day by which people should have labelled everything; None for none."""
    Track.objects.filter(pk=track.pk).update(due_on=due_on)
    track.due_on = due_on


def set_role(track: Track, user: User, role: str) -> Membership:
    """Give a person a role in a track, replacing the previous one.

    Raise RoleKept if the track would lose what only they do there, SeesEverything if a
    superuser is to assess.
    """
    if role == Membership.ASSESSOR and user.is_superuser:
        raise SeesEverything(
            f"{user} is a superuser, who sees all labels, and so cannot assess."
        )
    with transaction.atomic():
        held = track.memberships.filter(user=user).first()
        if held and held.role != role:
            _refuse_to_lose(held)
        membership, _made = Membership.objects.update_or_create(
            track=track, user=user, defaults={"role": role}
        )
    return membership


def add_person(
    track: Track,
    *,
    username: str,
    role: str,
    password: str = "",
    by: User | None = None,
    now: datetime,
) -> Membership:
    """Give somebody a role; a first password creates a missing account.

    The password of an existing account is never changed.
    """
    with transaction.atomic():
        user = User.objects.filter(username=username).first()
        if user is None:
            user = User.objects.create_user(username, password=password)
            record_change(user, AccountChange.MADE, by=by, now=now)
        return set_role(track, user, role)


def remove_person(membership: Membership) -> None:
    """Remove a role; the person's work stays. Raise RoleKept as set_role does."""
    with transaction.atomic():
        _refuse_to_lose(membership)
        membership.delete()


def count_work_with(counter: WorkCounter) -> None:
    """Register a function that counts a person's unfinished work in a track."""
    if counter not in _counters:
        _counters.append(counter)


def _refuse_to_lose(held: Membership) -> None:
    organizers = held.track.memberships.filter(role=Membership.ORGANIZER)
    if list(organizers.select_for_update().values_list("pk", flat=True)) == [held.pk]:
        raise RoleKept(
            f"{held.user} is the only organizer. Make somebody else organizer first."
        )
    work = sum(counter(held.track, held.user) for counter in _counters)
    if work:
        pieces = "1 piece" if work == 1 else f"{work} pieces"
        raise RoleKept(
            f"{held.user} has {pieces} of unfinished work here. Take it back on the "
            "page Work first."
        )
