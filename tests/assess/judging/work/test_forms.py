"""A label from a page without script, for every kind."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from assess.judging.models import Change
from tests.assess.judging.work.world import World, body_of
from tests.page import markup, select


def test_a_plain_form_keeps_a_label_and_goes_on(
    world: World, ada_client: Client
) -> None:
    value = world.values[1]
    r = world.submit(ada_client, world.form(1, value), 1)
    assert (r.status_code, r["Location"]) == (302, world.after(1))
    label = world.labels().get()
    rows = tuple(getattr(label, name) for name in world.desk.kind.item)
    assert (label.value, rows, label.round) == (value, world.spots[1].rows, 0)
    page = body_of(ada_client, world.page_of(1))
    assert select(page, f'[data-value="{value}"][data-seen="1"]')


def test_a_plain_form_keeps_every_value_of_the_scale(
    world: World, ada_client: Client
) -> None:
    for seen, value in enumerate(world.desk.kind.values(world.track)):
        r = world.submit(ada_client, world.form(0, value, seen=seen))
        assert r.status_code == 302
        assert world.labels().get().value == value
        page = body_of(ada_client, world.page())
        assert select(page, f'[data-value="{value}"][data-seen="{seen + 1}"]')


def test_a_plain_form_sent_twice_counts_once(world: World, ada_client: Client) -> None:
    form = world.form()
    for _ in range(2):
        assert world.submit(ada_client, form).status_code == 302
    assert Change.objects.count() == 1


def test_a_page_gone_back_to_does_not_swallow_another_label(
    world: World, ada_client: Client
) -> None:
    form, (first, second) = world.form(), world.values
    for _twice in range(2):
        assert world.submit(ada_client, form).status_code == 302
    late = world.submit(ada_client, form | {"value": second})
    assert late.status_code == 409
    assert world.labels().get().value == first
    seen = world.submit(ada_client, form | {"value": second, "seen": 1})
    assert seen.status_code == 302
    assert world.labels().get().value == second


def test_a_plain_form_takes_a_label_back(world: World, ada_client: Client) -> None:
    world.submit(ada_client, world.form())
    r = world.submit(ada_client, world.form(0, "", seen=1))
    assert r.status_code == 302
    assert r["Location"].partition("#")[::2] == (world.page(), world.spots[0].anchor)
    assert world.labels().get().value == ""


def test_a_stale_plain_form_is_shown_the_label_as_it_stands(
    world: World, ada_client: Client
) -> None:
    first, second = world.values
    world.submit(ada_client, world.form())
    r = world.submit(ada_client, world.form(0, second))
    page = markup(r)
    assert r.status_code == 409
    assert "n another window" in page
    assert select(page, f'[data-value="{first}"][data-seen="1"]')
    said = rf"Not saved: your label <strong>(\d )?{world.says(second)}</strong>"
    assert re.search(said, page)
    assert world.labels().get().value == first


@pytest.mark.parametrize(
    "bad", [{"value": "perhaps"}, {"value": "9"}, {"key": "1"}, {"seen": -1}]
)
def test_a_plain_form_is_refused_bad_input(
    world: World, ada_client: Client, bad: dict[str, Any]
) -> None:
    r = world.submit(ada_client, world.form(**bad))
    assert r.status_code == 422
    assert "Not saved." in markup(r)
    assert not world.labels().exists()


def test_a_plain_form_names_the_label_on_a_page_of_several(
    world: World, ada_client: Client
) -> None:
    names = world.spots[0].form
    assert bool(names) == (len(world.pages) < len(world.spots))
    for name in names:
        r = world.submit(ada_client, world.form(**{name: ""}))
        assert r.status_code == 422
        assert "Not saved." in markup(r)
    assert not world.labels().exists()


def test_a_plain_form_reaches_only_labels_of_the_work(
    world: World, ada_client: Client
) -> None:
    for name in world.spots[0].form:
        r = world.submit(ada_client, world.form(**{name: str(uuid4())}))
        assert r.status_code == 404
    r = ada_client.post(f"{world.base}{uuid4()}/label/", world.form(value="perhaps"))
    assert r.status_code == 404
    assert not world.labels().exists()
