"""A model's yes or no."""

import pytest

from llm.kernel.reply import BadReply
from matching.kernel.replies import read_yes_no


@pytest.mark.parametrize("reply", ["yes", "Yes.", " **YES** ", '"yes"'])
def test_yes_in_any_dress(reply: str) -> None:
    assert read_yes_no(reply).value is True


@pytest.mark.parametrize("reply", ["no", "No!", "NO\n"])
def test_no_in_any_dress(reply: str) -> None:
    assert read_yes_no(reply).value is False


@pytest.mark.parametrize(
    "reply", ["", "maybe", "yes, no", "yes yes", "I say yes", "ye s"]
)
def test_anything_else_is_unreadable(reply: str) -> None:
    with pytest.raises(BadReply):
        read_yes_no(reply)
