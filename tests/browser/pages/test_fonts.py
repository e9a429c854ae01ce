from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

# A width shows a missing glyph only in comparison with a sign that is surely missing.
DRAWN = """(sign) => {
    const paint = (text) => {
        const canvas = document.createElement('canvas');
        const pen = canvas.getContext('2d');
        pen.font = '40px sans-serif';
        pen.fillText(text, 10, 60);
        return canvas.toDataURL();
    };
    return ![paint(' '), paint('\\u{10FFFD}')].includes(paint(sign));
}"""


SIGNS = "Aκτ→✓✗⚠●◐○▲▼★☐☑≥…×−بשж😀📎"


@pytest.mark.browser
def test_the_browser_has_a_glyph_for_each_sign(browser_page: "Page") -> None:
    assert [s for s in SIGNS if not browser_page.evaluate(DRAWN, s)] == []


@pytest.mark.browser
def test_the_browser_draws_nothing_for_a_sign_without_glyph(
    browser_page: "Page",
) -> None:
    assert not browser_page.evaluate(DRAWN, "\U0010fffd")
