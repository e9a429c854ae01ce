from django.utils.safestring import SafeString

from runs.markdown import render_answer, render_markdown


def test_guidelines_are_safe_html() -> None:
    html = render_markdown("# Grades\n\nSee [them](http://example.org/). <b>")
    assert isinstance(html, SafeString)
    assert html.startswith('<h3 dir="auto">Grades</h3>')
    assert "&lt;b&gt;" in html


def test_an_answer_of_plain_sentences_is_left_as_it_is() -> None:
    assert render_answer(["One.", "Two."]) is None
    assert render_answer([], "One.\n\nTwo.") is None


def test_an_answer_without_sentences_is_rendered_whole() -> None:
    html = render_answer([], "# One\n\n- two")
    assert html == ('<h3 dir="auto">One</h3>\n<ul dir="auto">\n<li>two</li>\n</ul>\n')


def test_what_belongs_to_a_sentence_stands_behind_it() -> None:
    html = render_answer(
        ["# One", "Two *and* more."], after={2: SafeString("<b>!</b>")}
    )
    assert html
    assert html.endswith('<span data-sentence="2"> more.</span><b>!</b></p>\n')


def test_an_answer_is_not_rendered_where_a_sentence_would_be_lost() -> None:
    table = ["| a |", "|---|", "| 1 |"]
    assert render_answer(table, after={3: SafeString("!")})
    assert render_answer(table, after={2: SafeString("!")}) is None
