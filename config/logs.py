import logging
from datetime import timedelta

QUIET = timedelta(hours=1).total_seconds()


class OnceAnHour(logging.Filter):
    """Lets the same words pass once an hour: some errors come with every sweep."""

    def __init__(self) -> None:
        super().__init__()
        self.passed: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        now, words = record.created, record.getMessage()
        self.passed = {said: at for said, at in self.passed.items() if now - at < QUIET}
        if words in self.passed:
            return False
        self.passed[words] = now
        return True
