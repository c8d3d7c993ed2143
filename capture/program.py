"""A program to capture: a module to build, and its inputs. models/ and cases/
are tables of these."""
from dataclasses import dataclass, field
from typing import Callable, Optional

import torch

from .fills import make, write
from tc.torch.text import Raw


@dataclass
class Input:
    """A tensor argument: sizes (numbers or names), element type, fill, and
    where it lies if not dense in row-major order."""
    shape: list
    dtype: torch.dtype
    init: dict
    order: Optional[list] = None    # dense, dimensions outermost first
    strides: Optional[list] = None  # in elements, with the offset
    offset: int = 0
    storage: Optional[int] = None   # inputs of one number share a buffer

    def placement(self):
        """The attributes that say where it lies."""
        attrs = {}
        if self.order:
            attrs["tc.layout"] = Raw(f"#tc.layout<order = {self.order}>")
        if self.strides:
            tail = f", offset = {self.offset}" if self.offset else ""
            attrs["tc.layout"] = Raw(
                f"#tc.layout<strides = {self.strides}{tail}>")
        if self.storage is not None:
            attrs["tc.storage"] = self.storage
        return attrs

    def tensor(self, shape, storages):
        if self.order:
            dense = torch.empty([shape[d] for d in self.order],
                                dtype=self.dtype)
            value = dense.permute(*map(self.order.index, range(len(shape))))
        elif self.strides:
            extent = self.offset + 1 + sum(
                (n - 1) * s for n, s in zip(shape, self.strides))
            value = torch.zeros(extent, dtype=self.dtype)
            if self.storage is not None:
                base = storages.setdefault(self.storage, value)
                if len(base) < extent:
                    raise ValueError("the first input of a buffer spans it")
                value = base
            value = value.as_strided(shape, self.strides, self.offset)
        else:
            return make(self.init, shape, self.dtype)
        write(value, self.init)
        return value


@dataclass
class Program:
    build: Callable
    inputs: dict              # name -> Input
    scales: tuple = ()        # (weight name pattern, mean, std)
    sizes: dict = field(default_factory=dict)   # symbolic sizes: traced values
    limits: dict = field(default_factory=dict)  # name -> (least, most)
    train: bool = False
    gradients: bool = False   # the only result is a loss
    training: Optional[object] = None  # a training.Training
    native: bool = False      # eager is exact: f64 would mean something else
    renames: dict = field(default_factory=dict)  # targets, as written
    room: str = "fx"          # the folder of test/exec that a case goes to

    def module(self):
        return self.build().train(self.train).requires_grad_(False)

    def example(self, sizes=None):
        """{name: tensor} at `sizes`, or at those of the trace."""
        values, storages = self.sizes | (sizes or {}), {}
        return {name: item.tensor([values.get(s, s) for s in item.shape],
                                  storages)
                for name, item in self.inputs.items()}

    def dims(self):
        """One {axis: size name} per input."""
        return [{axis: size for axis, size in enumerate(item.shape)
                 if isinstance(size, str)} for item in self.inputs.values()]
