"""The app of language models."""

from django.apps import AppConfig


class LlmConfig(AppConfig):
    """Registers its metrics."""

    name = "llm"

    def ready(self) -> None:
        """Register what /metrics/ shows of the ledger."""
        from llm import metrics as _metrics  # noqa: F401, PLC0415
