"""Addresses of the leaderboards."""

from django.urls import path

from assess.scores import views

urlpatterns = [
    # /tracks/<track>/scores/
    path("tracks/<uuid:track>/scores/", views.scores, name="scores"),
    path("tracks/<uuid:track>/scores.csv", views.scores_csv, name="scores_csv"),
    path("tracks/<uuid:track>/scores/<uuid:run>/", views.score_run, name="score_run"),
    # /tracks/<track>/scores/<family>/
    path("tracks/<uuid:track>/scores/<slug:family>/", views.scores, name="family"),
    path(
        "tracks/<uuid:track>/scores/<slug:family>/pareto.csv",
        views.scores_chart,
        name="scores_chart",
    ),
    path(
        "tracks/<uuid:track>/scores/<slug:family>/files/<str:table>",
        views.scores_file,
        name="scores_file",
    ),
    path(
        "tracks/<uuid:track>/scores/<slug:family>/runs/<uuid:run>/",
        views.score_run,
        name="family_run",
    ),
]
