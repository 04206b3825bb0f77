"""Modules."""

from dusk.compat.mxnet.base_module import BaseModule
from dusk.compat.mxnet.bucketing import BucketingModule
from dusk.compat.mxnet.module import Module

__all__ = ["BaseModule", "BucketingModule", "Module"]
