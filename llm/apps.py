"""The Django app of language models."""

from django.apps import AppConfig

from config.discovery import discover


class LlmConfig(AppConfig):
    """Registers its metrics."""

    name = "llm"

    def ready(self) -> None:
        """Register the metrics of the ledger."""
        discover(self.name)
