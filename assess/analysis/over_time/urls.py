"""URLs of a track's labels over time."""

from django.urls import path

from assess.analysis.over_time import views

urlpatterns = [
    # /tracks/<track>/forecast/
    path("tracks/<uuid:track>/forecast/", views.forecast, name="forecast"),
    # /tracks/<track>/over-time/
    path("tracks/<uuid:track>/over-time/", views.over_time, name="over_time"),
    path(
        "tracks/<uuid:track>/over-time/<slug:chart>.csv",
        views.over_time_file,
        name="over_time_file",
    ),
]
