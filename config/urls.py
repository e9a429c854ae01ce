"""All URLs, one line per app."""

from django.urls import URLPattern, URLResolver, include, path

from assess.judging.home.views import home
from config.http import health
from config.operations.metrics import metrics

handler404 = "assess.judging.work.entrance.not_found"
handler500 = "config.http.failures.server_failure"
urlpatterns: list[URLPattern | URLResolver] = [
    path("health/", health.health, name="health"),
    path("health/live/", health.live, name="health_live"),
    path("health/ready/", health.ready, name="health_ready"),
    path("health/broker/", health.broker, name="health_broker"),
    path("metrics/", metrics, name="metrics"),
    path("", home, name="home"),
    path("", include("runs.urls")),
    path("", include("assess.urls")),
    path("", include("nuggets.urls")),
    path("", include("exams.urls")),
    path("", include("matching.urls")),
    path("api/", include("config.api")),
    path("manual/", include("manual.urls")),
    path("jobs/", include("jobs.urls")),
    path("models/", include("llm.urls")),
    path("accounts/", include("accounts.urls")),
]
