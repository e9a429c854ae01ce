"""The tracks' published files are imported completely, by the commands."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from assess.judging.models import Judge
from assess.kinds.relevance.models import RelevanceLabel
from nuggets.models import AssignmentLabel, BankVersion, Listing
from runs.models import Conversation, Import, Response, Run, Subnarrative, Topic, Track
from tests.make import make_track
from tests.real_data import ROOT, real

pytestmark = pytest.mark.both_stacks


def run(name: str, track: Track, path: Path, **options: object) -> str:
    out = StringIO()
    call_command(name, track.slug, str(path), stdout=out, **options)
    return out.getvalue()


@pytest.fixture
def rag25(db: None) -> Track:
    track = make_track(profile="rag25")
    run("import_topics", track, real("trec-rag-2025/rag25-topics.jsonl"))
    return track


def test_the_topics_of_2025(rag25: Track) -> None:
    assert rag25.topics.count() == 105
    again = run("import_topics", rag25, real("trec-rag-2025/rag25-topics.jsonl"))
    assert "Accepted before, nothing changed." in again


@pytest.mark.parametrize(
    ("profile", "name", "number"),
    [
        ("rag24", "rag24-topics.tsv", 301),
        ("rag26", "trec-rag-2025/rag26-topics.tsv", 119),
    ],
)
def test_the_topics_of_other_years(
    db: None, profile: str, name: str, number: int
) -> None:
    track = make_track(profile=profile)
    run("import_topics", track, real(name))
    assert track.topics.count() == number


def test_the_development_banks_of_2025(rag25: Track) -> None:
    file = real("trec-rag-2025/rag25-dev-nuggets.jsonl")
    run("import_nuggets", rag25, file, bank="dev")
    listed = Listing.objects.filter(version__in=BankVersion.objects.current())
    assert BankVersion.objects.current().count() == 22
    assert (listed.count(), listed.filter(importance="vital").count()) == (1255, 925)
    assert Subnarrative.objects.count() == 217
    run("import_nuggets", rag25, file, bank="dev")
    assert BankVersion.objects.count() == 22


@pytest.mark.stack("embedded")  # on PostgreSQL, the tests of agreement import the same
def test_the_development_qrels_of_2025_in_few_statements(rag25: Track) -> None:
    file = real("trec-rag-2025/umbrela-codex-gpt5.5-v1.qrels")
    with CaptureQueriesContext(connection) as queries:
        run("import_qrels", rag25, file, judge="codex")
    assert RelevanceLabel.objects.filter(judge__name="codex").count() == 26_341
    assert len(queries) < 1_200
    with CaptureQueriesContext(connection) as queries:
        run("import_qrels", rag25, file, judge="codex")
    assert Import.objects.first().state == Import.UNCHANGED  # type: ignore[union-attr]
    assert len(queries) < 50
    assert Judge.objects.visible().count() == 1


def test_ikat_2024_with_responses_nuggets_and_human_labels(db: None) -> None:
    track = make_track(profile="ikat24")
    run("import_topics", track, real("ikat-2024/topics.json"))
    assert (Conversation.objects.count(), Topic.objects.count()) == (17, 218)
    run("import_responses", track, real("ikat-2024/automatic_responses.json"))
    responses = Response.objects.visible()
    assert (Run.objects.visible().count(), responses.count()) == (19, 1_501)
    assert responses.values("topic").distinct().count() == 79
    run("import_nuggets", track, real("ikat-2024/gold_nuggets_human.json"), bank="gold")
    assert BankVersion.objects.current().count() == 78
    assert Listing.objects.count() == 2_279
    run(
        "import_assignments",
        track,
        real("ikat-2024/human-study-matching-labels.txt"),
        bank="gold",
        judge="human",
        aliases=ROOT / "bench" / "aliases" / "ikat-2024-inferred.tsv",
    )
    assert AssignmentLabel.objects.count() == 1_086
