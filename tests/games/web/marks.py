"""What a program reads on the page of a game."""

from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class Marks(HTMLParser):
    board: dict = field(default_factory=dict)
    cells: dict = field(default_factory=dict)
    seats: dict = field(default_factory=dict)
    hand: str | None = None
    form: dict = field(default_factory=lambda: {"cells": []})

    def __post_init__(self):
        super().__init__()

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        if found.get("id") == "board":
            self.board = {k: v for k, v in attrs if k.startswith("data-")}
        if found.get("id") == "hand":
            self.hand = found["data-tile"]
        if "data-cell" in found:
            self.cells[found["data-cell"]] = found.get("data-digit")
        if "data-score" in found:
            self.seats[found["data-seat"]] = found["data-score"]
        if found.get("name") in ("turn_no", "key"):
            self.form[found["name"]] = found["value"]
        if found.get("name") == "cell" and "value" in found:
            self.form["cells"].append(found["value"])


def marks_of(answer) -> Marks:
    marks = Marks()
    marks.feed(answer.content.decode())
    return marks
