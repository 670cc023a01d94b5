FROM python:3.11.13-slim-bookworm

ENV PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DJANGO_SETTINGS_MODULE=config.settings \
    HOST=0.0.0.0

WORKDIR /app
COPY requirements-runtime.txt .
RUN pip install --no-cache-dir --disable-pip-version-check --require-hashes \
    --requirement requirements-runtime.txt
COPY . .

# What Django makes for itself here, a secret too, is thrown away with its folder.
RUN DATA_DIR=/tmp/build python manage.py compilemessages \
    && DATA_DIR=/tmp/build python manage.py collectstatic --no-input \
    && rm -r /tmp/build \
    && useradd --system --no-create-home postdoku \
    && mkdir --parents var/data \
    && chown postdoku var/data
USER postdoku

EXPOSE 8000
CMD ["gunicorn", "--config", "python:config.gunicorn", "config.wsgi"]
