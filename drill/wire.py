"""One HTTP connection that writes down what came back, and when."""

import http.client
from dataclasses import dataclass

from drill.ledger import Ledger, now

TIMEOUT = 30.0
# The site compares the cookie with the form; who brings both may choose it.
CSRF = "c" * 32


@dataclass(frozen=True)
class Answer:
    """`status` 0 where there was none."""

    status: int
    location: str = ""
    body: bytes = b""

    @property
    def is_definite(self) -> bool:
        """Whether it says what became of the request; an error does not."""
        return 0 < self.status < 500


class Wire:
    """Kept open, and opened again when it broke."""

    def __init__(self, port: int, book: Ledger) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)
        self.book = book
        self.is_sent = False

    def send(
        self,
        method: str,
        game: str,
        door: str,
        session: str,
        body: str | None = None,
        key: str | None = None,
    ) -> None:
        headers = {"Cookie": f"sessionid={session}; csrftoken={CSRF}"}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self.sent = {"asked": key, "game": game, "began": now()}
        try:
            self.connection.request(method, f"/games/{game}/{door}", body, headers)
            self.is_sent = True
        except (OSError, http.client.HTTPException):
            self.is_sent = False
            self.close()

    def receive(self) -> Answer:
        answer = self._answer() if self.is_sent else Answer(0)
        self.book.write(
            **self.sent, ended=now(), status=answer.status, location=answer.location
        )
        return answer

    def _answer(self) -> Answer:
        try:
            got = self.connection.getresponse()
            return Answer(got.status, got.getheader("Location", ""), got.read())
        except (OSError, http.client.HTTPException):
            self.close()
            return Answer(0)

    def close(self) -> None:
        self.connection.close()
