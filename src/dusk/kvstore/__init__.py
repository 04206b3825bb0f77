"""Parameters shared by workers: consistency is a parameter, and nothing that was acknowledged is lost."""

from dusk.kvstore.kvstore import KVStore
from dusk.kvstore.opening import create
from dusk.kvstore.simulation import simulate
from dusk.kvstore.virtual import VirtualCluster

__all__ = ["KVStore", "VirtualCluster", "create", "simulate"]
