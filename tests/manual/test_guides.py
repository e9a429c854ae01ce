"""The guides of docs/ in the application: who reads which, and where they lead."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import NoReverseMatch, get_resolver, reverse
from django.urls.resolvers import URLResolver

from accounts.models import User
from manual.kernel.guides import read_guide
from manual.kernel.lookup import look_up
from manual.library import all_guides
from manual.places import PARTS
from runs.models import Track
from tests.make import make_track
from tests.page import select, texts, values

INDEX, MEASURES = "/manual/", "/manual/measures/"


@pytest.fixture
def track(ada: User, bea: User, omar: User) -> Track:
    return make_track(organizer=omar, assessors=[ada], viewer=bea)


@pytest.mark.parametrize("name", sorted(all_guides()))
def test_links_and_pictures_of_a_guide_lead_somewhere(
    track: Track, omar_client: Client, name: str
) -> None:
    page = omar_client.get(reverse("manual:guide", args=[name]))
    guide = all_guides()[name]
    assert guide.title in texts(page, "h1")
    ids = set(values(page, "[id]", "id"))
    for link in values(page, ".guide a[href]", "href"):
        path, _, anchor = str(link).partition("#")
        if "://" in path:
            continue
        other = ids if not path else _ids(path)
        assert not anchor or anchor in other, link
    for picture in set(values(page, ".guide img", "src")):
        assert omar_client.get(str(picture)).status_code == 200


def _ids(path: str) -> set[str | None]:
    [name] = [n for n in all_guides() if reverse("manual:guide", args=[n]) == path]
    return set(values(all_guides()[name].html, "[id]", "id"))


def test_an_assessor_has_only_the_assessors_guide(
    track: Track, ada_client: Client, bea_client: Client
) -> None:
    assert texts(ada_client.get(INDEX), ".guides a") == ["For assessors"]
    assert ada_client.get(MEASURES).status_code == 404
    assert texts(ada_client.get(INDEX, {"q": "leaderboard"}), ".hits a") == []
    assert len(texts(bea_client.get(INDEX), ".guides a")) == len(all_guides())


def test_a_search_finds_titles_first_and_shows_the_words(
    track: Track, omar_client: Client
) -> None:
    page = omar_client.get(INDEX, {"q": "agreement rankings"})
    assert texts(page, ".hits a")[0] == "7 Agreement of rankings"
    assert {text.lower() for text in texts(page, ".hits mark") if text} <= {
        "agreement",
        "rankings",
    }


def test_the_palette_finds_parts_of_guides(track: Track, omar_client: Client) -> None:
    page = omar_client.get(
        reverse("runs:find", args=[track.uuid]), {"q": "handing out"}
    )
    [link] = select(page, "a[href^='/manual/']")
    assert link.attributes["href"] == "/manual/organizers/#handing-out-work"


def test_each_page_leads_to_a_part_that_exists() -> None:
    for part in PARTS.values():
        name, _, anchor = part.partition("#")
        anchors = {section.anchor for section in all_guides()[name].sections}
        assert anchor in anchors | {""}, part


def test_each_entry_begins_the_name_of_a_page() -> None:
    names = set(_names(get_resolver(), ""))
    unused = [start for start in PARTS if not any(n.startswith(start) for n in names)]
    assert unused == []


def _names(resolver: URLResolver, space: str) -> list[str]:
    found = []
    for each in resolver.url_patterns:
        if isinstance(each, URLResolver):
            found += _names(each, f"{each.namespace}:" if each.namespace else space)
        elif each.name:
            found.append(f"{space}{each.name}")
    return found


def test_a_page_leads_to_its_part(track: Track, omar_client: Client) -> None:
    page = omar_client.get(reverse("runs:imports", args=[track.uuid]))
    links = {"/manual/organizers/#bringing-files-in"}
    assert set(values(page, ".self a[href^='/manual/']", "href")) == links
    assert set(values(page, "#keys a[href^='/manual/']", "href")) == links


def test_markup_in_a_guide_is_text() -> None:
    source = "# T\n\n## <b>x</b>\n\n<script>alert(1)</script> [a](javascript:alert(1))"
    guide = read_guide("t", source, lambda link: link)
    assert select(guide.html, "script, b, a[href]") == []
    assert [section.title for section in guide.sections] == ["", "<b>x</b>"]


def test_no_word_looked_for_finds_nothing() -> None:
    assert look_up(all_guides().values(), " ") == []


def test_a_guide_that_is_not_there_has_no_page(
    track: Track, omar_client: Client
) -> None:
    assert omar_client.get("/manual/nothing/").status_code == 404
    assert omar_client.get("/manual/pictures/nothing.png").status_code == 404
    with pytest.raises(NoReverseMatch):
        reverse("manual:guide", args=["../README"])
