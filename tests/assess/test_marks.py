"""The sign and word of a label, and marked stretches of a text."""

import pytest

from assess.templatetags.marks import label_word, marked, sign


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("", ("dash", "unjudged")),
        ("unheard of", ("dash", "unjudged")),
        ("support", ("full", "support")),
        ("partial_support", ("half", "partial support")),
        ("no_support", ("empty", "no support")),
        ("no", ("empty", "no")),
        ("no_citation_needed", ("slash", "needs no citation")),
    ],
)
def test_a_label_has_a_sign_and_a_word(value: str, expected: tuple[str, str]) -> None:
    assert (sign(value), label_word(value)) == expected


def test_marked_stretches_are_escaped() -> None:
    assert marked([]) == ""
    pieces = [("a < b", False), ("<i>", True)]
    assert marked(pieces) == "a &lt; b<mark>&lt;i&gt;</mark>"
    assert marked(pieces, "ins") == "a &lt; b<ins>&lt;i&gt;</ins>"
