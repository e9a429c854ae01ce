"""URLs of post-editing, before and after."""

from django.urls import path

from nuggets.post_edits import views

urlpatterns = [
    # /tracks/<track>/banks/<bank>/changes/
    path(
        "tracks/<uuid:track>/banks/<uuid:bank>/changes/",
        views.bank_changes,
        name="bank_changes",
    ),
    path(
        "tracks/<uuid:track>/banks/<uuid:bank>/changes.csv",
        views.bank_changes_csv,
        name="bank_changes_csv",
    ),
    # /tracks/<track>/versions/<version>/changes/
    path(
        "tracks/<uuid:track>/versions/<uuid:version>/changes/",
        views.version_changes,
        name="version_changes",
    ),
    path(
        "tracks/<uuid:track>/versions/<uuid:version>/changes.csv",
        views.version_changes_csv,
        name="version_changes_csv",
    ),
]
