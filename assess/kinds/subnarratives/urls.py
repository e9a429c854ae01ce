"""URLs of the review of sub-narratives, below `assess` and `api`."""

from django.urls import path

from assess.kinds.subnarratives import api, views

urlpatterns = [
    # /work/<allocation>/subnarratives/
    path(
        "work/<uuid:allocation>/subnarratives/",
        views.subnarratives,
        name="subnarratives",
    ),
    path(
        "work/<uuid:allocation>/subnarratives/step/",
        views.subnarratives_step,
        name="subnarratives_step",
    ),
    path(
        "work/<uuid:allocation>/subnarratives/finish/",
        views.subnarratives_finish,
        name="subnarratives_finish",
    ),
    path(
        "work/<uuid:allocation>/subnarratives/reopen/",
        views.subnarratives_reopen,
        name="subnarratives_reopen",
    ),
]

api_urlpatterns = [
    # /api/work/<allocation>/subnarratives/
    path(
        "work/<uuid:allocation>/subnarratives/",
        api.subnarratives,
        name="subnarratives",
    ),
]
