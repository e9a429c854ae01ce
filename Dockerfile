# Assay's web server, worker and commands; docker-compose.yml says which runs.
FROM python:3.11.14-slim-bookworm

ENV PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    UV_PYTHON_DOWNLOADS=never \
    ASSAY_VAR=/data \
    BIND=0.0.0.0:8000

WORKDIR /assay
COPY requirements.txt requirements-uv.txt ./
RUN pip install --no-cache-dir --require-hashes -r requirements-uv.txt \
    && uv pip install --system --no-cache --require-hashes -r requirements.txt
COPY . .
# Compiled once, not at each start: nobody may write beside the modules later.
RUN PYTHONDONTWRITEBYTECODE= python -m compileall -q -j 0 /assay /usr/local/lib/python3.11/site-packages

# An ordinary user, who owns nothing but the data folder.
RUN useradd --uid 10001 --create-home assay \
    && mkdir /data \
    && chown assay:assay /data
USER assay
VOLUME /data
EXPOSE 8000
CMD ["gunicorn", "--config", "config/web.py", "config.wsgi"]
