"""The app of language models."""

from django.apps import AppConfig


class LlmConfig(AppConfig):
    """Name the app."""

    name = "llm"
