import html
import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple

import pytest
from django.db import transaction
from django.db.models import Count
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from accounts.models import User
from assess.analysis.quality.figures import summaries
from assess.analysis.rankings.settling import LEAST_OF_RESPONSES
from assess.analysis.scores.arrays import Rules
from assess.analysis.scores.leaderboard.board import Board
from assess.exchange.models import Snapshot
from assess.judging.adjudication.disputes import cause_of, disputed, votes_on
from assess.judging.kinds import Kind
from assess.judging.labels.reader import labels_of
from assess.judging.models import Adjudication, Allocation, Judge, Thread
from assess.judging.queues.listing import slots_for
from assess.judging.threads.listing import answers_for
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.models import RelevanceLabel
from assess.kinds.support.models import SupportLabel
from jobs.models import Job, JobState
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.models import (
    AssignmentLabel,
    Bank,
    BankVersion,
    Condition,
    Descent,
    Listing,
    Nugget,
    NuggetSource,
)
from nuggets.sample.campaign import read_campaign
from nuggets.sample.load import load_sample
from nuggets.scores.basis import basis_of
from nuggets.scores.scoring import score_nuggets
from runs.models import (
    Import,
    Membership,
    Response,
    Run,
    Segment,
    Subnarrative,
    Topic,
    Track,
)
from tests.nuggets.scores.compared import tau_of_means
from tests.sample.campaign import (
    assignments,
    grades,
    kappa,
    rows,
    shared,
    subnarratives,
    tau,
    vital_strict,
)
from tests.stored import stored_path
from tests.two_judges import agree

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
PASSWORDS = {name: name for name in ("omar", "ada", "bea", "vera")}


@pytest.fixture(scope="module")
def loaded(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[Track]:
    """Load once for all tests; each then rolls back only its own writes."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield load_sample(read_campaign(), passwords=PASSWORDS, now=NOW)
        transaction.set_rollback(True)


@pytest.fixture
def sample(loaded: Track, db: None) -> Track:
    return loaded


def judge(name: str) -> Judge:
    return Judge.objects.get(name=name)


def condition(name: str) -> Condition:
    return Condition.objects.get(name=name)


def kappa_of(kind: Kind, a: str, b: str) -> float | None:
    ours, theirs = labels_of(judge(a), kind), labels_of(judge(b), kind)
    pairs = [(ours[item], theirs[item]) for item in ours.keys() & theirs.keys()]
    return agree(pairs, kind.values(judge(a).track)).kappa


def test_everything_in_the_folder_is_in_the_track(sample: Track) -> None:
    assert Topic.objects.count() == 7
    assert Segment.objects.count() == Segment.objects.with_text().count() == 75
    assert Run.objects.visible().count() == 10
    assert Response.objects.visible().count() == 55
    labels = dict(
        RelevanceLabel.objects.values_list("judge__name").annotate(Count("pk"))
    )
    assert labels == {"ada": 77, "bea": 38, "sample-model": 89, "settled": 3}
    for name in ("ada", "bea"):
        assert AssignmentLabel.objects.filter(judge__name=name).count() == len(
            assignments(name)
        )
    model = assignments("model") | assignments("model-auto")
    assert AssignmentLabel.objects.filter(judge__name="sample-model").count() == len(
        model
    )
    assert set(SupportLabel.objects.values_list("judge__name", flat=True)) == {
        "ada",
        "bea",
        "sample-model",
    }


def test_each_file_came_in_without_an_error_and_nothing_is_left_to_run(
    sample: Track,
) -> None:
    assert set(Import.objects.values_list("state", flat=True)) == {Import.LANDED}
    assert set(Job.objects.values_list("state", flat=True)) == {JobState.DONE}


def test_people_have_their_roles_and_passwords(sample: Track) -> None:
    roles = dict(Membership.objects.values_list("user__username", "role"))
    assert roles == {
        "omar": "organizer",
        "ada": "assessor",
        "bea": "assessor",
        "vera": "viewer",
    }
    assert all(
        User.objects.get(username=name).check_password(password)
        for name, password in PASSWORDS.items()
    )


def test_a_persons_labels_carry_the_person_and_the_ticks(sample: Track) -> None:
    labels = RelevanceLabel.objects.filter(judge__name="ada", value="4")
    assert set(labels.values_list("actor__username", flat=True)) == {"ada"}
    for topic, details in labels.values_list(*RELEVANCE.item[:1], "details"):
        ticked = Subnarrative.objects.filter(topic=topic, uuid__in=details["ticks"])
        assert ticked.count() == len(details["ticks"]) >= 4


def test_subnarratives_keep_their_order_and_importance(sample: Track) -> None:
    for topic in sample.topics.all():
        live = topic.subnarratives.filter(added=False).order_by("position")
        assert [part.text for part in live] == subnarratives()[topic.name]
        assert {part.importance for part in live} <= {"vital", "okay"}
        assert all(part.wordings.get().importance == part.importance for part in live)


def test_the_recorded_model_is_an_import_that_says_what_it_is(sample: Track) -> None:
    model = judge("sample-model")
    assert (model.kind, model.speaker) == (Judge.IMPORT, "model")
    assert "made up" in model.description


def test_nuggets_that_post_editing_kept_are_the_drafts_own(sample: Track) -> None:
    for row in rows("nuggets/edited.jsonl"):
        version = BankVersion.objects.get(bank__name="edited", topic__name=row["qid"])
        assert version.parent
        assert version.parent.bank.name == "auto"
        drafted = set(version.parent.nuggets.values_list("pk", flat=True))
        listed = Listing.objects.filter(version=version).select_related("nugget")
        for listing, nugget in zip(listed, row["nuggets"], strict=True):
            assert listing.nugget.text == nugget["text"]
            assert listing.importance == nugget["importance"]
            assert (listing.nugget_id in drafted) == (nugget["source"] == "original")


def test_reworded_split_and_merged_nuggets_name_what_they_came_from(
    sample: Track,
) -> None:
    merged = Nugget.objects.get(text="Protected lanes lower injuries per kilometre")
    assert {row.parent.text for row in merged.descent.all()} == {
        "Protected lanes lower injuries",
        "Cycle lanes improve safety",
    }
    split = Nugget.objects.get(text="High upfront costs but costs are falling")
    assert split.descendants.filter(relation=Descent.SPLIT).count() == 2
    drafted = Nugget.objects.filter(versions__bank__name="auto").distinct()
    assert not drafted.exclude(pk__in=NuggetSource.objects.values("nugget")).exists()


def test_an_added_subnarrative_is_not_in_the_draft(sample: Track) -> None:
    edited = BankVersion.objects.get(bank__name="edited", topic__name="1001")
    draft = BankVersion.objects.get(bank__name="auto", topic__name="1001")
    assert edited.pins.count() == draft.pins.count() + 1


def test_the_manual_leaderboard_is_what_the_files_give(sample: Track) -> None:
    board = Board(score_nuggets(basis_of(condition("manual"))), Rules())
    means = zip(board.scored.runs, board.mean("V_strict"), strict=True)
    found = {run.name: float(mean) for run, mean in means}
    assert found == pytest.approx(vital_strict("ada"))
    best = board.scored.runs[board.order("V_strict")[0]]
    assert best.name == "harbor-hybrid-1"
    assert board.unanswered == 1


@pytest.mark.parametrize(
    ("name", "file"), [("automatic", "model-auto"), ("automatic assignment", "model")]
)
def test_the_conditions_rank_the_runs_as_the_files_do(
    sample: Track, name: str, file: str
) -> None:
    found = tau_of_means(basis_of(condition("manual")), basis_of(condition(name)))
    expected = tau(vital_strict("ada"), vital_strict(file))
    assert found.tau.value == pytest.approx(expected)


def test_people_and_model_agree_as_the_files_do(sample: Track) -> None:
    for other, file in (("bea", "bea"), ("sample-model", "model")):
        expected = kappa(shared(assignments("ada"), assignments(file)))
        assert kappa_of(ASSIGNMENT, "ada", other) == pytest.approx(expected)
        expected = kappa(shared(grades("ada"), grades(file)))
        assert kappa_of(RELEVANCE, "ada", other) == pytest.approx(expected)


def test_everybodys_work_has_its_pace_its_agreement_and_its_tests(
    sample: Track,
) -> None:
    found = {each.key[:2]: each.figures for each in summaries(sample)}
    for figures in found.values():
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
    alone |= {url for url in pages if url.endswith(("/archives/", "/put-away/"))}
    assert empty - alone == set()
