from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from accounts.management.commands import make_admin
from accounts.models import Notice, User


def run(name, *args, **options):
    out = StringIO()
    call_command(name, *args, stdout=out, **options)
    return out.getvalue()


class TestMailTest:
    def test_it_goes_through_the_outbox_and_says_that_it_arrived(self, db, sink):
        said = run("mail_test", "ops@example.org")

        [mail] = sink.mails
        assert mail["To"] == "ops@example.org"
        assert mail["Message-ID"] in said
        assert Notice.objects.get().status == "sent"

    def test_it_says_what_the_server_said(self, db, sink):
        sink.refuse_recipients["ops@example.org"] = "550 who is that"

        with pytest.raises(CommandError, match="550 who is that"):
            run("mail_test", "ops@example.org")

    def test_it_says_that_the_server_cannot_be_reached(self, db, sink):
        sink.stop()

        with pytest.raises(CommandError, match=r"stays in the outbox.*refused"):
            run("mail_test", "ops@example.org")

    def test_without_a_server_it_names_the_folder(self, db, mail_dir):
        assert str(mail_dir) in run("mail_test", "ops@example.org")
        assert len(list(mail_dir.glob("*.eml"))) == 1


class TestMakeAdmin:
    def test_the_first_admin_can_sign_in_by_a_code(self, db, settings):
        said = run("make_admin", "Chief@Example.org", "Chief")

        chief = User.objects.get()
        assert (chief.is_staff, chief.is_superuser) == (True, True)
        assert chief.verified_address() == "chief@example.org"
        assert settings.SITE_URL + reverse("account_request_login_code") in said
        assert reverse("mfa_index") in said

    def test_a_password_is_asked_for_and_works(self, db, monkeypatch):
        monkeypatch.setattr(make_admin, "getpass", lambda prompt: "seventy-two tiles")

        run("make_admin", "chief@example.org", "Chief", "--password")

        client = Client()
        client.post(
            reverse("account_login"),
            {"login": "chief@example.org", "password": "seventy-two tiles"},
        )
        assert client.get("/settings/").status_code == 200

    def test_a_weak_password_makes_nobody(self, db, monkeypatch):
        monkeypatch.setattr(make_admin, "getpass", lambda prompt: "12345")

        with pytest.raises(CommandError, match="too short"):
            run("make_admin", "chief@example.org", "Chief", "--password")

        assert not User.objects.exists()

    def test_somebody_who_is_there_already_is_promoted(self, alice):
        run("make_admin", "alice@example.org", "Whatever")

        alice.refresh_from_db()
        assert (alice.is_superuser, alice.name) == (True, "Alice")

    def test_promoting_does_not_undo_a_deactivation_of_the_same_moment(
        self, alice, monkeypatch
    ):
        def shut_out_meanwhile(prompt):
            User.objects.update(is_active=False)
            return "seventy-two tiles"

        monkeypatch.setattr(make_admin, "getpass", shut_out_meanwhile)
        run("make_admin", "alice@example.org", "Alice", "--password")

        alice.refresh_from_db()
        assert (alice.is_superuser, alice.is_active) == (True, False)

    @pytest.mark.parametrize(
        ("email", "name", "sentence"),
        [
            ("new@example.org", "ALICE", "called ALICE already"),
            ("new@example.org", "bot:x", "belong to the bots"),
            ("no address", "Chief", "valid email"),
        ],
    )
    def test_what_cannot_be_is_a_sentence(self, alice, email, name, sentence):
        with pytest.raises(CommandError, match=sentence):
            run("make_admin", email, name)

        assert User.objects.count() == 1
