"""Published figures of agreement, recomputed by commands from the published data."""

import json
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from assess.analysis.agreement.ordering import order_of
from assess.judging.labels.overlap import Aligned
from assess.judging.models import Judge
from runs.actions.tracks import create_track
from runs.models import Track
from tests.page import select
from tests.real_data import real

pytestmark = pytest.mark.stack("production")
PUBLISHED = {
    "Vstrict": 0.7832,
    "V": 0.7798,
    "Wstrict": 0.8075,
    "W": 0.8297,
    "Astrict": 0.8182,
    "A": 0.8323,
}


def run(*arguments: str) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out, stderr=StringIO())
    return out.getvalue()


def taus(a: str, b: str, *more: str) -> tuple[int, float]:
    file = real("rag24-scores.csv")
    given = ["--scores", str(file), "--a", a, "--b", b, "--format", "json", *more]
    found = json.loads(run("rank_agreement", *given))
    return found["n"], round(found["kendall_tau"], 4)


@pytest.mark.parametrize(("metric", "tau"), PUBLISHED.items())
def test_the_runs_of_2024_are_ranked_alike_as_published(
    metric: str, tau: float
) -> None:
    assert taus(f"manual_{metric}", f"auto_{metric}") == (45, tau)


@pytest.mark.parametrize(
    ("task", "n", "tau"), [("AG", 14, 0.7363), ("RAG", 31, 0.7707)]
)
def test_each_task_of_2024_has_its_own_tau(task: str, n: int, tau: float) -> None:
    assert taus("manual_Vstrict", "auto_Vstrict", "--task", task) == (n, tau)


@pytest.fixture(scope="module")
def loaded(module_db: None) -> Track:
    """The 2025 topics with both published judges' qrels."""
    codex = real("trec-rag-2025/umbrela-codex-gpt5.5-v1.qrels")
    qwen = real("trec-rag-2025/umbrela-qwen3.5-9b-v2.qrels")
    topics = real("trec-rag-2025/rag25-topics.jsonl")
    omar = User.objects.create_user("omar", password="omar")
    track = create_track("dev25", name="dev25", profile="rag25", organizer=omar)
    run("import_topics", "dev25", str(topics))
    for name, file in (("codex", codex), ("qwen", qwen)):
        run("import_qrels", "dev25", str(file), "--judge", name)
    return track


@pytest.fixture
def development(loaded: Track, db: None) -> Track:
    return loaded


@pytest.fixture
def omar(development: Track) -> User:
    return User.objects.get(username="omar")


def test_two_models_agree_on_the_development_qrels_as_known(
    development: Track, omar_client: Client, tmp_path: Path
) -> None:
    given = ["--kind", "relevance", "--a", "codex", "--b", "qwen", "--format", "json"]
    found = json.loads(run("agreement", "dev25", *given))
    assert found["n"] == 26_341
    assert round(found["agreement"], 4) == 0.4734
    assert round(found["kappa"], 4) == 0.3009
    assert sum(map(sum, found["matrix"])) == 26_341
    assert sum(topic["n"] for topic in found["topics"]) == 26_341
    _the_page_shows_the_same(development, omar_client)
    _the_labels_go_out_as_they_came(tmp_path)


def _the_page_shows_the_same(track: Track, client: Client) -> None:
    a, b = (Judge.objects.get(name=name).uuid for name in ("codex", "qwen"))
    url = f"/tracks/{track.uuid}/agreement/?kind=relevance&a={a}&b={b}"
    page = client.get(url)
    terms = {
        name.text(): value.text().split()[0]
        for name, value in zip(
            select(page, "dl.figures dt abbr"),
            select(page, "dl.figures dt:has(abbr) + dd"),
            strict=True,
        )
    }
    assert (terms["Agreement"], terms["Cohen’s κ"]) == ("0.4734", "0.3009")


def _the_labels_go_out_as_they_came(folder: Path) -> None:
    run("export", "dev25", "qrels", "--judge", "codex", "--out", str(folder / "q"))
    source = real("trec-rag-2025/umbrela-codex-gpt5.5-v1.qrels").read_text("utf-8")
    rows = sorted((t, d, g) for t, _, d, g in map(str.split, source.splitlines()))
    out = (folder / "q").read_text("utf-8").splitlines()
    assert out == [f"{topic} 0 {docid} {grade}" for topic, docid, grade in rows]


def test_a_run_of_the_rj_task_orders_pairs_as_known(development: Track) -> None:
    given = ["--kind", "relevance", "--machines-against", "codex"]
    (row,) = json.loads(run("agreement", "dev25", *given))["judges"]
    assert (row["judge"], row["n"], row["missing"]) == ("qwen", 26_341, 0)
    assert row["pairs"] == 11_591_138
    shares = ("alike", "tied", "reversed")
    counts = [round(row[name] * row["pairs"]) for name in shares]
    assert counts == [7_165_176, 3_583_751, 842_211]
    means = [round(row[f"{name}_mean"], 4) for name in shares]
    assert means == [0.6152, 0.3113, 0.0734]
    assert (round(row["agreement"], 4), round(row["kappa"], 4)) == (0.4734, 0.3009)
    assert row["kappa"] < row["kappa_linear"] < row["kappa_quadratic"]
    assert 0.4 < row["tau"] < 0.8


def test_the_pairs_are_counted_by_tables_of_grades() -> None:
    rng = np.random.default_rng(7)
    grades = rng.integers(0, 5, (26_341, 2))
    topics = np.repeat(np.arange(22), 1_198)[: len(grades)]
    found = Aligned(np.arange(len(grades))[:, None], topics, grades, tuple("01234"))
    assert order_of(found).pairs > 10_000_000
