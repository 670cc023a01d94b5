"""The group of the moderators, and how a migration gives it permissions."""

from django.apps.registry import Apps

MODERATORS = "moderators"


def grant(apps: Apps, *, app_label: str, model: str, codenames: list[str]) -> None:
    """Give the moderators permissions, which Django itself makes only later."""
    group, _ = apps.get_model("auth", "Group").objects.get_or_create(name=MODERATORS)
    content_type, _ = apps.get_model(
        "contenttypes", "ContentType"
    ).objects.get_or_create(app_label=app_label, model=model)
    for codename in codenames:
        permission, _ = apps.get_model("auth", "Permission").objects.get_or_create(
            content_type=content_type,
            codename=codename,
            defaults={"name": f"Can {codename.replace('_', ' ')}"},
        )
        group.permissions.add(permission)
