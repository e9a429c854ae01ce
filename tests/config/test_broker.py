import pytest
from redis import Redis

from config.broker import client_url

pytestmark = pytest.mark.both_stacks


@pytest.mark.parametrize(
    ("celery", "client"),
    [
        ("redis://127.0.0.1:6379/2", "redis://127.0.0.1:6379/2"),
        ("rediss://user:word@redis:6379/0", "rediss://user:word@redis:6379/0"),
        ("redis+socket:///var/valkey.sock", "unix:///var/valkey.sock?db=0"),
        (
            "redis+socket:///var/valkey.sock?virtual_host=3",
            "unix:///var/valkey.sock?db=3",
        ),
    ],
)
def test_it_reads_celerys_form_of_a_broker_url(celery: str, client: str) -> None:
    assert client_url(celery) == client


def test_the_stacks_broker_answers(broker: "Redis") -> None:
    assert broker.ping()
