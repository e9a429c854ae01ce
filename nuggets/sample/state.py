"""The state of loading the sample campaign: the rows created so far, by name."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from accounts.models import User
from assess.judging.models import Judge
from jobs.run import run_here
from nuggets.models import Bank
from nuggets.sample.campaign import Campaign
from runs.actions.imports import create_import
from runs.models import Response, Topic, Track
from runs.uploads import measure


class SampleRefused(Exception):
    """A file of the sample did not pass the checks of its import."""


@dataclass
class Loading:
    """The campaign, its track, and its people, judges and banks by name."""

    campaign: Campaign
    track: Track
    people: dict[str, User]
    now: datetime
    judges: dict[str, Judge] = field(default_factory=dict)
    banks: dict[str, Bank] = field(default_factory=dict)

    @property
    def organizer(self) -> User:
        """Return the person who imports the files."""
        organizers = (
            person["name"]
            for person in self.campaign.plan["people"]
            if person["role"] == "organizer"
        )
        return self.people[next(organizers)]

    @cached_property
    def topics(self) -> dict[str, Topic]:
        """Return the topics by name; call it only after their import."""
        return {topic.name: topic for topic in self.track.topics.all()}

    @cached_property
    def segments(self) -> dict[str, int]:
        """Return the segments' row numbers by docid; call it after their import."""
        return dict(self.track.segments.values_list("docid", "pk"))

    @cached_property
    def responses(self) -> dict[tuple[str, str], int]:
        """Return the responses' row numbers by topic and run; call it after import."""
        rows = Response.objects.visible().filter(run__track=self.track)
        named = rows.values_list("topic__name", "run__name", "pk")
        return {(topic, run): pk for topic, run, pk in named}

    def bring_in(self, kind: str, name: str, **params: object) -> None:
        """Import one file in this process as a person would; raise SampleRefused."""
        path = self.campaign.path(name)
        with path.open("rb") as source:
            stored = measure(source)
        row, job = create_import(
            self.track,
            kind,
            stored,
            filename=path.name,
            params=params | {"path": str(path)},
            by=self.organizer,
            now=self.now,
        )
        done = run_here(job)
        row.refresh_from_db()
        if not row.is_in:
            raise SampleRefused(done.error or f"{name} did not come in")
