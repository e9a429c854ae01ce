"""URLs of imported data: tracks, people, topics, runs, imports."""

from django.urls import path

from runs.views import (
    accounts,
    corpus,
    imports,
    palette,
    put_away,
    run_edits,
    runs,
    topics,
    tracks,
)

app_name = "runs"
urlpatterns = [
    path("tracks/new/", tracks.track_new, name="track_new"),
    # /people/
    path("people/", accounts.accounts, name="accounts"),
    path(
        "people/<uuid:person>/activate/",
        accounts.account_activate,
        name="account_activate",
    ),
    # /tracks/<track>/due/
    path("tracks/<uuid:track>/due/", tracks.due, name="track_due"),
    # /tracks/<track>/people/
    path("tracks/<uuid:track>/people/", tracks.people, name="people"),
    path(
        "tracks/<uuid:track>/people/<uuid:person>/remove/",
        tracks.person_remove,
        name="person_remove",
    ),
    path(
        "tracks/<uuid:track>/people/<uuid:person>/activate/",
        accounts.person_activate,
        name="person_activate",
    ),
    # /tracks/<track>/find/
    path("tracks/<uuid:track>/find/", palette.find, name="find"),
    # /tracks/<track>/topics/
    path("tracks/<uuid:track>/topics/", topics.topics, name="topics"),
    path("tracks/<uuid:track>/topics/<uuid:topic>/", topics.topic, name="topic"),
    # /tracks/<track>/runs/
    path("tracks/<uuid:track>/runs/", runs.runs, name="runs"),
    path("tracks/<uuid:track>/runs/<uuid:run>/", runs.run, name="run"),
    path(
        "tracks/<uuid:track>/runs/<uuid:run>/change/",
        run_edits.run_change,
        name="run_change",
    ),
    path(
        "tracks/<uuid:track>/responses/<uuid:response>/",
        runs.response,
        name="response",
    ),
    path("tracks/<uuid:track>/segments/", corpus.segments, name="segments"),
    path("tracks/<uuid:track>/segments/<uuid:segment>/", runs.segment, name="segment"),
    path("tracks/<uuid:track>/restore/", put_away.track_restore, name="track_restore"),
    # /tracks/<track>/put-away/
    path("tracks/<uuid:track>/put-away/", put_away.things, name="things_away"),
    path(
        "tracks/<uuid:track>/put-away/<slug:what>/<uuid:thing>/",
        put_away.thing_put_away,
        name="put_away",
    ),
    path(
        "tracks/<uuid:track>/put-away/<slug:what>/<uuid:thing>/hanging/",
        put_away.thing_hanging,
        name="hanging",
    ),
    path(
        "tracks/<uuid:track>/put-away/<slug:what>/<uuid:thing>/restore/",
        put_away.thing_restore,
        name="restore",
    ),
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
