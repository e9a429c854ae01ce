"""Every kind of a model's work, each on a small track of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple
from uuid import uuid4

from accounts.models import User
from assess.judging.judges.machines import add_model_judge
from assess.judging.kinds import get_kind
from assess.judging.labels.batches import record_labels
from assess.judging.labels.writer import NewLabel
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from exams.drafting.actions import start_draft as start_exam_draft
from exams.editing.actions import take_step
from exams.models import Question, QuestionBank
from exams.trial.actions import start_trial
from jobs.models import Job
from matching.answer_scores.actions import start_scoring
from matching.duplicates.actions import start_deduplication
from matching.extraction.actions import start_extraction
from matching.models import Entailment, OtherScore, ReferenceAnswer, ResponseNugget
from nuggets.models import Bank, Listing
from runs.actions.acts import Act
from runs.models import Subnarrative, Track
from tests.exams.machine.grading_ways import make_keyed_world
from tests.exams.world import make_exam_world
from tests.machines import draft, start
from tests.make import (
    NOW,
    make_bank,
    make_conversation,
    make_judge,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
    make_version,
)
from tests.matching.example import make_worked

FACTS = (
    "Salt water freezes late.",
    "Gulls eat chips by the pier.",
    "Ferries stop in January when harbours freeze.",
    "Fresh water floats on salt water.",
    "Still air cools a harbour.",
    "Icebreakers keep one lane open.",
)


class ModelJob(NamedTuple):
    """A kind of work: its track, how a judge begins it, and what it gave.

    What two judges of one model gave is equal if the same was asked. settings: of the
    judge.
    """

    world: Callable[[], Track]
    start: Callable[[Judge], Job]
    given: Callable[[Judge, Job], object]
    settings: Mapping[str, object] = {}

    def judge(self, track: Track, name: str, seed: int) -> Judge:
        """Make a judge; another seed is another call in the ledger."""
        parameters = {"seed": seed, "settings": dict(self.settings)}
        return add_model_judge(track, name, parameters=parameters, now=NOW)


def _answered() -> Track:
    """Make a track whose responses cite segments, with parts and a bank."""
    track = make_track()
    topic = make_topic(track)
    for place, text in enumerate(("salt water", "late frost")):
        Subnarrative.objects.create(topic=topic, text=text, folded=text, position=place)
    make_version(make_bank(track), topic, [f"{fact[:-1]}" for fact in FACTS * 2])
    segments = [make_segment(track, f"d{n}", fact) for n, fact in enumerate(FACTS)]
    for number, segment in enumerate(segments):
        run = make_run(track, f"run-{number}")
        make_response(run, topic, FACTS[number : number + 2], cites=segment)
    labels = [NewLabel((topic.pk, segment.pk), "1") for segment in segments]
    record_labels(RELEVANCE, make_judge(track, "nist"), labels, now=NOW)
    return track


def _talked() -> Track:
    """Make turns with gold answers, and responses that cite."""
    track = make_track(profile="ikat24")
    turns = make_conversation(track, asked=("Ice?", "Snow?", "Rain?"))
    people = make_judge(track, "people", kind="import")
    runs = {name: make_run(track, name) for name in ("run-a", "run-b")}
    for number, turn in enumerate(turns):
        text = FACTS[number]
        ReferenceAnswer.objects.create(topic=turn, author=people, text=text, words=4)
        segment = make_segment(track, f"d{number}", FACTS[number + 1])
        for name, run in runs.items():
            more = FACTS[: number + 2] if name == "run-a" else FACTS[number:]
            make_response(run, turn, more, cites=segment)
    return track


def _worked() -> Track:
    return make_worked()[0]


def _omar() -> User:
    return User.objects.get_or_create(username="omar-of-jobs")[0]


def _examined() -> Track:
    return make_exam_world(_omar()).track


def _keyed() -> Track:
    return make_keyed_world(keys=[["salt water"], ["ice"]]).track


def _edited() -> Track:
    """Make the exam's worked example with a question more in a draft."""
    world = make_exam_world(_omar())
    topic = str(world.topic.uuid)
    edit: dict[str, Any] = {"do": "add", "topic": topic, "facet": ""}
    for number in range(2):
        step = {**edit, "text": f"Why does text {number} matter?"}
        act = Act(by=_omar(), key=uuid4(), seen=number, now=NOW)
        take_step(world.bank, "add", [step], act=act)
    return world.track


def _judging(kind: str, bank: str = "") -> Callable[[Judge], Job]:
    def started(judge: Judge) -> Job:
        found = Bank.objects.get(track=judge.track, name=bank) if bank else None
        return start(judge, kind, found)

    return started


def _examining(judge: Judge) -> Job:
    bank: Any = QuestionBank.objects.get(track=judge.track)
    return start(judge, "exam", bank)


def _labels(kind: str) -> Callable[[Judge, Job], object]:
    def given(judge: Judge, _job: Job) -> object:
        found = get_kind(kind)
        rows = found.model.objects.filter(judge=judge)
        return sorted(map(str, rows.values_list(*found.columns, "value", "details")))

    return given


def _listed(judge: Judge, _job: Job) -> object:
    rows = Listing.objects.filter(version__bank__name=judge.name)
    columns = ("nugget__text", "importance", "position", "subnarrative__text")
    return list(rows.order_by("position").values_list(*columns))


def _rows(model: Any, *columns: str, judge: str = "judge") -> Any:  # noqa: ANN401
    def given(by: Judge, _job: Job) -> object:
        rows = model.objects.filter(**{judge: by.pk})
        return sorted(map(str, rows.values_list(*columns)))

    return given


_scores = _rows(OtherScore, "run__name", "topic__name", "value")


def _scoring(measure: Any) -> Callable[[Judge], Job]:  # noqa: ANN401
    return lambda judge: start_scoring(judge, measure, topics=(), owner=None, now=NOW)


def _deduplicating(judge: Judge) -> Job:
    bank = Bank.objects.get(track=judge.track, name="gold")
    return start_deduplication(
        bank, judge, judge.name, rule="in-order", owner=None, now=NOW
    )


def _exam_drafting(judge: Judge) -> Job:
    return start_exam_draft(
        judge,
        name=judge.name,
        form=Question.QUESTION,
        topics=(),
        owner=None,
        now=NOW,
    )


def _questions(judge: Judge, _job: Job) -> object:
    rows = Question.objects.filter(listings__version__bank__name=judge.name)
    return sorted(rows.values_list("text", flat=True))


def _trying(judge: Judge) -> Job:
    bank = QuestionBank.objects.get(track=judge.track)
    return start_trial(bank, judge, passages=20, by=_omar(), now=NOW)


MODEL_JOBS: dict[str, ModelJob] = {
    "draft": ModelJob(
        _answered,
        lambda judge: draft(
            judge, Judge.objects.get(track=judge.track, name="nist"), judge.name
        ),
        _listed,
    ),
    "relevance": ModelJob(_answered, _judging("relevance"), _labels("relevance")),
    "support": ModelJob(_answered, _judging("support"), _labels("support")),
    "assignment": ModelJob(
        _answered, _judging("assignment", "post-edited"), _labels("assignment")
    ),
    "match": ModelJob(_worked, _judging("match", "gold"), _labels("match")),
    "entail": ModelJob(_worked, _judging("entail", "gold"), _labels("entail")),
    "extract": ModelJob(
        _talked,
        lambda judge: start_extraction(judge, topics=(), owner=None, now=NOW),
        _rows(ResponseNugget, "text", "start", "found", judge="extraction__judge"),
    ),
    "LLMEval": ModelJob(
        _talked,
        _scoring("LLMEval"),
        _rows(OtherScore, "run__name", "topic__name", "value"),
    ),
    "groundedness": ModelJob(
        _talked,
        _scoring("groundedness"),
        _rows(OtherScore, "run__name", "topic__name", "value"),
    ),
    "deduplicate": ModelJob(
        _worked,
        _deduplicating,
        _rows(Entailment, "premise", "hypothesis", "value"),
    ),
    "exam": ModelJob(_examined, _examining, _labels("exam")),
    "exam, several a call": ModelJob(
        _examined, _examining, _labels("exam"), {"exam": {"batch": 5}}
    ),
    "exam, answers verified": ModelJob(
        _keyed, _examining, _labels("exam"), {"exam": {"mode": "verify"}}
    ),
    "exam draft": ModelJob(_examined, _exam_drafting, _questions),
    "exam trial": ModelJob(_edited, _trying, lambda _judge, job: job.result["counts"]),
}
