"""What is told of requests: metrics, log lines, spans, and a dashboard that asks for nothing else."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from prometheus_client.parser import text_string_to_metric_families

from api.app import create_app
from api.logs import AccessLog, formatter
from api.metrics import SOLVE_BUCKETS, caches
from api.settings import Settings
from solver.game import games, ids
from tests.api.checks import JSON

GAME = "/v1/games/high-card"
ARRANGE = f"{GAME}/arrange"
DASHBOARD = Path(__file__).resolve().parents[2] / "deploy" / "grafana" / "lipai.json"
Serve = Callable[..., TestClient]


def metrics(client: TestClient) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    """Every sample by its name and labels."""
    response = client.get("/metrics")
    assert response.status_code == 200
    assert response.headers["content-type"].startswith("text/plain")
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(response.text)
        for sample in family.samples
    }


def at(found: dict[Any, float], name: str, **labels: str) -> float:
    return found.get((name, tuple(sorted(labels.items()))), 0)


def ask(client: TestClient, body: str = '{"hand": "As"}', path: str = ARRANGE, **headers: str) -> Any:
    return client.post(path, content=body, headers=JSON | {name.replace("_", "-"): value for name, value in headers.items()})


def test_requests_are_counted_by_what_came_of_them(serve: Serve) -> None:
    client = serve()
    for body in ('{"hand": "As"}', '{"hand": "As Kd"}', '{"hand": "xx"}', "{", '{"hand": "As", "label": "break"}'):
        ask(client, body)
    tag = client.get(ARRANGE, params={"hand": "As"}).headers["etag"]
    client.get(ARRANGE, params={"hand": "As"}, headers={"if-none-match": tag})
    client.post(ARRANGE, content=b"x" * 100_000, headers=JSON)
    client.get("/nope")
    client.get("/v1/games/nope")
    client.put(ARRANGE)
    found = metrics(client)
    here = {"game": "high-card", "operation": "arrange"}
    statuses = {status: at(found, "lipai_requests_total", status=status, **here) for status in ("200", "304", "400", "413", "422", "500")}
    assert statuses == {"200": 3, "304": 1, "400": 1, "413": 1, "422": 1, "500": 1}
    assert at(found, "lipai_requests_total", game="none", operation="other", status="404") == 2
    assert at(found, "lipai_requests_total", game="none", operation="other", status="405") == 1
    assert at(found, "lipai_solve_seconds_count", engine="cp-sat", **here) == 4
    assert at(found, "lipai_solve_seconds_bucket", engine="cp-sat", le="+Inf", **here) == 4
    assert 0 < at(found, "lipai_solve_seconds_sum", engine="cp-sat", **here) < 4
    assert at(found, "lipai_not_modified_total", game="high-card") == 1
    reasons = ("not-json", "body-too-large", "not-found", "unknown-game", "method-not-allowed", "internal-error")
    assert {reason: at(found, "lipai_rejected_total", reason=reason) for reason in reasons} == dict.fromkeys(reasons, 1)
    assert at(found, "lipai_in_flight") == 0, "the one that asks aside"
    again = metrics(client)
    assert at(again, "lipai_requests_total", status="200", **here) == 3, "nothing is counted twice"


def test_a_duration_falls_into_its_bucket() -> None:
    """Adding many at once is the same as observing each."""
    from prometheus_client import CollectorRegistry, Histogram, generate_latest

    from api.metrics import Durations

    seconds = [0, *SOLVE_BUCKETS, *(bound * 1.001 for bound in SOLVE_BUCKETS), 1e9]
    one, many = CollectorRegistry(), CollectorRegistry()
    observed = Histogram("x", "x", registry=one, buckets=SOLVE_BUCKETS)
    added = Durations("x", "x", registry=many, buckets=SOLVE_BUCKETS)
    from bisect import bisect_left

    cells = [0.0] * (len(SOLVE_BUCKETS) + 1)
    for each in seconds:
        observed.observe(each)
        cells[bisect_left(SOLVE_BUCKETS, each)] += 1
    added.add(cells, sum(seconds))
    plain = [re.sub(r"x_(created|sum).*\n", "", generate_latest(registry).decode()) for registry in (one, many)]
    assert plain[0] == plain[1]


def test_lines_of_batches_are_counted(serve: Serve) -> None:
    client = serve()
    lines = b'{"hand": "As"}\n{"hand": "xx"}\n\n{"hand": "Kd"}\n'
    assert client.post(f"{ARRANGE}/batch", content=lines, headers={"content-type": "application/jsonl"}).status_code == 200
    found = metrics(client)
    assert at(found, "lipai_batch_lines_total", game="high-card", result="answered") == 2
    assert at(found, "lipai_batch_lines_total", game="high-card", result="refused") == 2
    assert at(found, "lipai_requests_total", game="high-card", operation="batch", status="200") == 1


def test_verdicts_are_counted_by_what_the_ledger_made_of_them(tmp_path: Path) -> None:
    """Outcomes that did not come yet are there too, as 0: an alarm can go by them from the start."""
    game = next(game for game in games() if "verify" in game.operations)
    claim = next(dict(example.request) for example in game.examples if example.operation == "verify")
    with TestClient(create_app(Settings(warm_up=False, ledger_patience_ms=20_000, ledger=str(tmp_path / "ledger.db")))) as client:
        for _ in range(2):
            assert client.post(f"/v1/games/{game.id}/verify", json=claim).json()["receipt"]["stored"]
        found = [metrics(client) for _ in range(2)][-1]
    outcomes = {dict(labels)["outcome"]: value for (name, labels), value in found.items() if name == "lipai_verdicts_total"}
    assert outcomes == {"stored": 2, "failed": 0, "late": 0, "resting": 0, "full": 0}


def test_caches_are_those_of_the_solver() -> None:
    ids()
    hits, misses = caches()["solver.game.ids"]
    ids()
    assert caches()["solver.game.ids"] == (hits + 1, misses)
    assert all(name.startswith("solver.") for name in caches())


def test_what_a_caller_sends_makes_no_label(serve: Serve) -> None:
    """However many paths, methods, languages and numbers of requests are sent, as many series there are."""
    client = serve()

    def series() -> int:
        return len([key for key in metrics(client) if key[0].startswith("lipai_re")])

    def send(index: int) -> None:
        client.get(f"/v1/games/{index}")
        client.request(f"BREW{index}", ARRANGE)
        ask(client, json.dumps({"hand": f"x{index}", "objective": f"o{index}", f"key{index}": 1, "rules": {"preset": f"p{index}"}}))
        ask(client, f'{{"a{index}": 1, "a{index}": 1}}', x_request_id=f"id-{index}", accept_language=f"l{index}")

    send(0)
    series()
    before = series()
    for index in range(1, 20):
        send(index)
    assert series() == before


def test_the_dashboard_asks_only_for_what_there_is(serve: Serve) -> None:
    client = serve()
    ask(client)
    known = {name for name, _ in metrics(client)}
    described = set(re.findall(r"^# TYPE (\w+)", client.get("/metrics").text, re.MULTILINE))
    asked: set[str] = set()
    board = json.loads(DASHBOARD.read_text())
    for panel in board["panels"]:
        for target in panel["targets"]:
            names = set(re.findall(r"\b(?:lipai|process)_\w+", target["expr"]))
            assert names, target
            asked |= names
            for label in re.findall(r"[{,](\w+)=~?\"", target["expr"]) + re.findall(r"by \(([^)]*)\)", target["expr"]):
                assert set(label.replace(" ", "").split(",")) <= LABELS, label
    for variable in board["templating"]["list"]:
        if variable["type"] == "query":
            asked.add(re.findall(r"\((\w+),", variable["query"]["query"])[0])
    for name in asked:
        assert name in known or re.sub(r"_(bucket|sum|count)$", "", name) in described, name
    own = {name.removesuffix("_total") for name in described if name.startswith("lipai_")}
    shown = {re.sub(r"_(bucket|sum|count|total)$", "", name) for name in asked}
    assert own <= shown, f"not on the dashboard: {own - shown}"


LABELS = {"outcome", "instance", "game", "operation", "status", "engine", "le", "reason", "pool", "result", "cache", "version", "build"}


def test_the_page_on_observability_names_every_metric(serve: Serve) -> None:
    page = (DASHBOARD.parents[2] / "docs" / "observability.md").read_text()
    described = set(re.findall(r"^# TYPE (lipai_\w+)", serve().get("/metrics").text, re.MULTILINE))
    assert described
    assert {name for name in described if f"`{name}`" not in page and f"`{name.removesuffix('_total')}`" not in page} == set()


def test_metrics_can_be_off(serve: Serve) -> None:
    client = serve(metrics="off")
    assert client.get("/metrics").status_code == 404
    assert ask(client).status_code == 200


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> Callable[[], list[dict[str, Any]]]:
    """The lines logged so far, as they would be written."""
    caplog.set_level(logging.INFO)
    form = formatter("json", terminal=False)
    return lambda: [json.loads(form.format(record)) for record in caplog.records if record.name.startswith("lipai")]


def test_only_failures_get_a_line_unless_asked(serve: Serve, lines: Callable[[], list[dict[str, Any]]]) -> None:
    client = serve()
    for body in ('{"hand": "As"}', '{"hand": "xx"}', '{"hand": "As", "label": "break"}'):
        ask(client, body, x_request_id="mine")
    failure, request = lines()
    assert failure["event"] == "request mine failed"
    assert "broken on purpose" in failure["exception"]
    assert {name: request[name] for name in ("event", "level", "status", "code", "request")} == {
        "event": "request", "level": "warning", "status": 500, "code": "internal-error", "request": "mine",
    }  # fmt: skip


def test_slow_requests_get_a_line(serve: Serve, lines: Callable[[], list[dict[str, Any]]]) -> None:
    client = serve(slow_s=1e-9)
    ask(client)
    assert [(line["status"], line["level"]) for line in lines()] == [(200, "warning")]


def test_a_share_of_requests_gets_a_line(serve: Serve, lines: Callable[[], list[dict[str, Any]]]) -> None:
    client = serve(access_log=0.5)
    for _ in range(200):
        client.get("/livez")
    assert 50 < len(lines()) < 150


def test_a_line_can_not_be_forged(serve: Serve, lines: Callable[[], list[dict[str, Any]]], caplog: pytest.LogCaptureFixture) -> None:
    """A path with line ends and escapes stays within its quotes, in JSON and for eyes."""
    client = serve(access_log=1.0)
    client.get("/x%0a%7b%22event%22:1%7d%1b%5b31m%00")
    assert lines()[-1]["path"] == '/x\n{"event":1}\x1b[31m\x00'
    record = caplog.records[-1]
    for form in ("json", "console"):
        written = formatter(form, terminal=False).format(record)
        assert "\n" not in written
        assert "\x1b" not in written
        assert "\x00" not in written


def test_the_form_follows_the_terminal() -> None:
    record = logging.LogRecord("lipai.x", logging.INFO, "f", 1, "said %s", ("so",), None)
    assert json.loads(formatter("auto", terminal=False).format(record))["event"] == "said so"
    assert "\x1b[" in formatter("auto", terminal=True).format(record)
    assert json.loads(formatter("json", terminal=True).format(record))["logger"] == "lipai.x"
    assert not formatter("console", terminal=False).format(record).startswith("{")


def test_watching_holds_on_to_nothing() -> None:
    log = AccessLog(0, 1)
    assert set(vars(log)) == {"share", "slow_s", "log"}


@pytest.fixture
def spans(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Where finished spans go."""
    from opentelemetry import trace
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    monkeypatch.setattr(trace, "_TRACER_PROVIDER", provider)
    return exporter


def test_a_request_has_a_span_with_game_and_engine(serve: Serve, spans: Any) -> None:
    client = serve(telemetry=True)
    parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    ask(client, x_request_id="mine", traceparent=parent, authorization="Bearer hidden")
    solve, request = spans.get_finished_spans()
    assert request.name == f"POST {ARRANGE}"
    assert f"{request.context.trace_id:x}" == parent.split("-")[1].lstrip("0")
    assert request.attributes["http.route"] == ARRANGE
    assert request.attributes["http.response.status_code"] == 200
    wanted = {"lipai.game": "high-card", "lipai.operation": "arrange", "lipai.engine": "cp-sat", "lipai.request": "mine"}
    assert wanted.items() <= dict(request.attributes).items()
    assert solve.name == "solve"
    assert solve.parent.span_id == request.context.span_id
    assert solve.attributes["lipai.engine"] == "cp-sat"
    assert request.start_time <= solve.start_time <= solve.end_time <= request.end_time
    assert "hidden" not in str([(span.name, dict(span.attributes)) for span in spans.get_finished_spans()])


def test_a_refused_request_has_a_span_too(serve: Serve, spans: Any) -> None:
    client = serve(telemetry=True, rate="1/hour")
    client.get("/v1/games")
    ask(client)
    client.get("/nope")
    named = {span.name: dict(span.attributes) for span in spans.get_finished_spans()}
    assert named[f"POST {ARRANGE}"]["lipai.code"] == "too-many-requests"
    assert any(attributes["http.response.status_code"] == 404 for attributes in named.values())


def test_without_the_setting_there_are_no_spans(serve: Serve, spans: Any) -> None:
    ask(serve())
    assert spans.get_finished_spans() == ()


def test_metrics_are_each_application_s_own(serve: Serve) -> None:
    one, two = serve(), serve()
    ask(one)
    found = [at(metrics(each), "lipai_requests_total", game="high-card", operation="arrange", status="200") for each in (one, two)]
    assert found == [1, 0]
