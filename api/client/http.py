"""The HTTP library, and its errors as ours."""

from api.client.errors import ClientError, TooSlowError, UnreachableError

try:
    import httpx2
except ImportError:
    raise ImportError("the client needs the extra `client`: pip install 'lipai[client]'") from None

__all__ = ["httpx2", "told"]


def told(error: httpx2.RequestError) -> ClientError:
    """An error of the transport in our words. One that came before the request was sent, or broke the connection, may pass."""
    failure: ClientError
    where = error.request.url
    if isinstance(error, httpx2.TimeoutException) and not isinstance(error, httpx2.ConnectTimeout):
        failure = TooSlowError(f"{where}: no answer in time")
    else:
        failure = UnreachableError(f"{where}: {str(error) or type(error).__name__}")
    if isinstance(error, httpx2.LocalProtocolError | httpx2.UnsupportedProtocol):
        failure.passing = False  # what was to be sent can't be sent
    failure.__cause__ = error
    return failure
