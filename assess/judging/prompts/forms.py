"""The forms of a wording and of its trial."""

from __future__ import annotations

from typing import Any

from django import forms

from assess.judging.models import Judge
from assess.judging.prompts.versions import own_version
from llm.kernel.prompt import BadPrompt, Prompt
from runs.models import Track

LONGEST = 50_000  # characters


class WordingForm(forms.Form):
    """The two messages of a prompt."""

    system = forms.CharField(
        label="System message",
        max_length=LONGEST,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
    )
    user = forms.CharField(
        label="User message",
        max_length=LONGEST,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 18, "spellcheck": "false"}),
    )

    def __init__(self, shipped: Prompt, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        self.shipped = shipped
        places = ", ".join(f"${name}" for name in ("code", *shipped.values))
        self.fields["user"].help_text = f"Its places, all of them needed: {places}."

    def clean(self) -> dict[str, Any]:
        """Reject a wording that lacks a place or the fence."""
        data = super().clean() or {}
        for name in ("system", "user"):  # a browser sends \\r\\n
            if name in data:
                data[name] = data[name].replace("\r\n", "\n")
        if not self.errors:
            try:
                self.prompt = own_version(
                    self.shipped, system=data["system"], user=data["user"]
                )
            except BadPrompt as error:
                self.add_error(None, str(error))
        return data


class TryForm(forms.Form):
    """The model that tries a wording."""

    judge = forms.ModelChoiceField(
        label="Asked of",
        queryset=Judge.objects.none(),
        to_field_name="uuid",
        empty_label=None,
    )

    def __init__(self, track: Track, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        models = Judge.objects.visible().filter(track=track, kind=Judge.MODEL)
        field: Any = self.fields["judge"]
        field.queryset = models.select_related("track")
