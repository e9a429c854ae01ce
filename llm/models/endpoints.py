"""Endpoints that superusers set up in the browser, and the models behind them."""

import uuid

from django.db import models
from django.db.models import Q


class Endpoint(models.Model):
    """A server that speaks the chat-completions protocol, and what it allows.

    Its key is in no column as plain text: it comes from the environment, or is stored
    encrypted.
    """

    NO_KEY, ENVIRONMENT, STORED = "none", "environment", "stored"
    KEYS = (
        (NO_KEY, "No key"),
        (ENVIRONMENT, "From the environment"),
        (STORED, "Stored here, encrypted"),
    )

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(max_length=100, unique=True)
    url = models.CharField(max_length=500, unique=True)
    key_from = models.CharField(max_length=11, choices=KEYS, default=NO_KEY)
    key_variable = models.CharField(max_length=100, default="")
    key_encrypted = models.TextField(default="")
    concurrency = models.PositiveIntegerField(default=8)
    # A minute; None: no limit is known
    requests = models.PositiveIntegerField(null=True)
    tokens = models.PositiveIntegerField(null=True)
    # Whether replies can be asked for as JSON objects of a schema
    schemas = models.BooleanField(default=False, db_default=False)

    class Meta:
        ordering = ("name",)
        constraints = (
            models.CheckConstraint(
                name="key_is_where_the_endpoint_says",
                condition=Q(key_from="none", key_variable="", key_encrypted="")
                | Q(key_from="environment", key_encrypted="") & ~Q(key_variable="")
                | Q(key_from="stored", key_variable="") & ~Q(key_encrypted=""),
            ),
            models.CheckConstraint(
                name="endpoint_allows_one_call", condition=Q(concurrency__gte=1)
            ),
        )

    def __str__(self) -> str:
        """Return the name."""
        return self.name


class ServedModel(models.Model):
    """A model behind an endpoint; its price per million tokens, if it is known."""

    endpoint = models.ForeignKey(
        Endpoint, on_delete=models.CASCADE, related_name="served"
    )
    name = models.CharField(max_length=200)
    prompt_price = models.DecimalField(max_digits=12, decimal_places=6, null=True)
    completion_price = models.DecimalField(max_digits=12, decimal_places=6, null=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                name="one_model_of_a_name_per_endpoint", fields=("endpoint", "name")
            ),
            models.CheckConstraint(
                name="model_has_both_prices_or_none",
                condition=Q(prompt_price=None, completion_price=None)
                | Q(prompt_price__gte=0, completion_price__gte=0),
            ),
        )

    def __str__(self) -> str:
        """Return the name."""
        return self.name
