"""URLs of conditions."""

from django.urls import path

from nuggets.conditions import views

urlpatterns = [
    # /tracks/<track>/conditions/
    path("tracks/<uuid:track>/conditions/", views.conditions, name="conditions"),
    path(
        "tracks/<uuid:track>/conditions/new/",
        views.condition_new,
        name="condition_new",
    ),
    path(
        "tracks/<uuid:track>/conditions/<uuid:condition>/",
        views.condition_edit,
        name="condition_edit",
    ),
]
