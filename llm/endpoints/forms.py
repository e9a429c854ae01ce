"""The form of an endpoint."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Any

from django import forms
from django.db.models import QuerySet

from llm.client import ModelNotSet, check_endpoint
from llm.endpoints.actions import Served, Setup
from llm.endpoints.addresses import PrivateAddress, check_public
from llm.endpoints.keys import VARIABLE, can_store
from llm.kernel.spec import Price
from llm.models import Endpoint

MOST_MODELS = 100
LARGEST = 2_000_000_000


class EndpointForm(forms.Form):
    """An endpoint, its key, its limits and its models."""

    name = forms.CharField(max_length=100)
    url = forms.CharField(
        label="Base URL",
        max_length=500,
        help_text="Of a server that speaks the chat-completions protocol, such as "
        "https://api.openai.com/v1.",
    )
    key_from = forms.ChoiceField(label="Key", choices=Endpoint.KEYS)
    key_variable = forms.CharField(
        label="Variable of the key",
        max_length=100,
        required=False,
        help_text="An environment variable whose name begins with LLM_KEY_, such as "
        "LLM_KEY_OPENAI. LLM_KEY_OPENAI_FILE can name a file with the key instead.",
    )
    key = forms.CharField(
        label="Key to store",
        max_length=1000,
        required=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
    )
    concurrency = forms.IntegerField(
        label="Calls at once", min_value=1, max_value=256, initial=8
    )
    requests = forms.IntegerField(
        label="Requests a minute", min_value=1, max_value=LARGEST, required=False
    )
    tokens = forms.IntegerField(
        label="Tokens a minute", min_value=1, max_value=LARGEST, required=False
    )
    schemas = forms.BooleanField(
        label="Takes a JSON schema of the reply",
        required=False,
        help_text="Replies then come as JSON objects (response_format: json_schema). "
        "vLLM, llama.cpp, Ollama and most hosted endpoints offer it.",
    )
    models = forms.CharField(
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
        max_length=20_000,
        help_text="One a line, with the prices of a million prompt and reply tokens if "
        "you know them: gpt-4o 2.50 10",
    )

    def __init__(self, endpoint: Endpoint | None, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        self.endpoint = endpoint
        self.fields["key"].help_text = (
            "Never shown again. Left empty: the stored one stays."
            if endpoint and endpoint.key_from == Endpoint.STORED
            else "Never shown again."
            if can_store()
            else "Keys cannot be stored here: the operator has not set LLM_KEYS_SECRET."
        )

    def clean_name(self) -> str:
        """Reject a name that is taken."""
        name: str = self.cleaned_data["name"]
        if self._others().filter(name=name).exists():
            raise forms.ValidationError("Another endpoint has this name.")
        return name

    def clean_url(self) -> str:
        """Reject no address, a private one, and one that is set up already."""
        try:
            url = check_endpoint(self.cleaned_data["url"])
            check_public(url)
        except ModelNotSet:
            raise forms.ValidationError(
                "Write an address with http:// or https://, without a key in it."
            ) from None
        except PrivateAddress as error:
            raise forms.ValidationError(str(error)) from error
        if self._others().filter(url=url).exists():
            raise forms.ValidationError("This address is set up already.")
        return url

    def clean_models(self) -> list[Served]:
        """Return the models of the lines."""
        lines = [line.split() for line in self.cleaned_data["models"].splitlines()]
        found = [_served(words) for words in lines if words]
        names = [each.name for each in found]
        if len(set(names)) < len(names):
            raise forms.ValidationError("A model is listed twice.")
        if not 1 <= len(found) <= MOST_MODELS:
            raise forms.ValidationError(f"List from 1 to {MOST_MODELS} models.")
        return found

    def clean(self) -> dict[str, Any]:
        """Require what the place of the key needs."""
        data = super().clean() or {}
        place = data.get("key_from")
        if place == Endpoint.ENVIRONMENT and not VARIABLE.fullmatch(
            data.get("key_variable", "")
        ):
            self.add_error("key_variable", "Write LLM_KEY_ and capitals or digits.")
        if place == Endpoint.STORED and not can_store():
            self.add_error("key_from", "Keys cannot be stored here.")
        elif place == Endpoint.STORED and not data.get("key") and self._needs_key(data):
            self.add_error("key", "Enter the key for this address.")
        return data

    def _needs_key(self, data: dict[str, Any]) -> bool:
        """Return whether no key is stored for this address."""
        held = self.endpoint
        return not (held and held.key_encrypted and held.url == data.get("url"))

    def _others(self) -> QuerySet[Endpoint]:
        rows = Endpoint.objects.all()
        return rows.exclude(pk=self.endpoint.pk) if self.endpoint else rows

    @property
    def setup(self) -> Setup:
        """Return the endpoint that was entered."""
        data = {name: self.cleaned_data[name] for name in self.fields}
        return Setup(served=data.pop("models"), **data)


def _served(words: list[str]) -> Served:
    name, *amounts = words
    if len(amounts) not in {0, 2} or len(name) > 200:
        raise forms.ValidationError(f"Give {name[:40]} both prices, or none.")
    try:
        prices = [Decimal(each) for each in amounts]
    except InvalidOperation:
        raise forms.ValidationError(f"A price of {name} is no number.") from None
    if not all(each.is_finite() and 0 <= each < 1_000_000 for each in prices):
        raise forms.ValidationError(f"A price of {name} is out of range.")
    return Served(name, Price(*prices) if prices else None)


def initial_of(endpoint: Endpoint) -> dict[str, object]:
    """Return what the form shows of an endpoint: everything but its key."""
    names = (
        *("name", "url", "key_from", "key_variable"),
        *("concurrency", "requests", "tokens", "schemas"),
    )
    lines = [
        each.name
        if each.prompt_price is None or each.completion_price is None
        else f"{each.name} {each.prompt_price.normalize():f} "
        f"{each.completion_price.normalize():f}"
        for each in endpoint.served.all()
    ]
    return {
        **{name: getattr(endpoint, name) for name in names},
        "models": "\n".join(lines),
    }
