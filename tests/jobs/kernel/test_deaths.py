import pytest

from jobs.kernel.deaths import ALONE, MOST, SHARED, Deaths, one_more

NONE = Deaths(0, None)


def after(*steps: tuple[int, int | None]) -> Deaths:
    deaths = NONE
    for done, total in steps:
        deaths = one_more(deaths, done=done, total=total)
    return deaths


def test_nobody_is_a_suspect_at_first() -> None:
    assert not NONE.is_suspect
    assert not after((0, None)).is_suspect


def test_the_second_death_makes_a_suspect() -> None:
    assert after((0, None), (0, None)).is_suspect


def test_only_deaths_alone_count_towards_giving_up() -> None:
    assert not after(*[(3, 10)] * (SHARED + ALONE - 1)).is_given_up
    assert after(*[(3, 10)] * (SHARED + ALONE)).is_given_up


@pytest.mark.parametrize("total", [None, 10])
def test_a_job_that_gets_no_further_is_given_up(total: int | None) -> None:
    assert after(*[(0, total)] * MOST).is_given_up


def test_a_job_that_gets_further_each_time_is_not_given_up() -> None:
    deaths = after(*((done, 100) for done in range(50)))
    assert deaths == Deaths(SHARED, 51)
    assert deaths.is_suspect


def test_to_get_as_far_again_is_no_progress() -> None:
    assert after((5, 10), (3, 10), (5, 10)) == Deaths(3, 5)


def test_fewer_steps_left_are_progress_whatever_the_total() -> None:
    # A judging job counts what is missing: each attempt has fewer steps in all.
    assert after((2, 10), (0, 8), (3, 8)) == Deaths(SHARED, 5)
