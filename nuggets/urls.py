"""URLs of the nugget method: banks, drafting, post-editing, assignment, scores."""

from django.urls import path

from assess.judging.work.urls import desk_addresses
from nuggets.answers import urls as answers
from nuggets.banks import views as banks
from nuggets.conditions import urls as conditions
from nuggets.drafting import views as drafting
from nuggets.editing import api as editing_api
from nuggets.editing import views as editing
from nuggets.post_edits import urls as post_edits
from nuggets.scores import views as scores
from nuggets.spans import urls as spans

app_name = "nuggets"
urlpatterns = [
    # /tracks/<track>/banks/
    path("tracks/<uuid:track>/banks/", banks.banks, name="banks"),
    path("tracks/<uuid:track>/banks/draft/", drafting.draft_new, name="draft_new"),
    path("tracks/<uuid:track>/banks/<uuid:bank>/", banks.bank, name="bank"),
    path(
        "tracks/<uuid:track>/banks/<uuid:bank>/post-edit/",
        editing.post_edit,
        name="post_edit",
    ),
    path("tracks/<uuid:track>/versions/<uuid:version>/", banks.version, name="version"),
    # /tracks/<track>/scores/
    path(
        "tracks/<uuid:track>/scores/responses/<uuid:response>/",
        scores.score_response,
        name="score_response",
    ),
    path(
        "tracks/<uuid:track>/scores/responses/<uuid:response>/conditions/",
        scores.response_conditions,
        name="response_conditions",
    ),
    path(
        "tracks/<uuid:track>/scores/responses/<uuid:response>/conditions.csv",
        scores.response_conditions_csv,
        name="response_conditions_csv",
    ),
    # /work/<allocation>/nuggets/
    path("work/<uuid:allocation>/nuggets/", editing.edit, name="edit"),
    path("work/<uuid:allocation>/nuggets/list/", editing.nugget_list, name="list"),
    path("work/<uuid:allocation>/nuggets/act/", editing.act, name="act"),
    path(
        "work/<uuid:allocation>/nuggets/passages/<uuid:segment>/",
        editing.passage,
        name="passage",
    ),
    path("work/<uuid:allocation>/nuggets/changes/", editing.changes, name="changes"),
    path("work/<uuid:allocation>/nuggets/finish/", editing.finish, name="finish"),
    path("work/<uuid:allocation>/nuggets/reopen/", editing.reopen, name="reopen"),
    *conditions.urlpatterns,
    *post_edits.urlpatterns,
    *spans.urlpatterns,
    *answers.urlpatterns,
    *desk_addresses(app_name),
]

api_urlpatterns = [
    # /api/work/<allocation>/nuggets/
    path("work/<uuid:allocation>/nuggets/", editing_api.edit, name="nuggets"),
    *answers.api_urlpatterns,
]
