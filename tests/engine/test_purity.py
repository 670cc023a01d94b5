"""The engine stands on the standard library, without clock and global randomness."""

import ast
import sys
from pathlib import Path

import pytest

ENGINE = Path(__file__).parents[2] / "games" / "engine"
DOOR = ENGINE / "__main__.py"
IMPURE = {"datetime", "os", "secrets", "socket", "subprocess", "threading", "time"}


def impurities(source):
    """What a module of the engine must not import, or take from `random`."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names):
                modules = [(alias.name, None) for alias in names]
            case ast.ImportFrom(module, names, level=0):
                modules = [(module, alias.name) for alias in names]
            case _:
                continue
        for module, name in modules:
            top = module.partition(".")[0]
            if top not in sys.stdlib_module_names or top in IMPURE:
                yield module
            if top == "random" and name != "Random":
                yield "global randomness"


@pytest.mark.parametrize("path", sorted(set(ENGINE.glob("*.py")) - {DOOR}), ids=str)
def test_a_module_of_the_engine_imports_nothing_impure(path):
    assert list(impurities(path.read_text())) == []


@pytest.mark.parametrize(
    "source",
    [
        "import django",
        "from games.bots import BOTS",
        "import time",
        "from datetime import datetime",
        "import random",
        "from random import choice",
    ],
)
def test_an_impure_import_would_be_seen(source):
    assert list(impurities(source))
