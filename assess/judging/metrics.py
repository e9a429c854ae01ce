"""Metrics of labels and work."""

from collections.abc import Iterator

from django.db.models import Count
from prometheus_client.metrics_core import GaugeMetricFamily, Metric

from assess.judging.kinds import all_kinds
from assess.judging.models import Allocation, Slot
from config.clock import database_now
from config.operations.metrics import add_gauges


@add_gauges
def read_work() -> Iterator[Metric]:
    """Yield the number of labels, of people's work, and the queues' lengths."""
    labels = GaugeMetricFamily("assay_labels", "Labels stored.", labels=("kind",))
    for kind in all_kinds():
        labels.add_metric((kind.name,), kind.model.objects.exclude(value="").count())
    yield labels
    work = GaugeMetricFamily("assay_work_open", "Work in hand.", labels=("kind",))
    opened = Allocation.objects.open().order_by()
    for name, number in opened.values_list("work").annotate(Count("pk")):
        work.add_metric((name,), number)
    yield work
    expired = opened.filter(leased_until__lt=database_now()).count()
    yield GaugeMetricFamily(
        "assay_work_leases_expired", "Work that others may take over.", expired
    )
    slots = GaugeMetricFamily("assay_queue_slots", "Slots in queues.", labels=("kind",))
    queued = Slot.objects.queued().order_by()
    for name, number in queued.values_list("work").annotate(Count("pk")):
        slots.add_metric((name,), number)
    yield slots
