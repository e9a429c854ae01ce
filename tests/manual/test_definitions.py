"""Every number on a leaderboard has its definition in docs/measures.md."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Template
from django.test import Client

from accounts.models import User
from assess.analysis.agreement.tables import ALPHA, PAIR
from assess.kinds.kernel.retrieval import REPORTED
from assess.kinds.support.scoring import MEASURES as SUPPORT
from exams.scores.measures import MEASURES as EXAMS
from manual.kernel.definitions import definitions_of, key_of
from manual.kernel.guides import PARSER
from manual.library import DOCS, all_guides, definition_of
from matching.references.measures import VARIANTS
from matching.scores.measures import MEASURES as MATCHING
from nuggets.scores.measures import MEASURES as NUGGETS
from tests.page import one, select, texts


def shown_measures() -> Iterator[str]:
    """Yield the names of all measures that leaderboards and agreement show."""
    for measure in (*NUGGETS, *SUPPORT, *EXAMS, *MATCHING):
        yield measure.name
    for measures in REPORTED.values():
        yield from (measure.name for measure in measures)
    for names in VARIANTS.values():
        yield from names
    yield from (name for name, *_ in (*PAIR, *ALPHA))
    yield from ("unjudged_30", "L", "n", "min", "median", "max", "kappa_at_cut")
    yield from ("alike", "over", "under")


@pytest.mark.parametrize("name", sorted(set(shown_measures())))
def test_each_measure_is_defined(name: str) -> None:
    found = definition_of(name)
    assert found is not None
    assert any(cell.html for cell in found.cells)


def test_each_name_in_a_template_is_defined() -> None:
    folder = Path(settings.BASE_DIR) / "templates"
    named = [
        name
        for path in folder.rglob("*.html")
        for name in re.findall(r'{% define "([^"]+)" %}', path.read_text())
    ]
    assert len(named) > 20
    assert [name for name in named if definition_of(name) is None] == []


@pytest.mark.parametrize(
    "page",
    [
        "assess/analysis/comparison/_cell.html",
        "assess/analysis/rankings/_settled.html",
        "assess/analysis/scores/matrix.html",
        "exams/scores/boards.html",
        "exams/scores/verification.html",
        "matching/tables/ranks.html",
        "matching/tables/runs.html",
        "matching/tables/sets.html",
    ],
)
def test_a_page_of_numbers_leads_to_their_definitions(page: str) -> None:
    path = Path(settings.BASE_DIR) / "templates" / page
    assert "{% define " in path.read_text()


def test_no_two_definitions_have_one_id() -> None:
    html = all_guides()["measures"].html
    ids = Counter(node.attributes["id"] for node in select(html, "[id]"))
    assert [name for name, count in ids.items() if count > 1] == []


def test_a_measure_is_defined_once() -> None:
    tokens = PARSER.parse((DOCS / "measures.md").read_text())
    found = {(each.name, each.anchor) for each in definitions_of(tokens, lambda _: "")}
    names = Counter(name for name, _anchor in found)
    shown = {key_of(name) for name in shown_measures()}
    assert [name for name in shown if names[name] > 1] == []


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("nDCG@20", "ndcg@k"),
        ("exam_cover_4", "exam_cover_k"),
        ("Cohen’s κ", "cohen-s-κ"),
        ("P_20", "p_k"),
    ],
)
def test_the_key_of_a_name(name: str, key: str) -> None:
    assert key_of(name) == key


def test_a_sign_opens_the_definition(ada: User, ada_client: Client) -> None:
    shown = Template('{% load manual %}{% define "V_strict" %}').render(Context())
    sign = one(shown, "a.define")
    assert sign.attributes["aria-label"] == "What V_strict means"
    part = ada_client.get(str(sign.attributes["hx-get"]))
    assert texts(part, "h2") == ["V_strict (primary; iKAT: A_strict)"]
    assert texts(part, "dt") == ["formula", "no ground"]
    [whole] = [node.attributes["href"] for node in select(part, ".help a")]
    assert str(whole) == str(sign.attributes["href"])


def test_a_name_without_a_definition_has_no_sign(ada: User, ada_client: Client) -> None:
    shown = Template("{% load manual %}{% define name %}")
    assert shown.render(Context({"name": "<b>of a file</b>"})).strip() == ""
    assert ada_client.get("/manual/definitions/nothing/").status_code == 404
