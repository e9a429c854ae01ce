"""One response under two conditions: Table 5 of the AutoNuggetizer report."""

from __future__ import annotations

import csv
from io import StringIO
from typing import NamedTuple
from urllib.parse import urlencode

import pytest
from django.test import Client

from accounts.models import User
from runs.models import Response
from tests.make import (
    make_bank,
    make_judge,
    make_response,
    make_run,
    make_topic,
    make_track,
    make_version,
)
from tests.nuggets.scores.campaign import importances, label_all
from tests.page import texts, values

# P0 Table 5: drafted nuggets labelled by a model, post-edited ones by a person.
DRAFT = ("SNPSPPSSN" + "SSPPPP", importances(9, 6))
EDITED = ("S" + "N" * 5 + "SSSS" + "N" * 8, importances(6, 12))
SCORES = {
    "auto": ["0.4444", "0.6111", "0.4167", "0.6250", "0.4000", "0.6333"],
    "edited": ["0.1667", "0.1667", "0.2500", "0.2500", "0.2778", "0.2778"],
}


class Answered(NamedTuple):
    """A response, its page, and the query of each of its conditions by bank."""

    response: Response
    page: str
    queries: dict[str, str]

    def asked(self, left: str, right: str) -> str:
        """Return the page under two of the conditions."""
        asked = {"left": self.queries[left], "right": self.queries[right]}
        return f"{self.page}?{urlencode(asked)}"


@pytest.fixture
def answered(omar: User, ada: User) -> Answered:
    """Return Table 5's response with both banks."""
    track = make_track(organizer=omar, assessors=[ada])
    topic = make_topic(track)
    response = make_response(make_run(track), topic)
    queries = {}
    for name, (labels, own) in {"auto": DRAFT, "edited": EDITED}.items():
        judge, bank = make_judge(track, f"{name} judge"), make_bank(track, name)
        words = [f"{name} <{place}>" for place in range(len(own))]
        version = make_version(bank, topic, words, importance=own)
        label_all(version, response, judge, labels)
        queries[name] = f"bank={bank.uuid}&judge={judge.uuid}"
    page = f"/tracks/{track.uuid}/scores/responses/{response.uuid}/conditions/"
    return Answered(response, page, queries)


def test_it_has_the_scores_of_the_paper_under_each(
    answered: Answered, omar_client: Client
) -> None:
    page = omar_client.get(answered.asked("auto", "edited"))
    for row, (name, scores) in enumerate(SCORES.items(), start=1):
        cells = texts(page, f"tbody tr:nth-child({row}) td")
        assert cells[:6] == scores
        assert cells[-1] == {"auto": "15", "edited": "18"}[name]
        assert texts(page, ".nuggets li .text")[(row - 1) * 15] == f"{name} <0>"


def test_the_first_comparison_is_shown_if_nothing_is_chosen(
    answered: Answered, omar_client: Client
) -> None:
    page = omar_client.get(answered.page)
    chosen = values(page, "select option[selected]", "value")
    assert set(chosen) == set(answered.queries.values())


def test_the_file_has_each_nugget_with_its_label(
    answered: Answered, omar_client: Client
) -> None:
    path = answered.asked("edited", "auto").replace("conditions/", "conditions.csv")
    rows = list(csv.DictReader(StringIO(omar_client.get(path).getvalue().decode())))
    assert [row["side"] for row in rows] == ["left"] * 18 + ["right"] * 15
    labels = [row["label"] for row in rows if row["side"] == "right"]
    assert labels[:3] == ["support", "not_support", "partial_support"]
    assert rows[0]["nugget"] == "edited <0>"


def test_a_score_that_is_not_defined_has_its_reason(
    answered: Answered, omar_client: Client
) -> None:
    bank, judge = (answered.queries[n].split("&")[at] for at, n in enumerate(SCORES))
    left = f"{bank}&{judge}"  # whose judge labelled nothing of the other's bank
    asked = {"left": left, "right": answered.queries["auto"]}
    page = omar_client.get(f"{answered.page}?{urlencode(asked)}")
    reasons = values(page, "tbody tr:first-child abbr.undefined", "title")
    assert reasons == ["a nugget has no label, or the topic is not scored"] * 7


def test_an_unknown_condition_is_refused(
    answered: Answered, omar_client: Client
) -> None:
    for query in ("left=x", f"left=x&right={answered.queries['auto'][:9]}"):
        assert omar_client.get(f"{answered.page}?{query}").status_code == 422
    path = f"{answered.page[:-1]}.csv"
    assert omar_client.get(f"{path}?left=x").status_code == 404


def test_nobody_else_sees_it(
    answered: Answered, ada_client: Client, client: Client
) -> None:
    for path in (answered.page, f"{answered.page[:-1]}.csv"):
        assert ada_client.get(path).status_code == 404
        assert client.get(path).status_code == 302
