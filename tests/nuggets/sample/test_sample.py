"""What the sample campaign holds: people, labels, nuggets, scores."""

import pytest
from django.db.models import Count

from accounts.models import User
from assess.analysis.scores.arrays import Rules
from assess.analysis.scores.leaderboard.board import Board
from assess.judging.kinds import Kind
from assess.judging.labels.reader import labels_of
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.models import RelevanceLabel
from assess.kinds.support.models import SupportLabel
from exams.models import ExamLabel
from jobs.models import Job, JobState
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.models import (
    AssignmentLabel,
    BankVersion,
    Condition,
    Descent,
    Listing,
    Nugget,
    NuggetSource,
)
from nuggets.scores.basis import basis_of
from nuggets.scores.scoring import score_nuggets
from runs.models import (
    Import,
    Membership,
    Response,
    Run,
    Segment,
    Subnarrative,
    Topic,
    Track,
)
from tests.nuggets.sample.names import PASSWORDS
from tests.nuggets.scores.comparison import tau_of_means
from tests.sample.campaign import (
    assignments,
    grades,
    kappa,
    rows,
    shared,
    subnarratives,
    tau,
    vital_strict,
)
from tests.two_judges import agree


def judge(name: str) -> Judge:
    return Judge.objects.get(name=name)


def condition(name: str) -> Condition:
    return Condition.objects.get(name=name)


def kappa_of(kind: Kind, a: str, b: str) -> float | None:
    ours, theirs = labels_of(judge(a), kind), labels_of(judge(b), kind)
    pairs = [(ours[item], theirs[item]) for item in ours.keys() & theirs.keys()]
    return agree(pairs, kind.values(judge(a).track)).kappa


def test_everything_in_the_folder_is_in_the_track(sample: Track) -> None:
    assert Topic.objects.count() == 7
    assert Segment.objects.count() == Segment.objects.with_text().count() == 75
    assert Run.objects.visible().count() == 10
    assert Response.objects.visible().count() == 55
    labels = dict(
        RelevanceLabel.objects.values_list("judge__name").annotate(Count("pk"))
    )
    assert labels == {"ada": 77, "bea": 38, "sample-model": 89, "settled": 3}
    for name in ("ada", "bea"):
        assert AssignmentLabel.objects.filter(judge__name=name).count() == len(
            assignments(name)
        )
    model = assignments("model") | assignments("model-auto")
    model |= assignments("model-fully-auto")
    assert AssignmentLabel.objects.filter(judge__name="sample-model").count() == len(
        model
    )
    assert set(SupportLabel.objects.values_list("judge__name", flat=True)) == {
        "ada",
        "bea",
        "sample-model",
    }
    exam = ExamLabel.objects.values_list("judge__name").annotate(Count("pk"))
    assert dict(exam) == {"exam-authors": 275, "sample-model": 275}


def test_each_file_came_in_without_an_error_and_nothing_is_left_to_run(
    sample: Track,
) -> None:
    assert set(Import.objects.values_list("state", flat=True)) == {Import.LANDED}
    assert set(Job.objects.values_list("state", flat=True)) == {JobState.DONE}


def test_people_have_their_roles_and_passwords(sample: Track) -> None:
    roles = dict(Membership.objects.values_list("user__username", "role"))
    assert roles == {
        "omar": "organizer",
        "ada": "assessor",
        "bea": "assessor",
        "vera": "viewer",
    }
    assert all(
        User.objects.get(username=name).check_password(password)
        for name, password in PASSWORDS.items()
    )


def test_a_persons_labels_carry_the_person_and_the_ticks(sample: Track) -> None:
    labels = RelevanceLabel.objects.filter(judge__name="ada", value="4")
    assert set(labels.values_list("actor__username", flat=True)) == {"ada"}
    for topic, details in labels.values_list(*RELEVANCE.item[:1], "details"):
        ticked = Subnarrative.objects.filter(topic=topic, uuid__in=details["ticks"])
        assert ticked.count() == len(details["ticks"]) >= 4


def test_subnarratives_keep_their_order_and_importance(sample: Track) -> None:
    for topic in sample.topics.all():
        live = topic.subnarratives.filter(added=False).order_by("position")
        assert [part.text for part in live] == subnarratives()[topic.name]
        assert {part.importance for part in live} <= {"vital", "okay"}
        assert all(part.wordings.get().importance == part.importance for part in live)


def test_the_recorded_model_is_an_import_that_says_what_it_is(sample: Track) -> None:
    model = judge("sample-model")
    assert (model.kind, model.speaker) == (Judge.IMPORT, "model")
    assert "made up" in model.description


def test_nuggets_that_post_editing_kept_are_the_drafts_own(sample: Track) -> None:
    for row in rows("nuggets/edited.jsonl"):
        version = BankVersion.objects.get(bank__name="edited", topic__name=row["qid"])
        assert version.parent
        assert version.parent.bank.name == "auto"
        drafted = set(version.parent.nuggets.values_list("pk", flat=True))
        listed = Listing.objects.filter(version=version).select_related("nugget")
        for listing, nugget in zip(listed, row["nuggets"], strict=True):
            assert listing.nugget.text == nugget["text"]
            assert listing.importance == nugget["importance"]
            assert (listing.nugget_id in drafted) == (nugget["source"] == "original")


def test_reworded_split_and_merged_nuggets_name_what_they_came_from(
    sample: Track,
) -> None:
    merged = Nugget.objects.get(text="Protected lanes lower injuries per kilometre")
    assert {row.parent.text for row in merged.descent.all()} == {
        "Protected lanes lower injuries",
        "Cycle lanes improve safety",
    }
    split = Nugget.objects.get(text="High upfront costs but costs are falling")
    assert split.descendants.filter(relation=Descent.SPLIT).count() == 2
    drafted = Nugget.objects.filter(versions__bank__name="auto").distinct()
    assert not drafted.exclude(pk__in=NuggetSource.objects.values("nugget")).exists()


def test_an_added_subnarrative_is_not_in_the_draft(sample: Track) -> None:
    edited = BankVersion.objects.get(bank__name="edited", topic__name="1001")
    draft = BankVersion.objects.get(bank__name="auto", topic__name="1001")
    assert edited.pins.count() == draft.pins.count() + 1


def test_the_manual_leaderboard_is_what_the_files_give(sample: Track) -> None:
    board = Board(score_nuggets(basis_of(condition("manual"))), Rules())
    means = zip(board.scored.runs, board.mean("V_strict"), strict=True)
    found = {run.name: float(mean) for run, mean in means}
    assert found == pytest.approx(vital_strict("ada"))
    best = board.scored.runs[board.order("V_strict")[0]]
    assert best.name == "harbor-hybrid-1"
    assert board.unanswered == 1


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("automatic", "model-auto"),
        ("automatic assignment", "model"),
        ("fully automatic", "model-fully-auto"),
    ],
)
def test_the_conditions_rank_the_runs_as_the_files_do(
    sample: Track, name: str, file: str
) -> None:
    found = tau_of_means(basis_of(condition("manual")), basis_of(condition(name)))
    expected = tau(vital_strict("ada"), vital_strict(file))
    assert found.tau.value == pytest.approx(expected)


def test_people_and_model_agree_as_the_files_do(sample: Track) -> None:
    for other, file in (("bea", "bea"), ("sample-model", "model")):
        expected = kappa(shared(assignments("ada"), assignments(file)))
        assert kappa_of(ASSIGNMENT, "ada", other) == pytest.approx(expected)
        expected = kappa(shared(grades("ada"), grades(file)))
        assert kappa_of(RELEVANCE, "ada", other) == pytest.approx(expected)
