from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

# Width tells a glyph from none only beside a sign that surely has none.
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


@pytest.mark.browser
@pytest.mark.parametrize("sign", list("Aκτ→✓✗⚠●◐○▲▼★☐☑≥…×−بשж😀📎"))
def test_the_browser_has_a_glyph(browser_page: "Page", sign: str) -> None:
    assert browser_page.evaluate(DRAWN, sign)


@pytest.mark.browser
def test_the_browser_draws_nothing_for_a_sign_without_glyph(
    browser_page: "Page",
) -> None:
    assert not browser_page.evaluate(DRAWN, "\U0010fffd")
