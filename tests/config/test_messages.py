import polib
import pytest
from django.core.management import CommandError, call_command

PO = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Good morning"
msgstr "Guten Morgen"

msgid "Gone from the pages"
msgstr "Weg"
"""
PAGE = """{% load i18n %}
   <p>{% translate "Good morning" %}</p>
 {% blocktranslate count n=3 trimmed %}
   {{ n }} game{% plural %}{{ n }} games
 {% endblocktranslate %}
"""
CODE = 'title = pgettext("of a page", "Games")\n'


@pytest.fixture
def project(settings, tmp_path):
    settings.BASE_DIR = tmp_path
    settings.LOCALE_PATHS = [tmp_path / "locale"]
    for name, text in {
        "locale/de/LC_MESSAGES/django.po": PO,
        "templates/page.html": PAGE,
        "games/code.py": CODE,
    }.items():
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(text)
    return tmp_path / "locale/de/LC_MESSAGES/django.po"


def test_texts_of_code_and_pages_are_found_and_translations_kept(project):
    call_command("makemessages")
    catalog = polib.pofile(str(project))
    assert catalog.find("Good morning").msgstr == "Guten Morgen"
    assert catalog.find("%(n)s game").msgid_plural == "%(n)s games"
    (place,) = catalog.find("Games", msgctxt="of a page").occurrences
    assert place[0] == "games/code.py"
    assert catalog.find("Gone from the pages") is None


def test_a_gap_fails_the_check_until_it_is_filled(project):
    with pytest.raises(CommandError, match="Games"):
        call_command("makemessages", check=True)
    call_command("makemessages")
    catalog = polib.pofile(str(project))
    catalog.find("%(n)s game").msgstr_plural = {0: "%(n)s Spiel", 1: "%(n)s Spiele"}
    catalog.find("Games", msgctxt="of a page").msgstr = "Spiele"
    catalog.save()
    call_command("makemessages", check=True)


def test_a_doubtful_translation_fails_the_check(project):
    test_a_gap_fails_the_check_until_it_is_filled(project)
    project.write_text(project.read_text().replace("#: games", "#, fuzzy\n#: games"))
    with pytest.raises(CommandError, match="Games"):
        call_command("makemessages", check=True)


def test_a_translation_that_nobody_needs_fails_the_check(project):
    test_a_gap_fails_the_check_until_it_is_filled(project)
    project.write_text(project.read_text() + '\nmsgid "Old"\nmsgstr "Alt"\n')
    with pytest.raises(CommandError, match="not up to date"):
        call_command("makemessages", check=True)


def test_translations_are_compiled_where_they_have_changed(project):
    call_command("compilemessages")
    compiled = polib.mofile(str(project.with_suffix(".mo")))
    assert compiled.find("Good morning").msgstr == "Guten Morgen"
