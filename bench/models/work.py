"""The responses and nuggets of the economy bench, and the labels given to them."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from bench.models.endpoint import label_of

NUGGETS = 20
WORDS = ("salt", "harbour", "ice", "gull", "lane", "ferry", "north", "winter", "pier")


def make_track(*, topics: int, runs: int) -> str:
    """Write topics, nuggets, runs and responses; return the track's slug."""
    from django.core.management import call_command  # noqa: PLC0415 - after setup()

    from tests import make  # noqa: PLC0415

    call_command("migrate", interactive=False, verbosity=0)
    rng = Random(7)  # noqa: S311 - no secret
    track = make.make_track(profile="rag24")
    bank = make.make_bank(track, "gold")
    made = [make.make_topic(track, f"t{n}", f"Why {n}?") for n in range(topics)]
    for topic in made:
        make.make_version(bank, topic, nuggets_of(topic.name))
    for number in range(runs):
        run = make.make_run(track, f"run-{number}")
        for topic in made:
            words = " ".join(rng.choices(WORDS, k=60))
            make.make_response(run, topic, [f"{run.name} on {topic.name}: {words}."])
    call_command("create_judge", track.slug, "model", model="simulated")
    call_command("create_judge", track.slug, "two", model="simulated-too")
    return track.slug


class Labels(NamedTuple):
    """The labels of one program by response and nugget; wanted: the endpoint's."""

    wanted: dict[tuple[str, str], str]
    given: dict[tuple[str, str], str]


def wanted_labels() -> dict[tuple[str, str], str]:
    """Return what the endpoint says of each pair."""
    from runs.models import Response  # noqa: PLC0415 - after setup()

    return {
        (response.text, text): label_of(text, response.text)
        for response in Response.objects.select_related("topic")
        for text in nuggets_of(response.topic.name)
    }


def nuggets_of(topic: str) -> list[str]:
    """Return the texts of a topic's nuggets."""
    return [f"{topic} nugget {n}" for n in range(NUGGETS)]


def our_labels(judge: str) -> Labels:
    """Return the labels in the database."""
    from nuggets.models import AssignmentLabel  # noqa: PLC0415 - after setup()
    from runs.models import Response  # noqa: PLC0415

    rows = AssignmentLabel.objects.filter(judge__name=judge)
    columns: tuple[str, ...] = ("response", "nugget__text", "value")
    pairs = rows.values_list(*columns)
    texts = {each.pk: each.text for each in Response.objects.all()}
    return Labels(
        wanted_labels(), {(texts[own], text): value for own, text, value in pairs}
    )


def wrong(labels: Labels) -> tuple[int, int] | None:
    """Return how many labels are missing, and how many the endpoint never gave."""
    lost = len(labels.wanted.keys() - labels.given.keys())
    other = sum(labels.wanted[key] != label for key, label in labels.given.items())
    return (lost, other) if lost or other else None
