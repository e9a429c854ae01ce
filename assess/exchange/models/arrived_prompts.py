"""Prompts that came with a track's archive.

They may differ from this installation's own.
"""

from django.db import models

from runs.models import Track


class ArrivedPrompt(models.Model):
    """The text of one prompt by which a track's labels were given elsewhere."""

    track = models.ForeignKey(
        Track, on_delete=models.CASCADE, related_name="arrived_prompts"
    )
    name = models.TextField()
    version = models.TextField()
    text = models.TextField()  # JSON, as `llm.kernel.prompt` reads it

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("track", "name", "version"), name="one_arrived_prompt"
            ),
        )

    def __str__(self) -> str:
        """Return its name and version."""
        return f"{self.name} {self.version}"
