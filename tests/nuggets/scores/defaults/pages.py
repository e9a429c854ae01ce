"""Pages of scores, and the condition that each shows."""

from __future__ import annotations

from django.test import Client

from assess.judging.models import Judge
from nuggets.models import Bank
from runs.models import Track

TOPICS, RUNS = 4, 3


def query_of(bank: Bank, judge: Judge) -> str:
    return f"bank={bank.uuid}&judge={judge.uuid}"


def address(track: Track, more: str = "") -> str:
    return f"/tracks/{track.uuid}/{more}"


def choose(
    client: Client, track: Track, query: str, audience: str = "everybody"
) -> int:
    sent = {"query": query, "audience": audience}
    return client.post(address(track, "scores/nuggets/default/"), sent).status_code


def judge_shown(client: Client, track: Track) -> Judge:
    basis = client.get(address(track, "scores/")).context["basis"]
    found: Judge = basis.judge
    return found


def text(client: Client, page: str) -> str:
    return client.get(page).content.decode()
