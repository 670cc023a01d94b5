from django.contrib import admin
from django.templatetags.static import static
from django.urls import URLPattern, URLResolver, include, path
from django.utils.functional import lazy
from django.views.generic import RedirectView

# Found when it is asked for: static files may be collected after this is read.
icon = lazy(static, str)("favicon.svg")

handler500 = "config.errors.server_error"

urlpatterns: list[URLPattern | URLResolver] = [
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
    # The admin's pages name no icon, so that browsers look for it here.
    path("favicon.ico", RedirectView.as_view(url=icon)),
    path("", include("accounts.urls")),
    path("", include("games.web.urls")),
]
