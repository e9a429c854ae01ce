"""The mark by which a host recognizes the installation's uploads."""

from django.db import models
from django.db.models import Q


class UploadsMark(models.Model):
    """The name of a file that is stored next to the uploads; one row at most."""

    ONLY = 1

    token = models.CharField(max_length=32)

    class Meta:
        constraints = (
            models.CheckConstraint(name="one_uploads_mark", condition=Q(id=1)),
        )

    def __str__(self) -> str:
        """Return the name."""
        return self.token
