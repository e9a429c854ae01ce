"""Create judges: people, models, baselines, imports and panels."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from accounts.models import User
from assess.judging.kernel.panels import ASSESSORS, RULES
from assess.judging.models import Judge, PanelMember
from runs.kernel.limits import check_room
from runs.models import Track


class JudgeExists(ValueError):
    """The track already has a judge of that name."""


class UnknownRule(ValueError):
    """There is no such rule for panels."""


def judge_of(user: User, track: Track, *, now: datetime) -> Judge:
    """Return the judge of a person in a track; create it at their first work."""
    judge, made = Judge.objects.get_or_create(
        track=track,
        user=user,
        kind=Judge.PERSON,
        defaults={
            "name": lambda: _free_name(track, user.username),  # only on creation
            "landed_at": now,
        },
    )
    if made:
        assessors_panel(track, now=now)
    judge.track = track  # already read
    return judge


def assessors_panel(track: Track, *, now: datetime) -> Judge:
    """Return the panel of all the track's assessors, creating it with the first."""
    panels = Judge.objects.filter(track=track, kind=Judge.PANEL, rule=ASSESSORS)
    panel = panels.order_by("pk").first()
    if panel is None:
        panel, _made = Judge.objects.get_or_create(
            track=track,
            name=_free_name(track, ASSESSORS),
            defaults={"kind": Judge.PANEL, "rule": ASSESSORS, "landed_at": now},
        )
    return panel


def _free_name(track: Track, name: str) -> str:
    taken = set(
        Judge.objects.filter(track=track, name__startswith=name).values_list(
            "name", flat=True
        )
    )
    number = 2
    free = name
    while free in taken:
        free = f"{name} {number}"
        number += 1
    return free


def create_model_judge(
    track: Track,
    name: str,
    *,
    model: str,
    endpoint: str,
    prompts: dict[str, str],
    now: datetime,
    parameters: dict[str, object] | None = None,
) -> Judge:
    """Create a model's judge; `prompts` fixes the version of each prompt it uses."""
    return _create(
        track,
        name,
        Judge.MODEL,
        now=now,
        model=model,
        endpoint=endpoint,
        prompts=prompts,
        parameters=parameters or {},
    )


def create_baseline_judge(
    track: Track,
    name: str,
    *,
    baseline: str,
    now: datetime,
    threshold: float | None = None,
) -> Judge:
    """Create the judge of a baseline, a rule that needs no model.

    threshold: what its percentages must exceed; None: the baseline's own.
    """
    said = {} if threshold is None else {Judge.THRESHOLD: threshold}
    return _create(
        track, name, Judge.BASELINE, now=now, baseline=baseline, parameters=said
    )


def create_panel(
    track: Track,
    name: str,
    *,
    rule: str,
    members: Sequence[Judge],
    now: datetime,
    pass_mark: int | None = None,
) -> Judge:
    """Create a panel over other judges; raise UnknownRule for an unknown rule.

    pass_mark: the percentage of test items that work must have right to count, for the
    majority of three.
    """
    said = {} if pass_mark is None else {"pass_mark": pass_mark}
    if rule not in RULES:
        raise UnknownRule(f"unknown rule {rule!r}: use one of {', '.join(RULES)}")
    with transaction.atomic():
        panel = _create(track, name, Judge.PANEL, now=now, rule=rule, parameters=said)
        PanelMember.objects.bulk_create(
            PanelMember(panel=panel, member=member, position=place)
            for place, member in enumerate(members)
        )
    return panel


def check_room_for_judge(track: Track) -> None:
    """Raise TooMany if a track has reached its limit of judges."""
    number = Judge.objects.visible().filter(track=track).count() + 1
    check_room(track.profile.limits, "judges", number)


def _create(
    track: Track, name: str, kind: str, *, now: datetime, **fields: object
) -> Judge:
    check_room_for_judge(track)
    judge, made = Judge.objects.get_or_create(
        track=track, name=name, defaults={"kind": kind, "landed_at": now, **fields}
    )
    if not made:
        raise JudgeExists(f"{track} already has a judge named {name!r}")
    return judge


def say_giver(judge: Judge, given_by: str) -> None:
    """Store who gave the labels of an import, "" if unknown."""
    with transaction.atomic():
        own = Judge.objects.select_for_update(no_key=True).filter(kind=Judge.IMPORT)
        row = own.get(pk=judge.pk)
        row.parameters = {**row.parameters, Judge.GIVEN_BY: given_by}
        row.save(update_fields=["parameters"])
