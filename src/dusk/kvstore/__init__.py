"""Parameters shared by workers: consistency is a parameter, and nothing that was acknowledged is lost."""

from dusk.kvstore.kvstore import KVStore
from dusk.kvstore.opening import create

__all__ = ["KVStore", "create"]
