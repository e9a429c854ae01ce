"""URLs of language models, under /models/."""

from django.urls import path

from llm.endpoints import views

app_name = "llm"
urlpatterns = [
    path("endpoints/", views.endpoints, name="endpoints"),
    path("endpoints/new/", views.endpoint_new, name="endpoint_new"),
    path("endpoints/<uuid:endpoint>/", views.endpoint_page, name="endpoint"),
    path("endpoints/<uuid:endpoint>/try/", views.endpoint_try, name="endpoint_try"),
    path(
        "endpoints/<uuid:endpoint>/delete/",
        views.endpoint_delete,
        name="endpoint_delete",
    ),
]
