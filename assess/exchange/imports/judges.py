"""The judge that an import of labels creates, or extends."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from assess.judging.models import Judge
from runs.imports.arrival import Incoming, Refused
from runs.imports.put_away import refuse_twins


def judge_for(incoming: Incoming, name: str = "") -> Judge | None:
    """Return the track's judge of the given name; None if it has to be created.

    name: by default the import's parameter. Raise Refused for a judge whose labels are
    not imported, because a file must not overwrite anybody's own work.
    """
    name = name or incoming.param("judge")
    judge = Judge.objects.visible().filter(track=incoming.track, name=name).first()
    if judge and judge.kind != Judge.IMPORT:
        raise Refused(
            f"{name} is a {judge.get_kind_display().lower()} of this track and gives "
            "its own labels. Give the imported labels another judge's name."
        )
    if judge is None:
        refuse_twins(incoming, "judge", [name])
    return judge


def unseen_judge(
    incoming: Incoming, parameters: dict[str, Any], name: str = ""
) -> Judge:
    """Create the import judge, hidden until all labels are stored.

    name: by default the import's parameter.
    """
    return Judge.objects.create(
        track=incoming.track,
        name=name or incoming.param("judge"),
        kind=Judge.IMPORT,
        description=f"Imported from {incoming.row.filename}",
        parameters=parameters,
        sha256=_mark(incoming),
    )


def land_judge(incoming: Incoming) -> None:
    """Make the judge that this import created visible."""
    Judge.objects.filter(
        track=incoming.track, sha256=_mark(incoming), landed_at=None
    ).update(landed_at=timezone.now(), sha256=incoming.row.sha256)


def unlanded_judges(incoming: Incoming) -> list[Judge]:
    """Return the judges left by an interrupted write of this import."""
    return list(
        Judge.objects.filter(
            track=incoming.track, sha256=_mark(incoming), landed_at=None
        )
    )


def _mark(incoming: Incoming) -> str:
    return f"import {incoming.row.uuid}"
