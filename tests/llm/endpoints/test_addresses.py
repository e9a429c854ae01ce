import socket
from typing import Any

import pytest
from pytest_django import Settings

from llm.client import ModelRefused
from llm.endpoints.addresses import PrivateAddress, check_public
from llm.kernel.spec import ModelSpec
from llm.models import Call
from llm.questions import ask
from tests.fake_model import FakeModel
from tests.llm.endpoints.make import make_endpoint

pytestmark = pytest.mark.stack("embedded")

QUESTION = {"query": "who sold salt", "passage": "They sold salt."}


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1", "localhost", "10.0.0.5", "172.16.1.1", "192.168.1.1"),
        *("169.254.169.254", "0.0.0.1", "100.64.0.1", "224.0.0.1", "[::1]"),
        *("[::ffff:127.0.0.1]", "[fd00::1]", "[fe80::1]", "2130706433", "0x7f.1"),
    ],
)
def test_a_private_address_is_refused_unless_it_is_named(
    settings: Settings, host: str
) -> None:
    with pytest.raises(PrivateAddress, match="LLM_PRIVATE_HOSTS"):
        check_public(f"http://{host}:8000/v1")
    settings.LLM_PRIVATE_HOSTS = [host.strip("[]").upper()]
    check_public(f"http://{host}:8000/v1")


def test_a_public_address_is_fine(monkeypatch: pytest.MonkeyPatch) -> None:
    check_public("https://93.184.215.14/v1")


def test_one_private_address_among_several_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = [(0, 0, 0, "", (ip, 443)) for ip in ("93.184.215.14", "127.0.0.1")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_args: found)
    with pytest.raises(PrivateAddress):
        check_public("https://api.example.org/v1")


def test_a_host_that_cannot_be_found_is_refused() -> None:
    with pytest.raises(PrivateAddress, match="cannot be found"):
        check_public("https://nowhere.invalid/v1")


def test_a_name_that_changes_its_address_later_gets_no_request(
    fake: FakeModel, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    settings.LLM_PRIVATE_HOSTS = []
    endpoint = make_endpoint(fake.url)
    model: Any = ModelSpec(endpoint.url, "fake-1")
    with pytest.raises(ModelRefused, match="private address"):
        ask("judge_relevance", QUESTION, model=model)
    assert fake.count == 0
    assert "private address" in Call.objects.get().error
