"""What the drill breaks, nothing that is deployed can break."""

from tests.config.variables import ROOT


def test_nothing_of_the_product_knows_of_the_drill():
    deployed = [
        path
        for room in ("accounts", "config", "games")
        for path in (ROOT / room).rglob("*.py")
    ]
    assert deployed
    assert [path for path in deployed if "drill" in path.read_text().lower()] == []


def test_the_image_has_no_drill_in_it():
    assert "drill" in (ROOT / ".dockerignore").read_text().split()
