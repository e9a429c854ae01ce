"""Untrusted Markdown, such as responses and guidelines, as HTML for pages."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from django.utils.safestring import SafeString


def render_markdown(text: str) -> SafeString:
    """Return Markdown as sanitized HTML, headings from the third level on."""
    from runs.kernel.markdown import render  # noqa: PLC0415 - the parser loads slowly

    return SafeString(render(text).html)


def render_answer(
    sentences: Sequence[str],
    text: str = "",
    *,
    after: Mapping[int, SafeString] | None = None,
    passed: Collection[int] = (),
) -> SafeString | None:
    """Return a response's sentences, or else its text, rendered as Markdown.

    Sentences are numbered from 1; the HTML in `after` follows its sentence, and those
    that are `passed` have the class `passed`. None if plain text looks the same, or if
    a sentence in `after` does not occur in the HTML.
    """
    from runs.kernel.markdown import render, render_sentences  # noqa: PLC0415 - as above

    behind = after or {}
    found = render_sentences(sentences, behind, passed) if sentences else render(text)
    if not found.is_marked_up or not found.sentences >= behind.keys():
        return None
    return SafeString(found.html)
