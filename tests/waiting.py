import time
from collections.abc import Callable

PATIENCE = 60.0


def wait_until(condition: Callable[[], object], *, seconds: float = PATIENCE) -> None:
    """Look again and again until it holds; fail when it takes too long."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.05)
