"""Ray: started on this machine, or joined by address. Everything that Dusk asks of it is here and in `actors`."""

from __future__ import annotations

import importlib.util
import os
import secrets
import socket
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dusk.later import Later

ray: Any = Later("ray")
NAMESPACE = "dusk"
"""Where names of actors are looked for."""

PLAIN = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_IGNORE_UNHANDLED_ERRORS": "1",  # who waits for an answer is told; nobody else needs to be
    "RAY_gcs_server_request_timeout_seconds": "15",  # until this machine counts as none of a cluster's
    "RAY_NUM_REDIS_GET_RETRIES": "2",  # tries to speak with a cluster before it is an error
}
LOOPBACK = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}
"""What keeps Ray on 127.0.0.1, on every system; without it, it takes that for this machine's address elsewhere."""
LONGEST_FOLDER = 35
"""Of a folder for temporary files with a longer name, names of Ray's sockets are longer than systems allow."""
_SETTINGS = bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])  # RFC 9113, 6.5: what both sides of a connection say first
OWN = {
    "RAY_AUTH_MODE": "token",
    "RAY_health_check_initial_delay_ms": "1000",
    "RAY_health_check_period_ms": "500",
    "RAY_health_check_timeout_ms": "1500",
    "RAY_health_check_failure_threshold": "3",  # a node that says nothing is dead after 6 s
}


@dataclass(frozen=True, slots=True)
class Session:
    """A connection to a cluster; `own` if it was started for this process, and ends with it."""

    address: str
    own: bool

    def environment(self, base: Mapping[str, str]) -> dict[str, str]:
        """The environment in which other processes of this machine can join."""
        return {**base, "DUSK_ADDRESS": self.address}

    def close(self) -> None:
        """Leave the cluster; if it was started here, it ends."""
        ray.shutdown()


def present() -> Session | None:
    """The cluster that this process is in, if it is in one."""
    if "ray" in sys.modules and ray.is_initialized():
        return Session(ray.get_runtime_context().gcs_address, own=False)
    return None


def start(processes: int = 1) -> Session:
    """Start Ray on this machine for this process: reached on 127.0.0.1 only, by who has the token, which processes that
    this one starts inherit. So many processes are kept ready for servers."""
    _installed()
    _set({**PLAIN, **LOOPBACK, **OWN, "RAY_AUTH_TOKEN": secrets.token_hex(32)})
    short = {} if len(tempfile.gettempdir()) < LONGEST_FOLDER else {"_temp_dir": "/tmp/ray"}
    _quietly(num_cpus=processes, include_dashboard=False, **short)
    return Session(ray.get_runtime_context().gcs_address, own=True)


def join(address: str) -> Session:
    """Join a running cluster by its address, `HOST:PORT`; this machine has to be one of its nodes.

    ValueError: that is no address; ConnectionError: nobody is there, or it is not for us; it says what to do.
    """
    host, colon, port = address.rpartition(":")
    if not (colon and host and port.isdigit() and int(port) < 1 << 16) or "/" in address:
        raise ValueError(f"{address!r} is no address of a cluster: write HOST:PORT, as `ray start --head` prints it")
    _installed()
    here = present()
    if here is not None:
        if here.address != address:
            raise ConnectionError(
                f"this process is in the cluster at {here.address}: it cannot be in that at {address}, too"
            )
        return here
    try:
        _knock(host, int(port))
    except OSError as error:
        raise ConnectionError(
            f"no cluster answers at {address} ({error}): start one there with `ray start --head --port={port}`, or "
            "leave the address out, and one is started on this machine"
        ) from None
    _set({**PLAIN, **LOOPBACK} if host == "localhost" or host.startswith("127.") else PLAIN)
    try:
        _quietly(address=address)
    except (ConnectionError, RuntimeError, ValueError, TimeoutError, ray.exceptions.RayError) as error:
        raise ConnectionError(f"the cluster at {address} cannot be joined: {_reason(error, address)}") from error
    return Session(address, own=False)


def _knock(host: str, port: int) -> None:
    """OSError: who is there, if anybody, does not speak HTTP/2, as Ray does, which would wait for minutes."""
    with socket.create_connection((host, port), timeout=5.0) as probe:
        if os.environ.get("RAY_USE_TLS", "0") == "0":
            probe.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + _SETTINGS)
            if probe.recv(9)[3:4] != _SETTINGS[3:4]:
                raise ConnectionError("what answers there is no cluster")


def _set(variables: Mapping[str, str]) -> None:
    """Set what is not set. Ray reads all this when it is imported; has somebody done that, it asks for a token itself,
    for a cluster that it starts, but not if the variable says so."""
    for name, value in variables.items():
        if name != "RAY_AUTH_MODE" or "ray" not in sys.modules:
            os.environ.setdefault(name, value)


def _quietly(**options: Any) -> None:
    worker = ray._private.worker
    if hasattr(worker, "print_to_stdstream"):  # it writes what becomes of servers among what the program prints
        worker.print_to_stdstream = _nothing
    ray.init(namespace=NAMESPACE, log_to_driver=False, logging_level="ERROR", configure_logging=False, **options)


def _nothing(*_: Any, **__: Any) -> None:
    """What is printed of servers' lines."""


def _installed() -> None:
    if importlib.util.find_spec("ray") is None:
        raise ImportError(
            'kvstore.create("dist") and `dusk launch` need Ray: pip install "dusk[dist]"; '
            'kvstore.create("local") needs nothing'
        )


def _reason(error: BaseException, address: str) -> str:
    """What of Ray's words helps, and what to do."""
    chain: list[BaseException] = []
    while error not in chain:
        chain.append(error)
        error = error.__cause__ or error.__context__ or error
    text = " ".join(map(str, chain))
    if "uthentication" in text or "oken" in text:
        return (
            "it asks for a token, and refuses " + ("that of" if os.environ.get("RAY_AUTH_TOKEN") else "one without, as")
            + " this process: set RAY_AUTH_MODE=token and RAY_AUTH_TOKEN to the cluster's own"
        )  # fmt: skip
    if "ersion mismatch" in text:
        return text.strip()
    if ("node" in text.lower() and "found" in text.lower()) or "raylet" in text.lower():
        return f"this machine is none of its nodes: run `ray start --address={address}` on it first"
    return (
        f"{text.strip().splitlines()[0] if text.strip() else type(chain[0]).__name__} (Python {sys.version.split()[0]})"
    )
