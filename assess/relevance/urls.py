"""Addresses of relevance, below the namespaces `assess` and `api`."""

from django.urls import path

from assess.relevance import api, views

urlpatterns = [
    # /work/<allocation>/relevance/
    path("work/<uuid:allocation>/relevance/", views.relevance, name="relevance"),
    path(
        "work/<uuid:allocation>/relevance/recent/",
        views.relevance_recent,
        name="relevance_recent",
    ),
    path(
        "work/<uuid:allocation>/relevance/finish/",
        views.relevance_finish,
        name="relevance_finish",
    ),
    path(
        "work/<uuid:allocation>/relevance/<uuid:segment>/",
        views.relevance_item,
        name="relevance_item",
    ),
    path(
        "work/<uuid:allocation>/relevance/<uuid:segment>/label/",
        views.relevance_label,
        name="relevance_label",
    ),
]

api_urlpatterns = [
    # /api/work/<allocation>/relevance/
    path("work/<uuid:allocation>/relevance/", api.relevance, name="relevance"),
]
