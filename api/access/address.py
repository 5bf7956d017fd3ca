"""Where a request comes from, and whether an address is this machine's own."""

import socket
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address

Network = IPv4Network | IPv6Network


def client_address(peer: str, forwarded: list[bytes], trusted: tuple[Network, ...]) -> str:
    """The address a request counts under.

    peer: who holds the connection. forwarded: its X-Forwarded-For headers, in order. From the right, each hop counts only as long as
    those behind it are trusted proxies, so what a client writes there itself is never believed. An IPv6 client counts as its /64.
    """
    if trusted and forwarded and _is_trusted(peer, trusted):
        for hop in reversed(b",".join(forwarded)[-2000:].decode("latin-1").split(",")):
            found = _plain(hop.strip())
            if found is None:
                break
            peer = found
            if not _is_trusted(peer, trusted):
                break
    return _counted(peer)


@lru_cache(maxsize=4096)
def _is_trusted(text: str, trusted: tuple[Network, ...]) -> bool:
    try:
        address = ip_address(text)
    except ValueError:
        return False
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    return any(address in network for network in trusted)


def _plain(hop: str) -> str | None:
    """An address without its port; None for what is none."""
    text = hop[1:].partition("]")[0] if hop.startswith("[") else hop.partition(":")[0] if hop.count(":") == 1 else hop
    try:
        return str(ip_address(text))
    except ValueError:
        return None


@lru_cache(maxsize=4096)
def _counted(text: str) -> str:
    try:
        address = ip_address(text)
    except ValueError:
        return text[:100] or "unknown"
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or IPv6Network((address, 64), strict=False))
    return text


@lru_cache(maxsize=1024)
def is_outside(host: str) -> bool:
    """Whether an address that was listened at can be reached from other machines. A name (a socket's path, a test's server) can't."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return False
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    return not address.is_loopback


def binds_outside(host: str) -> bool:
    """The same of what a server is told to bind to: a name counts by what it resolves to, and one that does not resolve as outside."""
    try:
        ip_address(host.partition("%")[0])
    except ValueError:
        try:
            found = {str(entry[4][0]) for entry in socket.getaddrinfo(host, None)}
        except OSError:
            return True
        return any(map(is_outside, found))
    return is_outside(host)
