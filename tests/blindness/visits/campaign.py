"""All requests that an assessor can make, in the order of a campaign."""

from __future__ import annotations

from collections.abc import Iterator

from tests.blindness.names import named
from tests.blindness.visit_records import Visit
from tests.blindness.visits.adjudication import PARTS, to_settle
from tests.blindness.visits.answers import to_answer
from tests.blindness.visits.assignment import to_assign
from tests.blindness.visits.desk import to_begin, to_take
from tests.blindness.visits.editing import to_edit, to_mark
from tests.blindness.visits.exam import to_grade as to_grade_exam
from tests.blindness.visits.matching import to_match
from tests.blindness.visits.need import to_need
from tests.blindness.visits.relevance import to_grade
from tests.blindness.visits.statements import to_state
from tests.blindness.visits.subnarratives import to_review
from tests.blindness.visits.support import to_support
from tests.blindness.visits.talk import to_read, to_talk
from tests.blindness.world import World


def judging(world: World) -> Iterator[Visit]:
    """Yield the requests of the types of work that give labels, and their threads."""
    works = world.works
    yield from to_grade(works["relevance"])
    passages = [str(named("passage")), str(named("segment 2"))]
    yield from to_talk(works["relevance"], passages, named("passage"))
    for name in ("support", "corrected"):
        yield from to_support(works[name])
        cited = [f"support:{named(f'citation 0 {number}')}" for number in range(2)]
        yield from to_talk(works[name], cited, named("response 0"))
    yield from to_assign(works["assignment"])
    yield from to_state(works["ptkb"])
    said = [str(named("I sail.")), str(named("I hate the cold."))]
    yield from to_talk(works["ptkb"], said, named("14_2"))
    yield from to_need(works["need"])
    yield from to_talk(works["need"], [str(named("uncited"))], named("response 0"))
    yield from to_grade_exam(works["exam"])
    names = [f"{named('exam passage')}:{named('question 0')}"]
    yield from to_talk(works["exam"], names, named("exam passage"))
    yield from to_match(works["match"])
    yield from to_answer(works["answers"])


def settling(world: World) -> Iterator[Visit]:
    """Yield the requests of work on disagreements."""
    for name in PARTS:
        yield from to_settle(world.works[f"disputed_{name}"], name)


def all_work(world: World) -> Iterator[Visit]:
    """Yield the requests of every type of work."""
    yield from to_begin(world.works["relevance"])
    yield from judging(world)
    yield from to_review(world.works["subnarratives"])
    yield from to_edit(world.works["nuggets"])
    yield from to_mark(world.works["spans"])
    yield from to_read(world.rows["thread"])
    yield from settling(world)
    yield from to_take(world)
