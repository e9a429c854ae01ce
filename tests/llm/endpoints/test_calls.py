"""Calls to endpoints that were set up in the browser."""

from decimal import Decimal

import pytest
from pytest_django import Settings

from assess.judging.judges.machines import add_model_judge
from assess.judging.machine.readiness import model_of
from llm.client import ModelNotSet
from llm.endpoints.actions import Served, delete_endpoint
from llm.endpoints.lookup import limits_of
from llm.kernel.load import Limits
from llm.kernel.spec import ModelSpec, Price
from llm.models import Call, Endpoint
from llm.questions import ask
from tests.fake_model import FakeModel
from tests.llm.endpoints.make import make_endpoint
from tests.make import NOW, make_track

pytestmark = pytest.mark.both_stacks

QUESTION = {"query": "who sold salt", "passage": "They sold salt."}
KEY = "sk-very-secret-key"


def put(url: str) -> str:
    return ask("judge_relevance", QUESTION, model=ModelSpec(url, "fake-1")).text


def test_two_endpoints_get_their_own_keys(
    fake: FakeModel, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.LLM_PRIVATE_HOSTS = ["127.0.0.1", "localhost"]
    monkeypatch.setenv("LLM_KEY_OTHER", "sk-other")
    make_endpoint(fake.url, key_from=Endpoint.STORED, key=KEY)
    other = fake.url.replace("127.0.0.1", "localhost")
    make_endpoint(
        other, "Other", key_from=Endpoint.ENVIRONMENT, key_variable="LLM_KEY_OTHER"
    )
    assert put(fake.url) == put(other)
    assert fake.keys == [KEY, "sk-other"]
    assert KEY not in str(list(Call.objects.values()))


def test_a_deleted_endpoint_is_asked_nothing_more(fake: FakeModel) -> None:
    delete_endpoint(make_endpoint(fake.url))
    with pytest.raises(ModelNotSet):
        put(fake.url)
    assert fake.count == 0


def test_its_limits_are_its_own_and_the_settings_hold_elsewhere(
    fake: FakeModel, settings: Settings
) -> None:
    settings.LLM_CONCURRENCY, settings.LLM_TOKENS_A_MINUTE = 3, 1000
    make_endpoint(fake.url, concurrency=16, requests=500)
    assert limits_of(fake.url) == Limits(16, 500, None)
    assert limits_of("https://api.example.org/v1") == Limits(3, None, 1000)


def test_a_judge_pays_its_own_price_else_that_of_the_endpoint(fake: FakeModel) -> None:
    dear, free = Price(Decimal("2.5"), Decimal(10)), Price(Decimal(0), Decimal(0))
    make_endpoint(fake.url, served=[Served("fake-1", dear), Served("fake-2", None)])
    track = make_track()

    def price(name: str, model: str, **parameters: object) -> Price | None:
        judge = add_model_judge(
            track, name, model=model, endpoint=fake.url, parameters=parameters, now=NOW
        )
        return model_of(judge).price

    assert price("a", "fake-1") == dear
    assert price("b", "fake-1", price={"prompt": "0", "completion": "0"}) == free
    assert price("c", "fake-2") is None
