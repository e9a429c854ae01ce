"""URLs of assessor quality."""

from django.urls import path

from assess.analysis.quality import views

urlpatterns = [
    # /tracks/<track>/quality/
    path("tracks/<uuid:track>/quality/", views.quality, name="quality"),
    path(
        "tracks/<uuid:track>/quality/quality.csv", views.quality_csv, name="quality_csv"
    ),
    path(
        "tracks/<uuid:track>/quality/people/<uuid:person>/drift.csv",
        views.drift_csv,
        name="drift_csv",
    ),
    path(
        "tracks/<uuid:track>/quality/people/<uuid:person>/<slug:chart>.csv",
        views.drift_chart,
        name="drift_chart",
    ),
]
