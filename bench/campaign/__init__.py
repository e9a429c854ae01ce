"""A campaign in progress: topics, runs, a bank, people with work, many labels."""

from __future__ import annotations

from datetime import datetime
from random import Random

from django.db import connection, transaction

from bench.campaign.labels import write_labels
from bench.campaign.people import (
    Work,
    hand_out,
    make_judges,
    make_people,
    session_of,
)
from bench.campaign.topics import RUNS, make_desk
from nuggets.models import Bank
from runs.models import Run, Track

# The probe of bench.ratios imports these from the package, at any commit.
__all__ = ["Work", "make_campaign", "session_of"]

DESKS = 10  # topics at least, however few people there are


def make_campaign(
    profile: str,
    *,
    assessors: int,
    labels: int,
    rng: Random,
    now: datetime,
    runs: int = RUNS,
    match: bool = False,
) -> list[Work]:
    """Create a track with its labels; return the work of its assessors."""
    track = Track.objects.create(slug="bench", name="Bench", profile_text=profile)
    made = Run.objects.bulk_create(
        Run(track=track, name=f"run-{n}", group=f"group-{n % 10}", task="rag")
        for n in range(runs)
    )
    Run.objects.update(landed_at=now)
    bank = Bank.objects.create(
        track=track, name="post-edited", origin=Bank.EDITED, landed_at=now
    )
    with transaction.atomic():
        desks = [
            make_desk(track, made, bank, number, rng=rng, now=now)
            for number in range(max(assessors, DESKS))
        ]
    people = make_people(track, assessors)
    judges = make_judges(track, people, now=now)
    write_labels(desks, judges, labels, rng=rng, now=now)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    return hand_out(bank, desks, people, match=match)
