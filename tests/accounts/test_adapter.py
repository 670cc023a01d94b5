from allauth.account.adapter import get_adapter

from accounts.models import User


def test_a_new_password_does_not_undo_a_deactivation_of_the_same_moment(alice):
    User.objects.update(is_active=False)

    get_adapter().set_password(alice, "seventy-two tiles")

    alice.refresh_from_db()
    assert alice.check_password("seventy-two tiles")
    assert not alice.is_active
