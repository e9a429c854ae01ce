"""URLs of archives."""

from django.urls import path

from assess.exchange.archive import views

urlpatterns = [
    # /tracks/<track>/archives/
    path("tracks/<uuid:track>/archives/", views.archives, name="archives"),
    path(
        "tracks/<uuid:track>/archives/<uuid:job>/",
        views.archive,
        name="archive",
    ),
    # /archives/
    path("archives/", views.arrivals, name="arrivals"),
]
