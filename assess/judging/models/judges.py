"""Judges: everyone and everything that gives labels."""

from __future__ import annotations

import uuid
from collections.abc import Mapping

from django.conf import settings
from django.db import models
from django.db.models import Q

from runs.models import Track
from runs.models.availability import AtHand


class JudgeQuerySet(models.QuerySet["Judge"]):
    """Judges by kind and state."""

    def put_away(self) -> JudgeQuerySet:
        """Select the judges that are put away."""
        return self.exclude(deleted_at=None)

    def visible(self) -> JudgeQuerySet:
        """Select the judges whose labels are complete: not an import in progress."""
        return self.exclude(landed_at=None)

    def on_the_scale(self) -> JudgeQuerySet:
        """Exclude imports on a scale of their own, which are only for comparison."""
        return self.filter(~Q(kind=Judge.IMPORT) | Q(parameters__scale__isnull=True))

    def people(self) -> JudgeQuerySet:
        """Select the people."""
        return self.filter(kind=Judge.PERSON)

    def machines(self) -> JudgeQuerySet:
        """Select the judges that can be run: models and baselines."""
        return self.filter(kind__in=(Judge.MODEL, Judge.BASELINE))


# The columns that belong to one type of judge: the required and the optional ones.
OWN: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "person": (("user",), ()),
    "model": (("model",), ("endpoint",)),
    "baseline": (("baseline",), ()),
    "import": ((), ("sha256",)),
    "panel": (("rule",), ()),
    "adjudication": ((), ()),
}
OWNED = tuple(sorted(name for needed, free in OWN.values() for name in needed + free))


def columns_amiss(values: Mapping[str, object]) -> list[str]:
    """Return a judge's columns that its kind lacks, or does not use."""
    needed, free = OWN[str(values["kind"])]
    given = {name for name in OWNED if values.get(name) not in (None, "")}
    return sorted((given - set(free)) ^ set(needed))


def _is_of_its_kind() -> Q:
    """Return the condition that a judge has its kind's own columns, and no others."""
    found = Q()
    for kind, (needed, free) in OWN.items():
        own = Q(kind=kind)
        for name in OWNED:
            empty = Q(user__isnull=True) if name == "user" else Q(**{name: ""})
            if name in needed:
                own &= ~empty
            elif name not in free:
                own &= empty
        found |= own
    return found


class Judge(models.Model):
    """The author of a label, so that any two can be compared."""

    PERSON, MODEL, BASELINE = "person", "model", "baseline"
    IMPORT, PANEL, ADJUDICATION = "import", "panel", "adjudication"
    KINDS = (
        (PERSON, "Person"),
        (MODEL, "Model"),
        (BASELINE, "Baseline"),
        (IMPORT, "Import"),
        (PANEL, "Panel"),
        (ADJUDICATION, "Adjudication"),
    )

    OWN_SCALE = "own"  # parameters["scale"] of an import whose grades are not ours

    # parameters["given_by"] of an import: who gave its labels, if known
    GIVEN_BY = "given_by"
    GIVERS = (("", "not known"), ("model", "a model"), ("people", "people"))

    # parameters["protocol"] of a model behind an endpoint for pairs of texts
    PROTOCOL, ENTAILMENT = "protocol", "entailment"
    # parameters["threshold"] of a judge that computes percentages: what a yes exceeds
    THRESHOLD = "threshold"

    # parameters["batch"] of a model: items in a call, where a kind offers several
    BATCH = "batch"
    MOST_IN_BATCH = 10

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    track = models.ForeignKey(Track, on_delete=models.CASCADE, related_name="judges")
    name = models.CharField(max_length=150)
    kind = models.CharField(max_length=12, choices=KINDS)
    description = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    landed_at = models.DateTimeField(null=True, blank=True)
    # A person.
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    # A model: the inputs of its replies, fixed when the judge is created.
    endpoint = models.TextField(blank=True)
    model = models.CharField(max_length=200, blank=True)
    parameters = models.JSONField(default=dict, blank=True)
    prompts = models.JSONField(default=dict, blank=True)  # prompt name → version
    # A baseline: its rule.
    baseline = models.CharField(max_length=30, blank=True)
    # A panel: the rule that combines its members' labels.
    rule = models.CharField(max_length=30, blank=True)
    members: models.ManyToManyField[Judge, Judge] = models.ManyToManyField(
        "self", through="PanelMember", symmetrical=False, related_name="panels"
    )
    # An import: the content of its file.
    sha256 = models.CharField(max_length=64, blank=True)
    deleted_at = models.DateTimeField(null=True, blank=True)  # put away

    objects = AtHand.from_queryset(JudgeQuerySet)()
    everything = JudgeQuerySet.as_manager()

    class Meta:
        ordering = ("name",)
        constraints = (
            models.UniqueConstraint(
                fields=("track", "name"),
                condition=Q(landed_at__isnull=False, deleted_at=None),
                name="one_judge_per_name",
            ),
            models.UniqueConstraint(
                fields=("track", "user"),
                condition=Q(kind="person"),
                name="one_judge_per_person",
            ),
            models.CheckConstraint(
                condition=_is_of_its_kind(), name="a_judge_is_of_its_kind"
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def has_own_scale(self) -> bool:
        """Return whether its labels are on another scale than the track's."""
        own = self.parameters.get("scale") == self.OWN_SCALE
        return self.kind == Judge.IMPORT and own

    @property
    def given_by(self) -> str:
        """Return who gave an import's labels, "" if unknown."""
        said = self.parameters.get(self.GIVEN_BY) if self.kind == Judge.IMPORT else ""
        return said if said in ("model", "people") else ""

    @property
    def takes_pairs(self) -> bool:
        """Return whether it is an entailment model, which takes pairs of texts."""
        protocol = self.parameters.get(self.PROTOCOL)
        return self.kind == Judge.MODEL and protocol == self.ENTAILMENT

    @property
    def batch(self) -> int:
        """Return the most items of one call, where a kind offers several."""
        found = self.parameters.get(self.BATCH, 1) if self.kind == Judge.MODEL else 1
        return min(found, self.MOST_IN_BATCH) if isinstance(found, int) else 1

    @property
    def speaker(self) -> str:
        """Return the word for the judge where its label is shown without its name.

        A model is called a model, even if its labels were imported.
        """
        if self.given_by == "model":
            return "model"
        return "imported label" if self.kind == Judge.IMPORT else self.kind

    @property
    def full_name(self) -> str:
        """Return the name, with the kind unless it is a person."""
        if self.kind == Judge.PERSON:
            return self.name
        if self.given_by:
            return f"{self.name} (import, given by {dict(self.GIVERS)[self.given_by]})"
        kind = "entailment model" if self.takes_pairs else self.get_kind_display()
        batched = f", up to {self.batch} a call" if self.batch > 1 else ""
        return f"{self.name} ({kind.lower()}{batched})"


class PanelMember(models.Model):
    """A judge's place in a panel; it matters for rules that depend on the order."""

    panel = models.ForeignKey(
        Judge, on_delete=models.CASCADE, related_name="memberships_of_panel"
    )
    member = models.ForeignKey(Judge, on_delete=models.PROTECT, related_name="+")
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("position",)
        constraints = (
            models.UniqueConstraint(
                fields=("panel", "member"), name="one_place_per_panel_member"
            ),
        )

    def __str__(self) -> str:
        return f"{self.member} in {self.panel}"
