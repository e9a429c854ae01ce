"""The table of worlds: a small one for every kind of judging."""

from __future__ import annotations

from collections.abc import Callable

from accounts.models import User
from tests.assess.judging.adjudication.settling import make_settling
from tests.assess.judging.work.world import World
from tests.assess.kinds.ptkb.stating import make_stating
from tests.assess.kinds.relevance.grading import make_grading
from tests.assess.kinds.support.citing import make_citing
from tests.nuggets.assignment.assigning import make_assigning

WORLDS: dict[str, Callable[[User], World]] = {
    "relevance": make_grading,
    "support": make_citing,
    "ptkb": make_stating,
    "assignment": make_assigning,
    "disputed_relevance": lambda ada: make_settling(make_grading(ada), ada),
    "disputed_support": lambda ada: make_settling(make_citing(ada), ada),
    "disputed_ptkb": lambda ada: make_settling(make_stating(ada), ada),
    "disputed_assignment": lambda ada: make_settling(make_assigning(ada), ada),
}
