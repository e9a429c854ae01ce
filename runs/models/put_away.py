"""The history of putting away: what, by whom, and when it was restored."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from runs.models.tracks import Track


class PutAwayQuerySet(models.QuerySet["PutAway"]):
    """Rows by whether their thing is still put away."""

    def standing(self) -> PutAwayQuerySet:
        """Select the rows whose thing has not been restored since."""
        return self.filter(restored_at=None)


class PutAway(models.Model):
    """One time that something was put away; the thing itself has its `deleted_at`.

    `thing` is its public id, `what` its kind in the registry. Things that depend on it
    are put away and restored with it.
    """

    track = models.ForeignKey(Track, on_delete=models.CASCADE, related_name="put_away")
    what = models.CharField(max_length=20)
    thing = models.UUIDField(db_index=True)
    along_with = models.ForeignKey(
        "self", null=True, on_delete=models.CASCADE, related_name="along"
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField()
    restored_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    restored_at = models.DateTimeField(null=True, blank=True)

    objects = PutAwayQuerySet.as_manager()

    class Meta:
        ordering = ("-at", "-id")
        verbose_name_plural = "things put away"

    def __str__(self) -> str:
        return f"{self.what} {self.thing}"
