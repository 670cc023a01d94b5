import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.urls import reverse

from accounts.admin import UserAdmin
from accounts.groups import MODERATORS
from accounts.models import Deactivation, Notice, User
from tests.people import enter, make_person

INDEX = "/admin/"


@pytest.fixture
def admin_person(db):
    return make_person("Chief", is_staff=True, is_superuser=True)


@pytest.fixture
def moderator(dora):
    dora.groups.add(Group.objects.get(name=MODERATORS))
    return dora


@pytest.fixture(autouse=True)
def second_factor(settings):
    settings.POSTDOKU_ADMIN_SECOND_FACTOR = True


def change_page(person):
    return reverse("admin:accounts_user_change", args=[person.pk])


class TestTheDoor:
    def test_a_stranger_is_sent_to_the_log_in_and_comes_back(self, client, db):
        answer = client.get(INDEX, follow=True)

        assert (
            answer.redirect_chain[-1][0] == f"{reverse('account_login')}?next={INDEX}"
        )

    def test_a_superuser_without_a_second_factor_is_told_what_to_do(
        self, client, admin_person
    ):
        enter(client, admin_person, factor=False)

        answer = client.get(INDEX, follow=True)

        assert answer.status_code == 403
        assert f'href="{reverse("mfa_index")}"' in answer.content.decode()

    def test_only_staff_is_shown_the_way(self, client, moderator, alice):
        way = f'href="{INDEX}"'
        enter(client, moderator)
        assert way in client.get("/").content.decode()
        enter(client, alice)
        assert way not in client.get("/").content.decode()

    def test_the_rooms_have_names_in_every_language(self, client, admin_person):
        enter(client, admin_person)

        answer = client.get(INDEX, headers={"accept-language": "de"})

        names = {app["name"] for app in answer.context["app_list"]}
        assert {"Spiele", "Personen"} <= {str(name) for name in names}

    def test_with_a_second_factor_the_door_opens(self, client, admin_person):
        enter(client, admin_person)

        assert client.get(INDEX).status_code == 200
        assert client.get(reverse("admin:login")).url == INDEX

    def test_recovery_codes_alone_are_no_second_factor(self, client, admin_person):
        enter(client, admin_person, factor=False)
        RecoveryCodes.activate(admin_person)

        assert client.get(INDEX, follow=True).status_code == 403

    def test_at_home_a_setting_lets_in_without(self, client, admin_person, settings):
        settings.POSTDOKU_ADMIN_SECOND_FACTOR = False
        enter(client, admin_person, factor=False)

        assert client.get(INDEX).status_code == 200

    def test_a_player_is_refused_with_a_second_factor_too(self, client, alice):
        enter(client, alice)

        assert client.get(INDEX, follow=True).status_code == 403

    def test_no_inner_page_is_open_either(self, client, admin_person, alice):
        enter(client, admin_person, factor=False)

        for url in (change_page(alice), reverse("admin:accounts_notice_changelist")):
            assert client.get(url, follow=True).status_code == 403

    def test_the_password_is_changed_at_allauths(self, client, admin_person):
        enter(client, admin_person)

        answer = client.get(reverse("admin:password_change"))

        assert answer.url == reverse("account_change_password")


class TestSecrets:
    @pytest.mark.parametrize("model", [Authenticator, UserSession, EmailAddress])
    def test_what_would_let_somebody_in_is_not_registered(self, model):
        assert not admin.site.is_registered(model)

    def test_no_page_shows_the_hash_of_a_password(self, client, admin_person):
        alice = make_person("Alice", password="seventy-two tiles")
        enter(client, admin_person)

        page = client.get(change_page(alice)).content.decode()

        assert "alice@example.org" in page
        assert alice.password not in page
        assert "pbkdf2" not in page

    def test_no_page_shows_the_words_of_a_notice(self, client, admin_person, now):
        notice = Notice.objects.create(
            kind="account",
            payload={"text": "4711-CODE"},
            dedupe_key="x",
            due_at=now,
            created_at=now,
        )
        enter(client, admin_person)

        for url in (
            reverse("admin:accounts_notice_changelist"),
            reverse("admin:accounts_notice_change", args=[notice.pk]),
        ):
            answer = client.get(url)
            assert answer.status_code == 200
            assert "4711-CODE" not in answer.content.decode()


class TestPeople:
    def test_the_group_of_moderators_may_see_and_change_people(
        self, client, moderator, alice
    ):
        enter(client, moderator)

        assert client.get(change_page(alice)).status_code == 200
        assert (
            "Alice"
            in client.get(
                reverse("admin:accounts_user_changelist") + "?q=ALI"
            ).content.decode()
        )

    def test_the_group_of_moderators_may_see_what_became_of_notices(
        self, client, moderator, dora
    ):
        enter(client, moderator)
        notices = reverse("admin:accounts_notice_changelist")

        assert client.get(notices).status_code == 200
        moderator.groups.clear()
        assert client.get(notices).status_code == 403

    def test_a_moderator_cannot_make_moderators(self, client, moderator, alice):
        enter(client, moderator)

        client.post(change_page(alice), {"is_staff": "on", "name": "Mallory"})

        alice.refresh_from_db()
        assert (alice.is_staff, alice.name) == (False, "Alice")

    def test_an_admin_can(self, client, admin_person, alice, moderator):
        enter(client, admin_person)
        group = Group.objects.get(name=MODERATORS)

        client.post(
            change_page(alice),
            {
                "is_staff": "on",
                "groups": [group.pk],
                "deactivations-TOTAL_FORMS": 0,
                "deactivations-INITIAL_FORMS": 0,
            },
        )

        alice.refresh_from_db()
        assert alice.is_staff
        assert list(alice.groups.all()) == [group]

    def test_making_moderators_does_not_undo_a_deactivation_of_the_same_moment(
        self, client, admin_person, alice, monkeypatch
    ):
        enter(client, admin_person)
        save_model = UserAdmin.save_model

        def save_late(*args):
            User.objects.filter(pk=alice.pk).update(is_active=False)
            save_model(*args)

        monkeypatch.setattr(UserAdmin, "save_model", save_late)
        client.post(
            change_page(alice),
            {
                "is_staff": "on",
                "deactivations-TOTAL_FORMS": 0,
                "deactivations-INITIAL_FORMS": 0,
            },
        )

        alice.refresh_from_db()
        assert (alice.is_staff, alice.is_active) == (True, False)

    def test_nobody_adds_or_deletes_people_here(self, client, admin_person, alice):
        enter(client, admin_person)

        assert client.get(reverse("admin:accounts_user_add")).status_code == 403
        url = reverse("admin:accounts_user_delete", args=[alice.pk])
        assert client.post(url, {"post": "yes"}).status_code == 403
        assert User.objects.filter(pk=alice.pk).exists()


class TestDeactivating:
    def url(self, person, verb="deactivate"):
        return reverse(f"admin:accounts_user_{verb}", args=[person.pk])

    def test_a_moderator_deactivates_with_a_reason(self, client, moderator, alice):
        enter(client, moderator)

        client.post(self.url(alice), {"reason": "Two accounts in one game."})

        alice.refresh_from_db()
        assert not alice.is_active
        row = Deactivation.objects.get()
        assert (row.person, row.by, row.reason) == (
            alice,
            moderator,
            "Two accounts in one game.",
        )
        assert "Two accounts" in client.get(change_page(alice)).content.decode()

    def test_the_words_stand_in_no_log(self, client, moderator, alice):
        enter(client, moderator)

        client.post(self.url(alice), {"reason": "Two accounts in one game."})

        assert "Two accounts" not in LogEntry.objects.get().change_message

    def test_without_a_reason_nothing_happens(self, client, moderator, alice):
        enter(client, moderator)

        answer = client.post(self.url(alice), {"reason": " "})

        assert "errorlist" in answer.content.decode()
        alice.refresh_from_db()
        assert alice.is_active

    def test_a_look_at_the_page_changes_nothing(self, client, moderator, alice):
        enter(client, moderator)

        assert client.get(self.url(alice)).status_code == 200
        assert client.get(self.url(alice, "reactivate")).status_code == 405
        alice.refresh_from_db()
        assert alice.is_active

    def test_a_moderator_lets_in_again(self, client, moderator, alice):
        enter(client, moderator)
        client.post(self.url(alice), {"reason": "By mistake."})

        client.post(self.url(alice, "reactivate"))

        alice.refresh_from_db()
        assert alice.is_active
        assert Deactivation.objects.get().lifted_at is not None

    def test_nobody_shuts_out_themselves_or_a_colleague(
        self, client, moderator, admin_person
    ):
        enter(client, moderator)

        for person in (moderator, admin_person):
            assert client.post(self.url(person), {"reason": "x"}).status_code == 403

    def test_staff_without_the_permission_cannot(self, client, dora, alice):
        enter(client, dora)

        assert client.post(self.url(alice), {"reason": "x"}).status_code == 403
        alice.refresh_from_db()
        assert alice.is_active
