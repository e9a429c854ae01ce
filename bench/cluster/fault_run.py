"""A cluster with faults: people and an organizer at work, and the results."""

from __future__ import annotations

import asyncio
import time
from argparse import Namespace
from collections.abc import Mapping
from datetime import UTC, datetime
from random import Random
from typing import Any, NamedTuple

from django.core.management import call_command
from django.db import connection

from accounts.models import User
from assess.judging.judges.forms import JudgingForm
from assess.judging.judges.machines import add_model_judge
from bench.browser import Browser
from bench.campaign import make_campaign
from bench.campaign.people import Work, session_of
from bench.cluster.faults import Harm
from bench.cluster.nodes import Cluster
from bench.cluster.organizer import Desk, Organizer
from bench.cluster.outbox import Told, make_people
from bench.cluster.outcome import reckon_calls, reckon_jobs, reckon_labels
from bench.cluster.totals import as_buckets
from bench.stack import ROOT
from jobs.models import Job
from runs.models import Membership, Topic, Track

PROFILE = ROOT / "runs" / "profiles" / "rag25.toml"
RUNS = 6  # of the campaign: jobs short enough to end between two kills
QRELS = 40  # rows per topic of an import
LONGEST_END = 180.0  # seconds for outboxes, then for jobs, once all is back


class Cast(NamedTuple):
    """The people's work, and the organizer's desk, session and uuid."""

    works: list[Work]
    desk: Desk
    session: str
    organizer: str


def besiege(
    cluster: Cluster, options: Namespace, paid: Mapping[str, int], rng: Random
) -> dict[str, Any]:
    """Let people work during the faults; return the results."""
    call_command("migrate", interactive=False, verbosity=0)
    cast = prepare(options.assessors, rng)
    cluster.start_nodes()
    print(f"{options.kills} kills, one every {options.every:g} s …", flush=True)
    told, organizer, harm = asyncio.run(_work(cluster, options, cast, rng))
    cluster.wait_for(cluster.all_work, "The cluster")
    _drain(cluster)
    return {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "seed": options.seed,
        "every": options.every,
        "runs": 1,
        "kills": harm.done.total(),
        "by kind": dict(harm.done),
        **_outcome(told, organizer, paid),
    }


def prepare(assessors: int, rng: Random) -> Cast:
    """Create a campaign and its organizer."""
    now = datetime.now(UTC)
    text = PROFILE.read_text(encoding="utf-8")
    works = make_campaign(
        text, assessors=assessors, labels=0, rng=rng, now=now, runs=RUNS
    )
    track = Track.objects.get()
    person = User.objects.create_user("organizer")
    Membership.objects.create(track=track, user=person, role=Membership.ORGANIZER)
    judges = [add_model_judge(track, f"model-{n}", now=now) for n in range(3)]
    topics = list(Topic.objects.values_list("name", flat=True))
    desk = Desk(
        f"/tracks/{track.uuid}/",
        [str(judge.uuid) for judge in judges],
        [name for name in JudgingForm(track).works if not name.startswith("relev")],
        topics,
        {topic: [f"doc_{topic}#{n}" for n in range(QRELS)] for topic in topics},
    )
    return Cast(works, desk, session_of(person), str(person.uuid))


async def _work(
    cluster: Cluster, options: Namespace, cast: Cast, rng: Random
) -> tuple[Told, Organizer, Harm]:
    told, over, port = Told(), asyncio.Event(), cluster.ports["proxy"]
    people = make_people(cast.works, told, port=port, pace=options.pace, rng=rng)
    browser = Browser(port, session=cast.session, person=cast.organizer, patience=40)
    organizer = Organizer(cast.desk, browser, Random(rng.random()), told, pace=5)  # noqa: S311
    harm = Harm(cluster, Random(rng.random()))  # noqa: S311
    watching = asyncio.create_task(_watch(cluster))
    working = asyncio.gather(
        *(each.judge(over) for each in people), organizer.organize(over)
    )
    await harm.harm(options.kills, every=options.every)
    over.set()
    done, _late = await asyncio.wait([working], timeout=LONGEST_END)
    working.cancel() if not done else working.result()
    watching.cancel()
    return told, organizer, harm


async def _watch(cluster: Cluster) -> None:
    """Keep everything running; in this thread, because children die with theirs."""
    while not cluster.supervisor.ending:
        cluster.supervisor.watch()
        await asyncio.sleep(0.2)


def _drain(cluster: Cluster) -> None:
    """Wait until no job waits or runs, or until the time is over."""
    connection.close()  # of before the kills
    end = time.monotonic() + LONGEST_END
    while Job.objects.unfinished().exists() and time.monotonic() < end:
        cluster.supervisor.watch()
        time.sleep(0.3)


def _outcome(
    told: Told, organizer: Organizer, paid: Mapping[str, int]
) -> dict[str, Any]:
    labels = reckon_labels(told.kept, told.unanswered)
    jobs = reckon_jobs(organizer.jobs, organizer.qrels)
    calls = reckon_calls(paid)
    faults = [*labels.lost, *labels.doubled, *labels.wrong, *told.refused]
    faults += [*jobs.failed, *jobs.stuck, *jobs.wrong]
    return {
        "labels answered": len(told.kept),
        "labels lost": len(labels.lost),
        "labels doubled": len(labels.doubled),
        "labels wrong": len(labels.wrong),
        "labels refused": len(told.refused),
        "labels unanswered": len(told.unanswered),
        "tries": told.tries,
        "jobs asked for": sum(organizer.jobs.values()),
        "jobs ended once": jobs.ended,
        "jobs failed": len(jobs.failed),
        "jobs stuck": len(jobs.stuck),
        "jobs never": jobs.never,
        "jobs wrong": len(jobs.wrong),
        "jobs doubled": jobs.doubled,
        "items failed": jobs.items_failed,
        "calls answered": calls.paid,
        "calls paid twice": calls.twice,
        "calls lost": calls.lost,
        "waits": as_buckets(told.waits),
        "faults": [fault[:500] for fault in faults[:20]],
    }
