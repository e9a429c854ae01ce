"""The page marks words as the server does."""

from typing import TYPE_CHECKING

import pytest

from assess.judging.kernel.words import STOP_WORDS, mark_stem, tokens
from nuggets.sample.campaign import FOLDER
from tests.marked_words import MARKED

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]

MODULE = "await import('/static/texts/words.js')"


def test_the_page_s_script_marks_what_the_server_marks(at_desk: "Page") -> None:
    marked = at_desk.evaluate(
        f"""async (rows) => {{
          const {{ markWords }} = {MODULE};
          return rows.map(([words, text]) => {{
            const [source, root] = [words, text].map((each) => {{
              const made = document.createElement('p');
              made.textContent = each;
              return made;
            }});
            markWords(root, source);
            return [...root.querySelectorAll('mark')].map((mark) => mark.textContent);
          }});
        }}""",
        [[words, text] for words, text, _ in MARKED],
    )
    assert marked == [row[2] for row in MARKED]


def test_both_have_the_same_stop_words(at_desk: "Page") -> None:
    found = at_desk.evaluate(f"async () => [...({MODULE}).STOP_WORDS]")
    assert set(found) == STOP_WORDS


def test_both_stem_the_sample_campaign_s_words_alike(at_desk: "Page") -> None:
    files = [path for path in FOLDER.rglob("*") if path.suffix in {".toml", ".jsonl"}]
    texts = [path.read_text(encoding="utf-8") for path in files]
    words = sorted({word for text in texts for word in tokens(text)})
    found = at_desk.evaluate(
        f"async (words) => {{ const {{ stem }} = {MODULE}; return words.map(stem) }}",
        words,
    )
    assert len(words) > 500
    assert found == [mark_stem(word) for word in words]
