import socket
import threading

import pytest
from django.http import HttpResponse
from django.urls import path

from config import probe


def answer_503(request):
    return HttpResponse(status=503)


# An address of its own, where a test asks for it.
urlpatterns = [path("healthz", answer_503)]


@pytest.fixture
def health_url(live_server, settings):
    settings.HEALTH_URL = f"{live_server.url}/healthz"


def test_a_site_that_answers_is_there(health_url):
    assert probe.site_answers()


def test_a_site_that_says_it_cannot_is_not(health_url, settings):
    settings.ROOT_URLCONF = "tests.config.test_probe"
    assert not probe.site_answers()


def test_a_site_is_asked_by_its_name_whatever_the_address(health_url, settings):
    settings.SITE_HOST = "postdoku.example.org"
    settings.ALLOWED_HOSTS = ["postdoku.example.org"]
    assert probe.site_answers()
    settings.SITE_HOST = "elsewhere.example.org"
    assert not probe.site_answers()


def test_where_nobody_listens_is_no_site(settings):
    settings.HEALTH_URL = "http://127.0.0.1:9/healthz"
    assert not probe.site_answers()


def test_somebody_who_talks_nonsense_is_no_site():
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def talk():
            connection, _ = listener.accept()
            connection.recv(1024)
            connection.sendall(b"220 mail.example.org ESMTP\r\n")
            connection.close()

        threading.Thread(target=talk, daemon=True).start()
        port = listener.getsockname()[1]
        assert not probe.answers(url=f"http://127.0.0.1:{port}/")
