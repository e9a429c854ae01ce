"""Metrics of the ledger."""

from collections.abc import Iterator

from django.db.models import Count, Sum
from prometheus_client.metrics_core import GaugeMetricFamily, Metric

from config.operations.metrics import add_gauges
from llm.models import Call


@add_gauges
def read_calls() -> Iterator[Metric]:
    """Yield calls by model and state, and each model's tokens, seconds and cost.

    Gauges, not counters: importing an archive adds calls, and undoing it removes them.
    """
    calls = GaugeMetricFamily("assay_model_calls", "Calls.", labels=("model", "state"))
    tokens = GaugeMetricFamily(
        "assay_model_tokens", "Tokens.", labels=("model", "direction")
    )
    seconds = GaugeMetricFamily("assay_model_seconds", "Seconds.", labels=("model",))
    cost = GaugeMetricFamily(
        "assay_model_cost", "Cost, in the judges' currency.", labels=("model",)
    )
    ledger = Call.objects.order_by()
    for model, state, number in ledger.values_list("model", "state").annotate(
        Count("pk")
    ):
        calls.add_metric((model, state), number)
    for row in ledger.values("model").annotate(
        asked=Sum("prompt_tokens"),
        replied=Sum("completion_tokens"),
        took=Sum("seconds"),
        paid=Sum("cost"),
    ):
        model = row["model"]
        tokens.add_metric((model, "prompt"), row["asked"] or 0)
        tokens.add_metric((model, "completion"), row["replied"] or 0)
        seconds.add_metric((model,), row["took"] or 0)
        if row["paid"] is not None:  # unknown is not 0
            cost.add_metric((model,), float(row["paid"]))
    yield from (calls, tokens, seconds, cost)
