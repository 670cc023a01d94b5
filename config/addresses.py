"""One web server, and the addresses under which it is reached."""

# Who listens on every network is reached here from the own machine.
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}
THIS_MACHINE = {"localhost", "127.0.0.1", "::1"}


def from_here(host: str) -> str:
    """Return where the own machine reaches a server that listens on this host."""
    return EVERYWHERE.get(host, host)


def in_url(host: str) -> str:
    """Return the host as addresses and headers have it: IPv6 goes into brackets."""
    return f"[{host}]" if ":" in host else host
