"""A real SMTP server that records what it takes and refuses what it is told to."""

import random
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any, Self

from aiosmtpd.controller import Controller


class Sink:
    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.connections = 0
        # What to answer instead of 250: by recipient, or to the next mails.
        self.refuse_recipients: dict[str, str] = {}
        self.data_replies: list[str] = []
        self.port = 0
        self._controller: Controller | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *details: object) -> None:
        self.stop()

    def start(self) -> None:
        # Ports above 32768 are handed out to clients and may be taken any time.
        for port in (
            [self.port] if self.port else random.sample(range(20000, 32000), 20)
        ):
            controller = Controller(self, hostname="127.0.0.1", port=port)
            try:
                controller.start()
            except OSError:
                continue
            self.port, self._controller = port, controller
            return
        raise OSError("no free port for the SMTP sink")

    def stop(self) -> None:
        if self._controller:
            self._controller.stop()
            self._controller = None

    def to(self, address: str) -> list[EmailMessage]:
        return [mail for mail in self.mails if mail["To"] == address]

    # What aiosmtpd asks, under the names that it gives

    async def handle_EHLO(  # noqa: N802
        self, server: Any, session: Any, envelope: Any, hostname: str, replies: Any
    ) -> Any:
        self.connections += 1
        session.host_name = hostname
        return replies

    async def handle_RCPT(  # noqa: N802
        self, server: Any, session: Any, envelope: Any, address: str, options: Any
    ) -> str:
        if address in self.refuse_recipients:
            return self.refuse_recipients[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802
        self, server: Any, session: Any, envelope: Any
    ) -> str:
        reply = self.data_replies.pop(0) if self.data_replies else "250 OK"
        if reply == "drop":
            session.transport = None
            server.transport.abort()
        if reply.startswith("250") or reply == "drop":
            self.mails.append(
                message_from_bytes(envelope.content, policy=policy.default)
            )
        return reply
