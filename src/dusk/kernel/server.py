"""The compile server: another process that turns IR into object bytes while this one goes on.

llvmlite holds one lock for the whole process and LLVM may end it; another process does neither. It is a fresh
interpreter (never a fork of one with threads), started at the first request, in a session of its own, so that no Ctrl-C
aimed at the program reaches it. It ends when this process closes its end of the pipe, in whatever way that ends.
"""

from __future__ import annotations

import contextlib
import logging
import os
import select
import sys
import threading
from pathlib import Path
from typing import Any

from dusk.kernel import codegen
from dusk.kernel.codegen import REFUSED, CodeGenerator, receive, send

log = logging.getLogger("dusk")
SCRIPT = codegen.__file__
MOST_STARTS = 2


class Server:
    """One process; raises OSError and EOFError when it cannot be started or is gone."""

    def __init__(self, generator: CodeGenerator) -> None:
        folder = Path(generator.llvm.__file__).parents[2]
        requests, self.requests = os.pipe()
        self.answers, answers = os.pipe()
        try:
            starter = os.posix_spawn(
                sys.executable,
                [sys.executable, "-s", "-S", "-P", SCRIPT, str(folder)],
                os.environ,
                file_actions=[
                    (os.POSIX_SPAWN_DUP2, requests, 0),
                    (os.POSIX_SPAWN_DUP2, answers, 1),
                    (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
                ],
                setsid=True,
            )
        except (OSError, ValueError, NotImplementedError) as error:
            self.close()
            raise OSError(f"{sys.executable} cannot be started: {error}") from error
        finally:
            os.close(requests)
            os.close(answers)
        with contextlib.suppress(ChildProcessError):  # the program may wait for its children itself
            os.waitpid(starter, 0)
        try:
            self.process, identity = receive(self.answers)
        except EOFError as error:
            self.close()
            raise OSError("it ended as it began") from error
        if identity.decode() != generator.identity:
            self.close()
            raise OSError("it has another LLVM")

    def object_code(self, ir_text: str, level: int) -> bytes:
        """The object file of an IR text. Raises RuntimeError for IR that LLVM refuses."""
        send(self.requests, level, ir_text.encode())
        status, rest = receive(self.answers)
        if status == REFUSED:
            raise RuntimeError(rest.decode())
        return rest

    def gone(self) -> bool:
        """Whether it ended while nothing was asked of it."""
        return bool(select.select([self.answers], [], [], 0)[0])

    def close(self) -> None:
        """Let the process end, unless one forked from this one still holds the pipe."""
        os.close(self.requests)
        os.close(self.answers)


_lock = threading.Lock()
_server: Server | None = None
_starts = 0


def object_code(ir_text: str, level: int, generator: CodeGenerator) -> bytes | None:
    """The object file of an IR text, from the server; None where there is none, and there will be none.

    Raises RuntimeError for IR that LLVM refuses, and for IR at which the server died: this process should not try it.
    """
    global _server
    with _lock:
        guilty = False
        while possible():
            try:
                ready = _server or _start(generator)
                if ready.gone():
                    raise OSError("it ended")
                _server = ready
            except OSError as error:
                _lost(error)
                continue
            try:
                return ready.object_code(ir_text, level)
            except (OSError, EOFError) as error:
                guilty = True
                _lost(error)
        if guilty:
            raise RuntimeError("the process that compiled it died of it")
    return None


def possible() -> bool:
    """Whether a server runs here or may be started."""
    if _server is not None:
        return True
    executable = bool(sys.executable) and not getattr(sys, "frozen", False)  # a frozen program would start itself
    return hasattr(os, "posix_spawn") and executable and _starts < MOST_STARTS


def process() -> int:
    """The number of the server's process, 0 if there is none."""
    server: Any = _server
    return server.process if server is not None else 0


def _start(generator: CodeGenerator) -> Server:
    global _starts
    _starts += 1
    return Server(generator)


def _lost(why: Exception) -> None:
    global _server
    if _server is not None:
        _server.close()
    _server = None
    if not possible():
        log.warning("no process that compiles in the background (%s): kernels are compiled in this one", why)


def _after_fork() -> None:
    """A forked child has a server of its own; the parent's must see the pipe close when the parent ends."""
    global _lock, _server, _starts
    if _server is not None:
        _server.close()
    _lock, _server, _starts = threading.Lock(), None, 0


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
