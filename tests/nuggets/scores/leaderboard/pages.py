"""The leaderboard as a page, and what is chosen on it."""

import csv
from io import StringIO

from django.test import Client

from assess.judging.models import Judge
from nuggets.models import Bank
from runs.models import Track


def page(track: Track, more: str = "") -> str:
    return f"/tracks/{track.uuid}/scores/{more}"


def chosen(bank: Bank, judge: Judge, more: str = "") -> str:
    return f"?bank={bank.uuid}&judge={judge.uuid}{more}"


def order(client: Client, url: str) -> list[str]:
    return [row.name for row in client.get(url).context["page"].rows]


def read(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(text)))
