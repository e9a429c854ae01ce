"""Django settings: everything that differs between places comes from the environment.

The page `docs/operators.md` lists each variable.
"""

from pathlib import Path

import dj_database_url
from csp.constants import NONE, SELF

from config import storage
from config.env import Env, make_folder, postgres_options
from config.operations import log
from config.operations.refusals import (
    beyond_loopback,
    refuse_debug_in_production,
    refuse_open_hosts,
    refuse_weak_secret,
)

env = Env()
BASE_DIR = Path(__file__).resolve().parent.parent

LOGGING = log.configuration(env)

DEBUG = env.flag("DEBUG", default=False)
DATA_DIR = Path(env.text("ASSAY_VAR", str(BASE_DIR / "var"))).resolve()

SECRET_KEY = env.required(
    "SECRET_KEY",
    "it signs sessions. Make one with: python -c 'import secrets; "
    "print(secrets.token_urlsafe(50))'",
)
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS")
if not DEBUG:
    refuse_weak_secret(SECRET_KEY)
    refuse_open_hosts(ALLOWED_HOSTS)
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "config",
    "exams",
    "nuggets",
    "matching",
    "assess",
    "manual",
    "runs",
    "llm",
    "jobs",
    "accounts",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "config.http.static_files.UsedStaticFiles",
    "django.contrib.humanize",
    "django_htmx",
    "rest_framework",
]

MIDDLEWARE = [
    "config.operations.metrics.MetricsMiddleware",
    "config.operations.log.RequestIdMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "config.http.uploads.UploadLimitMiddleware",
    "config.http.head.HeadMiddleware",
    "config.http.compression.PageCompressionMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.sessions.SessionSpanMiddleware",
    "config.operations.log.PersonMiddleware",
    "accounts.middleware.SamePersonMiddleware",
    "accounts.middleware.TimezoneMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "accounts.submissions.SubmittedTwiceMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.http.single_reads.SingleReadsMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

make_folder(DATA_DIR)
DATABASES = {
    "default": dj_database_url.parse(
        env.url(
            "DATABASE_URL",
            f"sqlite:///{DATA_DIR / 'assay.sqlite3'}",
            schemes=("postgresql", "postgres", "sqlite"),
        ),
        conn_max_age=60,
        conn_health_checks=True,
    )
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    make_folder(Path(DATABASES["default"]["NAME"]).parent)
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
else:
    DATABASES["default"]["OPTIONS"] = {
        # A server that accepts connections and never responds, or that is cut off, must
        # not block us for long; nor may the server hold locks for a client that is cut
        # off.
        "connect_timeout": 5,  # seconds, as are the next two
        "keepalives_idle": 20,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "tcp_user_timeout": 30_000,  # milliseconds
        "options": postgres_options(
            tcp_keepalives_idle="20s",
            tcp_keepalives_interval="5s",
            tcp_keepalives_count="3",
            tcp_user_timeout="30s",
            idle_in_transaction_session_timeout="5min",
        ),
        **DATABASES["default"].get("OPTIONS", {}),
        # A repeated statement is planned once per connection.
        "server_side_binding": True,
        "prepare_threshold": 5,
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.url(
    "REDIS_URL",
    f"redis+socket://{DATA_DIR / 'valkey.sock'}",
    schemes=("redis", "rediss", "redis+socket"),
)
CELERY_BROKER_URL = REDIS_URL
CELERY_TASK_IGNORE_RESULT = True
# Acknowledged before the work, since the database has a job's state. Messages that
# dying workers gave back kept workers from reconnecting after the broker died.
CELERY_TASK_ACKS_LATE = False
# A broker that accepts connections and never responds must not block us for long.
CELERY_BROKER_CONNECTION_TIMEOUT = 3
CELERY_BROKER_TRANSPORT_OPTIONS = {"socket_connect_timeout": 3, "socket_timeout": 5}
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False  # LOGGING is the worker's too

AUTH_USER_MODEL = "accounts.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}", "OPTIONS": options}
    for name, options in {
        "UserAttributeSimilarityValidator": {},
        "MinimumLengthValidator": {"min_length": 12},
        "CommonPasswordValidator": {},
        "NumericPasswordValidator": {},
    }.items()
]
LOGIN_URL = "accounts:sign_in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "accounts:sign_in"

LANGUAGE_CODE = "en-us"
TIME_ZONE = "UTC"
USE_I18N = False
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = env.flag("HTTPS", default=not DEBUG)
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_AGE = int(env.number("SESSION_DAYS", default=14, least=0.01) * 86_400)
SESSION_IDLE_HOURS = env.number("SESSION_IDLE_HOURS", default=12, least=0.01)
SECURE_REFERRER_POLICY = "same-origin"
# A year. Not for subdomains: they may be other people's.
SECURE_HSTS_SECONDS = int(
    env.number("HSTS_SECONDS", default=31_536_000 if SESSION_COOKIE_SECURE else 0)
)
BEHIND_PROXY = env.flag("BEHIND_PROXY", default=False)
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    }
}

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["accounts.authentication.Session"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["config.http.parsers.WholeJSONParser"],
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.LimitOffsetPagination",
    "PAGE_SIZE": 100,
    "EXCEPTION_HANDLER": "accounts.replies.answer_for",
}

STORAGES = {
    storage.UPLOADS: storage.configuration(env),
    "staticfiles": {"BACKEND": "config.http.static_files.HashedFiles"},
}

CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 10_000},
    }
}

METRICS_TOKEN = env.text("METRICS_TOKEN")  # unset: no /metrics/

# Language models: an endpoint that speaks the chat-completions protocol.
LLM_ENDPOINT = env.text("LLM_ENDPOINT")
LLM_KEY = env.text("LLM_KEY")
LLM_MODEL = env.text("LLM_MODEL")
LLM_TIMEOUT = env.number("LLM_TIMEOUT", default=120, least=1)  # seconds a call
LLM_CONCURRENCY = env.number("LLM_CONCURRENCY", default=8, least=1)  # calls at once
LLM_REQUESTS_A_MINUTE = env.number("LLM_REQUESTS_A_MINUTE", default=0)  # 0: no limit
LLM_TOKENS_A_MINUTE = env.number("LLM_TOKENS_A_MINUTE", default=0)  # 0: no limit
LLM_SCHEMAS = env.flag("LLM_SCHEMAS", default=False)  # it offers JSON schemas
LLM_PATIENCE = env.number("LLM_PATIENCE", default=60)  # seconds with a dead endpoint
LLM_KEYS_SECRET = env.words("LLM_KEYS_SECRET")  # encrypts stored keys, first one first
LLM_PRIVATE_HOSTS = env.words("LLM_PRIVATE_HOSTS")  # that superusers may set up
ENTAIL_ENDPOINT = env.text("ENTAIL_ENDPOINT")  # of an entailment model
ENTAIL_KEY = env.text("ENTAIL_KEY")
LLM_PROMPTS = env.text("LLM_PROMPTS")  # a folder of prompts that replace ours

# Long work: seconds without a heartbeat until another worker takes a job over.
JOB_LEASE = env.number("JOB_LEASE", default=30, least=1)

# Shared queues: hours that taken work is reserved, renewed from its second half on.
WORK_LEASE = env.number("WORK_LEASE", default=8, least=0.01)

# Grading: segments that a browser fetches ahead, to be graded without a connection.
SEGMENTS_AHEAD = int(env.number("SEGMENTS_AHEAD", default=5, least=1))

UPLOAD_LIMIT = int(env.number("UPLOAD_LIMIT_MB", default=200)) * 1024 * 1024
UNPACKED_LIMIT = int(env.number("UNPACKED_LIMIT_MB", default=2000)) * 1024 * 1024
UNPACKED_RATIO = int(env.number("UNPACKED_RATIO", default=200))
LINES_LIMIT = int(env.number("LINES_LIMIT", default=5_000_000))
LINE_LIMIT = int(env.number("LINE_LIMIT_MB", default=8) * 1024 * 1024)
READING_LIMIT = env.number("READING_LIMIT_MINUTES", default=60) * 60  # seconds
FILE_UPLOAD_TEMP_DIR = DATA_DIR / "tmp"  # of any size: not /tmp, which may be memory
make_folder(FILE_UPLOAD_TEMP_DIR)
DATA_UPLOAD_MAX_MEMORY_SIZE = 20 * 1024 * 1024

if DEBUG:
    refuse_debug_in_production(
        {
            "HTTPS": SESSION_COOKIE_SECURE,
            "BEHIND_PROXY": BEHIND_PROXY,
            "CSRF_TRUSTED_ORIGINS": bool(CSRF_TRUSTED_ORIGINS),
            "ALLOWED_HOSTS beyond this machine": beyond_loopback(ALLOWED_HOSTS),
            "PostgreSQL": "sqlite" not in DATABASES["default"]["ENGINE"],
        }
    )
