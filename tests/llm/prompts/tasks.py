"""Every shipped prompt with its reader, texts for its places, and its best reply."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from assess.judging.kernel.replies import SUPPORT_LABELS, read_grade, read_support
from exams.kernel.drafting import read_questions
from exams.kernel.replies import read_rating, read_ratings
from llm.kernel.prompt import Prompt, Value
from llm.kernel.reply import Read, read_label, read_labels
from llm.registry import prompt_named
from matching.kernel.replies import read_first_yes_no, read_yes_no
from matching.kernel.spans import read_spans
from nuggets.kernel.drafting import (
    ASSIGNMENTS,
    IMPORTANCES,
    TWO_WAY,
    read_assignments,
    read_importances,
    read_mapping,
    read_nugget_list,
)

SAMPLES: dict[str, Value] = {
    "text": "Salt was sold by the coast.",
    "texts": ["Salt was sold by the coast. Gold came later by camel."],
    "list": ["salt trade", "gold trade", "ships"],
    "number": 3,
}


def read_grade_of_passage(reply: str) -> Read[int]:
    return Read(read_rating(reply, reading="fail").grade)


PARSERS: dict[str, Callable[[str], Read[Any]]] = {
    "create_facet_key_facts": partial(read_questions, number=3),
    "create_facet_questions": partial(read_questions, number=3),
    "create_key_facts": partial(read_questions, number=3),
    "create_questions": partial(read_questions, number=3),
    "create_nuggets": read_nugget_list,
    "copy_span": lambda reply: read_spans(reply).mapped(tuple),
    "entail_nugget": read_yes_no,
    "extract_nuggets": lambda reply: read_spans(reply).mapped(tuple),
    "judge_answer": read_first_yes_no,
    "judge_groundedness": read_first_yes_no,
    "match_nuggets": partial(read_labels, expected=3, allowed=("yes", "no")),
    "extract_answer": lambda reply: Read(reply.strip()),
    "grade_key_facts": partial(read_ratings, number=3),
    "grade_questions": partial(read_ratings, number=3),
    "verify_answer": partial(read_label, allowed=("yes", "no")),
    "grade_key_fact": read_grade_of_passage,
    "grade_passage": read_grade_of_passage,
    "match_nugget": read_yes_no,
    "nugget_importance": partial(read_importances, expected=3),
    "assign_nuggets": partial(read_assignments, expected=3),
    "assign_nuggets_two_way": partial(read_assignments, expected=3, allowed=TWO_WAY),
    "judge_relevance": partial(read_grade, highest=3),
    "judge_relevance_subnarratives": partial(read_grade, highest=4),
    "judge_support": read_support,
    "map_subnarratives": partial(read_mapping, expected=3),
}


# What an author wants for a text of theirs, in the form that the prompt asks for.
BEST: dict[str, str] = {
    "assign_nuggets": '["support", "support", "support"]',
    "assign_nuggets_two_way": '["support", "support", "support"]',
    "copy_span": "Acme knows best",
    "create_facet_key_facts": '{"questions": ["Acme knows best"]}',
    "create_facet_questions": '{"questions": ["Does Acme know best?"]}',
    "create_key_facts": '{"questions": ["Acme knows best"]}',
    "create_nuggets": '["Acme knows best"]',
    "create_questions": '{"questions": ["Does Acme know best?"]}',
    "entail_nugget": "yes",
    "extract_answer": "Acme",
    "extract_nuggets": "- Acme knows best",
    "grade_key_fact": "5",
    "grade_key_facts": '{"grades": [5, 5, 5]}',
    "grade_passage": "5",
    "grade_questions": '{"grades": [5, 5, 5]}',
    "judge_answer": "yes",
    "judge_groundedness": "no",
    "judge_relevance": "##final score: 3",
    "judge_relevance_subnarratives": "##sub-narratives: A, B\n##final score: 4",
    "judge_support": "full_support",
    "map_subnarratives": '["Acme", "Acme", "Acme"]',
    "match_nugget": "yes",
    "match_nuggets": '["yes", "yes", "yes"]',
    "nugget_importance": '["vital", "vital", "vital"]',
    "verify_answer": "yes",
}

# The only labels that a prompt's replies may give; other prompts ask for texts.
VOCABULARY: dict[str, frozenset[object]] = {
    **dict.fromkeys(
        ("entail_nugget", "judge_answer", "judge_groundedness", "match_nugget"),
        frozenset({True, False}),
    ),
    **dict.fromkeys(("match_nuggets", "verify_answer"), frozenset({"yes", "no"})),
    **dict.fromkeys(
        ("grade_key_fact", "grade_key_facts", "grade_passage", "grade_questions"),
        frozenset(range(6)),
    ),
    "assign_nuggets": frozenset(ASSIGNMENTS),
    "assign_nuggets_two_way": frozenset(TWO_WAY),
    "judge_relevance": frozenset(range(4)),
    "judge_relevance_subnarratives": frozenset(range(5)),
    "judge_support": frozenset(SUPPORT_LABELS),
    "nugget_importance": frozenset(IMPORTANCES),
}


class Task(NamedTuple):
    """A prompt with values for its places, none of which has a word of another."""

    prompt: Prompt
    values: Mapping[str, Value]

    @property
    def read(self) -> Callable[[str], Read[Any]]:
        """Return the prompt's reader."""
        return PARSERS[self.prompt.name]

    @property
    def best(self) -> str:
        """Return the reply that an author wants."""
        return BEST[self.prompt.name]

    def labels(self, value: object) -> set[object]:
        """Return the labels that a reader returned."""
        found = value if isinstance(value, list) else [value]
        return {getattr(each, "grade", each) for each in found}


def task_of(name: str) -> Task:
    """Return a shipped prompt with plain texts: an honest model finds nothing."""
    prompt = prompt_named(name)
    return Task(
        prompt, {place: _plain(place, form) for place, form in prompt.values.items()}
    )


def _plain(place: str, form: str) -> Value:
    match form:
        case "number":
            return 3
        case "text":
            return f"{place}A {place}B {place}C."
    return [f"{place}{number}A {place}{number}B" for number in range(3)]
