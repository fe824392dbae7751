"""The page at /docs: every route with what it takes and answers, made from the OpenAPI document, without any outside
host.
"""

from __future__ import annotations

import json
from html import escape
from typing import Any

from litestar import Request
from litestar.openapi.plugins import OpenAPIRenderPlugin
from litestar.openapi.spec import OpenAPI, Schema

from demitasse.server.shapes import MOST_OPTIONS

METHODS = ("get", "post", "put", "patch", "delete")


class DocsPage(OpenAPIRenderPlugin):
    """A plain page: readable without a script."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        return page(openapi_schema).encode()


def tell_bounds(schema: OpenAPI) -> None:
    """Write into the document what Litestar leaves out: a body has no other fields than those it names."""
    shapes = schema.components.schemas if schema.components and schema.components.schemas else {}
    for name, shape in shapes.items():
        if not name.endswith("Asked") and name != "Origin":
            continue
        shape.additional_properties = False
        for field in (shape.properties or {}).values():
            if isinstance(field, Schema) and isinstance(field.additional_properties, Schema):
                field.max_properties = MOST_OPTIONS


def page(schema: dict[str, Any]) -> str:
    routes = "".join(
        _route(path, method, what)
        for path, item in schema["paths"].items()
        for method, what in item.items()
        if method in METHODS
    )
    shapes = "".join(
        _shape(name, shape) for name, shape in sorted(schema.get("components", {}).get("schemas", {}).items())
    )
    info = schema["info"]
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f'<title>{escape(info["title"])}</title><link rel="stylesheet" href="/docs/docs.css">'
        f"<h1>{escape(info['title'])}</h1><p>{escape(info.get('description') or '')}</p>"
        f'<p><a href="/docs/openapi.json">openapi.json</a></p><h2>Routes</h2>{routes}<h2>Shapes</h2>{shapes}</html>'
    )


def _route(path: str, method: str, what: dict[str, Any]) -> str:
    asked = "".join(map(_parameter, what.get("parameters", ())))
    body = "".join(
        f"<p>Body: {_kind(content.get('schema', {}))}</p>"
        for content in what.get("requestBody", {}).get("content", {}).values()
    )
    answers = "".join(_answer(status, answer) for status, answer in what["responses"].items())
    text = escape(what.get("description") or what.get("summary") or "")
    title = f"<b>{method.upper()}</b> <code>{escape(path)}</code> {escape(what.get('summary') or '')}"
    return f"<details><summary>{title}</summary><p>{text}</p><ul>{asked}</ul>{body}<ul>{answers}</ul></details>"


def _parameter(each: dict[str, Any]) -> str:
    required = " (required)" if each.get("required") else ""
    kind = _kind(each.get("schema", {}))
    return f"<li><code>{escape(each['name'])}</code> in {escape(each['in'])}{required}: {kind}</li>"


def _answer(status: str, answer: dict[str, Any]) -> str:
    kinds = "".join(_kind(content.get("schema", {})) for content in answer.get("content", {}).values())
    return f"<li>{escape(status)}: {escape(answer.get('description', ''))} {kinds}</li>"


def _shape(name: str, shape: dict[str, Any]) -> str:
    lines = "".join(
        f"<li><code>{escape(key)}</code>: {_kind(kind)}</li>" for key, kind in shape.get("properties", {}).items()
    )
    text = escape(shape.get("description") or "")
    return f'<section id="{escape(name)}"><h3>{escape(name)}</h3><p>{text}</p><ul>{lines}</ul></section>'


def _kind(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[-1]
        return f'<a href="#{escape(name)}">{escape(name)}</a>'
    for several in ("oneOf", "anyOf"):
        if several in schema:
            return " or ".join(_kind(each) for each in schema[several])
    if schema.get("type") == "array":
        return f"list of {_kind(schema.get('items', {}))}"
    rest = {key: value for key, value in schema.items() if key not in ("title", "description", "default", "examples")}
    return f"<code>{escape(json.dumps(rest))}</code>"


CSS = """\
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
:root { color-scheme: light dark; }
details { border-top: 1px solid; padding: .5rem 0; }
summary { cursor: pointer; }
"""
