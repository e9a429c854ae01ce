"""The fake model answers each shipped prompt in the form that the prompt requires."""

import json
import re
import subprocess
import sys
from functools import partial
from urllib.request import urlopen

import pytest

from llm.kernel.spec import ModelSpec
from llm.questions import ask_until_parsed
from llm.registry import prompt_named, prompt_names
from tests.llm.prompts.tasks import PARSERS, SAMPLES


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
