import pytest
from django.db import connection

pytestmark = pytest.mark.both_stacks


@pytest.mark.django_db
def test_the_stack_has_the_database_it_says(pytestconfig: pytest.Config) -> None:
    expected = {"embedded": "sqlite", "production": "postgresql"}
    assert connection.vendor == expected[pytestconfig.getoption("--stack")]
