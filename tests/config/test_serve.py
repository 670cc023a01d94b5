import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys

import pytest

from tests.config.settings_process import python
from tests.config.site_process import Site
from tests.waiting import wait_until


@pytest.fixture(scope="session")
def prepared(tmp_path_factory):
    """A place where a site was set up before, which takes seconds."""
    folder = tmp_path_factory.mktemp("prepared")
    code = "import django; django.setup(); from config.setup import prepare; prepare()"
    python(
        *("-c", code),
        DJANGO_SETTINGS_MODULE="config.settings",
        DATA_DIR=str(folder / "data"),
        RUN_DIR=str(folder / "run"),
    ).check_returncode()
    return folder


@pytest.fixture
def folder(prepared, tmp_path):
    return shutil.copytree(prepared, tmp_path, dirs_exist_ok=True)


@pytest.fixture
def site(folder):
    site = Site(folder)
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


def test_a_second_one_in_the_same_place_is_refused(site, folder):
    site.wait_for("Postdoku is at")
    second = Site(folder)
    second.log = folder / "second.log"
    second.start()
    assert second.process.wait(timeout=60) == 1
    assert "already runs here" in second.log.read_text()


def test_it_ends_with_the_process_that_started_it(folder):
    site = Site(folder)
    script = f"{sys.executable} manage.py serve --with-parent; true"
    with site.log.open("wb") as log:
        site.process = subprocess.Popen(
            ["sh", "-c", script], env=site.environment, stdout=log, stderr=log
        )
    site.wait_for("Postdoku is at")
    site.end(signal.SIGKILL)
    wait_until(lambda: not site.processes(), seconds=15)


def test_it_sets_up_by_itself_what_is_not_there(tmp_path):
    site = Site(tmp_path)
    site.start()
    site.wait_for("Postdoku is at")
    assert site.status() == 200
    site.end(signal.SIGTERM)


def test_people_run_out_of_time_wherever_the_site_listens(folder):
    # An address like one of a home network: at 127.0.0.1 nobody listens.
    site = Site(folder, HOST="127.0.0.2")
    site.start()
    site.wait_for(r"Postdoku is at http://127\.0\.0\.2:\d+/")
    wait_until(lambda: json.loads(site.ask("/healthz")[1])["sweep"] is not None)
    assert not site.said("Its mails are at")
    site.wait_for(rf"Its mails are files in {folder}/data/mail")
    site.end(signal.SIGTERM)


def test_who_listens_everywhere_is_told_how_others_get_in(folder):
    site = Site(folder, HOST="0.0.0.0")
    site.start()
    site.wait_for("Postdoku is at http://localhost:")
    example = rf"`make run HOST=0\.0\.0\.0 SITE_URL=http://(\S+):{site.port}`"
    site.wait_for(example)
    name = re.search(example, site.log.read_text())[1]
    assert site.status(Host=name) == 400
    site.end(signal.SIGTERM)

    site.environment["SITE_URL"] = f"http://{name}:{site.port}"
    site.start()
    site.wait_for(f"Postdoku is at http://{name}:{site.port}/")
    assert site.status(Host=name) == 200
    assert not site.said("Other machines")
    site.end(signal.SIGTERM)
