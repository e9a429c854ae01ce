"""Addresses of the nugget method: banks, drafting, post-editing, assignment, scores."""

from django.urls import path

from nuggets import api
from nuggets.views import assign, banks, editing

app_name = "nuggets"
urlpatterns = [
    # /tracks/<track>/banks/
    path("tracks/<uuid:track>/banks/", banks.banks, name="banks"),
    path("tracks/<uuid:track>/banks/<uuid:bank>/", banks.bank, name="bank"),
    path(
        "tracks/<uuid:track>/banks/<uuid:bank>/post-edit/",
        banks.post_edit,
        name="post_edit",
    ),
    path("tracks/<uuid:track>/versions/<uuid:version>/", banks.version, name="version"),
    # /work/<allocation>/nuggets/
    path("work/<uuid:allocation>/nuggets/", editing.edit, name="edit"),
    path("work/<uuid:allocation>/nuggets/act/", editing.act, name="act"),
    path(
        "work/<uuid:allocation>/nuggets/passages/<uuid:segment>/",
        editing.passage,
        name="passage",
    ),
    path("work/<uuid:allocation>/nuggets/changes/", editing.changes, name="changes"),
    path("work/<uuid:allocation>/nuggets/finish/", editing.finish, name="finish"),
    path("work/<uuid:allocation>/nuggets/reopen/", editing.reopen, name="reopen"),
    # /work/<allocation>/assign/
    path("work/<uuid:allocation>/assign/", assign.assign, name="assign"),
    path(
        "work/<uuid:allocation>/assign/finish/",
        assign.assign_finish,
        name="assign_finish",
    ),
    path(
        "work/<uuid:allocation>/assign/<uuid:response>/",
        assign.assign_response,
        name="assign_response",
    ),
    path(
        "work/<uuid:allocation>/assign/<uuid:response>/label/",
        assign.assign_label,
        name="assign_label",
    ),
]

api_urlpatterns = [
    # /api/work/<allocation>/assignment/
    path("work/<uuid:allocation>/assignment/", api.assignment, name="assignment"),
]
