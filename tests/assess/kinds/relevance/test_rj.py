import pytest
from django.core.management import call_command

from assess.judging.judges.actions import say_giver
from assess.judging.kinds import get_kind
from assess.judging.models import Judge
from assess.kinds.relevance.models import RelevanceLabel
from runs.models import Import, Track
from tests.make import make_topic, make_track
from tests.runs.import_form import bring_in, found

pytestmark = pytest.mark.both_stacks

RJ = "14 Q0 d1 3 1 my-qrel\n14 Q0 d2 0 0.75 my-qrel\n31 Q0 d1 2.0 1 my-qrel\n"


@pytest.fixture
def track(db: None) -> Track:
    track = make_track()
    make_topic(track, "14")
    make_topic(track, "31")
    return track


def labels() -> dict[tuple[str, str], str]:
    rows = RelevanceLabel._base_manager.all()
    values = rows.values_list("topic__name", "segment__docid", "value")
    return {(topic, docid): value for topic, docid, value in values}


def test_the_fourth_column_is_the_grade(track: Track) -> None:
    row = bring_in(track, "rj", RJ, judge="my-qrel", group="g", type="manual")
    assert (row.state, row.counts) == (Import.LANDED, {"labels": 3})
    judge = Judge.objects.visible().get()
    assert judge.kind == Judge.IMPORT
    assert judge.parameters == {"task": "rj", "group": "g", "type": "manual"}
    assert labels() == {("14", "d1"): "3", ("14", "d2"): "0", ("31", "d1"): "2"}
    assert RelevanceLabel.objects.get(value="0").details == {"confidence": 0.75}


def test_grades_off_the_scale_are_kept_and_the_judge_is_marked(track: Track) -> None:
    bring_in(track, "rj", RJ.replace(" 3 1 ", " 0.8125 1 "), judge="floats")
    judge = Judge.objects.visible().get()
    assert judge.has_own_scale
    assert labels()["14", "d1"] == "0.8125"
    assert not Judge.objects.on_the_scale().exists()


def test_grades_off_the_scale_are_warnings_that_name_their_range(track: Track) -> None:
    content = RJ + "31 Q0 d2 60.5 1 my-qrel\n31 Q0 d3 -7 1 my-qrel\n"
    row = bring_in(track, "rj", content, judge="floats")
    (off,) = [each for each in row.findings if each["kind"] == "off_scale_judgment"]
    assert (off["severity"], off["count"]) == ("warning", 2)
    assert [each["line"] for each in off["examples"]] == [4, 5]
    assert off["examples"][0]["expected"] == (
        "0 to 4; the grades off this scale are -7 to 60.5"
    )
    own = bring_in(track, "rj", content, judge="own", own_scale=True)
    assert "off_scale_judgment" not in found(own)


def test_its_docids_are_held_to_the_corpus(track: Track) -> None:
    assert found(bring_in(track, "rj", RJ, judge="run"))["bad_label_docid"] == [1, 2, 3]


def test_a_run_may_say_that_its_scale_is_its_own(track: Track) -> None:
    bring_in(track, "rj", RJ, judge="own", own_scale=True)
    assert Judge.objects.visible().get().has_own_scale


def test_judges_without_parameters_are_on_the_scale(track: Track) -> None:
    bring_in(track, "qrels", "14 0 d1 2\n", judge="nist")
    assert Judge.objects.on_the_scale().count() == 1


def test_a_replacement_keeps_who_gave_the_labels(track: Track) -> None:
    bring_in(track, "rj", RJ, judge="run")
    say_giver(Judge.objects.get(name="run"), "model")
    bring_in(track, "rj", RJ.replace(" 3 1 ", " 90 1 "), judge="run", replace=True)
    assert Judge.objects.get(name="run").given_by == "model"


def test_a_replacement_may_change_the_scale(track: Track) -> None:
    bring_in(track, "rj", RJ, judge="run")
    bring_in(track, "rj", RJ.replace(" 3 1 ", " 90 1 "), judge="run", replace=True)
    assert Judge.objects.visible().get().has_own_scale
    assert labels()["14", "d1"] == "90"


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("14 Q0 d9 2 1", "wrong_columns"),
        ("14 Q0 d9 nan 1 my-qrel", "bad_number"),
        ("14 Q0 d9 2 sure my-qrel", "bad_number"),
        ("99 Q0 d9 2 1 my-qrel", "unknown_topic"),
        ("14 Q0 d9 2 1 other", "changing_run_tag"),
        ("14 Q0 d1 2 1 my-qrel", "contradicting_row"),
    ],
)
def test_each_fault_is_named_with_its_line(track: Track, line: str, kind: str) -> None:
    row = bring_in(track, "rj", f"{RJ}{line}\n", judge="my-qrel")
    assert row.state == Import.REFUSED
    assert found(row)[kind] == [4]


def test_unjudged_rows_are_skipped_and_counted(track: Track) -> None:
    row = bring_in(track, "rj", RJ + "14 Q0 d9 -1 1 my-qrel\n", judge="my-qrel")
    assert (row.counts, found(row)["unjudged"]) == ({"labels": 3}, [4])


def test_the_command_brings_a_run_in(
    track: Track, tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = tmp_path_factory.mktemp("rj") / "my-qrel"
    file.write_text(RJ)
    call_command("import_rj", track.slug, str(file), "--judge", "my-qrel")
    assert get_kind("relevance").model.objects.count() == 3


def test_pairs_that_were_not_asked_for_or_are_missing_are_named(track: Track) -> None:
    pairs = "14\td1\n14\td3\n31\td1\n31\td4\n"
    row = bring_in(track, "rj", RJ, judge="my-qrel", pairs=pairs)
    assert (row.state, row.counts) == (Import.LANDED, {"labels": 3})
    assert found(row)["unknown_pair"] == [2]
    (missing,) = [each for each in row.findings if each["kind"] == "missing_pair"]
    assert missing["count"] == 2
    assert missing["examples"][0]["found"] == "'14 d3'"
    assert missing["examples"][0]["expected"] == "50.0% of 4 pairs are missing"


def test_bad_pairs_are_refused(track: Track) -> None:
    row = bring_in(track, "rj", RJ, judge="my-qrel", pairs="14 d1 2\n")
    assert (row.state, found(row)["wrong_columns"]) == (Import.REFUSED, [1])
