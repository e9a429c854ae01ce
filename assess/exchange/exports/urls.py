"""URLs of exports, and of snapshots."""

from django.urls import path

from assess.exchange.exports import views
from assess.exchange.snapshots import views as kept

urlpatterns = [
    # /tracks/<track>/exports/
    path("tracks/<uuid:track>/exports/", views.exports, name="exports"),
    path("tracks/<uuid:track>/exports/<slug:name>/", views.export, name="export"),
    path(
        "tracks/<uuid:track>/exports/<slug:name>/file/",
        views.export_file,
        name="export_file",
    ),
    path(
        "tracks/<uuid:track>/exports/<slug:name>/keep/",
        kept.snapshot_new,
        name="snapshot_new",
    ),
    # /tracks/<track>/snapshots/
    path("tracks/<uuid:track>/snapshots/", kept.snapshots, name="snapshots"),
    path(
        "tracks/<uuid:track>/snapshots/<uuid:snapshot>/", kept.snapshot, name="snapshot"
    ),
    path(
        "tracks/<uuid:track>/snapshots/<uuid:snapshot>/file/",
        kept.snapshot_file,
        name="snapshot_file",
    ),
    path(
        "tracks/<uuid:track>/snapshots/<uuid:snapshot>/manifest/",
        kept.snapshot_manifest,
        name="snapshot_manifest",
    ),
    path(
        "tracks/<uuid:track>/snapshots/<uuid:snapshot>/delete/",
        kept.snapshot_delete,
        name="snapshot_delete",
    ),
]
