"""How a case is written: a function or a module, under `@case(input, ...)`,
its inputs in the order of its arguments."""
import inspect

import torch
from torch import nn

from ..fills import INPUT_STREAM, randint, uniform
from ..program import Input, Program
from . import CASES


def reals(*shape, dtype=torch.float32, mean=0.0, std=1.0, **layout):
    return lambda at: Input(list(shape), dtype,
                            uniform(mean, std, INPUT_STREAM + at), **layout)


def ints(low, high, *shape, dtype=torch.int64, **layout):
    return lambda at: Input(list(shape), dtype,
                            randint(low, high, INPUT_STREAM + at), **layout)


def bools(*shape):
    return ints(0, 2, *shape, dtype=torch.bool)


def case(*inputs, **options):
    """Enters a program under its own name; `options` are Program's."""

    def enter(thing):
        is_module = isinstance(thing, type)
        build = thing if is_module else type(
            thing.__name__, (nn.Module,), {"forward": staticmethod(thing)})
        forward = thing.forward if is_module else thing
        names = [n for n in inspect.signature(forward).parameters
                 if n != "self"]
        specs = {n: make(at) for at, (n, make) in enumerate(zip(names, inputs))}
        if len(names) != len(inputs) or thing.__name__ in CASES:
            raise ValueError(f"case {thing.__name__} is not well-formed")
        wide = thing.__module__.endswith(".wide")
        CASES[thing.__name__] = Program(
            build, specs, room="wide" if wide else "fx", **options)
        return thing

    return enter
