"""Pairs of texts are posted to an entailment model, and its answers are kept."""

import json
import runpy
import sys
import threading
from http.server import ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace

import pytest
from pytest_django import Settings

from llm.client import ModelBusy, ModelFailed, ModelNotSet, ModelRefused
from llm.entailment import ask_pairs, check_entailment, entailment_model
from llm.kernel.entailment import Pair, read_probabilities
from llm.kernel.reply import BadReply
from llm.kernel.spec import ModelSpec
from llm.models import Call, CallState
from llm.retries import REFUSALS
from tests.fake_model import FakeModel, Fault, cut, hang, malformed, status

pytestmark = pytest.mark.both_stacks
PAIRS = [Pair("Ice is cold", "ice"), Pair("Ice is cold", "snow falls")]
EXAMPLE = Path(__file__).resolve().parents[2] / "docs/examples/entailment_server.py"


@pytest.fixture
def nli(fake: FakeModel, settings: Settings, db: None) -> ModelSpec:
    """The entailment model that the settings name, at the fake server."""
    settings.ENTAIL_ENDPOINT = fake.pairs_url
    settings.ENTAIL_KEY = "nli-secret"
    settings.LLM_TIMEOUT = 5
    return entailment_model("nli-1")


def test_pairs_are_sent_once_and_recorded(nli: ModelSpec, fake: FakeModel) -> None:
    found = ask_pairs(PAIRS, model=nli)
    assert [each.percent for each in found.value] == [100.0, 0.0]
    assert fake.bodies == [{"pairs": [pair._asdict() for pair in PAIRS]}]
    assert fake.keys == ["nli-secret"]
    call = Call.objects.get()
    assert (call.prompt_name, call.model) == ("entailment", "nli-1")
    assert json.loads(call.reply)[0] == [1.0, 0.0, 0.0]
    again = ask_pairs(PAIRS, model=nli)
    assert (again.reply.reused, fake.count) == (True, 1)
    ask_pairs(PAIRS[:1], model=nli)
    assert fake.count == 2


@pytest.mark.parametrize(
    "reply",
    [
        {},
        [],
        [[1, 0, 0]],
        [[1, 0, 0], [1, 0]],
        [[1, 0, 0], [2, -1, 0]],
        [[1, 0, 0], [0.5, 0.1, 0.1]],
        [[1, 0, 0], [True, 0, 0]],
        [[1, 0, 0], ["1", 0, 0]],
        [[1, 0, 0], {"entailment": 1}],
        "yes",
        None,
    ],
)
def test_an_unreadable_reply_is_asked_for_again(
    nli: ModelSpec, fake: FakeModel, reply: object
) -> None:
    fake.probabilities = lambda _pairs: reply
    with pytest.raises(BadReply, match="No reply could be read"):
        ask_pairs(PAIRS, model=nli)
    assert fake.count == 3
    # It is on record; the same question again looks at it first.
    fake.probabilities = lambda _pairs: [[1, 0, 0]] * 2
    assert ask_pairs(PAIRS, model=nli).value[1].percent == 100
    assert fake.count == 4


@pytest.mark.parametrize(
    "reply", ["[[NaN, 0, 1]]", "[[Infinity, 0, 0]]", "[" * 100_000, "[[1, 0, 0]", ""]
)
def test_what_is_no_number_is_unreadable(reply: str) -> None:
    with pytest.raises(BadReply):
        read_probabilities(reply, expected=1)


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (status(500), ModelBusy),
        (status(429, after=0.01), ModelBusy),
        (cut(), ModelBusy),
        (status(401), ModelRefused),
        (status(400), ModelFailed),
        (Fault(302, {"Location": "http://127.0.0.1:1/"}), ModelFailed),
    ],
)
def test_a_failed_call_is_on_record(
    nli: ModelSpec, fake: FakeModel, fault: Fault, error: type[ModelFailed]
) -> None:
    fake.misbehave(*[fault] * (REFUSALS + 1))
    with pytest.raises(error) as raised:
        ask_pairs(PAIRS, model=nli)
    assert type(raised.value) is error
    assert Call.objects.get().state == CallState.FAILED
    fake._faults.clear()
    assert ask_pairs(PAIRS, model=nli).reply.text


def test_a_busy_endpoint_is_tried_again(nli: ModelSpec, fake: FakeModel) -> None:
    fake.misbehave(status(429, after=0.01), status(503, after=0.01), cut())
    ask_pairs(PAIRS, model=nli)
    assert (fake.count, Call.objects.count()) == (4, 1)


def test_half_a_reply_is_unreadable(nli: ModelSpec, fake: FakeModel) -> None:
    fake.misbehave(malformed())
    ask_pairs(PAIRS, model=nli)
    assert fake.count == 2


def test_a_slow_endpoint_is_left(
    nli: ModelSpec, fake: FakeModel, settings: Settings
) -> None:
    settings.LLM_TIMEOUT = 0.2
    fake.misbehave(*[hang(5)] * 4)
    with pytest.raises(ModelBusy, match=r"within 0\.2 seconds"):
        ask_pairs(PAIRS, model=nli)


def test_a_longer_reply_than_the_ledger_takes(nli: ModelSpec, fake: FakeModel) -> None:
    fake.misbehave(Fault(body="[" + " " * 1_000_001 + "]"))
    with pytest.raises(ModelFailed, match="longer than"):
        ask_pairs(PAIRS, model=nli)


def test_pairs_go_to_the_endpoint_of_the_settings_alone(
    nli: ModelSpec, fake: FakeModel, settings: Settings
) -> None:
    with pytest.raises(ModelNotSet, match="ENTAIL_ENDPOINT is"):
        check_entailment(ModelSpec("http://127.0.0.1:1/pairs", "nli-1"))
    with pytest.raises(ModelNotSet, match="ENTAIL_KEY"):
        entailment_model("nli-1", "http://me:key@127.0.0.1/")
    with pytest.raises(ModelNotSet, match="http://"):
        entailment_model("nli-1", "file:///etc/passwd")
    settings.ENTAIL_ENDPOINT = ""
    with pytest.raises(ModelNotSet, match="Set ENTAIL_ENDPOINT"):
        ask_pairs(PAIRS, model=nli)
    assert fake.count == 0


def test_a_key_never_reaches_an_error(nli: ModelSpec, fake: FakeModel) -> None:
    fake.misbehave(Fault(400, {}, json.dumps({"error": {"message": "nli-secret"}})))
    with pytest.raises(ModelFailed) as raised:
        ask_pairs(PAIRS, model=nli)
    assert "nli-secret" not in str(raised.value)


def test_the_example_server_keeps_to_the_contract(
    nli: ModelSpec, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [
        {"label": "neutral", "score": 0.25},
        {"label": "entailment", "score": 0.625},
        {"label": "contradiction", "score": 0.125},
    ]
    stub = SimpleNamespace(
        pipeline=lambda *_, **__: lambda texts: [rows for _ in texts]
    )
    monkeypatch.setitem(sys.modules, "transformers", stub)
    handler = runpy.run_path(str(EXAMPLE))["Handler"]
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        settings.ENTAIL_ENDPOINT = f"http://127.0.0.1:{server.server_address[1]}/"
        settings.ENTAIL_KEY = ""
        found = ask_pairs(PAIRS, model=entailment_model("nli-1")).value
        server.shutdown()
    assert found == [(0.625, 0.25, 0.125)] * 2
