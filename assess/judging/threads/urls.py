"""URLs of threads, below the namespaces `assess` and `api`."""

from django.urls import path

from assess.judging.threads import api, views

urlpatterns = [
    # /work/threads/
    path("work/threads/", views.own_threads, name="own_threads"),
    path("work/threads/<uuid:thread>/read/", views.thread_read, name="thread_read"),
    # /work/<allocation>/threads/
    path("work/<uuid:allocation>/threads/new/", views.thread_new, name="thread_new"),
    # /tracks/<track>/threads/
    path("tracks/<uuid:track>/threads/", views.threads, name="threads"),
    path(
        "tracks/<uuid:track>/threads/<uuid:thread>/answer/",
        views.thread_answer,
        name="thread_answer",
    ),
]

api_urlpatterns = [
    # /api/work/<allocation>/threads/
    path("work/<uuid:allocation>/threads/", api.threads, name="threads"),
]
