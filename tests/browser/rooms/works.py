"""Small works for one person, one of each type, each the only one in their inbox."""

from __future__ import annotations

from collections.abc import Callable

from accounts.models import User
from assess.judging.models import Allocation, Judge
from assess.kinds.support.kind import SUPPORT
from runs.models import Citation, Response, Topic
from tests.assess.judging.adjudication.dispute_work import make_settling
from tests.assess.kinds.need.need_work import make_needing
from tests.assess.kinds.ptkb.statement_work import make_stating
from tests.assess.kinds.relevance.highlight_work import make_highlighting
from tests.assess.kinds.relevance.relevance_work import make_grading
from tests.assess.kinds.subnarratives.reviews import make_review
from tests.assess.kinds.support.support_work import make_citing
from tests.exams.grade_work import make_examining
from tests.make import (
    make_allocation,
    make_bank,
    make_conversation,
    make_judge,
    make_label,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
    make_version,
)
from tests.matching.match_work import make_matching
from tests.nuggets.answers.answer_work import make_answering
from tests.nuggets.assignment.assignment_work import make_assigning
from tests.nuggets.editing.post_edit import make_post_edit
from tests.nuggets.spans.span_work import make_marking

MadeFor = Callable[[User], Allocation]


def _answered(person: User, responses: int = 2) -> Topic:
    """Make a topic with responses of two sentences that cite a segment."""
    track = make_track(assessors=[person])
    topic = make_topic(track)
    segment = make_segment(track, "doc")
    for name in "abc"[:responses]:
        make_response(make_run(track, f"hidden-{name}"), topic, cites=segment)
    return topic


def _assignment(person: User, responses: int = 2) -> Allocation:
    topic = _answered(person, responses)
    bank = make_version(make_bank(topic.track), topic).bank
    return make_allocation(topic, person, bank)


def _support(person: User, responses: int = 2) -> Allocation:
    return make_allocation(_answered(person, responses), person, work="support")


def _support_shown(person: User, responses: int = 2) -> Allocation:
    """Make support of the second protocol: a model's labels are shown."""
    topic = _answered(person, responses)
    model = make_judge(topic.track, "hidden-model", kind=Judge.MODEL)
    cited = Response.objects.filter(topic=topic)
    for citation in Citation.objects.filter(sentence__response__in=cited):
        make_label(SUPPORT, model, citation, value="full_support")
    work = make_allocation(topic, person, work="support")
    Allocation.objects.filter(pk=work.pk).update(round=1, shown=model)
    return work


def _ptkb(person: User) -> Allocation:
    track = make_track(profile="ikat24", assessors=[person])
    return make_allocation(make_conversation(track)[1], person, work="ptkb")


WORKS: dict[str, MadeFor] = {
    "relevance": lambda person: make_highlighting(person).work,
    "subnarratives": lambda person: make_review(person).work,
    "nuggets": lambda person: make_post_edit(person).work,
    "spans": lambda person: make_marking(person).work,
    "assignment": _assignment,
    "support": _support,
    "support over a model's": _support_shown,
    "answers": lambda person: make_answering(person).work,
    "need": lambda person: make_needing(person).work,
    "ptkb": _ptkb,
    "exam": lambda person: make_examining(person).work,
    "match": lambda person: make_matching(person).work,
    "disputed_relevance": lambda person: (
        make_settling(make_grading(person), person).work
    ),
}

STATEMENTS = ("I sail.", "I hate the cold.", "I have two sisters.")

# Works of items: three pages each, except PTKB, whose one turn is one page.
WORKS_OF_ITEMS: dict[str, MadeFor] = {
    "relevance": WORKS["relevance"],
    "assignment": lambda person: _assignment(person, 3),
    "support": lambda person: _support(person, 3),
    "support over a model's": lambda person: _support_shown(person, 3),
    "need": lambda person: make_needing(person, responses=3).work,
    "ptkb": lambda person: make_stating(person, statements=STATEMENTS).work,
    "exam": lambda person: make_examining(person, segments=2).work,
    "match": WORKS["match"],
    "disputed_relevance": WORKS["disputed_relevance"],
    "disputed_assignment": lambda person: (
        make_settling(make_assigning(person), person).work
    ),
    "disputed_support": lambda person: make_settling(make_citing(person), person).work,
    "disputed_ptkb": lambda person: (
        make_settling(make_stating(person, statements=STATEMENTS), person).work
    ),
    "disputed_exam": lambda person: make_settling(make_examining(person), person).work,
}
