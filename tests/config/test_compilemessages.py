import polib
from django.core.management import call_command

PO = """
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8"

msgid "Good morning"
msgstr "Guten Morgen"
"""


def test_translations_are_compiled_where_they_have_changed(settings, tmp_path):
    settings.LOCALE_PATHS = [tmp_path]
    source = tmp_path / "de/LC_MESSAGES/django.po"
    source.parent.mkdir(parents=True)
    source.write_text(PO)
    call_command("compilemessages")
    compiled = polib.mofile(str(source.with_suffix(".mo")))
    assert compiled.find("Good morning").msgstr == "Guten Morgen"
