"""URLs of the guides."""

from django.urls import path

from manual import views

app_name = "manual"
urlpatterns = [
    path("", views.guides, name="guides"),
    path("definitions/<str:measure>/", views.definition, name="definition"),
    path("pictures/<slug:picture>.png", views.picture, name="picture"),
    path("<slug:guide>/", views.guide, name="guide"),
]
