"""The stand-in answers each shipped prompt in the form that the prompt asks for."""

import json
import re
import subprocess
import sys
from urllib.request import urlopen

import pytest

from llm.asking import ask
from llm.kernel.prompt import Value
from llm.kernel.spec import ModelSpec
from llm.registry import prompt_named, prompt_names

SAMPLES: dict[str, Value] = {
    "text": "Salt was sold by the coast.",
    "texts": ["Salt was sold by the coast. Gold came later by camel."],
    "list": ["salt trade", "gold trade", "ships"],
    "number": 3,
}


@pytest.mark.parametrize("name", prompt_names())
def test_it_answers_in_the_form_asked_for(model: ModelSpec, name: str) -> None:
    prompt = prompt_named(name)
    values = {place: SAMPLES[form] for place, form in prompt.values.items()}
    text = ask(prompt, values, model=model).text
    if text.startswith("["):
        assert len(json.loads(text)) == (5 if name == "create_nuggets" else 3)
    else:
        assert re.fullmatch(
            r"##(final score: [0-4]|label: (full|partial|no)_support)", text
        )


def test_it_serves_as_a_process_of_its_own() -> None:
    command = [sys.executable, "-m", "tests.fake_model"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        url = child.stdout.readline().strip()
        with urlopen(url.replace("/v1", "/count")) as answer:
            assert json.load(answer) == {"count": 0}
        child.terminate()
