"""Hosts on this machine: namespaces with an address, a host name, processes and shared memory of their own, and links
between them that can be cut and whose bytes are counted. Nothing of them is left when the processes behind them end."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Any

NETWORK = "198.51.100"  # kept for examples: no address of anybody's
KINDS = ("--net", "--uts", "--mount", "--pid")
WAITING = "import os, time\nwhile True:\n try: os.wait()\n except ChildProcessError: time.sleep(0.1)"


def missing() -> str:
    """What hosts need and this machine does not have, or ""."""
    if not sys.platform.startswith("linux"):
        return "network namespaces are Linux's"
    for tool in ("unshare", "nsenter", "ip"):
        if shutil.which(tool) is None:
            return f"{tool} is not installed"
    made = subprocess.run(
        ["unshare", *KINDS, "--fork", "ip", "link", "add", "name", "switch", "type", "bridge"],
        capture_output=True, text=True,
    )  # fmt: skip
    return "" if made.returncode == 0 else f"no namespaces can be made here: {made.stderr.strip()}"


def _namespaces(script: str, *kinds: str) -> tuple[subprocess.Popen[bytes], int]:
    """A process that holds namespaces, and the id of the first process in them."""
    told = tempfile.TemporaryFile()  # noqa: SIM115 - it lives as long as the process that writes to it
    holder = subprocess.Popen(
        ["unshare", *kinds, "--fork", "--kill-child=KILL", "sh", "-ec", script, sys.executable, WAITING],
        stdin=subprocess.DEVNULL,
        stderr=told,
    )
    children = Path(f"/proc/{holder.pid}/task/{holder.pid}/children")
    until = time.monotonic() + 10
    while time.monotonic() < until:
        first = children.read_text().split()
        if first and b"os.wait" in Path(f"/proc/{first[0]}/cmdline").read_bytes():  # the script is done
            return holder, int(first[0])
        if holder.poll() is not None:
            break
        time.sleep(0.01)
    holder.kill()
    raise OSError(f"no namespaces were made: {told.seek(0) or told.read().decode() or 'for 10 s'}")


class Host:
    """A host: `run` and `start` do there what `subprocess` does here."""

    def __init__(self, number: int, switch: int) -> None:
        self.name, self.address = f"host-{number}", f"{NETWORK}.{number + 1}"
        self._switch, self._port = switch, f"port{number}"
        memory = "mkdir -p /tmp/ray; for at in /dev/shm /tmp/ray; do mount -t tmpfs own $at; done"
        script = f'hostname {self.name}; {memory}; exec "$0" -c "$1"'
        self.holder, self.first = _namespaces(script, *KINDS, "--mount-proc")
        link = ["ip", "link"]
        self._at_switch([*link, "add", self._port, "type", "veth", "peer", "name", "eth0", "netns", str(self.first)])
        self._at_switch([*link, "set", self._port, "master", "switch", "up"])
        for words in (
            [*link, "set", "lo", "up"],
            ["ip", "address", "add", f"{self.address}/24", "dev", "eth0"],
            [*link, "set", "eth0", "up"],
            ["ip", "route", "add", "default", "via", self.address],  # Ray looks for the way to the world outside
        ):
            self.run(words, check=True)

    def _at_switch(self, words: list[str]) -> str:
        inside = ["nsenter", "--target", str(self._switch), "--net", *words]
        done = subprocess.run(inside, capture_output=True, text=True)
        if done.returncode:
            raise OSError(f"{' '.join(words)}: {done.stderr}")
        return done.stdout

    def words(self, words: list[str]) -> list[str]:
        """The words of a command for this machine that runs a command on the host."""
        return ["nsenter", "--target", str(self.first), *KINDS, f"--wd={os.getcwd()}", *words]

    def run(self, words: list[str], **how: Any) -> subprocess.CompletedProcess[Any]:
        return subprocess.run(self.words(words), **how)

    def start(self, words: list[str], **how: Any) -> subprocess.Popen[Any]:
        return subprocess.Popen(self.words(words), **how)

    def cut(self) -> None:
        """Nothing goes in or out from now on; nobody is told."""
        self._at_switch(["ip", "link", "set", self._port, "nomaster"])

    def mend(self) -> None:
        self._at_switch(["ip", "link", "set", self._port, "master", "switch"])

    def nbytes(self) -> tuple[int, int]:
        """What has gone over the host's link, in bytes: in, out."""
        rows = self._at_switch(["ip", "-s", "link", "show", "dev", self._port]).splitlines()
        return int(rows[5].split()[0]), int(rows[3].split()[0])  # what the switch sends, the host gets

    def kill(self) -> None:
        """All processes of the host end at once, as without power."""
        os.kill(self.first, signal.SIGKILL)
        self.holder.wait()


class Hosts:
    """So many hosts at one switch, for the length of a `with` block."""

    def __init__(self, count: int) -> None:
        self.count, self.hosts = count, list[Host]()

    def __enter__(self) -> list[Host]:
        script = 'ip link add switch type bridge; ip link set switch up; exec "$0" -c "$1"'
        self._switch, first = _namespaces(script, "--net")
        try:
            for number in range(self.count):
                self.hosts.append(Host(number, first))
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self.hosts

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for holder in (*(host.holder for host in self.hosts), self._switch):
            holder.kill()
            holder.wait()
