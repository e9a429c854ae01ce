"""Every export of a track at once."""

from collections import Counter
from typing import Any

import pytest

from assess.exchange.exports.catalogue import all_choices, all_exports, digests
from assess.exchange.exports.registry import exporters_of
from runs.models import Run
from tests.assess.exchange.exports.campaign import Judged

pytestmark = pytest.mark.both_stacks


def test_every_export_is_made_by_every_choice(made: Judged) -> None:
    choices = list(all_choices(made.track))
    names = [choice.name for choice in choices]
    assert len(set(names)) == len(names)
    counts = Counter(name[0] for name in names)
    assert set(counts) == {each.name for each in exporters_of(made.track)}
    judges, forms = made.track.judges.count(), 3
    assert counts["qrels"] == judges * forms


@pytest.mark.stack("embedded")
def test_the_same_track_gives_the_same_digests(made: Judged) -> None:
    first = digests(made.track)
    assert first == digests(made.track)
    Run.objects.filter(name="b").update(name="c")
    assert first != digests(made.track)


def test_what_is_refused_says_why(made: Judged) -> None:
    refused: dict[str, Any] = {
        name: export.notes
        for name, export in all_exports(made.track)
        if "refused" in export.notes
    }
    (first, *_) = [notes for name, notes in refused.items() if "gold" in name]
    assert first["refused"].startswith("Nobody has written an answer")
    assert first["places"] == []
