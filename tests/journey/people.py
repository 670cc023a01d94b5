"""Somebody with a browser and a mailbox."""

import re
from contextlib import suppress
from email.message import EmailMessage
from typing import Any

from playwright.sync_api import Browser, Error, Page

from tests.accounts.sink import Sink
from tests.waiting import wait_until

PASSWORD = "seventy-two tiles"


class Person:
    def __init__(self, name: str, browser: Browser, site: str, sink: Sink) -> None:
        self.name = name
        self.address = f"{name.lower()}@example.org"
        self.site = site
        self.sink = sink
        self.page: Page = browser.new_context(locale="en").new_page()
        self.page.set_default_timeout(20_000)

    def opens(self, path: str) -> Page:
        address = path if path.startswith("http") else f"{self.site}{path}"
        # Away from the table that is open first: its script may just be about to
        # fetch what is new, and one navigation would interrupt the other.
        while self.page.url != "about:blank":
            with suppress(Error):
                self.page.goto("about:blank")
        self.page.goto(address)
        return self.page

    # Post

    def mails(self, *words: str) -> list[EmailMessage]:
        """The mails to this person that contain all of these words."""
        return [
            mail
            for mail in list(self.sink.to(self.address))
            if all(word in f"{mail['Subject']}\n{text_of(mail)}" for word in words)
        ]

    def waits_for_mail(self, *words: str, count: int = 1) -> EmailMessage:
        """The mail with these words, once there are so many of them."""
        wait_until(lambda: len(self.mails(*words)) >= count)
        return self.mails(*words)[count - 1]

    # Log-in

    def signs_up(self) -> None:
        self.asks_for_an_account()
        self.types_the_code()

    def asks_for_an_account(self) -> None:
        page = self.opens("/accounts/signup/")
        page.locator("input[name=email]").fill(self.address)
        page.locator("input[name=name]").fill(self.name)
        page.locator("input[name=password1]").fill(PASSWORD)
        page.locator("main form button:not(.plain)").first.click()
        page.locator("input[name=code]").wait_for()

    def signs_in_with_password(self) -> None:
        page = self.opens("/accounts/login/")
        page.locator("input[name=login]").fill(self.address)
        page.locator("input[name=password]").fill(PASSWORD)
        page.locator("main form button:not(.plain)").first.click()
        page.wait_for_url(f"{self.site}/")

    def signs_in_by_code(self) -> None:
        page = self.opens("/accounts/login/code/")
        page.locator("input[name=email]").fill(self.address)
        page.locator("main form button:not(.plain)").first.click()
        self.types_the_code()

    def types_the_code(self) -> None:
        mail = self.waits_for_mail("code")
        code = re.search(r"^\s*([A-Z0-9]{3,4}-?[A-Z0-9]{3,4})\s*$", text_of(mail), re.M)
        assert code, text_of(mail)
        self.page.locator("input[name=code]").fill(code[1])
        self.page.locator("main form button:not(.plain)").first.click()
        self.page.wait_for_url(f"{self.site}/")

    # The table

    def sees(self) -> dict[str, Any]:
        """What the page that is open says to a program."""
        board = self.page.locator("#board")
        hand = self.page.locator("#hand")
        return {
            "seq": int(board.get_attribute("data-seq") or 0),
            "turn": board.get_attribute("data-turn"),
            "hand": hand.get_attribute("data-tile") if hand.count() else None,
        }


def text_of(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    return body.get_content() if body else ""


def link_of(mail: EmailMessage) -> str:
    """The one link of a mail that leads to a table."""
    links = set(re.findall(r"https?://\S+/games/\S+", text_of(mail)))
    assert len(links) == 1, links
    return links.pop()
