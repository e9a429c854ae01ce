"""Sign-in and sign-out, preferences, and the page of all page elements."""

from typing import cast

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.views import (
    LoginView,
    LogoutView,
    PasswordChangeView,
)
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.http.response import JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import (
    require_GET,
    require_http_methods,
    require_POST,
)

from accounts.actions import save_preferences, save_reading, save_shortcuts
from accounts.decorators import signed_in
from accounts.forms import (
    KeysForm,
    NewPasswordForm,
    PreferencesForm,
    ReadingForm,
    SignInForm,
    keys_of,
    preferences_of,
)
from accounts.models import User, anybody_can_sign_in

AGAIN = "accounts/_sign_in_again.html"
STYLE_PAGES = ("parts", "relevance", "assignment", "nuggets")


class SignIn(LoginView):
    """Show and process the sign-in form; say how to create the first account."""

    template_name = "accounts/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def get_context_data(self, **given: object) -> dict[str, object]:
        """Add whether no account can sign in."""
        shown: dict[str, object] = super().get_context_data(**given)
        return {**shown, "is_empty": not anybody_can_sign_in()}


sign_out = LogoutView.as_view()


class ChangePassword(PasswordChangeView):
    """Show and process the form of a new password."""

    form_class = NewPasswordForm
    template_name = "accounts/password.html"
    success_url = reverse_lazy("accounts:preferences")

    def get_form(
        self, form_class: type[NewPasswordForm] | None = None
    ) -> NewPasswordForm:
        """Pass the request to the form, which needs the client's address."""
        form: NewPasswordForm = super().get_form(form_class)
        form.request = self.request
        return form


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "POST"])
def sign_in_again(request: HttpRequest) -> HttpResponse:
    """Show and process the sign-in form that opens over a page whose session ended."""
    if request.method == "GET":
        form = SignInForm(request, initial={"username": request.GET.get("name", "")})
        return render(request, AGAIN, {"form": form})
    form = SignInForm(request, request.POST)
    if not form.is_valid():
        return render(request, AGAIN, {"form": form}, status=422)
    login(request, form.get_user())
    return who(request)


@never_cache
@require_GET
def csrf(request: HttpRequest) -> HttpResponse:
    """Return the current CSRF token and the name of the session's person as JSON."""
    return who(request)


def who(request: HttpRequest) -> JsonResponse:
    """Return {token, user}; user is None when nobody is signed in."""
    uuid = getattr(request.user, "uuid", None)
    return JsonResponse({"token": get_token(request), "user": uuid and str(uuid)})


@signed_in
@require_http_methods(["GET", "POST"])
def preferences(request: HttpRequest) -> HttpResponseBase:
    """Show and save a person's preferences."""
    user = cast(User, request.user)
    form = PreferencesForm(request.POST or None, initial=preferences_of(user))
    if request.method == "POST" and form.is_valid():
        zone = form.cleaned_data["timezone"]
        save_preferences(user, form.preferences(), timezone=zone)
        messages.success(request, "Your preferences are saved.")
        return redirect("accounts:preferences")
    status = 422 if form.is_bound else 200
    return render(request, "accounts/preferences.html", {"form": form}, status=status)


@signed_in
@require_http_methods(["GET", "POST"])
def keys(request: HttpRequest) -> HttpResponseBase:
    """Show every key with its effects, and save those that a person moves."""
    user = cast(User, request.user)
    form = KeysForm(request.POST or None, initial=keys_of(user))
    if request.method == "POST" and form.is_valid():
        save_shortcuts(user, form.shortcuts())
        messages.success(request, "Your keys are saved.")
        return redirect("accounts:keys")
    status = 422 if form.is_bound else 200
    return render(request, "accounts/keys.html", {"form": form}, status=status)


@signed_in
@require_POST
def reset_keys(request: HttpRequest) -> HttpResponseBase:
    """Reset every key to its default."""
    save_shortcuts(cast(User, request.user), {"off": False, "map": {}})
    messages.success(request, "All keys are as they were.")
    return redirect("accounts:keys")


@signed_in
@require_POST
def reading(request: HttpRequest) -> HttpResponseBase:
    """Save, without a message, what a reader highlights and how they read."""
    form = ReadingForm(request.POST)
    if not form.is_valid():
        return JsonResponse({"errors": form.errors}, status=422)
    save_reading(cast(User, request.user), form.reading())
    return HttpResponse(status=204)


@signed_in
@require_GET
def style(request: HttpRequest, part: str = "parts") -> HttpResponseBase:
    """Show all page elements with sample content, to superusers."""
    if not cast(User, request.user).is_superuser or part not in STYLE_PAGES:
        raise Http404
    context = {"form": PreferencesForm({"theme": "blue"})}
    return render(request, f"style/{part}.html", context)
