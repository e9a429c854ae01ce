"""Markdown from others, such as answers and guidelines, as pages show it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from django.utils.safestring import SafeString

from runs.kernel.markdown import render, render_sentences


def render_markdown(text: str) -> SafeString:
    """Return Markdown as sanitized HTML, headings from the third level on."""
    return SafeString(render(text).html)


def render_answer(
    sentences: Sequence[str],
    text: str = "",
    *,
    after: Mapping[int, SafeString] | None = None,
    passed: Collection[int] = (),
) -> SafeString | None:
    """Return an answer's sentences, or else its text, as its Markdown says.

    Sentences are numbered from 1; what stands in `after` for one comes behind it, and
    those that are `passed` have that for a class. None where plain text shows as much,
    or where such a sentence has no place in it.
    """
    behind = after or {}
    found = render_sentences(sentences, behind, passed) if sentences else render(text)
    if not found.is_marked_up or not found.sentences >= behind.keys():
        return None
    return SafeString(found.html)
