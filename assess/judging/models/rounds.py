"""Rounds: the stored protocols under which support is judged."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Q

from assess.judging.models.judges import Judge
from runs.models import Topic, Track

if TYPE_CHECKING:
    from runs.kernel.profile import CitationsJudged

FIRST_STORED = 2  # 0 and 1 are from scratch and post-edited, by the track's profile
TRAINING = 1_000  # added to a round's number for the labels of its training


class Round(models.Model):
    """A protocol of a track's support labels: labels of two rounds never mix."""

    FIRST, THREE, ALL = "first", "three", "all"
    UNITS = (
        (FIRST, "the first citation of each sentence"),
        (THREE, "the first three citations of each sentence"),
        (ALL, "all citations"),
    )
    NOTHING, BEFORE, AFTER = "nothing", "before", "after"
    SHOWS = (
        (NOTHING, "nothing: from scratch"),
        (BEFORE, "a machine’s label, preselected"),
        (AFTER, "a machine’s label, once the person has chosen"),
    )

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    track = models.ForeignKey(Track, on_delete=models.CASCADE, related_name="rounds")
    name = models.CharField(max_length=60)
    number = models.PositiveSmallIntegerField()  # that of its labels
    unit = models.CharField(max_length=8, choices=UNITS)
    shows = models.CharField(max_length=8, choices=SHOWS)
    shown = models.ForeignKey(
        Judge, null=True, on_delete=models.PROTECT, related_name="+"
    )
    # Whether a person finishes a topic before the next.
    in_order = models.BooleanField(default=False)
    # Whether sentences without a citation are asked about too, as separate work.
    asks_uncited = models.BooleanField(default=False, db_default=False)
    judges = models.PositiveSmallIntegerField(default=1)  # of each pair
    # The topic that everybody judges first, and the share of the known labels, in
    # percent, that they have to give.
    training = models.ForeignKey(
        Topic, null=True, on_delete=models.PROTECT, related_name="+"
    )
    known = models.ForeignKey(
        Judge, null=True, on_delete=models.PROTECT, related_name="+"
    )
    pass_mark = models.PositiveSmallIntegerField(null=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("track", "number"), name="one_round"),
            models.UniqueConstraint(
                fields=("track", "name"), name="one_round_of_a_name"
            ),
            models.CheckConstraint(
                condition=Q(unit__in=("first", "three", "all")),
                name="unit_of_a_round_is_known",
            ),
            models.CheckConstraint(
                condition=Q(shows="nothing", shown=None)
                | Q(shows__in=("before", "after"), shown__isnull=False),
                name="round_names_what_it_shows",
            ),
            models.CheckConstraint(
                condition=Q(training=None, known=None, pass_mark=None)
                | Q(
                    training__isnull=False,
                    known__isnull=False,
                    pass_mark__isnull=False,
                ),
                name="training_has_known_labels_and_a_mark",
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def citations_judged(self) -> CitationsJudged:
        """Return the rule of a sentence's judged citations, as a profile has it."""
        if self.unit == self.THREE:
            return 3
        return "first" if self.unit == self.FIRST else "all"

    @property
    def is_post_edited(self) -> bool:
        """Return whether a machine's labels are shown."""
        return self.shows != self.NOTHING

    @property
    def says(self) -> list[str]:
        """Return the protocol in words; no judge is named."""
        words = [self.get_unit_display(), self.get_shows_display()]
        words += ["a topic is finished before the next"] * self.in_order
        words += ["asks whether uncited sentences need a citation"] * self.asks_uncited
        return words
