"""Brings every text of code and templates into the translations.

    python -m tools.messages [--check]

It does what Django's `makemessages` does, without GNU gettext on the machine. It is no
command of the site, for it needs Babel, which only developers have.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import polib
from babel.messages.extract import extract
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent

ROOMS = ("accounts", "config", "games", "templates")
KEYWORDS = {
    "_": None,
    "gettext": None,
    "gettext_noop": None,
    "gettext_lazy": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
WIDTH = 88


class Gap(Exception):
    """The translations lack something, or have something that nobody needs."""


def update(*, root: Path) -> None:
    for path, _, new in _catalogs(root):
        new.save(str(path))


def check(*, root: Path) -> None:
    """Change nothing; refuse a text that is missing or not translated."""
    for path, old, new in _catalogs(root):
        gaps = [entry.msgid for entry in new if not entry.translated()]
        if gaps:
            listed = "\n".join(f"  {gap}" for gap in gaps)
            raise Gap(f"{path} lacks these; run `make messages`:\n{listed}")
        if str(old) != str(new):
            raise Gap(f"{path} is not up to date; run `make messages`.")


def _catalogs(root: Path) -> Iterator[tuple[Path, polib.POFile, polib.POFile]]:
    for path in sorted(root.glob("locale/*/LC_MESSAGES/*.po")):
        old = polib.pofile(str(path), wrapwidth=WIDTH)
        yield path, old, renewed(old, root=root)


def renewed(old: polib.POFile, *, root: Path) -> polib.POFile:
    """Return the translations there are, for exactly the texts there are."""
    new = polib.POFile(wrapwidth=WIDTH)
    new.metadata = old.metadata
    for entry in texts_of_the_project(root=root):
        if known := old.find(entry.msgid, msgctxt=entry.msgctxt or False):
            entry.msgstr, entry.msgstr_plural = known.msgstr, known.msgstr_plural
            entry.flags = known.flags
        elif entry.msgid_plural:
            entry.msgstr_plural = {0: "", 1: ""}
        new.append(entry)
    return new


def texts_of_the_project(*, root: Path) -> list[polib.POEntry]:
    """Find each text once, with the files that it stands in."""
    entries: dict[tuple[str, str | None], polib.POEntry] = {}
    for place, source in _sources(root):
        for _, message, _, context in extract(
            "python", BytesIO(source.encode()), KEYWORDS
        ):
            single, plural = message if isinstance(message, tuple) else (message, "")
            entry = entries.setdefault(
                (single, context),
                polib.POEntry(msgid=single, msgctxt=context, msgid_plural=plural),
            )
            # Line numbers would change with every commit.
            if (place, "") not in entry.occurrences:
                entry.occurrences.append((place, ""))
    return list(entries.values())


def _sources(root: Path) -> Iterator[tuple[str, str]]:
    for room in ROOMS:
        for path in sorted((root / room).rglob("*")):
            place = str(path.relative_to(root))
            if path.suffix == ".py":
                yield place, path.read_text()
            elif path.suffix in {".html", ".txt"}:
                # What Django makes of a template is Python but for the indentation.
                lines = templatize(path.read_text()).splitlines()
                yield place, "\n".join(line.strip() for line in lines)


def main() -> None:
    parser = ArgumentParser(prog="python -m tools.messages")
    parser.add_argument("--check", action="store_true", help=check.__doc__)
    wanted = parser.parse_args()
    try:
        check(root=ROOT) if wanted.check else update(root=ROOT)
    except Gap as gap:
        sys.exit(str(gap))


if __name__ == "__main__":
    main()
