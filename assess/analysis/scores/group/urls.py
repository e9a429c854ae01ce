"""URLs of a group's page."""

from django.urls import path

from assess.analysis.scores.group import views

urlpatterns = [
    # /tracks/<track>/group/
    path("tracks/<uuid:track>/group/", views.group, name="group"),
]
