"""URLs of nugget matching."""

from django.urls import path

from assess.judging.work.urls import desk_addresses
from matching.answer_scores import views as answers
from matching.batches import views as batches
from matching.declines import views as declines
from matching.duplicates import views as duplicates
from matching.extraction import views as extraction
from matching.ptkb import views as ptkb
from matching.statistics import views as numbers
from matching.tables import views

app_name = "matching"
urlpatterns = [
    # /tracks/<track>/matching/
    path("tracks/<uuid:track>/matching/", views.matching, name="matching"),
    path("tracks/<uuid:track>/matching/ranks/", views.ranks, name="ranks"),
    path("tracks/<uuid:track>/matching/ranks/<uuid:run>/", views.rank, name="rank"),
    path("tracks/<uuid:track>/matching/sets/", views.sets, name="sets"),
    path("tracks/<uuid:track>/matching/sets.csv", views.sets_csv, name="sets_csv"),
    path("tracks/<uuid:track>/matching/runs/<uuid:run>/", views.run, name="run"),
    path(
        "tracks/<uuid:track>/matching/responses/<uuid:response>/",
        views.response,
        name="response",
    ),
    # /tracks/<track>/statistics/
    path("tracks/<uuid:track>/statistics/", numbers.statistics, name="statistics"),
    path(
        "tracks/<uuid:track>/statistics/<slug:part>.csv",
        numbers.statistics_csv,
        name="statistics_csv",
    ),
    # /tracks/<track>/matching/nuggets/
    path("tracks/<uuid:track>/matching/nuggets/", extraction.nuggets, name="nuggets"),
    # /tracks/<track>/matching/answers/
    path(
        "tracks/<uuid:track>/matching/answers/",
        answers.answer_scores,
        name="answer_scores",
    ),
    # /tracks/<track>/matching/declines/
    path("tracks/<uuid:track>/matching/declines/", declines.declines, name="declines"),
    # /tracks/<track>/matching/statements/
    path(
        "tracks/<uuid:track>/matching/statements/",
        ptkb.statements,
        name="statements",
    ),
    # /tracks/<track>/matching/batches/
    path("tracks/<uuid:track>/matching/batches/", batches.batches, name="batches"),
    path(
        "tracks/<uuid:track>/matching/batches/people/<uuid:person>/resume/",
        batches.resume,
        name="batches_resume",
    ),
    # /tracks/<track>/matching/duplicates/
    path(
        "tracks/<uuid:track>/matching/duplicates/",
        duplicates.duplicates,
        name="duplicates",
    ),
    path(
        "tracks/<uuid:track>/matching/duplicates/<uuid:bank>/<uuid:judge>/",
        duplicates.review,
        name="review",
    ),
    *desk_addresses(app_name),
]
