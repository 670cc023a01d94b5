import polib
import pytest

from tests.config.settings_process import python
from tools import messages

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
def project(tmp_path):
    for name, text in {
        "locale/de/LC_MESSAGES/django.po": PO,
        "templates/page.html": PAGE,
        "games/code.py": CODE,
    }.items():
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.fixture
def german(project):
    return project / "locale/de/LC_MESSAGES/django.po"


def test_texts_of_code_and_pages_are_found_and_translations_kept(project, german):
    messages.update(root=project)
    catalog = polib.pofile(str(german))
    assert catalog.find("Good morning").msgstr == "Guten Morgen"
    assert catalog.find("%(n)s game").msgid_plural == "%(n)s games"
    (place,) = catalog.find("Games", msgctxt="of a page").occurrences
    assert place[0] == "games/code.py"
    assert catalog.find("Gone from the pages") is None


def test_a_gap_fails_the_check_until_it_is_filled(project, german):
    with pytest.raises(messages.Gap, match="Games"):
        messages.check(root=project)
    messages.update(root=project)
    catalog = polib.pofile(str(german))
    catalog.find("%(n)s game").msgstr_plural = {0: "%(n)s Spiel", 1: "%(n)s Spiele"}
    catalog.find("Games", msgctxt="of a page").msgstr = "Spiele"
    catalog.save()
    messages.check(root=project)


def test_a_doubtful_translation_fails_the_check(project, german):
    test_a_gap_fails_the_check_until_it_is_filled(project, german)
    german.write_text(german.read_text().replace("#: games", "#, fuzzy\n#: games"))
    with pytest.raises(messages.Gap, match="Games"):
        messages.check(root=project)


def test_a_translation_that_nobody_needs_fails_the_check(project, german):
    test_a_gap_fails_the_check_until_it_is_filled(project, german)
    german.write_text(german.read_text() + '\nmsgid "Old"\nmsgstr "Alt"\n')
    with pytest.raises(messages.Gap, match="not up to date"):
        messages.check(root=project)


def test_no_command_of_the_site_needs_what_only_developers_have(tmp_path):
    code = (
        "import sys; sys.modules['babel'] = None; import django; django.setup();"
        "from django.core.management import get_commands, load_command_class;"
        "found = [load_command_class(app, name) for name, app in get_commands().items()"
        " if app in {'accounts', 'config', 'games'}]; print(len(found))"
    )
    places = {"DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}
    said = python("-c", code, **places)
    assert said.returncode == 0, said.stderr
    assert int(said.stdout) > 5
