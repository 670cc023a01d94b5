from argparse import ArgumentParser
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import polib
from babel.messages.extract import extract
from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.utils.translation.template import templatize

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


class Command(BaseCommand):
    """Takes the place of Django's own, which needs GNU gettext on the machine."""

    help = "Bring every text of code and templates into the translations."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check",
            action="store_true",
            help="Change nothing; fail on a text that is missing or not translated.",
        )

    def handle(self, *args: object, **options: object) -> None:
        for path in sorted(Path(settings.LOCALE_PATHS[0]).glob("*/LC_MESSAGES/*.po")):
            old = polib.pofile(str(path), wrapwidth=WIDTH)
            new = renewed(old)
            if options["check"]:
                refuse_gaps(path=path, old=old, new=new)
            else:
                new.save(str(path))


def renewed(old: polib.POFile) -> polib.POFile:
    """Return the translations there are, for exactly the texts there are."""
    new = polib.POFile(wrapwidth=WIDTH)
    new.metadata = old.metadata
    for entry in texts_of_the_project():
        if known := old.find(entry.msgid, msgctxt=entry.msgctxt or False):
            entry.msgstr, entry.msgstr_plural = known.msgstr, known.msgstr_plural
            entry.flags = known.flags
        elif entry.msgid_plural:
            entry.msgstr_plural = {0: "", 1: ""}
        new.append(entry)
    return new


def texts_of_the_project() -> list[polib.POEntry]:
    """Find each text once, with the files that it stands in."""
    entries: dict[tuple[str, str | None], polib.POEntry] = {}
    for place, source in _sources():
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


def _sources() -> Iterator[tuple[str, str]]:
    for room in ROOMS:
        for path in sorted((settings.BASE_DIR / room).rglob("*")):
            place = str(path.relative_to(settings.BASE_DIR))
            if path.suffix == ".py":
                yield place, path.read_text()
            elif path.suffix in {".html", ".txt"}:
                # What Django makes of a template is Python but for the indentation.
                lines = templatize(path.read_text()).splitlines()
                yield place, "\n".join(line.strip() for line in lines)


def refuse_gaps(*, path: Path, old: polib.POFile, new: polib.POFile) -> None:
    gaps = [entry.msgid for entry in new if not entry.translated()]
    if gaps:
        listed = "\n".join(f"  {gap}" for gap in gaps)
        raise CommandError(f"{path} lacks these; run `make messages`:\n{listed}")
    if str(old) != str(new):
        raise CommandError(f"{path} is not up to date; run `make messages`.")
