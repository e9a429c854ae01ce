"""URLs of people, under /accounts/."""

from django.urls import path

from accounts import views

app_name = "accounts"
urlpatterns = [
    # /accounts/sign-in/
    path("sign-in/", views.SignIn.as_view(), name="sign_in"),
    path("sign-in/again/", views.sign_in_again, name="sign_in_again"),
    path("sign-out/", views.sign_out, name="sign_out"),
    path("csrf/", views.csrf, name="csrf"),
    # /accounts/preferences/
    path("preferences/", views.preferences, name="preferences"),
    path("preferences/reading/", views.reading, name="reading"),
    # /accounts/keys/
    path("keys/", views.keys, name="keys"),
    path("keys/reset/", views.reset_keys, name="reset_keys"),
    path("password/", views.ChangePassword.as_view(), name="password"),
    # /accounts/style/
    path("style/", views.style, name="style"),
    path("style/<slug:part>/", views.style, name="style_page"),
]
