"""Judging by the sample's baselines."""

from __future__ import annotations

from assess.judging.machine.actions import start_judging
from assess.judging.machine.registry import machine_for
from jobs.run import run_here
from nuggets.sample.state import Loading, SampleRefused


def judge_by_machine(loading: Loading) -> None:
    """Let baselines judge, each over one bank if its work has one."""
    for entry in loading.campaign.entries("judging"):
        machine = machine_for(entry["kind"])
        found = machine.subjects(loading.track) if machine.subjects else ()
        subjects = {each.name: each for each in found}
        job = start_judging(
            loading.judges[entry["judge"]],
            machine,
            subject=subjects[entry["bank"]] if "bank" in entry else None,
            topics=(),
            owner=loading.organizer,
            now=loading.now,
        )
        done = run_here(job)
        if done.error:
            raise SampleRefused(done.error)
