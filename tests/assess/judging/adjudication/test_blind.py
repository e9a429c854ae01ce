"""An adjudicator sees the labels, and cannot tell who gave them."""

from __future__ import annotations

import re

from django.test import Client

from accounts.models import User
from assess.judging.adjudication.sides import sides_of
from assess.judging.adjudication.work import read_sheet
from assess.judging.judges.actions import create_panel
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from tests.assess.judging.adjudication.dispute_work import hand, open_for, put
from tests.assess.kinds.relevance.relevance_work import make_grading
from tests.make import NOW, make_judge, make_segment, make_topic, make_track, turn_into
from tests.page import select, texts

TEXT = "Fresh water floats. It freezes first."


def page_of(client: Client, address: str) -> str:
    """Return a page without its own tokens."""
    said = client.get(address, follow=True).content.decode()
    said = re.sub(r"\b\w{64}\b", "", said)  # tokens
    return re.sub(r'name="key" value=".*?"', "", said)


def test_notes_ticks_and_highlights_stand_beside_each_label(
    ada: User, ada_client: Client
) -> None:
    world = make_grading(ada)
    segment = make_segment(world.track, "doc#9", TEXT)
    judges = [make_judge(world.track, name) for name in ("one", "two")]
    details = {"note": "says how", "highlights": [[0, 5]], "ticks": world.ticks(0)}
    put(RELEVANCE, judges[0], world.topic, segment, value="2", details=details)
    put(RELEVANCE, judges[1], world.topic, segment, value="0")
    adjudication = open_for(ada, RELEVANCE, judges, topics=[world.topic])
    world.work.delete()
    page = page_of(ada_client, f"/work/{hand(adjudication, world.topic, ada).uuid}/")
    assert "says how" in page
    assert "how ice forms" in page.partition('class="sides"')[2]
    assert "Fresh" in texts(page, 'q[dir="auto"]')
    assert select(page, '[data-spans="1"]')
    assert "Judge A" in page
    assert "Judge B" in page


def test_a_panel_s_side_has_its_members_labels_and_notes_and_no_name(
    ada: User, bea: User, ada_client: Client
) -> None:
    track = make_track(assessors=[ada, bea])
    topic, segment = make_topic(track), make_segment(track, "doc", TEXT)
    judges = [make_judge(track, name) for name in ("sentinel 1", "sentinel 2", "three")]
    for judge, value, note in zip(judges, "221", ("", "Twice so.", ""), strict=True):
        put(RELEVANCE, judge, topic, segment, value=value, details={"note": note})
    panel = create_panel(
        track, "sentinel panel", rule="majority", members=judges, now=NOW
    )
    other = make_judge(track, "other")
    put(RELEVANCE, other, topic, segment, value="0")
    work = hand(open_for(ada, RELEVANCE, [panel, other], topics=[topic]), topic, ada)
    sheet = read_sheet(work)
    sides = {
        each.value: each for each in sides_of(work, sheet, sheet.items[0], text="")
    }
    assert sorted(each.value for each in sides["2"].members) == ["1", "2", "2"]
    assert {each.note for each in sides["2"].members} == {"", "Twice so."}
    assert sides["0"].members == ()
    page = page_of(ada_client, f"/work/{work.uuid}/")
    assert "of 3 labels" in page
    assert "Twice so." in page
    assert "sentinel" not in page


def test_no_judge_stands_always_first(ada: User) -> None:
    track = make_track(assessors=[ada])
    topic = make_topic(track)
    judges = [make_judge(track, name) for name in ("one", "two")]
    for number in range(40):
        segment = make_segment(track, f"doc#{number}")
        for judge, value in zip(judges, "02", strict=True):
            put(RELEVANCE, judge, topic, segment, value=value)
    work = hand(open_for(ada, RELEVANCE, judges, topics=[topic]), topic, ada)
    sheet = read_sheet(work)
    first = [sides_of(work, sheet, item, text="")[0].value for item in sheet.items]
    assert 8 <= first.count("0") <= 32
    again = [sides_of(work, sheet, item, text="")[0].value for item in sheet.items]
    assert first == again


def test_a_machine_is_not_told_from_a_person(
    ada: User, bea: User, ada_client: Client
) -> None:
    track = make_track(assessors=[ada, bea])
    topic = make_topic(track)
    judges = [make_judge(track, name) for name in ("one", "two")]
    segment = make_segment(track, "doc", TEXT)
    for judge, value in zip(judges, "02", strict=True):
        put(RELEVANCE, judge, topic, segment, value=value)
    work = hand(open_for(ada, RELEVANCE, judges, topics=[topic]), topic, ada)
    seen = [page_of(ada_client, f"/work/{work.uuid}/")]
    kinds = (
        (Judge.PERSON, {"user": bea, "name": "sentinel-person"}),
        (Judge.MODEL, {"model": "sentinel-model", "name": "sentinel-name"}),
        (Judge.IMPORT, {"created_at": NOW}),
    )
    for kind, other in kinds:
        turn_into(judges[0], kind, **other)
        seen.append(page_of(ada_client, f"/work/{work.uuid}/"))
    assert len(set(seen)) == 1
    assert "sentinel" not in seen[0]
