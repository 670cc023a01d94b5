from datetime import UTC, datetime

from django.utils import translation

from accounts.mails import compose, inline_styles

NOON = datetime(2026, 11, 1, 12, 0, tzinfo=UTC)


def test_a_mail_has_one_line_of_subject_text_and_html():
    mail = compose(name="mail-test", context={"now": NOON})

    assert "\n" not in mail.subject
    assert "outbox" in mail.text
    assert "outbox" in mail.html


def test_a_mail_speaks_the_language_that_is_active():
    with translation.override("de"):
        mail = compose(name="mail-test", context={"now": NOON})

    assert "Postausgang" in mail.text
    assert 'lang="de"' in mail.html


def test_styles_stand_in_the_elements():
    html = inline_styles("<style>p { color: red }</style><p>x</p>")

    assert '<p style="color: red;">x</p>' in html
