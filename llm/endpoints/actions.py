"""Changes of endpoints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db import transaction

from llm.endpoints.keys import encrypted
from llm.kernel.spec import Price
from llm.models import Endpoint, ServedModel


class Served(NamedTuple):
    """A model's name, and its price if it is known."""

    name: str
    price: Price | None


@dataclass(frozen=True)
class Setup:
    """An endpoint as a person enters it; no `key` leaves a stored one as it is."""

    name: str
    url: str
    key_from: str
    key_variable: str
    key: str
    concurrency: int
    requests: int | None
    tokens: int | None
    served: Sequence[Served]
    schemas: bool = False


def save_endpoint(endpoint: Endpoint | None, setup: Setup) -> Endpoint:
    """Create an endpoint, or change one, with its models.

    Raise KeyMissing if a key cannot be encrypted. A key stored for another address is
    never kept: the caller requires it again.
    """
    row = endpoint or Endpoint()
    row.name, row.url, row.key_from = setup.name, setup.url, setup.key_from
    row.concurrency = setup.concurrency
    row.requests, row.tokens = setup.requests, setup.tokens
    row.schemas = setup.schemas
    from_environment = setup.key_from == Endpoint.ENVIRONMENT
    row.key_variable = setup.key_variable if from_environment else ""
    if setup.key_from != Endpoint.STORED:
        row.key_encrypted = ""
    elif setup.key:
        row.key_encrypted = encrypted(setup.key)
    with transaction.atomic():
        row.save()
        row.served.all().delete()
        ServedModel.objects.bulk_create(
            ServedModel(
                endpoint=row,
                name=each.name,
                prompt_price=each.price.prompt if each.price else None,
                completion_price=each.price.completion if each.price else None,
            )
            for each in setup.served
        )
    return row


def delete_endpoint(endpoint: Endpoint) -> None:
    """Delete an endpoint and its key; judges of its models keep their labels."""
    endpoint.delete()
