"""Support's two protocols: from scratch, and over a judge's shown labels."""

from __future__ import annotations

import json
import re
from io import StringIO
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from assess.judging.labels.reader import labels_of
from assess.judging.models import Allocation, Judge
from assess.kinds.support.kind import SUPPORT
from assess.kinds.support.models import SupportLabel
from assess.kinds.support.page.machine_labels import Edited, count_edited, shown_labels
from runs.models import Citation
from tests.make import (
    make_allocation,
    make_judge,
    make_label,
    make_person,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
    practise,
    turn_into,
)
from tests.page import facts, markup, select

FULL, PARTIAL, NO = "full_support", "partial_support", "no_support"
NEW_EACH_TIME = re.compile(
    r'(name="(?:key|csrfmiddlewaretoken)" value=|"X-CSRFToken": )"[^"]+"'
)
API = "/api/work/{}/support/"


@pytest.fixture
def model(ada: User) -> Judge:
    """A model that labelled the first of three citations as full support."""
    track = make_track(assessors=[ada])
    topic, segment = make_topic(track), make_segment(track, "d1")
    response = make_response(make_run(track), topic, ("A.", "B.", "C."), cites=segment)
    model = make_judge(track, "shown-model", kind=Judge.MODEL)
    make_label(SUPPORT, model, citation(0), value=FULL)
    other = make_judge(track, "other-machine")
    make_label(SUPPORT, other, citation(1), value=PARTIAL)
    make_allocation(topic, ada, work="support")
    assert response.sentences.count() == 3
    return model


@pytest.fixture
def work(model: Judge, ada: User) -> Allocation:
    """Ada's work over the model's labels."""
    first = Allocation.objects.get()
    practise(ada, "support")
    return Allocation.objects.create(
        track=first.track,
        work="support",
        topic=first.topic,
        assessor=ada,
        round=1,
        shown=model,
    )


def citation(place: int) -> Citation:
    return Citation.objects.get(sentence__position=place)


def page_of(client: Client, work: Allocation) -> str:
    page = client.get(f"/work/{work.uuid}/support/", follow=True)
    return NEW_EACH_TIME.sub(r"\1", markup(page))


def give(
    client: Client, work: Allocation, place: int, value: str, seen: int = 0
) -> dict[str, object]:
    body = {
        "citation": str(citation(place).uuid),
        "value": value,
        "key": str(uuid4()),
        "seen": seen,
    }
    address = API.format(work.uuid)
    answer = client.post(address, body, content_type="application/json")
    assert answer.status_code == 200, answer.content
    said: dict[str, object] = answer.json()
    return said


def test_from_scratch_nothing_of_any_machine_is_on_the_page(
    model: Judge, ada_client: Client
) -> None:
    scratch = Allocation.objects.get()
    before = page_of(ada_client, scratch)
    SupportLabel.objects.all().delete()
    assert page_of(ada_client, scratch) == before
    assert "says:" not in before
    assert select(before, '[data-shown=""]')
    assert FULL not in before.split('class="frame-foot"')[0].replace(
        f'value="{FULL}"', ""
    )
    answer = give(ada_client, scratch, 0, NO)
    assert set(answer) == {"version", "value", "saved_at"}
    assert SupportLabel.objects.get().details == {}


def test_a_shown_judge_shows_nothing_in_the_round_from_scratch(
    model: Judge, ada_client: Client
) -> None:
    Allocation.objects.update(shown=model)
    scratch = Allocation.objects.get()
    assert shown_labels(scratch) == {}
    page = page_of(ada_client, scratch)
    assert "says:" not in page
    give(ada_client, scratch, 0, NO)
    assert SupportLabel.objects.get(judge__kind="person").details == {}


@pytest.mark.parametrize(
    ("kind", "parameters", "says", "nothing"),
    [
        ("model", {}, "The model says:", "The model gave no label here."),
        ("baseline", {}, "The baseline says:", "The baseline gave no label here."),
        ("import", {}, "The imported label says:", "No label was imported here."),
        (
            "import",
            {"given_by": "model"},
            "The model says:",
            "The model gave no label here.",
        ),
        (
            "import",
            {"given_by": ["model"]},
            "The imported label says:",
            "No label was imported here.",
        ),
    ],
)
def test_whose_label_is_shown_is_told_rightly(
    work: Allocation,
    ada_client: Client,
    kind: str,
    parameters: dict[str, object],
    says: str,
    nothing: str,
) -> None:
    assert work.shown
    turn_into(work.shown, kind, parameters=parameters)
    page = page_of(ada_client, work)
    assert page.count(says) == 1
    assert page.count(nothing) == 2


def test_the_models_label_is_shown_and_is_none_yet(
    work: Allocation, ada_client: Client
) -> None:
    page = page_of(ada_client, work)
    assert page.count("The model says:") == 1
    assert page.count("The model gave no label here.") == 2
    assert page.count(f'data-shown="{FULL}"') == 1
    assert "shown-model" not in page
    assert "0 of 3 labels" in page
    assert page.count('class="proposed"') == 1
    assert not SupportLabel.objects.filter(judge__kind="person").exists()


def test_no_other_judges_labels_change_the_page(
    work: Allocation, bea: User, ada_client: Client
) -> None:
    before = page_of(ada_client, work)
    bystanders = [
        make_person(bea, work.track),
        make_judge(work.track, "a third", kind=Judge.MODEL),
    ]
    for judge in bystanders:
        for place in range(3):
            make_label(SUPPORT, judge, citation(place), value=NO)
    assert page_of(ada_client, work) == before


def test_the_rounds_of_one_person_do_not_see_each_other(
    work: Allocation, ada: User, ada_client: Client
) -> None:
    scratch = Allocation.objects.get(round=0)
    give(ada_client, scratch, 0, NO)
    page = page_of(ada_client, work)
    assert "0 of 3 labels" in page
    assert f'data-value="{NO}" data-seen' not in page
    give(ada_client, work, 1, PARTIAL)
    assert f'data-value="{PARTIAL}" data-seen' not in page_of(ada_client, scratch)


def test_a_label_keeps_what_was_shown(
    work: Allocation, model: Judge, ada_client: Client
) -> None:
    give(ada_client, work, 0, FULL)
    give(ada_client, work, 1, PARTIAL)
    kept = SupportLabel.objects.filter(round=1).order_by("pk")
    by = str(model.uuid)
    assert [label.details for label in kept] == [
        {"shown": FULL, "by": by},
        {"shown": "", "by": by},
    ]
    make_label(SUPPORT, model, citation(0), value=NO)
    give(ada_client, work, 0, PARTIAL, seen=1)
    assert kept.all()[0].details == {"shown": NO, "by": by}


def test_a_plain_form_keeps_it_too(work: Allocation, ada_client: Client) -> None:
    response = citation(0).sentence.response
    ada_client.post(
        f"/work/{work.uuid}/support/{response.uuid}/label/",
        {"citation": citation(0).uuid, "value": NO, "key": uuid4(), "seen": 0},
    )
    assert SupportLabel.objects.get(round=1).details["shown"] == FULL


def test_a_panels_labels_can_be_shown(work: Allocation, ada_client: Client) -> None:
    panel = Judge.objects.create(
        track=work.track,
        name="both",
        kind=Judge.PANEL,
        rule="first",
        landed_at=work.created_at,
    )
    for place, judge in enumerate(Judge.objects.machines()):
        panel.memberships_of_panel.create(member=judge, position=place)
    Allocation.objects.filter(pk=work.pk).update(shown=panel)
    assert page_of(ada_client, work).count("The panel says:") == 2


def test_the_end_says_what_became_of_the_shown_labels(
    work: Allocation, ada_client: Client
) -> None:
    for place, value in enumerate((FULL, PARTIAL, NO)):
        give(ada_client, work, place, value)
    page = page_of(ada_client, work)
    assert facts(page)["left as shown"] == "1"
    assert facts(page)["nothing shown"] == "2"


def test_labels_are_counted_by_what_was_shown() -> None:
    shown = {"shown": FULL, "by": "…"}
    labels = [(FULL, shown), (NO, shown), (NO, shown), (FULL, {"shown": ""}), (NO, {})]
    assert count_edited(labels) == Edited(kept=1, changed=2, from_scratch=2)


def test_scores_and_agreement_read_the_labels_from_scratch(
    work: Allocation, ada: User, ada_client: Client
) -> None:
    give(ada_client, work, 0, PARTIAL)
    judge = make_person(ada, work.track)
    assert labels_of(judge, SUPPORT) == {}
    assert labels_of(judge, SUPPORT, round=1) == {(citation(0).pk,): PARTIAL}


@pytest.mark.parametrize(
    ("given", "marks"),
    [
        ([], ["0", "-1", "-1"]),
        (["--protocol", "from_scratch"], ["0", "-1", "-1"]),
        (["--protocol", "post_edited"], ["2", "1", "-1"]),
    ],
)
def test_each_protocol_is_exported_apart(
    work: Allocation,
    ada: User,
    ada_client: Client,
    tmp_path: Path,
    given: list[str],
    marks: list[str],
) -> None:
    give(ada_client, Allocation.objects.get(round=0), 0, NO)
    give(ada_client, work, 0, FULL)
    give(ada_client, work, 1, PARTIAL)
    out, judge = tmp_path / "support.jsonl", make_person(ada, work.track).name
    call_command(
        "export", work.track.slug, "support", "--judge", judge, "--out", str(out),
        *given, stdout=StringIO(),
    )  # fmt: skip
    (row,) = [json.loads(line) for line in out.read_text().splitlines()]
    assert [s["citations"][0]["support"] for s in row["sentences"]] == marks
