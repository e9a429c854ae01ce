"""The table of worlds: a small one for every type of judging."""

from __future__ import annotations

from collections.abc import Callable

from accounts.models import User
from tests.assess.judging.adjudication.dispute_work import make_settling
from tests.assess.judging.work.world import World
from tests.assess.kinds.need.need_work import make_needing
from tests.assess.kinds.ptkb.statement_work import make_stating
from tests.assess.kinds.relevance.relevance_work import make_grading
from tests.assess.kinds.support.support_work import make_citing
from tests.exams.grade_work import make_examining
from tests.matching.match_work import make_matching
from tests.nuggets.assignment.assignment_work import make_assigning

WORLDS: dict[str, Callable[[User], World]] = {
    "relevance": make_grading,
    "support": make_citing,
    "need": make_needing,
    "ptkb": make_stating,
    "assignment": make_assigning,
    "exam": make_examining,
    "match": make_matching,
    "disputed_relevance": lambda ada: make_settling(make_grading(ada), ada),
    "disputed_support": lambda ada: make_settling(make_citing(ada), ada),
    "disputed_ptkb": lambda ada: make_settling(make_stating(ada), ada),
    "disputed_assignment": lambda ada: make_settling(make_assigning(ada), ada),
    "disputed_exam": lambda ada: make_settling(make_examining(ada), ada),
}
