"""What the sample campaign of conversations holds, and that its pages show it."""

import csv
from collections import Counter
from io import StringIO
from statistics import fmean
from typing import Any
from uuid import uuid4

import pytest
from django.db.models import Count, QuerySet
from django.test import Client
from django.urls import reverse
from scipy.stats import kendalltau

from accounts.models import User
from assess.analysis.comparison.presets import links_of
from assess.analysis.comparison.sides import Sides
from assess.judging.labels.reader import labels_of
from assess.judging.models import Allocation
from jobs.models import Job, JobState
from matching.batches.actions import paused_people
from matching.declines.shares import read_declines
from matching.kernel.declines import PHRASES
from matching.kernel.rouge import PACKAGES
from matching.match.kind import MATCH
from matching.models import MatchLabel, OtherScore, Pair, ReferenceAnswer, Voiding
from matching.references.rouges import rouges_of
from nuggets.models import Bank
from runs.models import Import, Track
from tests.nuggets.sample.test_work import linked_pages
from tests.page import texts
from tests.sample.campaign import CONVERSATIONS

SETS = (
    "a model's nuggets",
    "a model's nuggets, no duplicates",
    "people's nuggets",
    "people's nuggets, no duplicates",
)


def person_of(name: str) -> User:
    return User.objects.get(username=name)


def client_of(name: str) -> Client:
    client = Client()
    client.force_login(person_of(name))
    return client


def test_each_file_came_in_and_nothing_is_left_to_run(talks: Track) -> None:
    assert set(Import.objects.values_list("state", flat=True)) == {Import.LANDED}
    assert set(Job.objects.values_list("state", flat=True)) == {JobState.DONE}


def test_it_has_the_four_gold_sets_of_the_paper(talks: Track) -> None:
    counted = Bank.objects.values_list("name").annotate(Count("versions__nuggets"))
    found = dict(counted)
    assert sorted(found) == list(SETS)
    assert found[SETS[1]] == found[SETS[0]] - 1
    assert found[SETS[3]] == found[SETS[2]] - 3


def test_three_people_label_each_pair_and_their_majority_is_the_panels(
    talks: Track,
) -> None:
    lines = (CONVERSATIONS / "matches.tsv").read_text().splitlines()
    cells = [line.split("\t")[3:] for line in lines]
    expected = Counter(max(said, key=said.count) for said in cells)
    tests = Pair.objects.exclude(answer="").filter(batch__topic__name__startswith="21_")
    answers = tests.values_list("answer", flat=True)
    found = labels_of(talks.judges.get(name="three-people"), MATCH)
    assert Counter(found.values()) == expected + Counter(answers)


def test_who_failed_two_test_items_is_paused_and_others_did_the_pairs(
    talks: Track,
) -> None:
    assert Voiding.objects.count() == 2
    assert [(who.username, n) for who, n in paused_people(talks)] == [("dan", 2)]
    labels: QuerySet[Any] = MatchLabel.objects.filter(judge__name="dan")
    assert set(labels.values_list("voided", flat=True)) == {True}
    done = Allocation.objects.filter(work="match", finished_at__isnull=False)
    counted = Counter(done.values_list("assessor__username", flat=True))
    assert counted == {"ada": 4, "bea": 4, "cleo": 4, "dan": 2}


def test_a_batch_is_open_and_others_are_free(talks: Track) -> None:
    open_ = Allocation.objects.open().get(work="match")
    assert (open_.assessor.username, open_.topic.name) == ("bea", "22_1")
    assert "match" in client_of("ada").get(reverse("home")).content.decode()


def test_every_run_has_its_scores_on_every_gold_set(talks: Track) -> None:
    page = client_of("omar").get(reverse("matching:matching", args=[talks.uuid]))
    table = page.context["table"]
    assert sorted(bank.name for bank in table.banks) == list(SETS)
    assert len(table.rows) == 5
    assert all(cell.pairs for row in table.rows for cell in row.cells)
    best = {min(row.cells[at].rank for row in table.rows) for at in range(4)}
    assert best == {1}


def test_responses_are_by_the_panel_unless_another_judge_is_chosen(
    talks: Track,
) -> None:
    page = client_of("omar").get(reverse("matching:matching", args=[talks.uuid]))
    assert page.context["form"].chosen.responses.name == "three-people"


def test_a_gold_set_of_the_board_has_a_page_with_both_conventions(
    talks: Track,
) -> None:
    client = client_of("omar")
    address = reverse("matching:matching", args=[talks.uuid])
    board = client.get(address)
    assert "CONE" not in board.content.decode()
    bank = board.context["table"].banks[1]
    assert f"?bank={bank.uuid}" in board.content.decode()
    page = client.get(address, {"bank": str(bank.uuid)})
    assert page.context["table"].banks == [bank]
    assert page.content.decode().count("CONE</span>") == 2
    assert "Every gold set" in page.content.decode()
    whole = [(row.run, row.cells[1]) for row in board.context["table"].rows]
    alone = [(row.run, row.cells[0]) for row in page.context["table"].rows]
    assert sorted(whole, key=str) == sorted(alone, key=str)
    for unknown in (str(uuid4()), "no id"):
        assert client.get(address, {"bank": unknown}).status_code == 404


def test_a_turn_without_gold_nuggets_distinguishes_the_conventions(
    talks: Track,
) -> None:
    page = client_of("omar").get(reverse("matching:matching", args=[talks.uuid]))
    rows = {row.run.name: row.cells[0].pairs for row in page.context["table"].rows}
    recalls = rows["fjord-plain"].ours.recall, rows["fjord-plain"].compatible.recall
    assert recalls[0] > recalls[1]


def test_three_of_five_runs_decline_the_unanswerable_turn(talks: Track) -> None:
    found = read_declines(talks, PHRASES)
    assert [turn.name for turn in found.turns] == ["21_4"]
    assert {row.run.name: row.declined for row in found.runs} == {
        "delta-brief": 1,
        "delta-persona": 0,
        "fjord-context": 1,
        "fjord-plain": 0,
        "maris-hand": 1,
    }


def test_it_has_what_reference_metrics_need(talks: Track) -> None:
    assert ReferenceAnswer.objects.count() == 5
    assert set(OtherScore.objects.values_list("measure", flat=True)) == {
        "bem",
        "ndcg_cut_5",
    }
    assert len(rouges_of(talks, "bergen")) == 5


def test_the_page_of_reference_metrics_shows_rouge_and_what_was_imported(
    talks: Track,
) -> None:
    page = client_of("vera").get(f"/tracks/{talks.uuid}/scores/references/")
    rows = {row.name: row.values for row in page.context["page"].rows}
    heads = [measure.name for measure in page.context["page"].board.scored.measures]
    assert heads[:3] == ["bergen_rouge_1", "bergen_rouge_2", "bergen_rouge_l"]
    assert heads[6:] == ["bem", "ndcg_cut_5"]
    for first, variant in enumerate(PACKAGES):
        for each in rouges_of(talks, variant):
            shown = [cell.value for cell in rows[each.run.name][3 * first :][:3]]
            assert shown == pytest.approx(list(each.rouge))
    own = OtherScore.objects.filter(run__name="delta-brief", measure="bem")
    mean = fmean(own.values_list("value", flat=True))
    assert rows["delta-brief"][6].value == pytest.approx(mean)


@pytest.mark.parametrize("table", ["5", "7", "8", "12"])
def test_the_papers_tables_have_numbers(talks: Track, table: str) -> None:
    client = client_of("omar")
    links = {link.title: link.query for link in links_of(Sides(talks))}
    (query,) = (q for title, q in links.items() if f"CONE-RAG, Table {table}:" in title)
    page = client.get(f"/tracks/{talks.uuid}/agreement/comparison/?{query}")
    for row in page.context["table"].rows:
        for cell in row.cells:
            assert cell.found.levels[0].runs == 5, (row.side.says, cell.measure.name)
            assert cell.found.levels[0].way.tau.value is not None


def test_table_5_compares_the_gold_sets_by_one_judge(talks: Track) -> None:
    links = {link.title: link.query for link in links_of(Sides(talks))}
    (query,) = (q for title, q in links.items() if "CONE-RAG, Table 5:" in title)
    page = client_of("omar").get(f"/tracks/{talks.uuid}/agreement/comparison/?{query}")
    table = page.context["table"]
    sides = [table.reference, *(row.side for row in table.rows)]
    ends = ", sample-model"
    says = [each.says.removeprefix("Bank ").rpartition(ends) for each in sides]
    assert sorted(bank for bank, _judge, _ in says) == list(SETS)


def test_why_ranks_differ_is_told_by_what_only_one_set_has(talks: Track) -> None:
    address = reverse("matching:ranks", args=[talks.uuid])
    page = client_of("omar").get(address)
    assert (page.context["left"].name, page.context["right"].name) == SETS[::2]
    row = next(r for r in page.context["page"] if r.run.name == "maris-hand")
    assert (row.ranks, row.moves) == ((2, 1), 1)
    every = row.only_left.every + row.shared.every
    assert every == 24
    run = client_of("omar").get(f"{address}{row.run.uuid}/")
    turn = run.context["page"][0]
    only = {each.nugget.text for each in turn.right}
    assert "Young plants are easier for beginners than seed" in only
    assert "Mint, parsley and chives grow with little sun" not in only


def test_a_derived_set_lacks_only_what_was_dropped(talks: Track) -> None:
    banks = {bank.name: str(bank.uuid) for bank in talks.banks.all()}
    asked = {"left": banks[SETS[2]], "right": banks[SETS[3]]}
    address = reverse("matching:ranks", args=[talks.uuid])
    page = client_of("omar").get(address, asked)
    row = page.context["page"][0]
    assert (row.only_left.every, row.only_right.every) == (3, 0)
    assert row.shared.every == 30


@pytest.mark.stack("production")
def test_every_linked_page_answers_and_none_is_empty(talks: Track) -> None:
    pages = linked_pages(client_of("omar"))
    assert [url for url, page in pages.items() if page.status != 200] == []
    empty = {url for url, page in pages.items() if 'class="empty"' in page.text}
    # The track has no exam, and no model to draft one or to call.
    no_exam = ("/exams/", "/exams/draft/", "/calls/")
    alone = (*no_exam, "/archives/", "/put-away/", "/adjudications/")
    # Of a bank without duplicates, no pair is left to review.
    done = {url for url in empty if "/matching/duplicates/" in url}
    # Dan is paused: all his labels are voided, and he has no work left.
    done.add(reverse("assess:person", args=[talks.uuid, person_of("dan").uuid]))
    assert [url for url in empty - done if not url.endswith(alone)] == []


def test_each_pair_of_gold_sets_is_correlated_as_scipy_does(talks: Track) -> None:
    client, names = client_of("omar"), ("precision", "recall")
    board = client.get(reverse("matching:matching", args=[talks.uuid])).context["table"]
    means = {
        (bank.name, name): [
            getattr(row.cells[at].pairs.ours, name) for row in board.rows
        ]
        for at, bank in enumerate(board.banks)
        for name in names
    }
    address = reverse("matching:sets_csv", args=[talks.uuid])
    file = client.get(address).getvalue().decode()
    rows = [
        row for row in csv.DictReader(StringIO(file)) if row["measure"][:3] == "ntn"
    ]
    assert len(rows) == 6 * len(names)
    for row in rows:
        name = row["measure"].removeprefix("ntn_")
        tau = kendalltau(means[row["left"], name], means[row["right"], name]).statistic
        assert float(row["tau_b"]) == pytest.approx(tau)
        assert (row["n_runs"], row["n_topics"]) == ("5", "6")
    page = client.get(reverse("matching:sets", args=[talks.uuid]))
    assert len(texts(page, "tbody th a")) == 6


def test_its_data_are_counted(talks: Track) -> None:
    client = client_of("omar")
    page = client.get(reverse("matching:statistics", args=[talks.uuid]))
    assert texts(page, "#topics ~ * tbody tr *:not(abbr)")[:5] == [
        *("conversations", "2", "8", "10", "4.00")
    ]
    address = reverse("matching:statistics_csv", args=[talks.uuid, "banks"])
    rows = list(csv.DictReader(StringIO(client.get(address).getvalue().decode())))
    left = {row["bank"]: row["without duplicates"] for row in rows}
    assert left == {SETS[0]: "23", SETS[1]: "", SETS[2]: "30", SETS[3]: ""}
    assert {row["bank"]: row["nuggets"] for row in rows}[SETS[3]] == left[SETS[2]]
    none = reverse("matching:statistics_csv", args=[talks.uuid, "others"])
    assert client.get(none).status_code == 404
    assert client_of("ada").get(address).status_code == 404
