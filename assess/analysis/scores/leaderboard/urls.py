"""URLs of the leaderboards."""

from django.urls import path

from assess.analysis.scores.leaderboard import views

urlpatterns = [
    # /tracks/<track>/scores/
    path("tracks/<uuid:track>/scores/", views.scores, name="scores"),
    path("tracks/<uuid:track>/scores.csv", views.scores_csv, name="scores_csv"),
    path("tracks/<uuid:track>/scores/<uuid:run>/", views.score_run, name="score_run"),
    # /tracks/<track>/scores/<family>/
    path("tracks/<uuid:track>/scores/<slug:family>/", views.scores, name="family"),
    path(
        "tracks/<uuid:track>/scores/<slug:family>/default/",
        views.scores_default,
        name="scores_default",
    ),
    path(
        "tracks/<uuid:track>/scores/<slug:family>/pareto.csv",
        views.scores_chart,
        name="scores_chart",
    ),
    path(
        "tracks/<uuid:track>/scores/<slug:family>/matrix/",
        views.scores_matrix,
        name="scores_matrix",
    ),
    # /tracks/<track>/scores/<family>/picture/
    path(
        "tracks/<uuid:track>/scores/<slug:family>/picture/",
        views.scores_picture,
        name="scores_picture",
    ),
    path(
        "tracks/<uuid:track>/scores/<slug:family>/picture/leaderboard.csv",
        views.scores_picture_file,
        name="scores_picture_file",
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
