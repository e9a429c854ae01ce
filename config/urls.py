"""Every address, one line an app."""

from django.urls import URLPattern, URLResolver, include, path

from config.health import health

urlpatterns: list[URLPattern | URLResolver] = [
    path("health/", health, name="health"),
    path("accounts/", include("accounts.urls")),
]
