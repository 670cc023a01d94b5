"""All settings of Postdoku. Nothing has to be set: with no environment it runs.

Every variable of the environment is read here and nowhere else, and explained in
docs/operating.md. Order: where it runs, secrets, what it stores, mail, apps and
requests, people, languages, security, static files, background work, logs.
"""

from pathlib import Path
from urllib.parse import urlsplit

from csp.constants import NONE, SELF
from environ import Env

from config import addresses, keys

env = Env()
BASE_DIR = Path(__file__).resolve().parent.parent


# --- Where it runs ------------------------------------------------------------

PRODUCTION = env.bool("PRODUCTION", default=False)
DEBUG = env.bool("DEBUG", default=False)

HOST = env.str("HOST", default="127.0.0.1")
PORT = env.int("PORT", default=8000)
_FROM_HERE = addresses.from_here(HOST)
# Where the web server is, past every proxy, for who asks on the same machine.
OWN_URL = f"http://{addresses.in_url(_FROM_HERE)}:{PORT}"
# Passkeys want a name and no number, so the own machine is called localhost.
_NAME = "localhost" if _FROM_HERE in addresses.THIS_MACHINE else HOST

SITE_URL = env.str(
    "SITE_URL", default=f"http://{addresses.in_url(_NAME)}:{PORT}"
).rstrip("/")
SITE_HOST = addresses.in_url(urlsplit(SITE_URL).hostname or "")
ALLOWED_HOSTS = env.list(
    "ALLOWED_HOSTS",
    cast=str.strip,
    default=[*map(addresses.in_url, addresses.THIS_MACHINE), SITE_HOST],
)
# How many reverse proxies stand in front and can be believed.
TRUSTED_PROXIES = env.int("TRUSTED_PROXIES", default=0)
HEALTH_URL = env.str("HEALTH_URL", default=f"{OWN_URL}/healthz")

DATA_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR / "var/data")))
RUN_DIR = Path(env.str("RUN_DIR", default=str(BASE_DIR / "var/run")))


# --- Secrets ------------------------------------------------------------------

SECRETS_DIR = DATA_DIR / "secrets"
SECRET_KEY = env.str("SECRET_KEY", default="") or keys.kept(
    path=SECRETS_DIR / "secret_key", make=keys.new_secret_key
)
# The first one encrypts the seeds of games, each of them decrypts.
SEED_KEYS = (
    (
        env.str("SEED_KEYS", default="")
        or keys.kept(path=SECRETS_DIR / "seed_keys", make=keys.new_seed_key)
    )
    .replace(",", "\n")
    .split()
)
SECRETS_GIVEN = bool(
    env.str("SECRET_KEY", default="") and env.str("SEED_KEYS", default="")
)


# --- What it stores -----------------------------------------------------------

DATABASES = {
    "default": env.db(
        "DATABASE_URL", default=f"sqlite:///{DATA_DIR / 'postdoku.sqlite3'}"
    )
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = {
        # A transaction that reads first and then writes would fail under load.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        # Without recursive triggers, INSERT OR REPLACE gets past the append-only ones.
        "init_command": (
            "PRAGMA journal_mode=WAL;"
            "PRAGMA synchronous=FULL;"
            "PRAGMA recursive_triggers=ON;"
        ),
    }
else:
    DATABASES["default"]["CONN_MAX_AGE"] = 60
    # A connection that died in the meantime is replaced before a request uses it.
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    # Nobody waits for long behind somebody's lock, nor holds one for long.
    DATABASES["default"].setdefault("OPTIONS", {}).setdefault(
        "options",
        "-c lock_timeout=3s -c statement_timeout=20s"
        " -c idle_in_transaction_session_timeout=10s",
    )

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Redis is the broker and nothing else: log-in and limits live without it.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "cache",
    }
}
SESSION_ENGINE = "django.contrib.sessions.backends.db"


# --- Mail ---------------------------------------------------------------------

# What the pages send goes into the outbox; the worker delivers it, by this server.
_MAIL = env.email_url("EMAIL_URL", default="filemail://")
MAIL_IS_DELIVERED = _MAIL["EMAIL_BACKEND"].endswith("smtp.EmailBackend")
EMAIL_HOST = _MAIL["EMAIL_HOST"] or "localhost"
EMAIL_PORT = _MAIL["EMAIL_PORT"] or 25
EMAIL_HOST_USER = _MAIL["EMAIL_HOST_USER"] or ""
EMAIL_HOST_PASSWORD = _MAIL["EMAIL_HOST_PASSWORD"] or ""
EMAIL_USE_TLS = _MAIL.get("EMAIL_USE_TLS", False)
EMAIL_USE_SSL = _MAIL.get("EMAIL_USE_SSL", False)
EMAIL_TIMEOUT = 5
EMAIL_BACKEND = "accounts.email_backend.OutboxBackend"
# Where mails go without a server, for the mailbox page of the own machine.
MAIL_DIR = DATA_DIR / "mail"
MAILBOX_TOKEN = (
    ""
    if MAIL_IS_DELIVERED
    else keys.kept(path=SECRETS_DIR / "mailbox_token", make=keys.new_token)
)
# Who finds the words for each kind of notice.
NOTICE_KINDS = {
    "account": "accounts.mails.account_mail",
    "mail_test": "accounts.mails.test_mail",
    "turn": "games.notify.mails.turn",
    "begun": "games.notify.mails.begun",
    "over": "games.notify.mails.over",
    "out": "games.notify.mails.out",
    "frozen": "games.notify.mails.frozen",
    "invited": "games.notify.mails.invited",
    "withdrawn": "games.notify.mails.withdrawn",
}

MAIL_FROM = env.str("MAIL_FROM", default=f"Postdoku <postdoku@{SITE_HOST}>")
DEFAULT_FROM_EMAIL = SERVER_EMAIL = MAIL_FROM
ADMINS = [
    (address, address) for address in env.list("ADMINS", cast=str.strip, default=[])
]


# --- Apps and requests --------------------------------------------------------

INSTALLED_APPS = [
    "config",
    "games",
    "accounts",
    "csp",
    "accounts.admin_config.StaffAdminConfig",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "django.contrib.humanize",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.PersonMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "libraries": {"words": "games.display.words"},
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]


# --- People -------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{validator}"}
    for validator in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"

ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {"signup": "accounts.forms.SignUpForm"}
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_SESSION_REMEMBER = True
# Codes everywhere: nothing acts because a link in a mail was opened.
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = True
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True

# Browsers offer passkeys over https and on the own machine, nowhere else.
PASSKEYS = SITE_URL.startswith("https://") or SITE_HOST == "localhost"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", *(["webauthn"] if PASSKEYS else [])]
MFA_PASSKEY_LOGIN_ENABLED = PASSKEYS
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = SITE_HOST == "localhost"
MFA_TOTP_ISSUER = "Postdoku"
# Who enters the admin needs an authenticator; at home that can wait.
POSTDOKU_ADMIN_SECOND_FACTOR = env.bool(
    "POSTDOKU_ADMIN_SECOND_FACTOR", default=PRODUCTION
)


# --- Languages and time -------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch")]
LOCALE_PATHS = [BASE_DIR / "locale", BASE_DIR / "locale/allauth"]
TIME_ZONE = "UTC"
USE_TZ = True


# --- Security -----------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        # The picture that an authenticator scans is a data: address.
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = PRODUCTION
SECURE_SSL_REDIRECT = PRODUCTION
# Asked from inside, past the proxy and its certificate.
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if PRODUCTION else 0
# What the domain's other names do is not this site's to decide.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
if TRUSTED_PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")


# --- Static files -------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = RUN_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}


# --- Background work ----------------------------------------------------------

REDIS_URL = env.str("REDIS_URL", default="")
WEB_WORKERS = env.int("WEB_WORKERS", default=2)
WEB_THREADS = env.int("WEB_THREADS", default=8)
TASK_THREADS = env.int("TASK_THREADS", default=2)


# --- Logs ---------------------------------------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"once_an_hour": {"()": "config.logs.OnceAnHour"}},
    "formatters": {"line": {"format": "%(levelname)s %(name)s: %(message)s"}},
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "line"},
        "admins": {
            "class": "django.utils.log.AdminEmailHandler",
            "level": "ERROR",
            "filters": ["once_an_hour"],
        },
    },
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        "django": {"handlers": ["console", "admins"], "propagate": False},
        "accounts": {"handlers": ["admins"]},
        "games": {"handlers": ["admins"]},
    },
}
