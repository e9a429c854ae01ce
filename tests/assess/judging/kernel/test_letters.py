"""The keys of checkboxes."""

from assess.judging.kernel.letters import letters_for
from assess.kinds.kernel.grades import proposals

TAKEN = frozenset("urnfc/,.?01234")


def test_no_box_needs_no_letter() -> None:
    assert letters_for(0, taken=TAKEN) == []


def test_letters_in_use_are_skipped() -> None:
    assert letters_for(5, taken=TAKEN) == ["a", "b", "d", "e", "g"]


def test_nineteen_parts_have_a_letter_each() -> None:
    letters = letters_for(19, taken=TAKEN)
    assert len({*letters}) == 19
    assert all(letter.isalpha() for letter in letters)


def test_more_parts_than_letters_have_other_keys_and_then_none() -> None:
    keys = letters_for(40, taken=TAKEN)
    assert len(keys) == 40
    assert "-" in keys
    given = [key for key in keys if key]
    assert keys[-1] == ""
    assert len(given) == len({*given})
    assert not TAKEN & {*given}


def test_keys_that_a_person_moved_are_skipped_where_they_are_now() -> None:
    keys = letters_for(20, taken=TAKEN, moved={"u": "a", "b": "q"})
    assert keys[:2] == ["b", "d"]
    assert {"u", "q"} <= {*keys}
    assert "a" not in keys


def test_no_grade_is_proposed_that_the_scale_does_not_have() -> None:
    assert proposals(0, scale=range(5)) == []
    assert proposals(5, scale=range(5)) == [2, 3, 3, 4, 4]
    assert proposals(5, scale=range(4)) == [2, 3, 3, None, None]
