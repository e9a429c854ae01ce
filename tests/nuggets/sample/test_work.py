"""Work of the sample campaign, and the pages that link to it."""

import html
import re
from collections import Counter
from typing import NamedTuple

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from assess.analysis.quality.figures import summaries
from assess.analysis.rankings.stability import LEAST_OF_RESPONSES
from assess.exchange.models import Snapshot
from assess.judging.adjudication.disputes import cause_of, disputed, votes_on
from assess.judging.models import Adjudication, Allocation, Thread
from assess.judging.queues.listing import slots_for
from assess.judging.threads.listing import answers_for
from assess.kinds.relevance.models import RelevanceLabel
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.models import Bank
from runs.models import Track
from tests.content_paths import stored_path
from tests.nuggets.sample.names import NOW


def test_everybodys_work_has_its_pace_its_agreement_and_its_tests(
    sample: Track,
) -> None:
    found = {each.key[:2]: each.figures for each in summaries(sample)}
    begun = [figures for figures in found.values() if figures.n]
    assert len(begun) == 6  # two people, three kinds
    for figures in begun:
        assert figures.timed == figures.n
        assert figures.kappa.value is not None
    tested = {
        name: found[User.objects.get(username=name).pk, ASSIGNMENT.name]
        for name in ("ada", "bea")
    }
    assert {name: (f.hits, f.answers) for name, f in tested.items()} == {
        "ada": (68, 69),
        "bea": (21, 27),
    }


def test_what_to_judge_next_is_the_topic_under_way(sample: Track) -> None:
    client = Client()
    client.force_login(User.objects.get(username="omar"))
    found = client.get(reverse("assess:settling", args=[sample.uuid])).context["found"]
    assert [row.topic.name for row in found.next.topics] == ["1006"]
    gains = [row.gain for row in found.next.responses]
    assert gains == sorted(gains, reverse=True)
    assert min(gains) >= LEAST_OF_RESPONSES
    assert found.horizon is not None


def test_the_inboxes_hold_work(sample: Track) -> None:
    for name in ("ada", "bea"):
        work = Allocation.objects.held_by(User.objects.get(username=name))
        assert {each.work for each in work.open()} >= {"assignment", "nuggets"}
        assert work.exclude(finished_at=None).exists()
    kinds = set(Allocation.objects.open().values_list("work", flat=True))
    assert kinds >= {"answers", "relevance", "spans", "subnarratives", "support"}
    assert Bank.objects.get(name="second edit").versions.filter(state="open").exists()


def test_a_queue_holds_work_for_two(sample: Track) -> None:
    for name in ("ada", "bea"):
        free = slots_for(User.objects.get(username=name), now=NOW)
        assert {(slot.work, slot.topic.name) for slot in free} == {("support", "1005")}
        assert free.count() == 2


def test_a_question_was_answered(sample: Track) -> None:
    thread = Thread.objects.get()
    said = thread.remarks.values_list("kind", "author__username")
    assert list(said) == [("comment", "bea"), ("answer", "omar")]
    assert answers_for(User.objects.get(username="bea")) == {thread.allocation_id: 1}


def test_an_adjudication_is_settled_in_part_by_who_gave_none_of_the_labels(
    sample: Track,
) -> None:
    adjudication = Adjudication.objects.get()
    cause = cause_of(adjudication)
    judges = set(adjudication.judges.values_list("name", flat=True))
    assert judges == {"bea", "sample-model"}
    assert [person.username for person in adjudication.adjudicators.all()] == ["ada"]
    (topic,) = adjudication.topics.all()
    assert len(disputed(cause, votes_on(cause, [topic.pk]))) == 6
    assert RelevanceLabel.objects.filter(judge=adjudication.judge).count() == 3


def test_a_snapshot_is_kept(sample: Track) -> None:
    kept = Snapshot.objects.get()
    assert kept.made_at
    text = stored_path(kept.sha256).read_text(encoding="utf-8")
    assert sum(line.startswith("1002 ") for line in text.splitlines()) == 13


HREF = re.compile(r'<a [^>]*href="(/[^"#]*)', re.DOTALL)
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}")


def shape(url: str) -> str:
    """Return a URL without its ids and values, equal for pages of one kind."""
    return re.sub(r"=[^&]*", "=", UUID.sub("*", url))


class Page(NamedTuple):
    status: int
    text: str


def linked_pages(client: Client) -> dict[str, Page]:
    """Return two pages of each kind that are linked from a person's home.

    Without a model, the page that creates a model's judge has nothing to show. The page
    of archives is omitted: one would contain the sample a second time.
    """
    waiting, seen = [reverse("home")], Counter[str]()
    pages: dict[str, Page] = {}
    while waiting:
        url = waiting.pop(0)
        if url in pages or seen[shape(url)] == 2:
            continue
        seen[shape(url)] += 1
        answer = client.get(html.unescape(url), follow=True)
        is_page = answer.headers.get("Content-Type", "").startswith("text/html")
        body = answer.getvalue()  # also of a download, whose file is closed then
        text = body.decode() if is_page else ""
        pages[url] = Page(answer.status_code, text)
        waiting += sorted(set(HREF.findall(text)))
    return pages


@pytest.mark.stack("production")
@pytest.mark.parametrize("name", ["omar", "ada", "bea", "vera"])
def test_every_linked_page_answers_and_none_is_empty(sample: Track, name: str) -> None:
    client = Client()
    client.force_login(User.objects.get(username=name))
    pages = linked_pages(client)
    assert sample.name in pages[reverse("home")].text
    assert [url for url, page in pages.items() if page.status != 200] == []
    empty = {url for url, page in pages.items() if 'class="empty"' in page.text}
    alone = {url for url in pages if "sort=model" in url}
    # The sample asks no model, so its ledger has no call.
    unneeded = ("/archives/", "/put-away/", "/exams/draft/", "/calls/")
    alone |= {url for url in pages if url.endswith(unneeded)}
    assert empty - alone == set()
