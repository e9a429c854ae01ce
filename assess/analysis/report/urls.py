"""URLs of a track's report."""

from django.urls import path

from assess.analysis.report import views

urlpatterns = [
    # /tracks/<track>/report/
    path("tracks/<uuid:track>/report/", views.report, name="report"),
    path(
        "tracks/<uuid:track>/report/<slug:chart>.csv",
        views.report_chart,
        name="report_chart",
    ),
]
