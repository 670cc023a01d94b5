import os
import stat
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from cryptography.fernet import Fernet

from config import keys


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_a_secret_is_made_once_and_then_read(tmp_path):
    path = tmp_path / "data/secrets/secret_key"
    first = keys.kept(path=path, make=keys.new_secret_key)
    assert len(first) >= 50
    assert keys.kept(path=path, make=keys.new_secret_key) == first


def test_nobody_else_can_read_it_whatever_the_umask(tmp_path):
    path = tmp_path / "secrets/secret_key"
    before = os.umask(0)
    try:
        keys.kept(path=path, make=keys.new_secret_key)
    finally:
        os.umask(before)
    assert mode(path) == 0o600
    assert mode(path.parent) == 0o700
    assert os.listdir(path.parent) == ["secret_key"]


def test_processes_that_start_at_once_agree_on_one_secret(tmp_path):
    for round_no in range(10):
        ask = partial(
            keys.kept, path=tmp_path / str(round_no), make=keys.new_secret_key
        )
        with ProcessPoolExecutor(max_workers=4) as pool:
            answers = [pool.submit(ask) for _ in range(8)]
        assert len({answer.result() for answer in answers}) == 1


def test_a_seed_key_encrypts():
    fernet = Fernet(keys.new_seed_key())
    assert fernet.decrypt(fernet.encrypt(b"seed")) == b"seed"
