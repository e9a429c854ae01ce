"""Addresses of what comes in: tracks, people, topics, runs, imports."""

from django.urls import path

from runs.views import imports, runs, topics, tracks

app_name = "runs"
urlpatterns = [
    path("tracks/new/", tracks.track_new, name="track_new"),
    # /tracks/<track>/people/
    path("tracks/<uuid:track>/people/", tracks.people, name="people"),
    path(
        "tracks/<uuid:track>/people/<uuid:person>/remove/",
        tracks.person_remove,
        name="person_remove",
    ),
    # /tracks/<track>/topics/
    path("tracks/<uuid:track>/topics/", topics.topics, name="topics"),
    path("tracks/<uuid:track>/topics/<uuid:topic>/", topics.topic, name="topic"),
    # /tracks/<track>/runs/
    path("tracks/<uuid:track>/runs/", runs.runs, name="runs"),
    path("tracks/<uuid:track>/runs/<uuid:run>/", runs.run, name="run"),
    path(
        "tracks/<uuid:track>/runs/<uuid:run>/delete/",
        runs.run_delete,
        name="run_delete",
    ),
    path(
        "tracks/<uuid:track>/responses/<uuid:response>/",
        runs.response,
        name="response",
    ),
    path("tracks/<uuid:track>/segments/<uuid:segment>/", runs.segment, name="segment"),
    # /tracks/<track>/imports/
    path("tracks/<uuid:track>/imports/", imports.imports, name="imports"),
    path("tracks/<uuid:track>/imports/new/", imports.import_new, name="import_new"),
    path(
        "tracks/<uuid:track>/imports/new/<slug:kind>/",
        imports.import_file,
        name="import_file",
    ),
    path("tracks/<uuid:track>/imports/<uuid:row>/", imports.import_page, name="import"),
    path(
        "tracks/<uuid:track>/imports/<uuid:row>/report/",
        imports.import_report,
        name="import_report",
    ),
]
