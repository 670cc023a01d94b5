"""No engine runs here, so the files are read."""

import importlib
import re
from graphlib import TopologicalSorter

import pytest
import yaml
from django.core.management import get_commands

from tests.config.variables import ROOT, variables_of_settings

COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES = COMPOSE["services"]
OURS = {name for name, service in SERVICES.items() if "build" in service}
DOCKERFILE = (ROOT / "Dockerfile").read_text()


def words(service):
    return " ".join(service.get("command", []))


def test_every_part_of_the_site_is_there():
    others = {"postgres", "valkey", "mail"}
    assert sorted(OURS) == ["beat", "migrate", "web", "worker"]
    assert SERVICES.keys() == OURS | others
    assert SERVICES["mail"]["profiles"] == ["mail"]


@pytest.mark.parametrize("name", sorted(SERVICES.keys() - OURS))
def test_images_of_others_have_a_version(name):
    assert re.search(r":v?\d+\.\d+(\.\d+)?", SERVICES[name]["image"])


def test_the_own_image_begins_with_a_version_and_runs_as_nobody_special():
    assert re.match(r"FROM python:3\.11\.\d+-slim-bookworm\n", DOCKERFILE)
    assert DOCKERFILE.index("\nUSER postdoku") < DOCKERFILE.index("\nCMD ")


def test_no_secret_gets_into_the_image():
    assert not re.search(r"SECRET_KEY|SEED_KEYS|PASSWORD", DOCKERFILE)
    making = DOCKERFILE.split("RUN DATA_DIR=/tmp/build", 1)[1]
    assert "rm -r /tmp/build" in making.split("\nUSER")[0]
    ignored = (ROOT / ".dockerignore").read_text().split()
    assert {".env", ".git", "var"} <= set(ignored)


# Importing what gunicorn serves looks at the database's guards.
@pytest.mark.django_db
def test_what_the_containers_start_exists():
    commands = [DOCKERFILE, *(words(SERVICES[name]) for name in OURS)]
    modules = re.findall(r"\bconfig\.\w+", " ".join(commands))
    assert {"config.gunicorn", "config.wsgi", "config.celery"} <= set(modules)
    for module in modules:
        importlib.import_module(module)
    managed = re.findall(r"manage\.py (\w+)", " ".join(commands))
    assert {"migrate", "createcachetable", "collectstatic"} <= set(managed)
    assert set(managed) <= set(get_commands())


def test_every_variable_is_one_that_the_settings_read():
    example = re.findall(r"^([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.M)
    given = {name for service in OURS for name in SERVICES[service]["environment"]}
    assert given | set(example) - {"POSTGRES_PASSWORD"} <= variables_of_settings()
    assert {"DATABASE_URL", "REDIS_URL", "HEALTH_URL"} <= given


def test_the_database_is_migrated_before_anything_of_ours_starts():
    order = list(
        TopologicalSorter(
            {name: service.get("depends_on", {}) for name, service in SERVICES.items()}
        ).static_order()
    )
    assert order.index("postgres") < order.index("migrate")
    for name in OURS - {"migrate"}:
        condition = SERVICES[name]["depends_on"]["migrate"]["condition"]
        assert condition == "service_completed_successfully"


def test_whoever_is_waited_for_can_say_that_it_is_ready():
    for service in SERVICES.values():
        for other, wanted in service.get("depends_on", {}).items():
            if wanted["condition"] == "service_healthy":
                assert SERVICES[other]["healthcheck"]["test"]
    assert "healthcheck" in SERVICES["web"]
    assert "healthcheck" in SERVICES["worker"]


def test_all_but_the_one_shot_start_again_and_data_outlives_them():
    restarts = {name: service["restart"] for name, service in SERVICES.items()}
    assert restarts.pop("migrate") == "no"
    assert set(restarts.values()) == {"unless-stopped"}
    used = {
        volume.split(":")[0]
        for service in SERVICES.values()
        for volume in service.get("volumes", [])
    }
    assert used == set(COMPOSE["volumes"]) == {"data", "postgres", "valkey"}


def test_secrets_that_the_site_makes_for_itself_are_the_same_for_all_of_it():
    assert "\nWORKDIR /app\n" in DOCKERFILE
    # A new volume takes over the folder of the image, and whose it is.
    assert "chown postdoku var/data" in DOCKERFILE
    for name in OURS:
        assert SERVICES[name]["volumes"] == ["data:/app/var/data"]


def test_a_worker_answers_for_itself_alone():
    kind, line = SERVICES["worker"]["healthcheck"]["test"]
    assert kind == "CMD-SHELL"
    # Compose reads a single dollar as a variable of its own.
    assert line.endswith("inspect ping --destination celery@$$HOSTNAME")


def test_several_web_processes_can_run_on_one_machine():
    (port,) = SERVICES["web"]["ports"]
    assert re.fullmatch(r"127\.0\.0\.1:\d+-\d+:8000", port)
    assert "container_name" not in SERVICES["web"]
