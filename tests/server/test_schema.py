"""The API against its own OpenAPI document: whatever is sent, no server error and no answer that is not documented."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.server.client import Client
from tests.server.conftest import House
from tests.server.playing import SCREEN
from tests.server.processes import Servers

CHECKS: list[Any] = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
ASKED = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


@pytest.fixture(scope="module")
def api(servers: Servers, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, dict[str, str], str]]:
    """A server with a table in play: (house, headers of somebody who sits there, the table)."""
    house = House(servers, f"sqlite:///{tmp_path_factory.mktemp('schema')}/tables.sqlite").open()
    found: dict[str, Any] = {}

    async def work() -> None:
        olha = await house.guest()
        found["table"] = await olha.table(SCREEN)
        found["headers"] = dict(olha.headers)

    house.run(work())
    yield house, found["headers"], found["table"]
    house.kill()


def test_every_answer_is_a_documented_one(api: tuple[House, dict[str, str], str]) -> None:
    house, headers, table = api
    schema = schemathesis.openapi.from_url(f"http://localhost:{house.port}/docs/openapi.json")
    tried = 0
    for found in schema.get_all_operations():
        operation: Any = found.ok()  # type: ignore[union-attr]

        @ASKED
        @given(case=operation.as_strategy(), real=st.booleans())
        def asked(case: Any, real: bool) -> None:
            nonlocal tried
            tried += 1
            if real and "id" in (case.path_parameters or {}):
                case.path_parameters["id"] = table
            answer = case.call(headers={} if case.method == "DELETE" else headers)  # the session is still needed
            case.validate_response(answer, checks=CHECKS)

        asked()
    assert tried > 200


def test_an_answer_that_is_not_documented_is_noticed(api: tuple[House, dict[str, str], str]) -> None:
    house, _, _ = api

    async def fetch() -> Any:
        client = Client(house.port)
        try:
            return await client.get("/docs/openapi.json")
        finally:
            client.close()

    raw = asyncio.run(fetch())
    del raw["paths"]["/api/tables/{id}"]["get"]["responses"]["404"]
    case = schemathesis.openapi.from_dict(raw)["/api/tables/{id}"]["GET"].Case(path_parameters={"id": "none"})
    answer = case.call(base_url=f"http://localhost:{house.port}")
    with pytest.raises(FailureGroup, match="1 distinct failure"):
        case.validate_response(answer, checks=CHECKS)
