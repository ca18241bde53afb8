# The table server. To try it:
#   docker build --tag keypeg .
#   docker run --rm --read-only --tmpfs /tmp --volume keypeg:/data --publish 127.0.0.1:8080:8080 keypeg

FROM python:3.13-slim-trixie AS build
WORKDIR /src
# What a move passes through is compiled.
# hadolint ignore=DL3008
RUN apt-get update && apt-get install --no-install-recommends --yes gcc libc6-dev && rm -rf /var/lib/apt/lists/*
ENV KEYPEG_COMPILE=1
COPY requirements/play.txt requirements/
RUN python -m venv /opt/keypeg \
 && /opt/keypeg/bin/pip install --no-cache-dir --require-hashes --requirement requirements/play.txt
COPY . .
# hatch_build.py builds the pages, with Node.js from PyPI.
RUN /opt/keypeg/bin/pip wheel --no-cache-dir --no-deps --wheel-dir /dist . \
 && /opt/keypeg/bin/pip install --no-cache-dir --no-deps /dist/*.whl

FROM python:3.13-slim-trixie
RUN useradd --uid 10001 --home-dir /data --create-home keypeg
COPY --from=build /opt/keypeg /opt/keypeg
# Everything that is written goes to /data: the database, and the solver once it is compiled.
ENV PATH="/opt/keypeg/bin:$PATH" HOME=/data XDG_CACHE_HOME=/data/cache PYTHONDONTWRITEBYTECODE=1
USER 10001
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=6s --start-period=20s \
  CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8080/readyz', timeout=5)"]
ENTRYPOINT ["keypeg"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8080", "--name", "localhost", "--database", "/data/tables.sqlite"]
