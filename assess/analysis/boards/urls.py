"""URLs of imported boards."""

from django.urls import path

from assess.analysis.boards import views

urlpatterns = [
    # /tracks/<track>/agreement/boards/
    path("tracks/<uuid:track>/agreement/boards/", views.boards, name="boards"),
    path(
        "tracks/<uuid:track>/agreement/boards/<uuid:board>/", views.board, name="board"
    ),
]
