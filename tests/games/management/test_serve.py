import os
import signal
import socket
import subprocess
import sys

import pytest

from tests.games.management.site_process import Site, wait_until


@pytest.fixture
def site(tmp_path):
    site = Site(tmp_path)
    site.start()
    yield site
    if site.process.poll() is None:
        site.end(signal.SIGTERM)


def wait_for_all_parts(site):
    site.wait_for("Postdoku is at")
    wait_until(lambda: len(site.processes()) == 7)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_the_whole_site_comes_up_and_nothing_of_it_is_left(site, how):
    # The supervisor, the broker, gunicorn with two workers, the worker and beat.
    wait_for_all_parts(site)
    assert site.status() == 200
    code = site.end(how)
    assert code == (-how if how == signal.SIGKILL else 0)
    wait_until(lambda: not site.processes(), seconds=10)


def test_it_says_where_it_is_once_with_a_prefix_and_without_colours(site):
    site.wait_for(r"  site \| Postdoku is at http://localhost:\d+/")
    site.wait_for(r"  site \| Its mails are at http://localhost:\d+/mailbox/")
    site.wait_for(r"   web \| ")
    assert "\033" not in site.log.read_text()


@pytest.mark.parametrize(
    "part", ["gunicorn", "celery --app config.celery --quiet beat"]
)
def test_a_part_that_dies_is_started_again(site, part):
    wait_for_all_parts(site)
    before = site.pid_of(part)
    os.kill(before, signal.SIGKILL)
    site.wait_for("ended with -9, starting again")
    wait_for_all_parts(site)
    assert site.pid_of(part) != before
    assert site.status() == 200


def test_the_broker_comes_back_too_and_the_web_does_not_notice(site):
    wait_for_all_parts(site)
    before = site.pid_of("broker.sock")
    os.kill(before, signal.SIGKILL)
    assert site.status() == 200
    wait_until(lambda: before not in site.processes())
    wait_for_all_parts(site)


def test_a_taken_port_is_one_clear_sentence(tmp_path):
    site = Site(tmp_path)
    with socket.create_server(("127.0.0.1", site.port)):
        site.start()
        assert site.process.wait(timeout=60) == 1
    said = site.log.read_text()
    assert said.count("\n") == 1
    assert f"Port {site.port} on 127.0.0.1 cannot be used" in said


def test_a_second_one_in_the_same_place_is_refused(site, tmp_path):
    site.wait_for("Postdoku is at")
    second = Site(tmp_path)
    second.log = tmp_path / "second.log"
    second.start()
    assert second.process.wait(timeout=60) == 1
    assert "already runs here" in second.log.read_text()


def test_it_ends_with_the_process_that_started_it(tmp_path):
    site = Site(tmp_path)
    script = f"{sys.executable} manage.py serve --with-parent; true"
    with site.log.open("wb") as log:
        site.process = subprocess.Popen(
            ["sh", "-c", script], env=site.environment, stdout=log, stderr=log
        )
    site.wait_for("Postdoku is at")
    site.end(signal.SIGKILL)
    wait_until(lambda: not site.processes(), seconds=15)
