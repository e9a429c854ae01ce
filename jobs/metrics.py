"""Metrics of jobs."""

from collections.abc import Iterator

from django.db.models import Count
from prometheus_client.metrics_core import GaugeMetricFamily, Metric

from config.clock import database_now
from config.operations.metrics import add_gauges
from jobs.models import Job, JobState


@add_gauges
def read_jobs() -> Iterator[Metric]:
    """Yield the jobs of each type and state, how long they wait, and dead leases."""
    jobs = GaugeMetricFamily("assay_jobs", "Jobs.", labels=("kind", "state"))
    rows = Job.objects.order_by().values_list("kind", "state").annotate(Count("pk"))
    for kind, state, number in rows:
        jobs.add_metric((kind, state), number)
    yield jobs
    now = database_now()
    oldest = Job.objects.filter(state=JobState.QUEUED).order_by("created").first()
    yield GaugeMetricFamily(
        "assay_job_wait_seconds",
        "Seconds that the oldest job in the queue has waited.",
        (now - oldest.created).total_seconds() if oldest else 0,
    )
    dead = Job.objects.filter(state=JobState.RUNNING, lease_until__lt=now).count()
    yield GaugeMetricFamily(
        "assay_job_leases_expired", "Jobs whose holder died and nobody took over.", dead
    )
