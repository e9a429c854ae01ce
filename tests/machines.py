"""Machine judges for tests, and a fake model in the settings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import pytest
from pytest_django import Settings

from assess.judging.judges.machines import add_baseline_judge, add_model_judge
from assess.judging.machine.actions import start_judging
from assess.judging.machine.registry import machine_for
from assess.judging.models import Judge
from assess.judging.screens import Subject
from jobs.models import Job
from jobs.run import run_here
from nuggets.drafting.actions import start_draft
from nuggets.models import Bank
from runs.models import Topic, Track
from tests.fake_model import FakeModel
from tests.make import NOW


@pytest.fixture
def fake(settings: Settings) -> Iterator[FakeModel]:
    """A server that speaks the protocol, and the settings that name it."""
    with FakeModel() as model:
        settings.LLM_ENDPOINT = model.url
        settings.LLM_KEY = "sk-very-secret-key"
        settings.LLM_MODEL = "fake-1"
        settings.LLM_TIMEOUT = 5
        yield model


def model_settings(fake: FakeModel) -> dict[str, str]:
    """Return the settings with which a worker process uses the same model."""
    return {
        "LLM_ENDPOINT": fake.url,
        "LLM_KEY": "sk-very-secret-key",
        "LLM_MODEL": "fake-1",
        "JOB_LEASE": "2",
    }


def make_model_judge(
    track: Track,
    name: str = "model-a",
    *,
    parameters: Mapping[str, object] | None = None,
) -> Judge:
    """Make a judge of the model in the settings."""
    return add_model_judge(track, name, parameters=parameters, now=NOW)


def make_baseline(
    track: Track, name: str = "baseline-a", *, baseline: str = "overlap"
) -> Judge:
    """Make a judge of a baseline."""
    return add_baseline_judge(track, name, baseline=baseline, now=NOW)


def start(
    judge: Judge, kind: str, bank: Bank | None = None, *, topics: Iterable[Topic] = ()
) -> Job:
    """Queue a judge's work."""
    subject = Subject(str(bank.uuid), bank.name) if bank else None
    return start_judging(
        judge,
        machine_for(kind),
        subject=subject,
        topics=topics,
        owner=None,
        now=NOW,
    )


def let_judge(
    judge: Judge, kind: str, bank: Bank | None = None, *, topics: Iterable[Topic] = ()
) -> Job:
    """Do a judge's work in this process and return the finished job."""
    return run_here(start(judge, kind, bank, topics=topics))


def draft(
    judge: Judge, qrels: Judge, name: str = "auto", *, topics: Iterable[Topic] = ()
) -> Job:
    """Queue a draft."""
    return start_draft(
        judge, qrels=qrels, name=name, topics=topics, owner=None, now=NOW
    )


def reasons(job: Job) -> list[str]:
    """Return why items of a job failed."""
    return list(job.failures.values_list("reason", flat=True))
