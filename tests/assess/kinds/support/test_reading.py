"""Markdown responses on the pages of judging."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from runs.models import Citation, Response, Sentence
from tests.make import (
    make_allocation,
    make_bank,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
    make_version,
)
from tests.page import markup, select, texts

MARKDOWN = (
    "## What freezes",
    "Salt water **freezes late.",
    "Fresh** does not.",
    "- the harbour",
    "- the shore",
    "| where | when |",
    "|---|---|",
    "| shore | first |",
)
PLAIN = ("Salt water freezes late.", "Fresh water does not.")


class Work:
    """Ada's work on one response, by kind."""

    def __init__(self, ada: User, sentences: tuple[str, ...], *, cited: int) -> None:
        track = make_track(profile="rag26", assessors=[ada])
        topic, segment = make_topic(track), make_segment(track, "shard_1_1")
        self.response = make_response(make_run(track), topic, sentences)
        row = Sentence.objects.get(response=self.response, position=cited)
        Citation.objects.create(sentence=row, position=0, segment=segment)
        bank = make_bank(track)
        make_version(bank, topic)
        self.support = make_allocation(topic, ada, work="support")
        self.assignment = make_allocation(topic, ada, bank)

    def pages(self) -> list[str]:
        return [
            f"/work/{self.support.uuid}/support/{self.response.uuid}/",
            f"/work/{self.assignment.uuid}/assign/{self.response.uuid}/",
        ]


def shown_in(page: str) -> str:
    """Return the displayed part of a response, without the hidden rendering."""
    return page.split('data-reading="')[1].split("<template", maxsplit=1)[0]


def test_an_answer_is_shown_as_its_markdown_says(ada: User, ada_client: Client) -> None:
    work = Work(ada, MARKDOWN, cited=2)
    for address in work.pages():
        page = markup(ada_client.get(address))
        assert '<div class="markdown"><h4 dir="auto">' in shown_in(page)
        assert select(shown_in(page), "strong")
        assert select(shown_in(page), '[data-sentence="3"]')
        assert "| where | when |" not in shown_in(page)
        assert "| where | when |" in page
        assert select(page, '[data-turns="#answer"]')


def test_the_plain_text_is_there_without_script(ada: User, ada_client: Client) -> None:
    work = Work(ada, MARKDOWN, cited=2)
    for address in work.pages():
        page = markup(ada_client.get(f"{address}?plain=1"))
        assert "| where | when |" in shown_in(page)
        assert '<div class="markdown">' not in shown_in(page)
        assert select(page, '[href="?"]')


def test_plain_answers_have_one_reading(ada: User, ada_client: Client) -> None:
    for address in Work(ada, PLAIN, cited=1).pages():
        page = markup(ada_client.get(address))
        assert "data-turns" not in page
        assert 'class="markdown"' not in page


def test_each_passage_stands_behind_its_sentence(ada: User, ada_client: Client) -> None:
    work = Work(ada, MARKDOWN, cited=2)
    shown = shown_in(markup(ada_client.get(work.pages()[0])))
    behind = shown.split(" does not.</span>")[1]
    assert behind.startswith(' <a class="cites" href="#pair-')
    assert shown.count('class="cites"') == 1
    assert select(shown, 'span[data-sentence="1"].passed')


def test_support_stays_plain_where_a_cited_sentence_would_be_lost(
    ada: User, ada_client: Client
) -> None:
    support, assignment = Work(ada, MARKDOWN, cited=6).pages()
    assert "data-turns" not in markup(ada_client.get(support))
    assert "data-turns" in markup(ada_client.get(assignment))


def test_an_answer_without_sentences_is_read_as_markdown_too(
    ada: User, ada_client: Client
) -> None:
    work = Work(ada, PLAIN, cited=1)
    Response.objects.update(text="# Harbours\n\n- freeze")
    Sentence.objects.filter(position=0).delete()
    Citation.objects.all().delete()
    Sentence.objects.all().delete()
    page = markup(ada_client.get(work.pages()[1]))
    assert "Harbours" in texts(shown_in(page), 'h3[dir="auto"]')


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "[a](javascript:x)"])
def test_markdown_from_a_run_is_harmless(
    ada: User, ada_client: Client, text: str
) -> None:
    for address in Work(ada, ("# One", text), cited=1).pages():
        page = markup(ada_client.get(address))
        assert "<script>alert" not in page
        assert 'href="javascript' not in page
