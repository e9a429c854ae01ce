"""Lists of sub-narratives, imported and exported."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from assess.exchange.exports.folders import export_to
from assess.exchange.exports.registry import CannotExport, Wanted, get_exporter
from assess.kinds.subnarratives.lists.importer import SubnarrativesImporter
from runs.actions.subnarratives import name_subnarratives
from runs.imports.arrival import Incoming
from runs.imports.flow import OVERTAKEN
from runs.imports.registry import kinds_for
from runs.models import Import, Subnarrative, SubnarrativeWording, Topic, Track
from tests.make import NOW, make_topic, make_track
from tests.runs.import_form import bring_in, found, row_counts, sentence

pytestmark = pytest.mark.both_stacks

TSV = "14\twho pays\tvital\n14\tice\tokay\n31\ttides\n"


@pytest.fixture
def track(db: None) -> Track:
    track = make_track(profile="rag25")
    for name in ("14", "31", "40"):
        make_topic(track, name)
    return track


def listed(track: Track) -> list[tuple[str, str, str]]:
    live = Subnarrative.objects.live().filter(topic__track=track)
    rows = live.order_by("topic__name", "position")
    return list(rows.values_list("topic__name", "text", "importance"))


LISTED = [("14", "who pays", "vital"), ("14", "ice", "okay"), ("31", "tides", "")]


def test_it_gives_topics_their_lists_with_a_history(track: Track) -> None:
    row = bring_in(track, "subnarratives", TSV)
    assert (row.state, row.counts) == (
        Import.LANDED,
        {"topics": 2, "sub-narratives": 3},
    )
    assert listed(track) == LISTED
    topic = track.topics.get(name="14")
    assert [edit.action for edit in topic.subnarrative_edits.all()] == ["imported"]
    assert SubnarrativeWording.objects.filter(subnarrative__topic=topic).count() == 2


def test_the_same_lists_again_change_nothing(track: Track) -> None:
    bring_in(track, "subnarratives", TSV)
    before = row_counts()
    assert bring_in(track, "subnarratives", TSV).state == Import.UNCHANGED
    assert row_counts() == before


def test_another_list_is_refused_and_replaced_only_on_request(track: Track) -> None:
    bring_in(track, "subnarratives", TSV)
    other = "14\tICE\tvital\n14\tharbours\n40\tnew\n"
    before = row_counts()
    row = bring_in(track, "subnarratives", other)
    assert "Topics 14 have other lists of sub-narratives" in sentence(row)
    assert "“replace”" in sentence(row)
    assert (row_counts(), listed(track)) == (before, LISTED)
    ice = Subnarrative.objects.get(text="ice")
    row = bring_in(track, "subnarratives", other, replace=True)
    assert row.counts == {"topics": 2, "sub-narratives": 3}
    assert listed(track) == [
        ("14", "ICE", "vital"),
        ("14", "harbours", ""),
        ("31", "tides", ""),
        ("40", "new", ""),
    ]
    ice.refresh_from_db()
    assert (ice.text, ice.retired_at) == ("ICE", None)
    assert Subnarrative.objects.get(text="who pays").retired_at is not None


def test_a_retired_wording_comes_back_as_itself(track: Track) -> None:
    bring_in(track, "subnarratives", TSV)
    pays = Subnarrative.objects.get(text="who pays")
    bring_in(track, "subnarratives", "14\tice\tokay\n", replace=True)
    bring_in(track, "subnarratives", TSV, replace=True)
    assert listed(track) == LISTED
    pays.refresh_from_db()
    assert (pays.retired_at, Subnarrative.objects.count()) == (None, 3)


def test_findings_leave_nothing(track: Track) -> None:
    before = row_counts()
    row = bring_in(track, "subnarratives", "14\ta\n99\tb\n14\tA\n31\tc\tperhaps\n")
    assert row.state == Import.REFUSED
    assert found(row) == {
        "unknown_topic": [2],
        "repeated_subnarrative": [3],
        "bad_label": [4],
    }
    assert row_counts() == before


def test_a_list_past_the_limits_of_the_track_is_refused(track: Track) -> None:
    most = track.profile.limits["subnarratives"]
    parts = [f"part {n}" for n in range(most + 1)]
    line = json.dumps({"qid": "14", "sub_narratives": parts})
    assert list(found(bring_in(track, "subnarratives", line))) == ["too_many"]


def test_it_never_writes_over_what_somebody_added_meanwhile(
    track: Track, monkeypatch: pytest.MonkeyPatch
) -> None:
    topic = track.topics.get(name="14")
    write = SubnarrativesImporter.write

    def write_late(self: SubnarrativesImporter, incoming: Incoming, plan: list) -> dict:  # type: ignore[type-arg]
        name_subnarratives(topic, [("by a person", False)], now=NOW)
        return write(self, incoming, plan)

    monkeypatch.setattr(SubnarrativesImporter, "write", write_late)
    row = bring_in(track, "subnarratives", TSV)
    assert sentence(row) == OVERTAKEN
    assert listed(track) == [("14", "by a person", "")]


@pytest.mark.parametrize("form", ["jsonl", "tsv"])
def test_what_goes_out_comes_in_again_the_same(
    track: Track, tmp_path: Path, form: str
) -> None:
    bring_in(track, "subnarratives", TSV)
    out = tmp_path / f"lists.{form}"
    wanted = Wanted(track, {}, {"form": form})
    export_to(get_exporter("subnarratives"), wanted, out, now=NOW)
    data = out.read_bytes()
    assert bring_in(track, "subnarratives", data).state == Import.UNCHANGED
    second = make_track(name="Second")
    for name in ("14", "31"):
        make_topic(second, name)
    assert bring_in(second, "subnarratives", data).state == Import.LANDED
    assert listed(second) == LISTED


def test_jsonl_marks_those_that_an_assessor_added(track: Track, tmp_path: Path) -> None:
    name_subnarratives(Topic.objects.get(name="14"), [("late", True)], now=NOW)
    out = tmp_path / "lists.jsonl"
    export_to(get_exporter("subnarratives"), Wanted(track, {}), out, now=NOW)
    assert json.loads(out.read_text(encoding="utf-8")) == {
        "qid": "14",
        "sub_narratives": [{"text": "late", "importance": "", "added": True}],
    }


def test_a_tab_is_not_written_into_columns(track: Track, tmp_path: Path) -> None:
    name_subnarratives(Topic.objects.get(name="14"), [("a\tb", False)], now=NOW)
    wanted = Wanted(track, {}, {"form": "tsv"})
    with pytest.raises(CannotExport, match="Choose JSONL"):
        export_to(get_exporter("subnarratives"), wanted, tmp_path / "x.tsv", now=NOW)


def test_a_track_without_sub_narratives_does_not_offer_it(db: None) -> None:
    kinds = {kind.name for kind in kinds_for(make_track(profile="rag24"))}
    assert "subnarratives" not in kinds


def test_the_command_imports_prints_and_fails_as_the_page_does(
    track: Track, tmp_path: Path
) -> None:
    file, out = tmp_path / "lists.tsv", StringIO()
    file.write_text(TSV, encoding="utf-8")
    call_command("import_subnarratives", track.slug, file, stdout=out)
    assert "3 sub-narratives, 2 topics" in out.getvalue()
    file.write_text("14\tother\n", encoding="utf-8")
    with pytest.raises(CommandError):
        call_command("import_subnarratives", track.slug, file, stdout=out)
    assert "Give --replace" in out.getvalue()
    call_command("import_subnarratives", track.slug, file, replace=True, stdout=out)
    assert listed(track) == [("14", "other", ""), ("31", "tides", "")]
