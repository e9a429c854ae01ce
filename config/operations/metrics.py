"""Metrics for Prometheus at /metrics/: requests by view, and figures of the database.

Off unless METRICS_TOKEN is set. All processes of the web server count requests together
(`PROMETHEUS_MULTIPROC_DIR`, which `config/web.py` sets). Figures of the database are
read on request, by the gauges that apps register.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterable

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Histogram,
    generate_latest,
    values,
)
from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector

from config.launch.processes import WEB_SLOT

Read = Callable[[], Iterable[Metric]]

logger = logging.getLogger(__name__)

# Each process writes files of its own. They are named by the web server's slots, which
# the next process takes over with its counts; named by process ids, they would increase
# without end.
if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
    values.ValueClass = values.MultiProcessValue(  # type: ignore[no-untyped-call]
        process_identifier=lambda: os.environ.get(WEB_SLOT, "0")
    )

# Seconds: the goals of labels and pages are 0.05 and 0.1.
STEPS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
NO_VIEW = "none"  # a URL without a page

requests = Counter("assay_requests", "Requests answered.", ("view", "method", "status"))
seconds = Histogram(
    "assay_request_seconds", "Seconds until an answer began.", ("view",), buckets=STEPS
)
_gauges: list[Read] = []


def add_gauges(read: Read) -> Read:
    """Register the decorated function, which reads figures of the database."""
    if read not in _gauges:
        _gauges.append(read)
    return read


class MetricsMiddleware:
    """Counts each request and measures its time, by view."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Handle one request."""
        if not settings.METRICS_TOKEN:
            return self.get_response(request)
        began = time.perf_counter()
        response = self.get_response(request)
        match = request.resolver_match
        view = match.view_name if match and match.view_name else NO_VIEW
        seconds.labels(view).observe(time.perf_counter() - began)
        method = request.method if request.method in METHODS else "other"
        requests.labels(view, method, response.status_code).inc()
        return response


class Gauges:
    """The registered figures, read on each request for metrics."""

    def collect(self) -> Iterable[Metric]:
        """Yield every metric; omit those of an unavailable database."""
        for read in _gauges:
            try:
                found = list(read())
            except DatabaseError:
                logger.exception("the database does not give its numbers")
                connection.close()
            else:
                yield from found


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Return all metrics to requests with the token; 404 if no token is set."""
    if not settings.METRICS_TOKEN:
        raise Http404
    given = request.headers.get("Authorization", "")
    if not constant_time_compare(given, f"Bearer {settings.METRICS_TOKEN}"):
        refusal = {"WWW-Authenticate": 'Bearer realm="metrics"'}
        return HttpResponse(status=401, headers=refusal)
    registry = CollectorRegistry()
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    else:
        registry.register(REGISTRY)  # a single process: its own counts
    registry.register(Gauges())
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)
