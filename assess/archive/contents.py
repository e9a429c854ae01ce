"""What archives hold of accounts, jobs, the ledger, of what came in and of judging.

The apps above register their own tables beside their models.
"""

from __future__ import annotations

from functools import cache
from typing import Any
from uuid import UUID

from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db.models import Q, QuerySet

from accounts.models import User
from assess.archive.columns import (
    BadValue,
    Codec,
    Numbers,
    Places,
    Row,
    check_json,
    numbers_of,
    one_of,
    place,
    rows_of,
)
from assess.archive.kinds import MAKING
from assess.archive.meeting import calls_here, people_here
from assess.archive.tables import all_tables, leave_out, name_of, register, tells
from assess.kernel.panels import RULES
from assess.kinds import UnknownKind, all_kinds, get_kind
from assess.models import (
    Adjudication,
    Allocation,
    Change,
    Guideline,
    Judge,
    PanelMember,
    PtkbLabel,
    RelevanceLabel,
    Remark,
    Slot,
    Snapshot,
    SupportLabel,
    Thread,
)
from assess.screens import all_screens
from jobs.models import FINISHED, Job, JobFailure
from jobs.registry import UnknownKind as JobKindUnknown
from jobs.registry import kind_named
from llm.models import Call, CallState
from runs.imports.registry import all_import_kinds
from runs.models import (
    Citation,
    Conversation,
    Import,
    Membership,
    PtkbStatement,
    RankedList,
    Response,
    Run,
    Segment,
    Sentence,
    Subnarrative,
    SubnarrativeEdit,
    SubnarrativeWording,
    Topic,
    Track,
)

SIGN_IN = "it is for signing in here"
OWN = "how a person reads is theirs to choose, not a track's"
RIGHTS = "what an account may do is for each installation to say"
LEASE = "only a running job has one"


def _track_alone(track: Track, using: str) -> QuerySet[Track]:
    return Track.everything.using(using).filter(pk=track.pk)


def people_of(track: Track, using: str) -> QuerySet[User]:
    """Return everyone whom a row of the track names."""
    found: set[int] = set()
    for table in all_tables():
        for name, codec in table.columns.items():
            if table.model is not User and name_of(User) in codec.points_to:
                named = table.of(track, using).order_by().exclude(**{name: None})
                found.update(named.values_list(name, flat=True).distinct())
    return User.objects.using(using).filter(pk__in=found)


def _jobs_of(track: Track, using: str) -> QuerySet[Job]:
    return Job.objects.using(using).filter(scope=track.uuid).exclude(kind=MAKING)


def _calls_of(track: Track, using: str) -> QuerySet[Call]:
    """Return the calls that the track's jobs made, and those that its labels rest on.

    A reply that another track had bought already is among them.
    """
    jobs = Job.objects.using(using).filter(scope=track.uuid).values("uuid")
    wanted = Q(job__in=jobs)
    for kind in all_kinds():
        labels = kind.model.objects.using(using).filter(judge__track=track.pk)
        wanted |= Q(pk__in=labels.exclude(call=None).values("call"))
    return Call.objects.using(using).filter(wanted)


@cache
def _label_table(kind: str) -> str:
    try:
        return name_of(get_kind(kind).model)
    except UnknownKind as error:
        raise BadValue(f"a row of a known kind of label ({error})") from None


def _label() -> Codec:
    def write(value: int, row: Row, numbers: Numbers) -> int:
        return numbers.number(_label_table(str(row["kind"])), value)

    def read(value: Any, row: Row, places: Places) -> int:  # noqa: ANN401
        return place(value, _label_table(str(row["kind"])), places)

    return Codec(read, write, tuple(name_of(kind.model) for kind in all_kinds()))


def _job_kind() -> Codec:
    def read(value: Any, _row: Row, _places: Places) -> str:  # noqa: ANN401
        try:
            return kind_named(str(value)).name
        except JobKindUnknown:
            raise BadValue("a known kind of job") from None

    return Codec(read)


def _subject() -> Codec:
    """Return the codec of what work is over: nothing, or a row's public id."""

    def read(value: Any, _row: Row, _places: Places) -> str:  # noqa: ANN401
        try:
            return str(UUID(value)) if value != "" else ""
        except (TypeError, ValueError, AttributeError):
            raise BadValue("a UUID or nothing") from None

    return Codec(read)


LABELS = one_of(lambda: (kind.name for kind in all_kinds()))
WORK = one_of(lambda: (screen.name for screen in all_screens()))
FILES = one_of(lambda: (kind.name for kind in all_import_kinds()))


def _segments() -> Codec:
    table = name_of(Segment)
    return Codec(
        lambda value, _row, places: rows_of(value, table, places),
        lambda value, _row, numbers: numbers_of(value, table, numbers),
        (table,),
    )


def _params() -> Codec:
    """Return the codec of an import's parameters: less where its file lay."""

    def write(value: dict[str, Any], _row: Row, _numbers: Numbers) -> dict[str, Any]:
        return {name: said for name, said in value.items() if name != "path"}

    def read(value: Any, _row: Row, _places: Places) -> Any:  # noqa: ANN401
        if not isinstance(value, dict) or "path" in value:
            raise BadValue("an object without a path")
        return check_json(value)

    return Codec(read, write)


def _scores() -> Codec:
    def read(value: Any, row: Row, _places: Places) -> Any:  # noqa: ANN401
        known = isinstance(value, list) and isinstance(row["segment_ids"], list)
        if not known or len(value) != len(row["segment_ids"]):
            raise BadValue("as many scores as segments")
        if not all(type(each) in (int, float) for each in value):
            raise BadValue("a list of numbers")
        return value

    return Codec(read)


def _through(model: type[Any], name: str) -> type[Any]:
    many: type[Any] = model._meta.get_field(name).remote_field.through  # noqa: SLF001
    return many


@tells
def tell_of_people() -> None:
    """Register the track and its people."""
    register(
        User,
        rows=people_of,
        left_out={
            "password": SIGN_IN,
            "email": SIGN_IN,
            "last_login": OWN,
            "date_joined": OWN,
            "timezone": OWN,
            "preferences": OWN,
            "is_superuser": RIGHTS,
            "is_staff": RIGHTS,
            "is_active": RIGHTS,
        },
        meet=people_here,
    )
    register(
        Track,
        rows=_track_alone,
        left_out={"arriving": "a track is archived once it is all in"},
    )
    register(Membership, last=True)


@tells
def tell_of_long_work() -> None:
    """Register jobs that have ended, and the ledger of model calls."""
    register(
        Job,
        rows=_jobs_of,
        ended={"state": [str(state) for state in FINISHED]},
        plain=("params", "result"),
        codecs={"kind": _job_kind()},
        named=("title", "params", "result", "error", "message"),
        left_out={
            "scope": "it is the track",
            "lease_owner": LEASE,
            "lease_until": LEASE,
        },
        fixed={"scope": "uuid"},
    )
    register(JobFailure, under="job", named=("subject", "reason"))
    ended = [str(state) for state in CallState if state != CallState.STARTED]
    register(
        Call,
        rows=_calls_of,
        ended={"state": ended},
        plain=("parameters", "input_ids"),
        left_out={"caller": "it names a machine and its process"},
        meet=calls_here,
    )


@tells
def tell_what_came_in() -> None:
    """Register all that came in: topics, segments, runs and their answers."""
    ended = [Import.LANDED, Import.REFUSED, Import.UNCHANGED]
    ended += [Import.FAILED, Import.CANCELLED]
    register(
        Import,
        ended={"state": ended},
        plain=("findings", "counts"),
        codecs={"kind": FILES, "params": _params()},
        named=("filename",),
        file="sha256",
    )
    register(Conversation)
    register(PtkbStatement, under="conversation")
    register(Topic, plain=("details",))
    register(Subnarrative, under="topic")
    register(SubnarrativeWording, under="subnarrative")
    register(SubnarrativeEdit, under="topic", plain=("before", "after"))
    register(Segment)
    register(Run, landed=("landed_at",))
    ranked = {"segment_ids": _segments(), "scores": _scores()}
    register(RankedList, under="run", codecs=ranked)
    register(Response, under="run", plain=("references",))
    register(Sentence, under="response")
    register(Citation, under="sentence")


@tells
def tell_what_was_judged() -> None:
    """Register judges, labels with every change, work and talk."""
    register(
        Judge,
        landed=("landed_at",),
        plain=("parameters", "prompts"),
        codecs={"rule": one_of(lambda: ("", *RULES))},
        named=("name", "description"),
    )
    register(PanelMember, under="panel")
    for kind in (RelevanceLabel, SupportLabel, PtkbLabel):
        register(kind, under="judge", plain=("details",))
    labels = {"kind": LABELS, "label_id": _label()}
    work = {"kind": WORK, "subject": _subject()}
    register(Change, under="judge", plain=("details",), codecs=labels)
    register(Slot, codecs=work, back=("replaces",))
    register(Allocation, codecs=work)
    register(Thread, under="allocation")
    register(Remark, under="thread")
    register(Guideline, codecs={"kind": WORK})
    register(_through(Guideline, "readers"), under="guideline")
    register(Adjudication, codecs={"kind": LABELS})
    for name in ("judges", "adjudicators", "topics"):
        register(_through(Adjudication, name), under="adjudication")
    register(
        Snapshot,
        landed=("made_at",),
        plain=("asked", "manifest"),
        file="sha256",
        as_it_came=True,
    )


@tells
def tell_what_stays() -> None:
    """Leave out what is no track's."""
    for model in (Group, Permission, ContentType, Session):
        leave_out(model, reason="Django's own, and no track's")
    for name in ("groups", "user_permissions"):
        leave_out(_through(User, name), reason=RIGHTS)
    leave_out(_through(Group, "permissions"), reason=RIGHTS)
