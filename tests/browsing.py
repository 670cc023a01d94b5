"""What every page has to be in a browser."""

from axe_playwright_python.sync_playwright import Axe


def assert_good(page, complaints):
    violations = Axe().run(page).response["violations"]
    found = [(rule["id"], rule["nodes"][0]["html"]) for rule in violations]
    assert not found, found
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390, width
    assert complaints == [], complaints
