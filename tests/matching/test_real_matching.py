"""iKAT 2024's files give the numbers of CONE-RAG's own code, and of its paper."""

import csv
import json

import pytest
from django.test import Client
from scipy.stats import kendalltau, spearmanr

from accounts.models import User
from matching.models import ResponseNugget
from matching.statistics.gold import banks_table
from matching.statistics.topics import topics_table
from runs.models import Membership, Track
from tests.matching.conftest import Run
from tests.page import markup
from tests.real_data import ROOT, real

# What these numbers take is asked of PostgreSQL by the tests of small data.
pytestmark = pytest.mark.stack("embedded")

ALIASES = ROOT / "bench" / "aliases" / "ikat-2024-inferred.tsv"
PRINTED = {
    "nii-1": 0.2308,
    "uva-3": 0.2151,
    "rali-3": 0.1615,
    "infos-2": 0.1325,
    "iires-1": 0.0737,
    "ksu-1": 0.0372,
}


def test_the_nuggets_of_responses_are_found_in_them(ikat: Track, run: Run) -> None:
    found = ResponseNugget.objects.values_list("found", flat=True)
    assert len(found) == 7_905 + 235
    counts = {each: list(found).count(each) for each in set(found)}
    assert counts["stated"] == 6
    spans = real("ikat-2024/automatic_response_nuggets.json")
    again = run("import_response_nuggets", ikat, spans, judge="gpt-4o")
    assert "Accepted before, nothing changed" in again


def test_the_data_are_counted_as_in_the_paper(ikat: Track) -> None:
    # Table 1 calls statements per conversation their length, and cuts 95.298.
    (row,) = topics_table(ikat).numbers.rows
    assert row[1:4] == (17, 218, 288)
    assert row[4:7] == pytest.approx((12.82, 16.94, 95.29), abs=0.01)
    # Table 2: of the 79 assessed turns, one has no nugget in the file.
    banks = {bank[0]: bank[1:] for bank in banks_table(ikat).numbers.rows}
    assert banks["human"][:2] == (78, 2279)


def test_word_cover_scores_as_cone_rags_own_code(ikat: Track, run: Run) -> None:
    gold = real("ikat-2024/gold_nuggets_human_deduplicated.json")
    run("import_nuggets", ikat, gold, bank="human_d")
    run("create_judge", ikat, "words", baseline="word_cover")
    expected = json.loads(
        real("evaluators/cone/ntn-wordcover.expected.json").read_text()
    )["automatic"]
    for bank, runs in expected.items():
        run("judge", ikat, kind="entail", judge="words", bank=bank)
        how = {"bank": bank, "judge": "words", "format": "json"}
        ours = json.loads(run("matching", ikat, **how))["runs"]
        theirs = json.loads(run("matching", ikat, rules="cone-rag", **how))["runs"]
        for name, row in runs.items():
            for key in ("precision", "recall"):
                assert ours[name][key] == pytest.approx(row[key], abs=1e-12)
                peer = theirs[name][key]
                assert peer == pytest.approx(row[f"peer_{key}"], abs=1e-12)
            for key in ("turns_precision", "turns_recall"):
                assert ours[name][key] == row[key]


def test_the_page_of_ikat_2024(
    ikat: Track, run: Run, omar: User, omar_client: Client
) -> None:
    Membership.objects.create(track=ikat, user=omar, role=Membership.ORGANIZER)
    run("create_judge", ikat, "words", baseline="word_cover")
    run("judge", ikat, kind="entail", judge="words", bank="human")
    labels = real("ikat-2024/human-study-matching-labels.txt")
    run("import_decisions", ikat, labels, bank="human", judge="people", aliases=ALIASES)
    page = markup(omar_client.get(f"/tracks/{ikat.uuid}/matching/"))
    row = page.partition(">NII_USI_UCL</a>")[2].partition("</tr>")[0]
    for number in ("0.1363", "0.0294", "0.1346", "0.0290", "45 of 195: 0.2308"):
        assert number in " ".join(row.split())


def test_recall_by_people_orders_the_runs_as_the_paper(ikat: Track, run: Run) -> None:
    labels = real("ikat-2024/human-study-matching-labels.txt")
    aliases = dict(
        line.split("\t")
        for line in ALIASES.read_text().splitlines()
        if line and not line.startswith("#")
    )
    run("import_decisions", ikat, labels, bank="human", judge="people", aliases=ALIASES)
    found = json.loads(
        run("matching", ikat, bank="human", judge="people", format="json")
    )["runs"]
    shares = {
        alias: found[name]["recall_by_labels"]
        for alias, name in aliases.items()
        if name in found
    }
    for alias, share in shares.items():
        assert share == pytest.approx(PRINTED[alias], abs=5e-5)
    printed = real("evaluators/cone/p3-table9.csv").read_text().splitlines()
    table = {row["run"]: float(row["NtR_h"]) for row in csv.DictReader(printed)}
    ours, theirs = zip(*((shares[a], table[a]) for a in shares), strict=True)
    assert kendalltau(ours, theirs).statistic == pytest.approx(0.867, abs=5e-4)
    assert spearmanr(ours, theirs).statistic == pytest.approx(0.943, abs=5e-4)
