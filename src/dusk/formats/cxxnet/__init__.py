"""cxxnet's settings files (`.conf`): read, written, made into nets, and run with their tasks."""

from __future__ import annotations

from dusk.formats.cxxnet.conf import Conf, parse_conf, read_conf, write_conf
from dusk.formats.cxxnet.net import Net, net_of
from dusk.formats.cxxnet.tasks import Done, run_task
from dusk.formats.cxxnet.trainer import Trainer

__all__ = ["Conf", "Done", "Net", "Trainer", "net_of", "parse_conf", "read_conf", "run_task", "write_conf"]
