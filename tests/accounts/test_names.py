import pytest
from django.core.exceptions import ValidationError
from django.db import DatabaseError, IntegrityError, transaction

from accounts import names
from accounts.models import User
from tests.people import make_person


@pytest.mark.parametrize(
    "name",
    ["Ann", "O'Neill", "Jean-Luc P.", "Ζωή", "Анна", "李小龍", "x" * 20, "r2_d2"],
)
def test_an_ordinary_name_is_allowed(name):
    names.check(names.normalise(name))


@pytest.mark.parametrize(
    "name", ["राम", "कृष्णा", "ज़िंदगी", "ตุ๊กตา", "நிலா", "דָּוִד", "مُحَمَّد", "n̈ame"]
)
def test_the_letters_of_a_name_may_carry_marks(name):
    names.check(names.normalise(name))


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("Al", "length"),
        ("x" * 21, "length"),
        ("bot:greedy", "bot"),
        ("BOT:x", "bot"),
        ("bot:", "bot"),
        ("a@b.c", "characters"),
        ("Ali\u200bce", "characters"),
        ("Ali\u202ece", "characters"),
        ("Ali\nce", "characters"),
        ("Ali\x00ce", "characters"),
        ("Ali\u200dce", "characters"),
        ("Ali\u2066ce", "characters"),
        ("राम\u200d", "characters"),
        ("\u0301Alice", "characters"),
        ("Ali \u0301ce", "characters"),
        ("r2\u0301d2", "characters"),
        ("Al" + 4 * "\u0335" + "ice", "characters"),
        ("Ali\u034fce", "characters"),
        ("Ali\ufe0fce", "characters"),
        ("Ali\U000e0101ce", "characters"),
        ("\u3164\u3164\u3164", "characters"),
        ("Al  ice", "characters"),
        ("<b>x</b>", "characters"),
        ("Ali🙂ce", "characters"),
        ("12345", "letters"),
        ("\N{CYRILLIC CAPITAL LETTER A}lice", "alphabets"),
    ],
)
def test_a_name_is_refused_for_its_own_reason(name, code):
    with pytest.raises(ValidationError) as refusal:
        names.check(names.normalise(name))

    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Straße", "STRASSE"),
        ("Alice", "\N{FULLWIDTH LATIN CAPITAL LETTER A}LICE"),
        ("Ζωής", "ΖΩΉΣ"),
    ],
)
def test_names_that_differ_in_case_or_width_are_the_same(one, other):
    assert names.key_of(one) == names.key_of(other)


def test_the_database_refuses_a_name_that_differs_in_case_alone(alice):
    with pytest.raises(IntegrityError), transaction.atomic():
        make_person("ALICE")


@pytest.mark.parametrize(
    ("name", "key"),
    [("Al", "al"), ("x" * 21, "x" * 21), ("bot:x", "bot:x"), ("Ann", "")],
)
def test_the_database_refuses_a_row_that_got_past_the_checks(db, name, key):
    with pytest.raises(DatabaseError) as refusal, transaction.atomic():
        User.objects.bulk_create([User(name=name, name_key=key)])

    assert "user_name" in str(refusal.value) or "too long" in str(refusal.value)


def test_the_database_refuses_a_birth_year_nobody_has(alice):
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.filter(pk=alice.pk).update(birth_year=1899)


def test_a_person_is_found_by_name_whatever_the_case(alice):
    assert User.objects.get_by_natural_key("aLiCe") == alice
