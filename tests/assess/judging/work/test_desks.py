"""The table of worlds has every desk; each hides its work and reads without trace."""

from __future__ import annotations

import re
from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from accounts.models import User
from assess.judging.kinds import all_kinds
from assess.judging.models import Allocation, Judge, Remark, Thread
from assess.judging.work.desk import Desk
from runs.models import Membership
from tests.assess.judging.work.world import World, body_of
from tests.assess.judging.work.worlds import WORLDS
from tests.make import NOW, make_allocation, make_judge, make_person
from tests.page import markup, select, texts, values


def desks(patterns: list[URLPattern | URLResolver]) -> Iterator[Desk]:
    for each in patterns:
        if isinstance(each, URLResolver):
            yield from desks(each.url_patterns)
        elif isinstance(each.default_args.get("desk"), Desk):
            yield each.default_args["desk"]


def registered() -> dict[str, Desk]:
    return {desk.work: desk for desk in desks(get_resolver().url_patterns)}


def test_every_desk_and_every_kind_has_a_world() -> None:
    assert registered().keys() == WORLDS.keys()
    by_people = {kind.name for kind in all_kinds() if kind.name != "entail"}
    assert by_people < WORLDS.keys()


def test_a_world_is_of_its_own_desk_and_has_two_labels_to_give(world: World) -> None:
    assert world.desk is registered()[world.work.work]
    sheet = world.desk.read_sheet(world.work)
    assert [f"{world.base}{item.uuid}/" for item in sheet.items] == world.pages
    assert sheet.progress[:2] == (0, len(world.spots))
    assert len(world.spots) >= 2


def test_reading_writes_nothing(world: World, ada_client: Client) -> None:
    judges = Judge.objects.count()
    assert ada_client.get(world.base).status_code == 302
    for address in (world.page(), f"{world.base}recent/"):
        assert ada_client.get(address).status_code == 200
    assert Judge.objects.count() == judges
    assert not world.labels().exists()


def test_the_last_labels_tell_how_long_one_was_at_each(
    world: World, ada_client: Client
) -> None:
    world.send(ada_client, world.json(active_ms=7_400))
    world.send(ada_client, world.json(0, world.values[1], seen=1, active_ms=5_000))
    world.submit(ada_client, world.form(1), 1)  # without script no time is measured
    page = body_of(ada_client, f"{world.base}recent/")
    times = [words.split(" · ")[1] for words in texts(page, ".recents .fine + .fine")]
    assert times == ["–no time was measured", "12 s"]


def test_the_last_labels_are_counted_and_narrowed(
    world: World, bea: User, ada_client: Client
) -> None:
    world.label_all(make_person(bea, world.track), world.values[1])
    world.send(ada_client, world.json(0, world.values[0]))
    world.send(ada_client, world.json(1, world.values[1]))
    sheet = world.desk.read_sheet(world.work)
    pairs = [pair for item in sheet.items for pair in sheet.labels_of(item)]
    named = {value: name for name, value in pairs}
    flagged = named[world.values[0]]
    thread = Thread.objects.create(allocation=world.work, item=flagged, about="it")
    by = world.work.assessor
    Remark.objects.create(thread=thread, kind=Remark.FLAG, author=by, at=NOW)
    page = body_of(ada_client, f"{world.base}recent/")
    shares = dict(
        zip(values(page, ".shares a", "id"), texts(page, ".shares .num"), strict=True)
    )
    assert {name: n for name, n in shares.items() if n != "0"} == {
        "only-all": "2",
        f"only-{world.values[0]}": "1",
        f"only-{world.values[1]}": "1",
        "only-flagged": "1",
    }
    for only, item in ((world.values[1], named[world.values[1]]), ("flagged", flagged)):
        part = f"{world.base}recent/?only={only}"
        some = ada_client.get(part, headers={"HX-Request": "true"})
        assert values(some, ".recents li", "data-item") == [item]
        assert not select(some, "html > head > title")


def test_it_names_no_run_no_group_and_no_other_judge(
    world: World, bea: User, ada_client: Client
) -> None:
    before = body_of(ada_client, world.page())
    machine = make_judge(world.track, "sentinel-machine")
    world.label_all(machine, world.values[0])
    world.label_all(make_person(bea, world.track), world.values[1])
    page = body_of(ada_client, world.page())
    for hidden in ("hidden-", "secret", "sentinel-machine"):
        assert hidden not in page
    assert select(page, '[data-value=""][data-seen="0"]')
    assert 'aria-pressed="true"' not in page
    for value in world.desk.kind.values(world.track):
        assert f'data-value="{value}" data-seen' not in page
        shown = f'data-value="{value}"'
        assert page.count(shown) == before.count(shown)


@pytest.mark.parametrize(
    "role", ["", Membership.ASSESSOR, Membership.VIEWER, Membership.ORGANIZER]
)
def test_it_hides_the_work_of_another_assessor(
    world: World, bea: User, bea_client: Client, role: str
) -> None:
    if role:
        Membership.objects.create(track=world.track, user=bea, role=role)
    whole = f"/work/{world.work.uuid}/"
    for address in (whole, world.base, world.page(), f"{world.base}recent/"):
        assert bea_client.get(address).status_code == 404
    assert world.submit(bea_client, world.form()).status_code == 404
    assert bea_client.post(f"{world.base}finish/").status_code == 404
    assert world.send(bea_client, world.json()).status_code == 404
    assert not world.labels().exists()


def test_work_of_another_kind_has_no_page_here(
    world: World, ada: User, ada_client: Client
) -> None:
    topic = world.work.topic
    for kind in WORLDS.keys() - {world.work.work}:
        other = make_allocation(topic, ada, work=kind)
        page = world.page().replace(str(world.work.uuid), str(other.uuid))
        for address in (world.base_of(other), page):
            assert ada_client.get(address).status_code == 404
        assert ada_client.post(f"{page}label/", world.form()).status_code == 404
        json = "application/json"
        r = ada_client.post(world.api_of(other), world.json(), content_type=json)
        assert r.status_code == 404
    assert not world.labels().exists()


def test_it_has_no_page_for_what_the_work_does_not_hold(
    world: World, ada_client: Client
) -> None:
    assert ada_client.get(f"{world.base}{uuid4()}/").status_code == 404


def test_work_that_was_taken_back_is_gone(world: World, ada_client: Client) -> None:
    Allocation.objects.update(released_at=NOW)
    for address in (world.base, world.page()):
        assert ada_client.get(address).status_code == 404
    assert world.submit(ada_client, world.form()).status_code == 404
    r = world.send(ada_client, world.json())
    assert r.status_code == 404
    assert "taken back" in r.json()["detail"]
    assert not world.labels().exists()


def test_it_rejects_the_wrong_method(world: World, ada_client: Client) -> None:
    for address in (world.base, world.page(), f"{world.base}recent/"):
        assert ada_client.post(address).status_code == 405
    for address in (f"{world.page()}label/", f"{world.base}finish/", world.api):
        assert ada_client.get(address).status_code == 405


def test_it_sends_the_anonymous_to_sign_in(world: World, client: Client) -> None:
    for address in (world.base, world.page()):
        r = client.get(address)
        assert r.status_code == 302
        assert r["Location"].startswith("/accounts/sign-in/")
    r = client.get(world.page(), headers={"X-Assay-User": str(uuid4())})
    assert r.status_code == 401
    assert world.send(client, world.json()).status_code == 401
    assert not world.labels().exists()


def test_one_persons_page_never_judges_for_another(
    world: World, bea: User, ada_client: Client
) -> None:
    headers = {"X-Assay-User": str(bea.uuid)}
    r = world.send(ada_client, world.json(), headers=headers)
    assert r.status_code == 401
    assert not world.labels().exists()


def test_a_page_that_turns_gets_the_same_sheet_alone(
    world: World, ada_client: Client
) -> None:
    whole, alone = (
        masked(markup(ada_client.get(world.page(), headers=headers)))
        for headers in ({}, {"X-Assay-Sheet": "alone"})
    )
    for part in (r"<title>.*?</title>", r'<div id="sheet".*</div>(?=\s*</body>)'):
        said = re.search(part, alone, re.DOTALL)
        assert said
        assert said[0] in whole
    assert "<dialog" not in alone
    assert "<script" not in alone


def masked(page: str) -> str:
    """Return a page without its own tokens and keys."""
    return re.sub(r'(name="(csrfmiddlewaretoken|key)" value=")[^"]*', r"\1", page)


def test_a_label_needs_the_csrf_token(world: World, ada: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ada)
    assert world.send(strict, world.json()).status_code == 403
    assert world.submit(strict, world.form()).status_code == 403
    assert not world.labels().exists()
