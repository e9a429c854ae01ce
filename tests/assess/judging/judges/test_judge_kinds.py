"""A judge has the columns of its kind, and no other kind's."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from accounts.models import User
from assess.judging.models import Judge
from assess.judging.models.judges import OWN, OWNED, columns_amiss
from runs.models import Track
from tests.make import NOW, make_judge, make_track


@pytest.fixture
def track(db: None) -> Track:
    return make_track()


@pytest.mark.parametrize("kind", [kind for kind in OWN if kind != Judge.PERSON])
def test_a_judge_of_each_kind_can_be_made(track: Track, kind: str) -> None:
    judge = make_judge(track, kind=kind)
    values = {name: getattr(judge, name) for name in ("kind", *OWNED)}
    assert columns_amiss(values) == []


@pytest.mark.parametrize(
    ("kind", "own", "amiss"),
    [
        ("person", {}, "user"),
        ("person", {"user": True, "rule": "first"}, "rule"),
        ("model", {}, "model"),
        ("model", {"model": "m", "user": True}, "user"),
        ("baseline", {}, "baseline"),
        ("baseline", {"baseline": "b", "endpoint": "http://m"}, "endpoint"),
        ("import", {"rule": "first"}, "rule"),
        ("panel", {}, "rule"),
        ("panel", {"rule": "first", "sha256": "0" * 64}, "sha256"),
        ("adjudication", {"model": "m"}, "model"),
    ],
)
def test_the_database_refuses_what_is_another_kinds(
    track: Track, ada: User, kind: str, own: dict[str, Any], amiss: str
) -> None:
    values = {name: ada if value is True else value for name, value in own.items()}
    with pytest.raises(IntegrityError), transaction.atomic():
        Judge.objects.create(track=track, name="j", kind=kind, landed_at=NOW, **values)
    assert columns_amiss({"kind": kind, **own}) == [amiss]


def test_the_database_refuses_an_unknown_kind(track: Track) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Judge.objects.create(track=track, name="j", kind="oracle", landed_at=NOW)


def test_every_kind_says_what_it_has() -> None:
    assert list(OWN) == [kind for kind, _title in Judge.KINDS]
