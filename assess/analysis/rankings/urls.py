"""URLs of compared rankings."""

from django.urls import path

from assess.analysis.rankings import views

urlpatterns = [
    # /tracks/<track>/agreement/rankings/
    path("tracks/<uuid:track>/agreement/rankings/", views.rankings, name="rankings"),
    path(
        "tracks/<uuid:track>/agreement/rankings/<slug:chart>.csv",
        views.rankings_file,
        name="rankings_file",
    ),
    # /tracks/<track>/agreement/settling/
    path("tracks/<uuid:track>/agreement/settling/", views.settling, name="settling"),
    path(
        "tracks/<uuid:track>/agreement/settling/<slug:chart>.csv",
        views.settling_file,
        name="settling_file",
    ),
    # /tracks/<track>/agreement/so-far/
    path("tracks/<uuid:track>/agreement/so-far/", views.tau_so_far, name="tau_so_far"),
]
