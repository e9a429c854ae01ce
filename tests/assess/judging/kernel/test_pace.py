from assess.judging.kernel.pace import median_seconds, seconds_left, share_in


def test_the_median_is_in_seconds_and_undefined_of_nothing() -> None:
    assert median_seconds([4000, 1000, 90_000]) == 4.0
    assert median_seconds([1000, 2000]) == 1.5
    assert median_seconds([]) is None


def test_the_rest_takes_as_long_as_its_items() -> None:
    assert seconds_left(10, 3.5) == 35.0
    assert seconds_left(10, None) is None
    assert seconds_left(0, None) == 0.0


def test_a_share_of_nothing_is_undefined() -> None:
    assert share_in(["0", "2", "3", "1"], {"2", "3"}) == 0.5
    assert share_in([], {"2"}) is None
