"""The cells of files for people and for machines."""

from __future__ import annotations

from assess.exchange.cells import Cells


def test_numbers_are_rounded_unless_every_digit_is_asked_for() -> None:
    third = 1 / 3
    assert (Cells().number(third), Cells().fixed(third, 4)) == (0.333333, "0.3333")
    full = Cells(full=True)
    assert full.number(third) == float(full.fixed(third, 4)) == third
    assert full.number(float("nan")) is None
