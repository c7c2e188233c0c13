# One image for every part of the service: `etude api`, `etude worker QUEUE`, `etude sweep` ...
#
#   docker build -t etude .
#
# The base needs Python 3.11 or newer with venv. Without a package index: put the wheels that
# requirements.lock names into the folder `wheels`, and build with
#
#   docker build --build-arg PIP_NO_INDEX=1 --build-arg PIP_FIND_LINKS=/build -t etude .
ARG BASE=docker.io/library/python:3.13-slim-bookworm

FROM ${BASE} AS build
ARG PIP_NO_INDEX
ARG PIP_FIND_LINKS
ARG PIP_INDEX_URL
ARG PIP_DISABLE_PIP_VERSION_CHECK=1
ARG PIP_NO_CACHE_DIR=1
RUN python3 -m venv /opt/etude
# The pattern lets the folder be absent.
COPY requirements.lock wheels* /build/
RUN /opt/etude/bin/pip install --require-hashes --requirement /build/requirements.lock
COPY pyproject.toml README.md LICENSE /app/
COPY question_bank /app/question_bank
COPY schemas /app/schemas
COPY service /app/service
COPY workers /app/workers
RUN /opt/etude/bin/pip install --no-build-isolation --no-deps --editable /app \
    && /opt/etude/bin/python -m compileall -q /app

FROM ${BASE}
ARG COMMIT
LABEL org.opencontainers.image.title="Etude" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.revision="${COMMIT}"
RUN groupadd --gid 10001 etude \
    && useradd --uid 10001 --gid etude --no-create-home --shell /usr/sbin/nologin etude \
    && install --directory --owner etude --group etude --mode 0700 /data
COPY --from=build /opt/etude /opt/etude
COPY --from=build /app /app
RUN if [ -n "${COMMIT}" ]; then echo "${COMMIT}" > /app/service/commit.txt; fi
ENV PATH=/opt/etude/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    ETUDE_DATA_DIR=/data \
    ETUDE_HOST=0.0.0.0
USER 10001:10001
WORKDIR /data
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=4 \
    CMD ["etude", "doctor", "--only", "api"]
CMD ["etude", "api"]
