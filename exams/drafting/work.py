"""The work of a drafting job: call by call, each topic written when it is done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future
from functools import partial
from itertools import groupby

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from assess.judging.machine.calls import Asker, ItemFailed
from assess.judging.models import Judge
from exams.drafting.actions import (
    AnotherBank,
    Written,
    bank_to_draft,
    check_drafter,
    write_draft,
)
from exams.drafting.calls import PROMPTS, Need, needs_of
from exams.kernel.drafting import KEY, Drafted, read_questions
from exams.models import Question, QuestionVersion
from jobs.registry import JobError
from jobs.run import Running
from llm.kernel.forms import object_form
from runs.kernel.limits import TooMany


class Drafting:
    """One draft: its judge, its bank, and what came of it so far."""

    def __init__(self, running: Running) -> None:
        self.running = running
        self.judge = _judge(running)
        self.name, self.form = (str(running.params[key]) for key in ("name", "form"))
        check_drafter(self.judge, self.form)
        self.rules = self.judge.track.profile.exam
        names = [name for (form, _), name in PROMPTS.items() if form == self.form]
        self.asker = Asker(self.judge, running, names)
        self.counts: Counter[str] = Counter()
        self.done = 0
        self.version: QuestionVersion | None = None

    def write_all(self) -> dict[str, object]:
        """Draft what the bank still lacks; return the resulting counts."""
        try:
            bank = bank_to_draft(self.judge, self.name, self.form)
        except (AnotherBank, TooMany) as error:
            raise JobError(str(error)) from error
        given = self.running.params.get("topics")
        chosen = [str(each) for each in given] if isinstance(given, list) else []
        needs = needs_of(self.judge.track, bank, chosen)
        self.running.step(0, len(needs))
        with self.asker.each(needs, self._asked) as answers:
            for _, own in groupby(answers, key=lambda answer: answer[0].topic.pk):
                self._topic(list(self._written(own, len(needs))))
        return self._result()

    def _asked(self, need: Need) -> Drafted:
        """Ask for the questions of one facet; raise ItemFailed."""
        return self.asker.ask(
            need.prompt(self.form),
            need.values(self.form, self.rules),
            object_form(
                partial(read_questions, number=self.rules.questions),
                KEY,
                {"type": "string"},
                self.rules.questions,
            ),
            ids={"judge": str(self.judge.uuid), **need.ids},
        ).value

    def _topic(self, written: Sequence[Written]) -> None:
        if not written:
            return
        try:
            with transaction.atomic():
                self.running.fence()
                self._check_bank()
                self.version = write_draft(
                    self.judge, self.name, self.form, written, now=timezone.now()
                )
        except (AnotherBank, TooMany) as error:
            self.running.failure(f"Topic {written[0].need.topic}", str(error))
            return
        self.counts["topics"] += 1
        for each in written:
            self._count(each)

    def _check_bank(self) -> None:
        """Raise JobError if the bank that this job began is put away."""
        if self.version and self.version.bank.deleted_at is None:
            self.version.bank.refresh_from_db(fields=["deleted_at"])
        if self.version and self.version.bank.deleted_at is not None:
            raise JobError(f"The question bank {self.name} was put away.")

    def _written(
        self, answers: Iterable[tuple[Need, Future[Drafted]]], total: int
    ) -> Iterator[Written]:
        """Read the answers on each facet of a topic; one that failed is listed."""
        for need, answer in answers:
            self.running.check()
            try:
                yield Written(need, answer.result())
            except ItemFailed as error:
                self.running.failure(need.name, str(error))
            self.done += 1
            self.running.step(self.done, total, need.name)

    def _count(self, written: Written) -> None:
        found, rules = written.drafted, self.rules
        short = self.form == Question.KEY_FACT
        words = rules.key_fact_words if short else rules.question_words
        self.counts.update(
            {
                "questions": len(found.kept),
                "surplus questions, withdrawn": len(found.surplus),
                "empty entries, dropped": found.empty,
                "repeated entries, dropped": found.repeated,
                "questions longer than asked for": sum(
                    len(text.split()) > words for text in found.kept
                ),
                "calls with fewer questions than asked for": int(
                    len(found.kept) < rules.questions
                ),
            }
        )

    def _result(self) -> dict[str, object]:
        found: dict[str, object] = {"topics": 0, "questions": 0}
        found |= {name: number for name, number in self.counts.items() if number}
        found |= self.asker.facts
        if self.version:
            track, bank = self.judge.track, self.version.bank
            found["link"] = reverse("exams:bank", args=[track.uuid, bank.uuid])
        return found


def _judge(running: Running) -> Judge:
    judges = Judge.objects.visible().filter(track__uuid=running.scope)
    found = judges.filter(uuid=str(running.params["judge"]))
    judge = found.select_related("track").first()
    if judge is None:
        raise JobError("The judge of this draft no longer exists.")
    return judge
