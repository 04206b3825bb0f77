"""LLVM IR text to object bytes: in this process, or in another, which runs this file as a script.

The script answers requests on its standard input until that ends, so it outlives nobody. It is imported by nothing
there, and starts in a few dozen milliseconds because it imports llvmlite and the standard library only.
"""

from __future__ import annotations

import os
import queue
import signal
import struct
import sys
import threading
from dataclasses import dataclass, field
from typing import Any

HEAD = struct.Struct("<qQ")
FINE, REFUSED = 0, 1
OPTIMISED = 4  # the level of code that LLVM's passes go over first: others' needs none

Message = tuple[int, bytes]
"""A number (of a request: the level; of an answer: FINE or REFUSED; of the greeting: the process) and the rest."""


@dataclass(slots=True)
class CodeGenerator:
    """The host's code generators by their level, 0 to 3, or OPTIMISED."""

    llvm: Any
    target: Any
    cpu: str
    features: str
    version: str
    machines: dict[int, Any] = field(default_factory=dict[int, Any])

    def machine(self, level: int) -> Any:
        """LLVM's target machine of a level, made at its first use."""
        if level not in self.machines:
            self.machines[level] = self.new_machine(level)
        return self.machines[level]

    def new_machine(self, level: int) -> Any:
        """A target machine for somebody who keeps it for himself, as linkers do."""
        return self.target.create_target_machine(
            cpu=self.cpu, features=self.features, opt=level, reloc="pic", codemodel="small"
        )

    def object_code(self, ir_text: str, level: int) -> bytes:
        """The object file of an IR text. Raises RuntimeError for IR that is wrong."""
        module = self.llvm.parse_assembly(ir_text)
        machine = self.machine(min(level, 3))
        if level == OPTIMISED:
            self.optimise(module, machine)
        return bytes(machine.emit_object(module))

    def optimise(self, module: Any, machine: Any) -> None:
        """Run LLVM's passes over a module."""
        module.triple, module.data_layout = machine.triple, str(machine.target_data)
        options = self.llvm.create_pipeline_tuning_options(speed_level=3)
        options.loop_vectorization = options.slp_vectorization = True
        options.loop_interleaving = options.loop_unrolling = True
        builder = self.llvm.create_pass_builder(machine, options)
        builder.getModulePassManager().run(module, builder)

    @property
    def identity(self) -> str:
        """What object code depends on besides IR and level."""
        return "\0".join((self.cpu, self.features, self.version))


def host() -> CodeGenerator:
    """The generator for this machine's processor. Raises whatever an absent or foreign LLVM raises."""
    import llvmlite.binding

    llvm: Any = llvmlite.binding
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_triple(llvm.get_process_triple())
    features = llvm.get_host_cpu_features().flatten()
    return CodeGenerator(llvm, target, llvm.get_host_cpu_name(), features, ".".join(map(str, llvm.llvm_version_info)))


def of(triple: str, cpu: str, features: str) -> CodeGenerator:
    """The generator for another processor. Raises whatever an absent or foreign LLVM raises."""
    import llvmlite.binding

    llvm: Any = llvmlite.binding
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(triple)
    return CodeGenerator(llvm, target, cpu, features, ".".join(map(str, llvm.llvm_version_info)))


def send(pipe: int, number: int, rest: bytes) -> None:
    """Write a message. Raises OSError where nobody reads any more."""
    left = memoryview(HEAD.pack(number, len(rest)) + rest)
    while left:
        left = left[os.write(pipe, left) :]


def receive(pipe: int) -> Message:
    """Read a message. Raises EOFError where there is no other."""
    number, size = HEAD.unpack(_read(pipe, HEAD.size))
    return number, _read(pipe, size)


def _read(pipe: int, size: int) -> bytes:
    parts: list[bytes] = []
    while size:
        part = os.read(pipe, min(size, 1 << 20))
        if not part:
            raise EOFError("the other side has closed")
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def serve(requests: int, answers: int) -> None:
    """Greet, then answer requests one after the other; the process ends at once when there can be no more of them."""
    arrived: queue.SimpleQueue[Message] = queue.SimpleQueue()

    def listen() -> None:
        try:
            while True:
                arrived.put(receive(requests))
        except (EOFError, OSError):
            os._exit(0)  # also amid a compile, whose result nobody waits for

    threading.Thread(target=listen, daemon=True).start()
    generator = host()
    send(answers, os.getpid(), generator.identity.encode())
    while True:
        level, text = arrived.get()
        try:
            status, rest = FINE, generator.object_code(text.decode(), level)
        except RuntimeError as error:
            status, rest = REFUSED, str(error).encode()
        send(answers, status, rest)


def main() -> None:
    """`codegen.py FOLDER`: serve on standard input and output; llvmlite lies in FOLDER."""
    # Nobody's child: a program that waits for all of its children must not wait for this process.
    if os.fork():
        os._exit(0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))  # what the program holds open is its own
    os.chdir("/")
    sys.path.append(sys.argv[1])
    answers = os.dup(1)
    os.dup2(2, 1)  # whatever LLVM may print is no answer
    serve(0, answers)


if __name__ == "__main__":
    main()
