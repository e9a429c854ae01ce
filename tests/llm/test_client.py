import json
from urllib.parse import urlsplit

import pytest
from pytest_django import Settings

from llm.client import ModelBusy, ModelFailed, ModelNotSet, model_from_settings
from llm.kernel.spec import ModelSpec
from llm.models import Call, CallState
from llm.questions import ask
from llm.retries import REFUSALS, RETRIES
from tests.fake_model import (
    FakeModel,
    Fault,
    cut,
    hang,
    malformed,
    no_choices,
    status,
)
from tests.llm.conftest import KEY

pytestmark = pytest.mark.stack("embedded")

TOO_LONG = "x" * 1_000_001
QUESTION = {"query": "who sold salt", "passage": "They sold salt."}


def put(model: ModelSpec) -> str:
    return ask("judge_relevance", QUESTION, model=model).text


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("LLM_ENDPOINT", "", "Set LLM_ENDPOINT"),
        ("LLM_ENDPOINT", "api.example.org", "http:// or https://"),
        ("LLM_ENDPOINT", "https://me:pass@api.example.org/v1", "LLM_KEY"),
        ("LLM_MODEL", "", "Set LLM_MODEL"),
    ],
)
def test_it_says_which_setting_is_missing(
    model: ModelSpec, settings: Settings, name: str, value: str, words: str
) -> None:
    setattr(settings, name, value)
    with pytest.raises(ModelNotSet, match=words):
        model_from_settings()


def test_it_asks_nothing_without_a_key(
    model: ModelSpec, fake: FakeModel, settings: Settings
) -> None:
    settings.LLM_KEY = ""
    with pytest.raises(ModelNotSet, match="Set LLM_KEY"):
        put(model)
    assert (fake.count, Call.objects.count()) == (0, 0)


def test_it_sends_the_key_to_no_other_endpoint(
    model: ModelSpec, fake: FakeModel
) -> None:
    port = urlsplit(fake.url).port
    elsewhere = ModelSpec(f"http://localhost:{port}/v1", "fake-1")
    with pytest.raises(ModelNotSet, match="localhost"):
        put(elsewhere)
    assert fake.count == 0


@pytest.mark.parametrize(
    "fault", [status(429, after=0.01), status(500), status(503), cut()]
)
def test_it_tries_again_after_a_passing_fault(
    model: ModelSpec, fake: FakeModel, fault: Fault
) -> None:
    fake.misbehave(fault)
    assert put(model) == "##final score: 3"
    assert fake.count == 2
    assert Call.objects.get().state == CallState.ANSWERED


def test_it_gives_up_on_an_endpoint_that_stays_busy(
    model: ModelSpec, fake: FakeModel
) -> None:
    fake.misbehave(*[status(429, after=0.01)] * (REFUSALS + 1))
    with pytest.raises(ModelBusy, match="429"):
        put(model)
    assert fake.count == REFUSALS + 1


def test_it_waits_no_longer_than_the_setting(
    model: ModelSpec, fake: FakeModel, settings: Settings
) -> None:
    settings.LLM_TIMEOUT = 0.2
    fake.misbehave(*[hang(3)] * (RETRIES + 1))
    with pytest.raises(ModelBusy, match=r"within 0\.2 seconds"):
        put(model)


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (status(401), "401"),
        (status(400), "400"),
        (malformed(), "has no reply"),
        (no_choices(), "has no reply"),
        (Fault(body="<html>gateway</html>"), "gateway"),
        (Fault(body="[]"), "has no reply"),
        (Fault(body='{"choices": [{"message": {"content": 3}}]}'), "not text"),
        (
            Fault(body=json.dumps({"choices": [{"message": {"content": TOO_LONG}}]})),
            "longer than 1,000,000 characters",
        ),
    ],
)
def test_it_records_a_refusal_as_a_failed_call(
    model: ModelSpec, fake: FakeModel, fault: Fault, words: str
) -> None:
    fake.misbehave(fault)
    with pytest.raises(ModelFailed, match=words):
        put(model)
    call = Call.objects.get()
    assert (call.state, call.reply) == (CallState.FAILED, "")
    assert words in call.error
    assert call.finished_at is not None


def test_a_failed_call_may_be_made_again(model: ModelSpec, fake: FakeModel) -> None:
    fake.misbehave(status(400))
    with pytest.raises(ModelFailed):
        put(model)
    assert put(model) == "##final score: 3"
    assert list(Call.objects.order_by("pk").values_list("state", flat=True)) == [
        CallState.FAILED,
        CallState.ANSWERED,
    ]


def test_no_key_reaches_the_ledger_or_an_error(
    model: ModelSpec, fake: FakeModel
) -> None:
    fake.misbehave(Fault(status=401, body=f'{{"error": {{"message": "bad {KEY}"}}}}'))
    with pytest.raises(ModelFailed) as caught:
        put(model)
    assert fake.keys == [KEY]
    assert KEY not in str(caught.value)
    assert KEY not in str(Call.objects.values().get())


def test_a_reply_that_no_database_could_hold_is_kept(
    model: ModelSpec, fake: FakeModel
) -> None:
    fake.misbehave(
        Fault(body='{"choices": [{"message": {"content": "a\\u0000b\\ud800c"}}]}')
    )
    assert put(model) == "a�b?c"
    assert Call.objects.get().reply == "a�b?c"


def test_its_parameters_win_over_the_prompts(model: ModelSpec, fake: FakeModel) -> None:
    put(ModelSpec(model.endpoint, "other", {"temperature": None, "seed": 7}))
    assert fake.bodies[0]["model"] == "other"
    assert fake.bodies[0]["seed"] == 7
    assert "temperature" not in fake.bodies[0]
