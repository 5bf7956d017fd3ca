"""Spans by OpenTelemetry. FastAPI opens one for each request, the paths below it included; here it gets its route, game and engine."""

import os
from time import time_ns

from fastapi.telemetry import TelemetryConfig

from api.http import Call
from solver.errors import LipaiError
from solver.version import program


class TelemetryError(LipaiError):
    """Telemetry is asked for and can't be; the message says what is missing."""


def config(on: bool) -> TelemetryConfig:
    """What FastAPI is told. Off means off: not even a look, a request, for whether someone has set up a provider."""
    if not on:
        return {"tracing": False, "metrics": False, "logs": False, "auto_configure": False}
    try:
        import opentelemetry.exporter.otlp.proto.http
        import opentelemetry.sdk.trace  # noqa: F401
    except ImportError:
        raise TelemetryError("LIPAI_TELEMETRY is set, and the packages it needs are missing: pip install 'lipai[telemetry]'") from None
    os.environ.setdefault("OTEL_SERVICE_NAME", "lipai")
    return {"tracing": True, "metrics": True, "logs": True, "operation_spans": False, "auto_configure": True}


class Tracing:
    """Tells a request's span what the request was about, and adds one for the solving."""

    def __init__(self) -> None:
        from opentelemetry import trace

        self.trace = trace
        self.tracer = trace.get_tracer("lipai", program())

    def __call__(self, call: Call) -> None:
        """Before the answer is sent, for with its last byte the span ends."""
        span = self.trace.get_current_span()
        if not span.is_recording():
            return
        route = call.route
        if route is not None:
            path = route.path or call.scope["path"]
            request = call.scope.get("fastapi.telemetry")
            if request is not None and hasattr(request, "route"):
                request.route = path  # FastAPI's own routes tell it so; it names the span's metrics by it
            span.update_name(f"{call.scope['method']} {path}")
            span.set_attribute("http.route", path)
        attributes = {"lipai.request": call.id} | {f"lipai.{name}": value for name, value in _about(call).items() if value}
        span.set_attributes(attributes)
        if call.solve_s >= 0:
            # Told afterwards, so that a request which nobody traces pays nothing for it.
            now = time_ns()
            solve = self.tracer.start_span("solve", start_time=now - int(1e9 * call.solve_s), attributes=attributes)
            solve.end(now)


def _about(call: Call) -> dict[str, str]:
    route = call.route
    game, operation = (route.game, route.name) if route is not None else ("", "")
    return {"game": game, "operation": operation, "engine": call.engine, "key": call.key, "code": call.code}
