"""A result is cached until a label behind it changes."""

import pytest

from accounts.models import User
from assess.judging.judges.actions import create_panel
from assess.judging.labels.cache import unchanged
from assess.judging.models import Allocation, Change, Judge
from runs.models import Topic, Track
from tests.assess.analysis.agreement.grades import grade
from tests.make import NOW, make_allocation, make_judge, make_person, make_track

pytestmark = [pytest.mark.django_db, pytest.mark.both_stacks]


class Counting:
    """Counts its calls."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self) -> int:
        self.asked += 1
        return self.asked


@pytest.fixture
def track() -> Track:
    return make_track()


@pytest.fixture
def judge(track: Track) -> Judge:
    made = make_judge(track)
    grade(track, made, "1", "01")
    return made


def test_it_is_found_once(judge: Judge) -> None:
    make = Counting()
    assert [unchanged([judge], "x", make), unchanged([judge], "x", make)] == [1, 1]
    assert unchanged([judge], "y", make) == 2


def test_a_label_of_the_judge_makes_it_be_found_again(
    track: Track, judge: Judge
) -> None:
    make = Counting()
    unchanged([judge], "x", make)
    grade(track, judge, "1", "02")
    assert unchanged([judge], "x", make) == 2


def test_a_label_of_another_judge_does_not(track: Track, judge: Judge) -> None:
    make = Counting()
    unchanged([judge], "x", make)
    grade(track, make_judge(track, "other"), "1", "02")
    assert unchanged([judge], "x", make) == 1


def test_a_label_of_a_panels_member_does(track: Track, judge: Judge) -> None:
    panel = create_panel(track, "panel", rule="first", members=[judge], now=NOW)
    make = Counting()
    unchanged([panel], "x", make)
    grade(track, judge, "1", "02")
    assert unchanged([panel], "x", make) == 2


@pytest.fixture
def threes(track: Track, ada: User) -> Judge:
    """Return a majority of three inside another panel, with one graded label."""
    member = make_person(ada, track)
    grade(track, member, "1", "01")
    inner = create_panel(
        track, "threes", rule="majority_of_three", members=[member], now=NOW
    )
    return create_panel(track, "outer", rule="first", members=[inner], now=NOW)


def test_another_known_answer_behind_a_majority_of_three_does(
    track: Track, ada: User, threes: Judge
) -> None:
    expert = make_judge(track, "expert", kind=Judge.IMPORT)
    grade(track, expert, "1", "02")
    work = make_allocation(Topic.objects.get(), ada, work="relevance")
    make = Counting()
    assert unchanged([threes], "x", make) == 1
    Allocation.objects.filter(pk=work.pk).update(known=expert)
    assert [unchanged([threes], "x", make), unchanged([threes], "x", make)] == [2, 2]
    grade(track, expert, "1", "01")
    assert unchanged([threes], "x", make) == 3


def test_a_change_that_shows_late_is_found_too(judge: Judge) -> None:
    """On PostgreSQL a transaction that began first may end last."""
    early = Change.objects.earliest("pk")
    number, early.pk = early.pk, None
    Change.objects.filter(pk=number).delete()
    make = Counting()
    unchanged([judge], "x", make)
    early.pk = number
    early.save()
    assert unchanged([judge], "x", make) == 2


def test_a_label_that_changes_while_it_is_found_makes_it_be_found_again(
    track: Track, judge: Judge
) -> None:
    make = Counting()

    def changed_meanwhile() -> int:
        grade(track, judge, "1", "03")
        return make()

    unchanged([judge], "x", changed_meanwhile)
    assert unchanged([judge], "x", make) == 2
