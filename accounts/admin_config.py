from django.contrib.admin.apps import AdminConfig


class StaffAdminConfig(AdminConfig):
    """Django's admin, with the site's own door. (Alone in its file: Django would
    take it for the configuration of `accounts` too.)"""

    default_site = "accounts.admin_site.StaffSite"
