"""A group's page: its own runs with their places, and nothing of another's."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import User
from assess.kinds.support.kind import SUPPORT
from runs.models import Citation, Run, Track
from tests.make import (
    make_judge,
    make_label,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
)
from tests.page import facts, markup, select, texts, values

VALUES = {"full": "full_support", "part": "partial_support", "none": "no_support"}


@pytest.fixture
def track(omar: User) -> Track:
    """A run of harbor that skips a topic, and five of other groups."""
    cache.clear()
    track = make_track(organizer=omar)
    topics = [make_topic(track, name) for name in ("t1", "t2", "t3")]
    segment, judge = make_segment(track, "d1"), make_judge(track, "secret-judge")
    plans: dict[str, tuple[str | None, ...]] = {"own": ("full", "none", None)}
    plans |= {f"foreign-{n}": ("part", "part", "part") for n in range(5)}
    for name, plan in plans.items():
        run = make_run(track, name, group="harbor" if name == "own" else "rival")
        for topic, value in zip(topics, plan, strict=True):
            if value is None:
                continue
            made = make_response(run, topic, (f"{name} says.",), cites=segment)
            citation = Citation.objects.get(sentence__response=made)
            make_label(SUPPORT, judge, citation, value=VALUES[value])
    return track


def page(client: Client, track: Track, name: str) -> str:
    r = client.get(f"/tracks/{track.uuid}/group/", {"name": name})
    assert r.status_code == 200
    return markup(r)


def test_it_has_rank_scores_interval_and_topics(
    track: Track, omar_client: Client
) -> None:
    text = page(omar_client, track, "harbor")
    assert texts(text, "h1") == ["Group harbor"]
    assert texts(text, "thead th") == ["Run", "own"]
    rows = [row.css("th, td") for row in select(text, "tbody tr")]
    said = {head.text(): cell.text().strip() for head, cell in rows}
    assert (said["Rank"], said["Task"], said["Topics"]) == ("6 of 6", "RAG", "3")
    assert list(said.values())[3:5] == ["0.0000 to 1.0000", "0.3333"]


def test_it_says_what_is_odd(track: Track, omar_client: Client) -> None:
    said = texts(page(omar_client, track, "harbor"), ".counts li")
    assert "own: no response to topic t3." in said
    assert (
        "own is farthest above the median of all runs on t1 (1.00, median 0.50)."
        in said
    )
    assert (
        "own is farthest below the median of all runs on "
        "t2 (0.00, median 0.50), t3 (0.00, median 0.50)." in said
    )


def test_it_names_no_run_text_or_judge_of_others(
    track: Track, omar_client: Client
) -> None:
    text = page(omar_client, track, "harbor")
    for word in ("foreign", "rival", "says.", "secret-judge"):
        assert word not in text


def test_a_median_of_few_others_is_not_shown(track: Track, omar_client: Client) -> None:
    Run.objects.filter(name="foreign-4").update(group="harbor")
    assert "median" not in page(omar_client, track, "harbor")


def test_without_a_name_it_lists_the_groups(track: Track, omar_client: Client) -> None:
    assert texts(page(omar_client, track, ""), ".content li a") == ["harbor", "rival"]
    Run.objects.update(group="")
    assert "No run names its group" in page(omar_client, track, "")


def test_unknown_groups_and_foreign_people_find_nothing(
    track: Track, omar_client: Client, ada_client: Client, client: Client
) -> None:
    address = f"/tracks/{track.uuid}/group/"
    assert omar_client.get(address, {"name": "nobody"}).status_code == 404
    assert ada_client.get(address, {"name": "harbor"}).status_code == 404
    assert client.get(address, {"name": "harbor"}).status_code == 302
    assert omar_client.post(address).status_code == 405


def test_a_run_s_page_says_how_it_did_what_is_odd_and_what_depends_on_it(
    track: Track, omar_client: Client, ada_client: Client
) -> None:
    run = track.runs.get(name="own")
    whole = omar_client.get(reverse("runs:run", args=[track.uuid, run.uuid]))
    standing = reverse("assess:run_standing", args=[track.uuid, run.uuid])
    hanging = reverse("runs:hanging", args=[track.uuid, "run", run.uuid])
    assert values(whole, ".answers [hx-get]", "hx-get") == [standing, hanging]
    assert "No response or ranked list for topic t3." in texts(whole, ".notes li")
    part = omar_client.get(standing)
    [row] = select(part, "#standing tbody tr")
    cells = [each.text().strip() for each in row.css("th, td")]
    assert cells[0] == "Support"
    assert cells[3:] == ["0.3333", "0.0000 to 1.0000", "3 of 3"]
    assert "Support: no response to topic t3." in texts(part, ".notes li")
    assert "rival" not in markup(part)
    assert facts(omar_client.get(hanging)) == {"responses": "2", "support labels": "2"}
    for address in (standing, hanging):
        assert ada_client.get(address).status_code == 404


def test_a_topic_s_page_says_how_hard_it_is_and_how_it_orders_the_runs(
    track: Track, omar_client: Client, ada_client: Client
) -> None:
    topic = track.topics.get(name="t1")
    whole = omar_client.get(reverse("runs:topic", args=[track.uuid, topic.uuid]))
    parts = ("topic_standing", "topic_progress", "topic_trust")
    asked = [reverse(f"assess:{p}", args=[track.uuid, topic.uuid]) for p in parts]
    asked.append(reverse("runs:hanging", args=[track.uuid, "topic", topic.uuid]))
    assert values(whole, ".answers [hx-get]", "hx-get") == asked
    [row] = select(omar_client.get(asked[0]), "#standing tbody tr")
    cells = [" ".join(each.text().split()) for each in row.css("th, td")]
    assert cells == [
        "Support",
        f"{(1 + 5 * 0.5) / 6:.4f}",
        "1 of 3",
        # "own" is the best here and the last on all other topics.
        "-1.00",
        "own 1.00",
        "foreign-0 0.50",
    ]
    [row] = select(omar_client.get(asked[1]), "#progress tbody tr")
    assert [each.text().strip() for each in row.css("td")] == ["0", "6", ""]
    for address in asked:
        assert ada_client.get(address).status_code == 404
