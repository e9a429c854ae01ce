"""The team, type and group of a run, as its file and the import say them."""

import pytest

from runs.models import Import, Run, Track
from tests.make import make_topic, make_track
from tests.runs.import_form import DOCID, answer, bring_in, found, sentence
from tests.runs.imports.importers.lines import FILE, OTHER

pytestmark = pytest.mark.both_stacks


def test_it_refuses_other_particulars_of_the_same_file(track: Track) -> None:
    bring_in(track, "run", FILE, task="rag", priority=1)
    said = sentence(bring_in(track, "run", FILE, task="rag", group="other", priority=2))
    assert said.startswith(
        "Run tides-a is in already: group is t1, this import says other; "
        "priority is 1, this import says 2. Replacing it"
    )
    assert "Choose “replace” to do so" in said


def lines(*records: tuple[str, str]) -> str:
    """Return a run of two topics, each record with its team and type."""
    pairs = zip(("14", "31"), records, strict=True)
    return "\n".join(
        answer(topic, "Salt.", team=team, type=said) for topic, (team, said) in pairs
    )


def test_a_run_has_the_team_and_type_that_its_file_names(track: Track) -> None:
    row = bring_in(
        track, "run", lines(("tidal", "manual"), ("tidal", "manual")), task="rag"
    )
    run = Run.objects.visible().get()
    assert (run.group, run.type, row.verdict) == ("tidal", "manual", "Accepted")


def categorised(*categories: str) -> str:
    """Return a run of two topics, each record with its category."""
    pairs = zip(("14", "31"), categories, strict=True)
    return "\n".join(
        answer(topic, "Salt.", type="automatic").replace(
            '"type"', f'"category": "{category}", "type"'
        )
        for topic, category in pairs
    )


def test_a_run_has_the_category_that_its_file_names(track: Track) -> None:
    row = bring_in(track, "run", categorised("sparse ", " sparse"), task="rag")
    assert (Run.objects.visible().get().category, found(row)) == ("sparse", {})


def test_a_category_that_changes_is_a_warning_and_the_first_is_kept(
    track: Track,
) -> None:
    row = bring_in(track, "run", categorised("sparse", "dense"), task="rag")
    assert (row.state, found(row)) == (Import.LANDED, {"changing_category": [2]})
    assert Run.objects.visible().get().category == "sparse"


def test_an_imports_category_comes_before_the_files(track: Track) -> None:
    content = categorised("sparse", "sparse")
    bring_in(track, "run", content, task="rag", category="hybrid")
    assert Run.objects.visible().get().category == "hybrid"


def test_a_category_longer_than_the_column_is_refused(track: Track) -> None:
    content = categorised("c" * 151, "c" * 151)
    assert "long_name" in found(bring_in(track, "run", content, task="rag"))


@pytest.mark.parametrize(
    ("second", "kind"),
    [
        (("other", "manual"), "changing_team"),
        (("tidal", "automatic"), "changing_run_type"),
        (("tidal", "Manual"), "unknown_run_type"),
    ],
)
def test_a_file_in_which_they_change_is_refused_with_the_line(
    track: Track, second: tuple[str, str], kind: str
) -> None:
    row = bring_in(track, "run", lines(("tidal", "manual"), second), task="rag")
    assert row.verdict == "Not accepted: 1 error"
    assert found(row) == {kind: [2]}


def test_an_unknown_type_is_as_grave_as_the_profile_says(db: None) -> None:
    track = make_track(profile="rag26")
    for name in ("14", "31"):
        make_topic(track, name)
    content = lines(("t", "odd"), ("t", "odd")).replace(
        '"type"', '"narrative": "Why do harbours freeze?", "run_desc": "d", "type"'
    )
    content = content.replace(DOCID.format(1), "shard_1_1").replace(
        DOCID.format(2), "shard_1_2"
    )
    row = bring_in(track, "run", content, task="rag")
    assert (row.state, found(row)["unknown_run_type"]) == (Import.LANDED, [1, 2])
    assert Run.objects.visible().get().type == "automatic"


def test_a_file_without_a_type_says_so_once(track: Track) -> None:
    row = bring_in(track, "run", FILE.replace('"type": "automatic", ', ""), task="rag")
    assert (row.verdict, found(row)) == (
        "Accepted, with 1 warning",
        {"missing_run_type": [1]},
    )


def test_what_the_import_says_against_the_file_is_a_finding(track: Track) -> None:
    row = bring_in(track, "run", FILE, task="rag", group="g", type="manual")
    run = Run.objects.visible().get()
    assert (run.group, run.type) == ("g", "manual")
    assert found(row) == {"other_group": [None], "other_type": [None]}
    (group, _type) = sorted(row.findings, key=lambda finding: finding["kind"])
    (example,) = group["examples"]
    assert (example["found"], example["expected"]) == ("'t1'", "g")


def test_a_run_that_is_in_keeps_its_group_and_the_report_says_so(track: Track) -> None:
    bring_in(track, "run", FILE, task="rag")
    Run.objects.update(group="", type="manual")  # as before files were asked
    row = bring_in(track, "run", FILE, task="rag")
    assert (row.state, set(found(row))) == (
        Import.UNCHANGED,
        {"other_group", "other_type"},
    )


def test_a_team_longer_than_the_column_is_refused(track: Track) -> None:
    content = lines(("t" * 151, "manual"), ("t" * 151, "manual"))
    assert "long_name" in found(bring_in(track, "run", content, task="rag"))


def test_a_team_that_is_no_name_is_refused(track: Track) -> None:
    content = FILE.replace('"t1"', '["t1"]')
    assert found(bring_in(track, "run", content, task="rag")) == {"wrong_type": [1, 2]}


def test_an_omitted_option_keeps_what_is_in(track: Track) -> None:
    given = {"group": "tidal", "type": "manual", "priority": 2}
    bring_in(track, "run", FILE, task="rag", **given)
    omitted = {"group": "", "type": "", "priority": None}
    again = bring_in(track, "run", FILE, task="rag", **omitted)
    assert again.state == Import.UNCHANGED
    bring_in(track, "run", OTHER, task="rag", replace=True, **omitted)
    run = Run.objects.visible().get()
    assert (run.group, run.type, run.priority) == ("tidal", "manual", 2)
