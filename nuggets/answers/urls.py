"""URLs of gold answers, below the namespaces `nuggets` and `api`."""

from django.urls import path

from nuggets.answers import api, views

urlpatterns = [
    # /work/<allocation>/answer/
    path("work/<uuid:allocation>/answer/", views.answer, name="answer"),
    path(
        "work/<uuid:allocation>/answer/passages/<uuid:segment>/",
        views.answer_passage,
        name="answer_passage",
    ),
    path("work/<uuid:allocation>/answer/save/", views.answer_save, name="answer_save"),
    path(
        "work/<uuid:allocation>/answer/finish/",
        views.answer_finish,
        name="answer_finish",
    ),
    path(
        "work/<uuid:allocation>/answer/reopen/",
        views.answer_reopen,
        name="answer_reopen",
    ),
]

api_urlpatterns = [
    # /api/work/<allocation>/answers/
    path("work/<uuid:allocation>/answers/", api.answer, name="answers"),
]
