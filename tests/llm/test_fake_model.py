"""The fake model answers each shipped prompt in the form that the prompt requires."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.request import urlopen

import pytest

from assess.judging.kernel.replies import read_grade, read_support
from exams.kernel.drafting import read_questions
from exams.kernel.replies import read_rating, read_ratings
from llm.kernel.prompt import Value
from llm.kernel.reply import Read, read_label, read_labels
from llm.kernel.spec import ModelSpec
from llm.questions import ask_until_parsed
from llm.registry import prompt_named, prompt_names
from matching.kernel.replies import read_first_yes_no, read_yes_no
from matching.kernel.spans import read_spans
from nuggets.kernel.drafting import (
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
    "judge_relevance": partial(read_grade, highest=3),
    "judge_relevance_subnarratives": partial(read_grade, highest=4),
    "judge_support": read_support,
    "map_subnarratives": partial(read_mapping, expected=3),
}


@pytest.mark.parametrize("name", prompt_names())
def test_its_answers_are_what_the_parsers_read(model: ModelSpec, name: str) -> None:
    prompt = prompt_named(name)
    values = {place: SAMPLES[form] for place, form in prompt.values.items()}
    parsed = ask_until_parsed(prompt, values, PARSERS[name], model=model, attempts=1)
    assert parsed.value is not None


# These require one of few replies; an example would suggest one of them.
REPLIES = {
    "copy_span": ("no nuggets", "salt was sold"),
    "entail_nugget": ("yes", "no"),
    "extract_nuggets": ("no nuggets", "salt was sold"),
    "judge_answer": ("yes", "no"),
    "judge_groundedness": ("yes", "no"),
    "extract_answer": ("salt", "unanswerable"),
    "verify_answer": ("yes", "no"),
    "grade_key_fact": tuple("012345"),
    "grade_passage": tuple("012345"),
    "match_nugget": ("yes", "no"),
}


@pytest.mark.parametrize("name", REPLIES)
def test_the_parsers_read_each_reply_that_a_prompt_allows(name: str) -> None:
    read = [PARSERS[name](reply) for reply in REPLIES[name]]
    assert len({each.value for each in read}) == len(read)
    assert not any(each.forgiven for each in read)


@pytest.mark.parametrize("name", sorted(set(prompt_names()) - set(REPLIES)))
def test_the_parsers_read_the_example_that_a_prompt_gives(name: str) -> None:
    example = re.search(
        r"Example of the form: (.+)|^(##final score: )X$", prompt_named(name).user, re.M
    )
    assert example is not None
    text = example[1] or f"{example[2]}2"
    parse = PARSERS[name]
    if isinstance(parse, partial) and "expected" in parse.keywords:
        parse = partial(parse, expected=len(json.loads(text)))
    parse(text)


def test_it_serves_as_a_process_of_its_own() -> None:
    command = [sys.executable, "-m", "tests.fake_model"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        url = child.stdout.readline().strip()
        with urlopen(url.replace("/v1", "/count")) as answer:
            assert json.load(answer) == {"count": 0}
        child.terminate()
