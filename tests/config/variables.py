"""Which variables of the environment the settings read."""

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def variables_of_settings() -> set[str]:
    tree = ast.parse((ROOT / "config/settings.py").read_text())
    return {
        str(call.args[0].value)
        for call in ast.walk(tree)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and isinstance(call.func.value, ast.Name)
        and call.func.value.id == "env"
        and isinstance(call.args[0], ast.Constant)
    }
