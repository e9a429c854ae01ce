"""The arguments of URLs: ids of the sample campaign, and of work added to it."""

from typing import cast

from accounts.models import User
from assess.analysis.models import ImportedBoard
from assess.judging.adjudication.actions import AdjudicationPlan, open_adjudication
from assess.judging.adjudication.work import read_sheet as read_disputes
from assess.judging.kinds import get_kind
from assess.judging.models import Allocation, Judge, Remark
from assess.judging.threads.actions import Words, say
from assess.judging.threads.spots import spots_of
from assess.judging.work.walk import Named
from assess.kinds.need.items import sentences_of
from assess.kinds.need.kind import NEED
from assess.kinds.relevance.items import read_sheet
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.models import RelevanceLabel
from assess.kinds.support.kind import SUPPORT
from jobs.models import Job
from nuggets.models import Bank, BankVersion, Condition
from runs.models import Citation, Import, Response, Run, Segment, Topic, Track
from tests.assess.exchange.exports.snapshot import make_snapshot
from tests.browser.rooms.exam_rows import exam_rows
from tests.browser.rooms.matching_rows import matching_rows
from tests.make import (
    NOW,
    make_allocation,
    make_conversation,
    make_label,
    make_track,
)


def _disputed(track: Track, person: User) -> dict[str, Named]:
    """Let Bea settle where she, Ada and the sample's model disagree."""
    found: dict[str, Named] = {}
    topic = Topic.objects.get(name="1001", track=track)
    judges = list(track.judges.filter(name__in=("ada", "bea", "sample-model")))
    for name in ("exam", "relevance", "assignment"):
        plan = AdjudicationPlan(
            get_kind(name), judges, [person], [topic], own_allowed=True
        )
        made = open_adjudication(track, f"{name} settled", plan, by=person, now=NOW)
        allocation = make_allocation(topic, person, work=f"disputed_{name}")
        allocation.subject = str(made.uuid)
        allocation.save(update_fields=["subject"])
        item = read_disputes(allocation).items[0]
        found |= {
            allocation.work: allocation,
            f"{name} item": item,
            "adjudication": made,
        }
    return found


def sample_ids(track: Track, talks: Track) -> dict[str, str]:
    """Return the arguments of URLs, from the two loaded sample campaigns."""
    held = Allocation.objects.filter(assessor__username="bea", track=track)
    work = {each.work: each for each in held.filter(finished_at=None)}
    done = held.exclude(finished_at=None)
    bea = track.judges.get(name="bea")
    rows: dict[str, Named] = {
        **work,
        **_nugget_work(_person(bea)),
        **_statements_work(_person(bea)),
        "subnarratives": make_allocation(
            Topic.objects.get(name="1005"), _person(bea), work="subnarratives"
        ),
        **exam_rows(bea, User.objects.get(username="omar")),
        **_disputed(track, _person(bea)),
        "person": _person(bea),
        "assigned": done.latest("pk"),
        "graded": _graded(bea),
        "supported": _supported(bea),
        **_uncited_work(bea),
        "track": track,
        "topic": Topic.objects.earliest("pk"),
        "run": Run.objects.get(name="harbor-hybrid-1"),
        "response": _response(work["assignment"].topic),
        "cited": _response(work["support"].topic),
        "segment": read_sheet(work["relevance"]).items[0],
        "judge": track.judges.get(name="ada"),
        "second judge": bea,
        "bank": Bank.objects.get(name="edited"),
        "version": BankVersion.objects.filter(bank__name="edited").earliest("pk"),
        "board": ImportedBoard.objects.get(name="official"),
        "condition": Condition.objects.get(name="manual"),
        "import": Import.objects.get(filename="lantern-drift.jsonl"),
        "job": Job.objects.filter(scope=track.uuid).latest("pk"),
        "snapshot": make_snapshot(track),
    }
    rows |= matching_rows(talks)
    ids = {name: str(row.uuid) for name, row in rows.items()}
    _flag(work["relevance"], ids["segment"])
    return ids


def _flag(allocation: Allocation, item: str) -> None:
    """Let the assessor flag an item, for the threads' pages."""
    words = Words(Remark.FLAG, "Is a list of links a segment?", reason="unclear")
    spot = spots_of(allocation.work).find(allocation, item)
    say(allocation, spot, words, author=allocation.assessor, now=NOW)


def _nugget_work(bea: User) -> dict[str, Named]:
    """Hand out nuggets to mark and an answer to write."""
    topic = Topic.objects.get(name="1005")
    edited = Bank.objects.get(name="second edit")
    relevant = RelevanceLabel.objects.filter(
        topic=topic, judge__name="ada", value__gte="2"
    )
    return {
        "answers": make_allocation(
            topic, bea, Bank.objects.get(name="edited"), work="answers"
        ),
        "spans": make_allocation(topic, bea, edited, work="spans"),
        "spans to begin": make_allocation(
            Topic.objects.get(name="1007"), bea, edited, work="spans"
        ),
        "passage": cast("RelevanceLabel", relevant.earliest("pk")).segment,
    }


def _statements_work(bea: User) -> dict[str, Named]:
    """Hand out statements to judge, in a track of conversations."""
    track = make_track(name="Harbour talks", profile="ikat24", assessors=[bea])
    turns = make_conversation(track)
    silent = make_conversation(track, "15", statements=())
    return {
        "ptkb": make_allocation(turns[1], bea, work="ptkb"),
        "ptkb without statements": make_allocation(silent[0], bea, work="ptkb"),
        "turn": turns[1],
    }


def _response(topic: Topic) -> Response:
    return Response.objects.visible().get(run__name="harbor-hybrid-1", topic=topic)


def _uncited_work(judge: Judge) -> dict[str, Named]:
    """Hand out the uncited sentences of two topics, of one with every label given."""
    done, topic = (Topic.objects.get(name=name) for name in ("1001", "1003"))
    work = make_allocation(done, _person(judge), work="need")
    for sentence in sentences_of(work):
        make_label(NEED, judge, sentence, value="no_citation_needed")
    return {
        "needed": work,
        "need": make_allocation(topic, _person(judge), work="need"),
        "uncited": Response.objects.get(run__name="quill-nocite", topic=topic),
    }


def _graded(judge: Judge) -> Allocation:
    """Hand out a topic's relevance with every grade given."""
    topic = Topic.objects.get(name="1001")
    work = make_allocation(topic, _person(judge), work="relevance")
    for item in read_sheet(work).items:
        segment = Segment.objects.get(pk=item.pk)
        make_label(RELEVANCE, judge, topic, segment, value="2")
    return work


def _supported(judge: Judge) -> Allocation:
    """Hand out a topic's support with every label given."""
    topic = Topic.objects.get(name="1001")
    for citation in Citation.objects.filter(sentence__response__topic=topic):
        make_label(SUPPORT, judge, citation, value="full_support")
    return make_allocation(topic, _person(judge), work="support")


def _person(judge: Judge) -> User:
    assert judge.user
    return judge.user
