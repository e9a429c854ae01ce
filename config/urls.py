"""Every address, one line an app."""

from django.urls import URLPattern, URLResolver, include, path

from assess.views.home import home
from config.health import health

handler404 = "assess.views.work.not_found"
handler500 = "config.failures.server_failure"
urlpatterns: list[URLPattern | URLResolver] = [
    path("health/", health, name="health"),
    path("", home, name="home"),
    path("", include("runs.urls")),
    path("", include("assess.urls")),
    path("", include("nuggets.urls")),
    path("api/", include("config.api")),
    path("jobs/", include("jobs.urls")),
    path("accounts/", include("accounts.urls")),
]
