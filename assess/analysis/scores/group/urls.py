"""URLs of a group's page."""

from django.urls import path

from assess.analysis.scores.group import views

urlpatterns = [
    # /tracks/<track>/runs/<run>/standing/
    path(
        "tracks/<uuid:track>/runs/<uuid:run>/standing/",
        views.run_standing,
        name="run_standing",
    ),
    # /tracks/<track>/topics/<topic>/standing/
    path(
        "tracks/<uuid:track>/topics/<uuid:topic>/standing/",
        views.topic_standing,
        name="topic_standing",
    ),
    # /tracks/<track>/group/
    path("tracks/<uuid:track>/group/", views.group, name="group"),
]
