"""Addresses of support, below the namespaces `assess` and `api`."""

from django.urls import path

from assess.support import api, views

urlpatterns = [
    # /work/<allocation>/support/
    path("work/<uuid:allocation>/support/", views.support, name="support"),
    path(
        "work/<uuid:allocation>/support/finish/",
        views.support_finish,
        name="support_finish",
    ),
    path(
        "work/<uuid:allocation>/support/<uuid:response>/",
        views.support_response,
        name="support_response",
    ),
    path(
        "work/<uuid:allocation>/support/<uuid:response>/label/",
        views.support_label,
        name="support_label",
    ),
]

api_urlpatterns = [
    # /api/work/<allocation>/support/
    path("work/<uuid:allocation>/support/", api.support, name="support"),
]
