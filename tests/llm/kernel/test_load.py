from dataclasses import replace

import pytest

from llm.kernel.load import BREAKS_AT, Limits, Load, Outcome, admitted, left

FOUR = Limits(4)


def enter(load: Load, limits: Limits, *, now: float = 0.0, tokens: int = 0) -> Load:
    """Return the load with one more call, which must be let in."""
    name = f"p{len(load.places)}"
    found = admitted(load, limits, place=name, tokens=tokens, now=now, lasts=100)
    assert found.wait == 0
    return found.load


def wait(load: Load, limits: Limits, *, now: float = 0.0) -> float:
    return admitted(load, limits, place="next", tokens=0, now=now, lasts=100).wait


def after(load: Load, limits: Limits, outcome: Outcome, *, now: float = 0.0) -> Load:
    return left(load, limits, place="p0", outcome=outcome, now=now)


def test_no_more_calls_enter_than_the_endpoint_allows() -> None:
    load = Load()
    for _ in range(4):
        load = enter(load, FOUR)
    assert wait(load, FOUR) > 0
    assert wait(after(load, FOUR, Outcome.ANSWERED), FOUR) == 0


def test_the_place_of_a_caller_that_died_is_free_again() -> None:
    load = Load()
    for _ in range(4):
        load = enter(load, FOUR)
    assert wait(load, FOUR, now=99) > 0
    assert wait(load, FOUR, now=100) == 0


def test_each_refusal_takes_five_percent_and_each_success_its_share_back() -> None:
    limits = Limits(20)
    load = after(Load(), limits, Outcome.REFUSED)
    assert load.most == 19.0
    assert after(load, limits, Outcome.REFUSED).most == pytest.approx(18.05)
    assert after(load, limits, Outcome.ANSWERED).most == pytest.approx(19 + 1 / 19)
    for _ in range(40):
        load = after(load, limits, Outcome.ANSWERED)
    assert load.most == 20


def test_one_call_is_always_allowed() -> None:
    load = Load()
    for _ in range(200):
        load = after(load, FOUR, Outcome.REFUSED)
    assert load.most == 1.0
    assert wait(load, FOUR) == 0


def test_only_the_second_refusal_in_a_row_makes_all_wait() -> None:
    def refused(load: Load) -> Load:
        return left(
            load, FOUR, place="", outcome=Outcome.REFUSED, now=10, retry_after=7
        )

    once = refused(Load())
    assert wait(once, FOUR, now=10) == 0
    assert wait(refused(once), FOUR, now=10) == 7
    assert wait(refused(after(once, FOUR, Outcome.ANSWERED)), FOUR, now=10) == 0


def test_requests_a_minute_are_spread_over_it() -> None:
    limits = Limits(4, requests=30)
    load = enter(Load(), limits, now=100)
    assert wait(load, limits, now=100) == 2
    assert wait(load, limits, now=102) == 0


def test_tokens_beyond_the_expected_ones_are_earned_before_the_next_call() -> None:
    limits = Limits(4, tokens=600)
    load = enter(Load(), limits, now=100, tokens=20)
    assert wait(load, limits, now=100) == 2
    load = left(
        load, limits, place="p0", outcome=Outcome.ANSWERED, now=101, more_tokens=50
    )
    assert wait(load, limits, now=101) == 6


def test_an_endpoint_that_fails_in_a_row_is_tried_by_one_call_at_a_time() -> None:
    load = Load()
    for _ in range(BREAKS_AT - 1):
        load = after(load, FOUR, Outcome.FAILED, now=50)
    assert (load.is_down, wait(load, FOUR, now=50)) == (False, 0)
    load = after(load, FOUR, Outcome.FAILED, now=60)
    assert (load.is_down, load.down_for(60)) == (True, 10)
    assert wait(load, FOUR, now=60) == 0.5
    probe = enter(load, FOUR, now=60.5)
    assert wait(probe, FOUR, now=60.5) > 0
    worse = after(probe, FOUR, Outcome.FAILED, now=61)
    assert wait(worse, FOUR, now=61) == 1.0
    well = after(probe, FOUR, Outcome.ANSWERED, now=61)
    assert (well.is_down, well.down_for(61)) == (False, 0)
    assert wait(enter(well, FOUR, now=61), FOUR, now=61) == 0


def test_the_pause_of_a_dead_endpoint_has_an_end() -> None:
    load = replace(Load(), failed=10_000, down_since=1.0)
    assert wait(after(load, FOUR, Outcome.FAILED, now=100), FOUR, now=100) == 30


def test_it_survives_its_plain_form() -> None:
    load = enter(after(Load(), FOUR, Outcome.REFUSED), FOUR)
    assert Load(**load.as_json()) == load
