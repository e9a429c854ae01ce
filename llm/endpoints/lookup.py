"""What is known of the endpoint at an address: its limits, and its models' prices."""

from __future__ import annotations

from django.conf import settings

from llm.kernel.load import Limits
from llm.kernel.spec import ModelSpec, Price
from llm.models import Endpoint, ServedModel


class NotServed(ValueError):
    """The endpoint does not list the model; the message says which it has."""


def endpoint_at(url: str) -> Endpoint | None:
    """Return the endpoint that was set up in the browser, None if none was."""
    return Endpoint.objects.filter(url=url).first()


def has_endpoint() -> bool:
    """Return whether any endpoint is set up, by the settings or in the browser."""
    return bool(settings.LLM_ENDPOINT) or Endpoint.objects.exists()


def check_served(url: str, model: str) -> None:
    """Raise NotServed if an endpoint of the browser does not list the model."""
    found = endpoint_at(url)
    names = [] if found is None else [each.name for each in found.served.all()]
    if names and model not in names:
        raise NotServed(
            f"{found} lists no model {model[:80]!r}. It has: {', '.join(names)}."
        )


def limits_of(url: str) -> Limits:
    """Return what an endpoint allows; the settings' limits for one of the settings."""
    found = endpoint_at(url)
    if found is not None:
        return Limits(found.concurrency, found.requests, found.tokens)
    return Limits(
        int(settings.LLM_CONCURRENCY),
        settings.LLM_REQUESTS_A_MINUTE or None,
        settings.LLM_TOKENS_A_MINUTE or None,
    )


def offers_schemas(url: str) -> bool:
    """Return whether an endpoint's replies can be JSON objects of a schema."""
    found = endpoint_at(url)
    return found.schemas if found is not None else bool(settings.LLM_SCHEMAS)


def price_of(model: ModelSpec) -> Price | None:
    """Return a model's price: its own, else the one set up with its endpoint."""
    if model.price is not None:
        return model.price
    rows = ServedModel.objects.filter(endpoint__url=model.endpoint, name=model.model)
    row = rows.exclude(prompt_price=None).first()
    if row is None or row.prompt_price is None or row.completion_price is None:
        return None
    return Price(row.prompt_price, row.completion_price)
