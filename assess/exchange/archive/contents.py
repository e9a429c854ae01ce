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

from accounts.models import AccountChange, Submission, Tries, User
from assess.exchange.archive.format.columns import (
    HASH,
    BadValue,
    Codec,
    Numbers,
    Places,
    Row,
    numbers_of,
    one_of,
    place,
    rows_of,
)
from assess.exchange.archive.format.shapes import (
    docids,
    import_params,
    job_params,
    job_result,
    ranked_scores,
    snapshot_asked,
    snapshot_manifest,
)
from assess.exchange.archive.format.tables import (
    WHOLE_LIST,
    all_tables,
    leave_out,
    name_of,
    register,
    tells,
)
from assess.exchange.archive.intake.matches import calls_here, people_here
from assess.exchange.archive.jobs import OWN_KINDS
from assess.exchange.models import ArrivedPrompt, Snapshot
from assess.judging.guidelines.forms import LONGEST as LONGEST_GUIDELINE
from assess.judging.kernel.panels import RULES
from assess.judging.kinds import UnknownKind, all_kinds, get_kind
from assess.judging.models import (
    Adjudication,
    Allocation,
    Change,
    Guideline,
    Judge,
    PanelMember,
    Remark,
    Slot,
    Thread,
)
from assess.judging.screens import all_screens
from assess.judging.threads.forms import LONGEST as LONGEST_REMARK
from jobs.actions import LONGEST_TEXT
from jobs.models import FINISHED, Job, JobFailure
from jobs.registry import Starter
from jobs.registry import all_kinds as all_job_kinds
from llm.client import LONGEST_REPLY
from llm.models import Call, CallState
from runs.imports.registry import all_import_kinds
from runs.models import (
    ArrivingSegment,
    Citation,
    Conversation,
    Import,
    Membership,
    PtkbStatement,
    PutAway,
    RankedList,
    Response,
    Run,
    RunEdit,
    Segment,
    Sentence,
    Subnarrative,
    SubnarrativeEdit,
    SubnarrativeWording,
    Topic,
    Track,
    UploadsMark,
)
from runs.put_away.registry import all_thing_kinds

SIGN_IN = "it is for signing in here"
OWN = "how a person reads is theirs to choose, not a track's"
RIGHTS = "what an account may do is for each installation to say"
LEASE = "only a running job has one"
WORKERS = "it is about the workers here"
NAMES = 2_000  # characters of what is made of names, such as a job's title
SCORES = 3_000_000  # characters: 100,000 numbers, the most that any profile allows


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
    return Job.objects.using(using).filter(scope=track.uuid).exclude(kind__in=OWN_KINDS)


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


def _subject() -> Codec:
    """Return the codec of what work is over: nothing, or a row's public id."""

    def read(value: Any, _row: Row, _places: Places) -> str:  # noqa: ANN401
        try:
            return str(UUID(value)) if value != "" else ""
        except (TypeError, ValueError, AttributeError):
            raise BadValue("a UUID or nothing") from None

    return Codec(read)


def job_kinds() -> list[str]:
    """Return the kinds of job that an archive may hold: those of organizers."""
    return [
        kind.name
        for kind in all_job_kinds()
        if kind.starter is Starter.ORGANIZER and kind.name not in OWN_KINDS
    ]


LABELS = one_of(lambda: (kind.name for kind in all_kinds()))
WORK = one_of(lambda: (screen.name for screen in all_screens()))
FILES = one_of(lambda: (kind.name for kind in all_import_kinds()))
THINGS = one_of(lambda: (kind.name for kind in all_thing_kinds()))


def _segments() -> Codec:
    table = name_of(Segment)
    return Codec(
        lambda value, _row, places: rows_of(value, table, places),
        lambda value, _row, numbers: numbers_of(value, table, numbers),
        (table,),
    )


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
        left_out={
            "arriving": "a track is archived once it is all in",
            "revision": "it names what this installation keeps in its caches",
            "deleted_at": "a track that is put away has no page to archive it from",
        },
    )
    register(Membership, last=True)


@tells
def tell_of_long_work() -> None:
    """Register jobs that have ended, and the ledger of model calls."""
    register(
        Job,
        rows=_jobs_of,
        ended={"state": [str(state) for state in FINISHED]},
        codecs={
            "kind": one_of(job_kinds),
            "params": job_params(),
            "result": job_result(),
        },
        named=("title", "params", "result", "error", "message"),
        longest={"title": NAMES, "message": LONGEST_TEXT, "error": LONGEST_TEXT},
        left_out={
            "scope": "it is the track",
            "lease_owner": LEASE,
            "lease_until": LEASE,
            "deaths": WORKERS,
            "least_left": WORKERS,
        },
        fixed={"scope": "uuid"},
    )
    told = ("subject", "reason")
    failure = dict.fromkeys(told, LONGEST_TEXT)
    register(JobFailure, under="job", named=told, longest=failure)
    ended = [str(state) for state in CallState if state != CallState.STARTED]
    register(
        Call,
        rows=_calls_of,
        ended={"state": ended},
        plain=("parameters", "input_ids", "forgiven"),
        codecs={"key": HASH, "prompt_hash": HASH},
        left_out={
            "caller": "it names a machine and its process",
            "came_with": "it says which archive brought it here",
        },
        fixed={"came_with": "uuid"},
        longest={"reply": LONGEST_REPLY, "endpoint": NAMES, "model": NAMES},
        meet=calls_here,
    )


@tells
def tell_what_came_in() -> None:
    """Register what runs answer, and from what: topics, conversations, segments."""
    ended = [Import.LANDED, Import.REFUSED, Import.UNCHANGED]
    ended += [Import.FAILED, Import.CANCELLED]
    register(
        Import,
        ended={"state": ended},
        # A list of aliases names every run; findings quote what they are about.
        longest={"findings": 1_000_000, "params": 1_000_000},
        plain=("findings", "counts"),
        codecs={"kind": FILES, "params": import_params()},
        named=("filename",),
        file="sha256",
    )
    register(Conversation, longest={"title": "title"})
    register(
        PtkbStatement,
        under="conversation",
        most={"conversation": "statements"},
        longest={"text": "text"},
        together={"conversation": ("", "list_text")},
    )
    register(
        Topic,
        plain=("details",),
        most={"track": "topics", "conversation": "turns"},
        longest={"text": "text", "details": 200_000},
    )
    register(
        Subnarrative,
        under="topic",
        most={"topic": "subnarratives"},
        longest={"text": "text", "folded": 300_000},  # up to three letters for one
        together={"topic": ("", "list_text")},
    )
    worded: dict[str, str | int] = {"text": "text"}
    register(SubnarrativeWording, under="subnarrative", longest=worded)
    told = ("before", "after")
    lists = dict.fromkeys(told, WHOLE_LIST)
    register(SubnarrativeEdit, under="topic", plain=told, longest=lists)
    titles = {"title": "title", "url": "title", "headings": "text"}
    register(Segment, longest={"text": "passage", **titles})
    leave_out(ArrivingSegment, reason="only an unfinished import has them")
    leave_out(ArrivedPrompt, reason="the archive has a file for each of them")
    leave_out(UploadsMark, reason="the installation's own, and no track's")


@tells
def tell_what_was_submitted() -> None:
    """Register runs, their ranked lists and their responses."""
    register(Run, landed=("landed_at",), most={"track": "runs"})
    register(RunEdit, under="run", plain=("before", "after"))
    ranked = {"segment_ids": _segments(), "scores": ranked_scores()}
    rows: dict[str, str | int] = {"segment_ids": "rows", "scores": SCORES}
    register(RankedList, under="run", codecs=ranked, longest=rows)
    register(
        Response,
        under="run",
        codecs={"digest": HASH, "references": docids()},
        longest={"text": "text", "references": "references"},
    )
    register(PutAway, codecs={"what": THINGS})
    register(
        Sentence,
        under="response",
        most={"response": "sentences"},
        longest={"text": "text"},
        together={"response": ("", "text")},
    )
    register(Citation, under="sentence", most={"sentence": "citations"})


@tells
def tell_what_was_judged() -> None:
    """Register judges, labels with every change, work and talk."""
    register(
        Judge,
        landed=("landed_at",),
        most={"track": "judges"},
        longest={"description": "text"},
        plain=("parameters", "prompts"),
        codecs={"rule": one_of(lambda: ("", *RULES)), "sha256": HASH},
        named=("name", "description"),
    )
    register(PanelMember, under="panel")
    for kind in all_kinds():
        register(kind.model, under="judge", plain=("details",))
    labels = {"kind": LABELS, "label_id": _label()}
    work = {"kind": WORK, "subject": _subject()}
    register(Change, under="judge", plain=("details",), codecs=labels)
    register(Slot, codecs=work, back=("replaces",))
    register(Allocation, codecs=work)
    about: dict[str, str | int] = {"about": "text"}
    register(Thread, under="allocation", longest=about)
    register(Remark, under="thread", longest={"text": LONGEST_REMARK})
    register(Guideline, codecs={"kind": WORK}, longest={"text": LONGEST_GUIDELINE})
    register(_through(Guideline, "readers"), under="guideline")
    register(Adjudication, codecs={"kind": LABELS})
    for name in ("judges", "adjudicators", "topics"):
        register(_through(Adjudication, name), under="adjudication")
    register(
        Snapshot,
        landed=("made_at",),
        codecs={"asked": snapshot_asked(), "manifest": snapshot_manifest()},
        # Every export of every judge and bank may be asked for at once.
        longest={"asked": 1_000_000, "manifest": 4_000_000},
        file="sha256",
        as_it_came=True,
    )


@tells
def tell_what_stays() -> None:
    """Leave out what is no track's."""
    for model in (Group, Permission, ContentType, Session):
        leave_out(model, reason="Django's own, and no track's")
    leave_out(AccountChange, reason="who can sign in is for each installation to say")
    leave_out(Tries, reason="it counts tries at this installation's passwords")
    leave_out(Submission, reason="what this installation's browsers sent of late")
    for name in ("groups", "user_permissions"):
        leave_out(_through(User, name), reason=RIGHTS)
    leave_out(_through(Group, "permissions"), reason=RIGHTS)
