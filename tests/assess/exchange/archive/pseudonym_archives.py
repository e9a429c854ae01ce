"""A track's archives with and without pseudonyms, whose people have unique names."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from django.test import override_settings

from accounts.models import User
from assess.exchange.archive.pseudonyms import Hidden
from assess.judging.models import Judge
from jobs.models import Job, JobFailure
from runs.models import Import, Run, Track
from tests.assess.exchange.archive.campaign import LENT_GROUP, RJ_GROUP, RJ_TAG
from tests.assess.exchange.archive.transfer import archive_of
from tests.make import NOW
from tests.runs.import_form import bring_in

PEOPLE = ("adalbertine", "Adalbertine", "Quuxworth", "quux@example.test", "omarion")
OF_JUDGES = (RJ_TAG, RJ_GROUP)
RUNS = ("mossy-dense", "harbor-bm25", "tern-brief", "quill", *OF_JUDGES, LENT_GROUP)
QUOTED = 'Vé"il'  # spelled differently within JSON: the group of a refused file
FILED = ("petrel-two", "petrel-three")  # tags that occur only in that file
ALIAS = "shearwater"


class Hiding(NamedTuple):
    """Archives of one track, and the names that some of them must not contain."""

    plain: bytes
    people: bytes
    runs: bytes
    both: bytes
    again: bytes  # both, created a second time
    otherwise: bytes  # both, under another secret
    uuids: tuple[str, ...]  # of people
    groups: tuple[str, ...]
    findings: list[dict[str, Any]]  # of the refused file, in this installation


def hiding_of(track: Track) -> Hiding:
    """Give people unique names, and archive their track."""
    rename(track)
    refused = refuse_a_file(track)
    both = Hidden(people=True, runs=True)
    with override_settings(SECRET_KEY="x" * 50):
        otherwise = archive_of(track, both)
    groups = Run.objects.exclude(group="").values_list("group", flat=True)
    return Hiding(
        plain=archive_of(track),
        people=archive_of(track, Hidden(people=True)),
        runs=archive_of(track, Hidden(runs=True)),
        both=archive_of(track, both),
        again=archive_of(track, both),
        otherwise=otherwise,
        uuids=tuple(map(str, User.objects.values_list("uuid", flat=True))),
        groups=tuple(set(groups)),
        findings=refused.findings,
    )


def rename(track: Track) -> None:
    """Give people names that occur nowhere else, and let others mention them."""
    ada, omar = (User.objects.get(username=name) for name in ("ada", "omar"))
    ada.username, ada.email = "adalbertine", "quux@example.test"
    ada.first_name, ada.last_name = "Adalbertine", "Quuxworth"
    omar.username = "omarion"
    ada.save()
    omar.save()
    Judge.objects.filter(track=track, user=ada).update(
        name=str(ada), description="What adalbertine (quux@example.test) said"
    )
    row = Import.objects.filter(track=track, kind="run").earliest("pk")
    findings = [{"message": f"by Quuxworth, {row.filename}", "at": [str(ada.uuid)]}]
    params = {"group": "mossy", "who": "omarion", "aliases": f"{ALIAS}\tmossy-dense"}
    Import.objects.filter(pk=row.pk).update(findings=findings, params=params)


def refuse_a_file(track: Track) -> Import:
    """Refuse a run's judgments that contain other tags, with an error on its group."""
    topic = track.topics.earliest("pk").name
    rows = "".join(f"{topic} Q0 d1 1 1 {tag}\n" for tag in (*FILED, *PEOPLE[:1]))
    row = bring_in(track, "rj", rows, judge="unjudged-run", group=QUOTED)
    assert row.state == Import.REFUSED
    job = Job.objects.get(params={"import": str(row.uuid)})
    said = json.dumps({"group": QUOTED})
    JobFailure.objects.create(job=job, subject=repr(QUOTED), reason=said, at=NOW)
    return row
