"""cxxnet's settings files (`.conf`)."""

from __future__ import annotations

from dusk.formats.cxxnet.conf import Conf, parse_conf, read_conf, write_conf

__all__ = ["Conf", "parse_conf", "read_conf", "write_conf"]
