"""Load the sample campaign, completely or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, timedelta

from django.db import transaction

from nuggets.sample.banks import load_banks
from nuggets.sample.campaign import Campaign, Row
from nuggets.sample.corpus import load_corpus, load_others
from nuggets.sample.judging import (
    load_assignments,
    load_relevance,
    load_support,
    make_other_judges,
    make_person_judges,
)
from nuggets.sample.machines import judge_by_machine
from nuggets.sample.pace import spread_over_days
from nuggets.sample.people import make_people
from nuggets.sample.rounds import label_rounds, make_rounds
from nuggets.sample.settings import adjudicate, keep_snapshots
from nuggets.sample.state import Loading
from nuggets.sample.steps import load_by_apps
from nuggets.sample.work import (
    hand_out_work,
    make_conditions,
    queue_work,
    talk_of_work,
    write_guidelines,
)
from runs.actions.tracks import create_track, set_due_date, set_role
from runs.models import Track

STEPS = (
    load_corpus,
    make_person_judges,
    load_relevance,
    load_banks,
    load_assignments,
    load_support,
    load_others,
    make_other_judges,
    load_by_apps,
    judge_by_machine,
    make_rounds,
    label_rounds,
    spread_over_days,
    make_conditions,
    write_guidelines,
    hand_out_work,
    queue_work,
    talk_of_work,
    adjudicate,
    keep_snapshots,
)


def is_loaded(campaign: Campaign) -> bool:
    """Return whether the sample's track exists."""
    return Track.objects.filter(slug=campaign.slug).exists()


def load_sample(
    campaign: Campaign, *, passwords: Mapping[str, str], now: datetime
) -> Track:
    """Create the sample's people and its track with everything in it.

    In one transaction: the sample is small, and nobody should see a part of it.
    Existing people keep their password. Raise TrackExists if it is loaded.
    """
    plan = campaign.plan
    with transaction.atomic():
        track = create_track(
            campaign.slug, name=plan["track"]["name"], profile=plan["track"]["profile"]
        )
        set_due_date(track, _due(plan["track"], now))
        people = make_people(campaign, passwords)
        for person in plan["people"]:
            set_role(track, people[person["name"]], person["role"])
        loading = Loading(campaign, track, people, now)
        for step in STEPS:
            step(loading)
    track.refresh_from_db()
    return track


def _due(plan: Row, now: datetime) -> date | None:
    """Return the track's due date, None if campaign.toml names none."""
    days = plan.get("due_in_days")
    return None if days is None else (now + timedelta(days=days)).date()
