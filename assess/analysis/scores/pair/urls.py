"""URLs of two runs beside each other."""

from django.urls import path

from assess.analysis.scores.pair import views

urlpatterns = [
    # /tracks/<track>/scores/<family>/pair/
    path(
        "tracks/<uuid:track>/scores/<slug:family>/pair/",
        views.run_pair,
        name="run_pair",
    ),
    path(
        "tracks/<uuid:track>/scores/<slug:family>/pair/differences.csv",
        views.pair_file,
        name="pair_file",
    ),
    path(
        "tracks/<uuid:track>/scores/<slug:family>/pair/<uuid:topic>/",
        views.pair_topic,
        name="pair_topic",
    ),
]
