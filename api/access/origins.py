"""Pages of other origins: what a browser asks before it lets one call us (CORS)."""

from starlette.datastructures import Headers
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import Response

from api.http import SAFE, request_id


class Origins(CORSMiddleware):
    """The framework's own, which answers what is asked beforehand as we answer everything: with safe headers and a number."""

    def preflight_response(self, request_headers: Headers) -> Response:
        """Whether the page may ask."""
        response = super().preflight_response(request_headers)
        given = request_headers.get("x-request-id")
        for name, value in (*SAFE, (b"x-request-id", request_id(None if given is None else given.encode("latin-1")).encode())):
            response.headers[name.decode()] = value.decode()
        return response
