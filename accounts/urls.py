from django.urls import include, path, register_converter
from django.urls.converters import StringConverter

from accounts import mailbox, views


class MailNameConverter(StringConverter):
    regex = mailbox.NAME


register_converter(MailNameConverter, "mail")

urlpatterns = [
    path("settings/", views.settings_page, name="settings"),
    path("language/", include("django.conf.urls.i18n")),
    path("mailbox/<slug:token>/", mailbox.mail_list, name="mailbox"),
    path("mailbox/<slug:token>/<mail:name>/", mailbox.mail_page, name="mail"),
    path("mailbox/<slug:token>/<mail:name>/html/", mailbox.mail_html, name="mail_html"),
]
