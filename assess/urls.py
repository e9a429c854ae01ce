"""Addresses of judging: a track's overview and allocations, and work by person."""

from django.urls import path

from assess import api
from assess.relevance import urls as relevance
from assess.subnarratives import urls as subnarratives
from assess.support import urls as support
from assess.views import allocations, judges, track, work

app_name = "assess"
urlpatterns = [
    # /work/<allocation>/
    path("work/<uuid:allocation>/", work.work, name="work"),
    # /tracks/<track>/
    path("tracks/<uuid:track>/", track.overview, name="track"),
    # /tracks/<track>/judges/
    path("tracks/<uuid:track>/judges/", judges.judges, name="judges"),
    path("tracks/<uuid:track>/judges/new/", judges.judge_new, name="judge_new"),
    path("tracks/<uuid:track>/judges/<uuid:judge>/", judges.judge, name="judge"),
    path("tracks/<uuid:track>/judging/new/", judges.judging_new, name="judging_new"),
    # /tracks/<track>/work/
    path("tracks/<uuid:track>/work/", allocations.allocations, name="allocations"),
    path(
        "tracks/<uuid:track>/work/<uuid:allocation>/release/",
        allocations.release,
        name="release",
    ),
    path(
        "tracks/<uuid:track>/work/people/<uuid:person>/release/",
        allocations.release_person,
        name="release_person",
    ),
    *relevance.urlpatterns,
    *subnarratives.urlpatterns,
    *support.urlpatterns,
]

api_urlpatterns = [
    # /api/tracks/
    path("tracks/", api.tracks, name="tracks"),
    path("tracks/<uuid:track>/topics/", api.topics, name="topics"),
    path("tracks/<uuid:track>/runs/", api.runs, name="runs"),
    path("tracks/<uuid:track>/judges/", api.judges, name="judges"),
    path("tracks/<uuid:track>/labels/<slug:kind>/", api.labels, name="labels"),
    *relevance.api_urlpatterns,
    *subnarratives.api_urlpatterns,
    *support.api_urlpatterns,
]
