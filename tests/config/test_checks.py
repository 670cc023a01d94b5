import pytest
from django.core.exceptions import ImproperlyConfigured

from config import keys
from config.checks import (
    production_is_safe,
    refuse_to_start_unsafe,
    seed_keys_can_encrypt,
)
from tests.config.settings_process import python, safe_production

UNSAFE = {
    "DEBUG is on": {"DEBUG": True},
    "SECRET_KEY or SEED_KEYS is not set": {"SECRETS_GIVEN": False},
    "SECRET_KEY is easily guessed": {"SECRET_KEY": "x"},
    "does not begin with https://": {"SITE_URL": "http://play.example.org"},
    "allows every name": {"ALLOWED_HOSTS": ["*"]},
    "lacks the host of SITE_URL": {"ALLOWED_HOSTS": ["example.org"]},
    "TRUSTED_PROXIES is 0": {"TRUSTED_PROXIES": 0},
    "EMAIL_URL names no mail server": {"MAIL_IS_DELIVERED": False},
    "POSTDOKU_ADMIN_SECOND_FACTOR is off": {"POSTDOKU_ADMIN_SECOND_FACTOR": False},
}


@pytest.fixture
def production(settings):
    settings.PRODUCTION = True
    settings.DEBUG = False
    settings.SECRETS_GIVEN = True
    settings.SITE_URL = "https://play.example.org"
    settings.SITE_HOST = "play.example.org"
    settings.ALLOWED_HOSTS = [".example.org"]
    settings.TRUSTED_PROXIES = 1
    settings.MAIL_IS_DELIVERED = True
    settings.POSTDOKU_ADMIN_SECOND_FACTOR = True
    return settings


def test_a_proper_production_is_let_through(production):
    assert production_is_safe(None) == []
    refuse_to_start_unsafe()


@pytest.mark.parametrize("sentence", UNSAFE)
def test_each_unsafe_setting_is_named_with_its_remedy(production, sentence):
    for name, value in UNSAFE[sentence].items():
        setattr(production, name, value)
    (problem,) = production_is_safe(None)
    assert sentence in problem.msg
    assert problem.hint
    with pytest.raises(ImproperlyConfigured, match=sentence):
        refuse_to_start_unsafe()


def test_at_home_nothing_of_it_is_asked_for(production):
    production.PRODUCTION = False
    production.MAIL_IS_DELIVERED = False
    assert production_is_safe(None) == []


def test_every_seed_key_must_be_able_to_encrypt(settings):
    settings.SEED_KEYS = [keys.new_seed_key(), keys.new_seed_key()]
    assert seed_keys_can_encrypt(None) == []
    settings.SEED_KEYS.append("too-short")
    assert seed_keys_can_encrypt(None)


def test_a_proper_environment_passes_the_deployment_checks(tmp_path):
    checked = python(
        *("manage.py", "check", "--deploy", "--fail-level", "INFO"),
        **safe_production(tmp_path),
    )
    assert checked.returncode == 0, checked.stderr
    assert not (tmp_path / "data/secrets/secret_key").exists()


@pytest.mark.parametrize("door", ["config.wsgi", "config.celery"])
def test_neither_web_nor_worker_starts_with_an_unsafe_environment(tmp_path, door):
    safe = safe_production(tmp_path)
    assert python("-c", f"import {door}", **safe).returncode == 0
    refused = python("-c", f"import {door}", **safe | {"DEBUG": "1"})
    assert refused.returncode == 1
    assert "DEBUG is on" in refused.stderr
