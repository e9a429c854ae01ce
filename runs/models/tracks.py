"""Tracks, and people's roles in them."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.functional import cached_property

from accounts.models import User
from runs.kernel.profile import Profile, read_profile


class TrackQuerySet(models.QuerySet["Track"]):
    """Tracks by a person's role."""

    def put_away(self) -> TrackQuerySet:
        """Select the tracks that somebody put away."""
        return self.exclude(deleted_at=None).filter(arriving=False)

    def for_user(self, user: User) -> TrackQuerySet:
        """Select the tracks in which the person has a role; a superuser has all."""
        if user.is_superuser:
            return self
        return self.filter(memberships__user=user)

    def with_role(self, user: User, *roles: str) -> TrackQuerySet:
        """Select the tracks in which the person has one of these roles."""
        return self.filter(memberships__user=user, memberships__role__in=roles)

    def organized_by(self, user: User) -> TrackQuerySet:
        """Select the tracks that the person organizes; a superuser organizes all."""
        if user.is_superuser:
            return self
        return self.with_role(user, Membership.ORGANIZER)

    def scores_seen_by(self, user: User) -> TrackQuerySet:
        """Select the tracks whose scores and agreement the person may see."""
        if user.is_superuser:
            return self
        return self.with_role(user, Membership.ORGANIZER, Membership.VIEWER)


class ArrivedTracks(models.Manager["Track"]):
    """All tracks except those put away, and those still being imported."""

    def get_queryset(self) -> TrackQuerySet:
        """Exclude tracks that are still being imported, or put away."""
        found = TrackQuerySet(self.model, using=self._db)
        return found.filter(arriving=False, deleted_at=None)


class Track(models.Model):
    """One evaluation campaign."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    slug = models.SlugField(max_length=64, unique=True)
    name = models.CharField(max_length=200)
    # The text of the profile's TOML file, copied when the track was created.
    profile_text = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)
    # An archive is being imported into it: it is hidden until that has ended.
    arriving = models.BooleanField(default=False)
    # The day by which people should have labelled everything; None: none is set.
    due_on = models.DateField(null=True, blank=True)
    deleted_at = models.DateTimeField(null=True, blank=True)  # put away
    # How often something of it was put away, restored or replaced; 0: never. Part of
    # the key of cached numbers.
    revision = models.PositiveIntegerField(default=0, db_default=0)
    members: models.ManyToManyField[User, Membership] = models.ManyToManyField(
        settings.AUTH_USER_MODEL, through="Membership", related_name="tracks"
    )

    objects = ArrivedTracks.from_queryset(TrackQuerySet)()
    everything = TrackQuerySet.as_manager()

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name

    @cached_property
    def profile(self) -> Profile:
        """Return the track's rules from its own copy of the profile."""
        return read_profile(self.profile_text)


class Membership(models.Model):
    """A person's role in a track."""

    ORGANIZER, ASSESSOR, VIEWER = "organizer", "assessor", "viewer"
    ROLES = ((ORGANIZER, "Organizer"), (ASSESSOR, "Assessor"), (VIEWER, "Viewer"))

    track = models.ForeignKey(
        Track, on_delete=models.CASCADE, related_name="memberships"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships"
    )
    role = models.CharField(max_length=10, choices=ROLES)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("track", "user"), name="one_role_per_person_and_track"
            ),
            models.CheckConstraint(
                condition=Q(role__in=("organizer", "assessor", "viewer")),
                name="role_is_known",
            ),
        )

    def __str__(self) -> str:
        return f"{self.user}, {self.role} of {self.track}"
