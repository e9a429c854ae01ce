"""The input of a draft: a topic, or each of its sub-narratives without questions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import NamedTuple

from exams.models import Question, QuestionBank
from llm.kernel.prompt import Value
from runs.kernel.exam import Exam
from runs.models import Subnarrative, Topic, Track

# (form of a question, whether it is for a facet) → its prompt, prompts/<name>.toml
PROMPTS = {
    (Question.QUESTION, False): "create_questions",
    (Question.QUESTION, True): "create_facet_questions",
    (Question.KEY_FACT, False): "create_key_facts",
    (Question.KEY_FACT, True): "create_facet_key_facts",
}


class Need(NamedTuple):
    """One call: a topic, and its facet if it has some."""

    topic: Topic
    facet: Subnarrative | None

    @property
    def name(self) -> str:
        """Return the description for people."""
        return f"Topic {self.topic}" + (f": {self.facet.text}" if self.facet else "")

    @property
    def ids(self) -> dict[str, str]:
        """Return the public ids for the ledger."""
        found = {"topic": str(self.topic.uuid)}
        return found | ({"facet": str(self.facet.uuid)} if self.facet else {})

    def prompt(self, form: str) -> str:
        """Return the prompt for a form of questions."""
        return PROMPTS[form, self.facet is not None]

    def values(self, form: str, rules: Exam) -> dict[str, Value]:
        """Return the values of the prompt."""
        is_question = form == Question.QUESTION
        words = rules.question_words if is_question else rules.key_fact_words
        numbers: dict[str, Value] = {"number": rules.questions, "words": words}
        facet: dict[str, Value] = {"facet": self.facet.text} if self.facet else {}
        return {"topic": self.topic.text, **facet, **numbers}


def needs_of(
    track: Track, bank: QuestionBank | None, topics: Collection[str] = ()
) -> list[Need]:
    """Return the calls that a bank still needs on topics, by uuid; none: all.

    A topic with sub-narratives needs one for each. One with a question in any version
    of the bank, withdrawn or not, needs no other.
    """
    rows = track.topics.all().order_by("position", "pk")
    wanted = [each for each in rows if not topics or str(each.uuid) in topics]
    facets = _facets(wanted)
    there = _there(bank)
    found = []
    for topic in wanted:
        parts: Sequence[Subnarrative | None] = facets.get(topic.pk) or [None]
        found += [
            Need(topic, part)
            for part in parts
            if (topic.pk, part.pk if part else None) not in there
        ]
    return found


def _facets(topics: Sequence[Topic]) -> dict[int, list[Subnarrative]]:
    found: dict[int, list[Subnarrative]] = defaultdict(list)
    live = Subnarrative.objects.live().filter(topic__in=[each.pk for each in topics])
    for part in live.order_by("topic", "position", "pk"):
        found[part.topic_id].append(part)
    return found


def _there(bank: QuestionBank | None) -> set[tuple[int, int | None]]:
    if bank is None:
        return set()
    rows = Question.objects.filter(listings__version__bank=bank)
    return set(rows.values_list("topic", "facet").distinct())
