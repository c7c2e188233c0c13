"""The web application: the API, its documents, and the pages, on one set of settings."""

from __future__ import annotations

import flask
from flask.json.provider import DefaultJSONProvider
from werkzeug.middleware.proxy_fix import ProxyFix

from service import pages, short_lived
from service.api import (
    banks,
    delivery,
    docs,
    drills,
    every_request,
    grading,
    items,
    me,
    operations,
    probes,
    problems,
)
from service.api.limits import RateCounter
from service.api.readable import breakable, code_spans
from service.api.spec import make_api
from service.connections import connect
from service.settings import Settings

MAX_BODY_BYTES = 64 * 1024
API_BLUEPRINTS = (
    me.blueprint,
    grading.blueprint,
    items.blueprint,
    banks.blueprint,
    drills.blueprint,
    delivery.blueprint,
    operations.blueprint,
    probes.blueprint,
)


class _Json(DefaultJSONProvider):
    """Fields in the order of their schema, and Cyrillic as it is written."""

    sort_keys = False
    ensure_ascii = False
    compact = True


def create_app(settings: Settings) -> flask.Flask:
    """Connect and put the parts together. Opens no connection before the first request."""
    connect(settings)
    app = flask.Flask(__name__, static_folder=None)
    app.config |= {
        "BASE_URL": settings.base_url,
        "HTTPS": settings.base_url.startswith("https://"),
        "MAX_CONTENT_LENGTH": MAX_BODY_BYTES,
        "MAX_FORM_MEMORY_SIZE": MAX_BODY_BYTES,
        "RATE_LIMIT_PER_MINUTE": settings.rate_limit_per_minute,
    }
    if settings.proxies:  # else anybody could claim any address
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=settings.proxies)  # type: ignore[method-assign]
    app.json = _Json(app)
    app.jinja_env.filters |= {"code_spans": code_spans, "breakable": breakable}
    app.extensions["etude.rates"] = RateCounter(short_lived.client())
    every_request.register(app)
    problems.register(app)
    api = make_api(app)
    for blueprint in API_BLUEPRINTS:
        api.register_blueprint(blueprint)
    app.register_blueprint(docs.blueprint)
    app.register_blueprint(pages.blueprint)
    return app
