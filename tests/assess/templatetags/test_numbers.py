"""A row's numbers look as each does by its own template."""

import pytest
from django.template.loader import render_to_string

from assess.scores.page import Value
from assess.templatetags.numbers import number_cells


@pytest.mark.parametrize(
    "number",
    [
        Value(0.0, 4, ""),
        Value(-0.00001, 4, ""),
        Value(1.0, 4, ""),
        Value(0.12345, 4, ""),
        Value(2 / 3, 4, ""),
        Value(1e-7, 4, ""),
        Value(0.99995, 4, ""),
        Value(212.25, 1, ""),
        Value(1234567.5, 0, ""),
        Value(3, 0, ""),
        Value(None, 4, "no vital nugget <on> this topic"),
        Value(None, 4, ""),
    ],
)
def test_it_shows_a_number_as_its_template_does(number: Value) -> None:
    alone = render_to_string("components/_number.html", number._asdict()).strip()
    assert number_cells([number]) == f'<td class="num">{alone}</td>'


def test_no_numbers_are_no_cells() -> None:
    assert number_cells([]) == ""
