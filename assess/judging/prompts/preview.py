"""A prompt as a model would get it, with the texts of a real topic."""

from __future__ import annotations

from collections.abc import Mapping

from llm.kernel.prompt import Form, Prompt, Rendered, Value
from runs.models import Response, Segment, Subnarrative, Topic, Track

NUMBER = 3
SOME = 3  # texts of a list
OF_RESPONSES = frozenset(("response", "answer", "sentence", "candidate"))
OF_SEGMENTS = frozenset(("passage", "passages", "source", "text", "segments"))


def previewed(track: Track, prompt: Prompt) -> tuple[Topic, Rendered] | None:
    """Return a topic and the messages with its texts; None without a topic."""
    topic = track.topics.order_by("position", "pk").first()
    if topic is None:
        return None
    return topic, prompt.render(_values(topic, prompt.values))


def _values(topic: Topic, forms: Mapping[str, Form]) -> dict[str, Value]:
    passages = list(
        Segment.objects.with_text()
        .filter(track=topic.track)
        .order_by("pk")
        .values_list("text", flat=True)[:SOME]
    )
    parts = Subnarrative.objects.live().filter(topic=topic)
    lists = list(parts.values_list("text", flat=True)[:SOME]) or [topic.text]
    response = Response.objects.visible().filter(topic=topic).order_by("pk").first()

    def value(name: str, form: Form) -> Value:
        if form == "number":
            return NUMBER
        if form != "text":
            return passages if name in OF_SEGMENTS and passages else lists
        if name in OF_SEGMENTS and passages:
            return passages[0]
        if name in OF_RESPONSES and response is not None:
            return response.text
        return topic.text

    return {name: value(name, form) for name, form in forms.items()}
