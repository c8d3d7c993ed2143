"""What the source of a session names: tensors of small numbers that lie in memory
in every way, containers, hooks."""
import collections
import dataclasses

import torch


def tensor(shape, dtype, seed, lies="dense", smooth=False):
    """The same numbers in every dtype that has them: integers from -2 to 2, or
    floats of f32."""
    drawn = torch.Generator().manual_seed(seed)
    values = torch.randn(shape, generator=drawn) if smooth else \
        torch.randint(-2, 3, shape, generator=drawn)
    values = (values.abs() if dtype == torch.uint8 else values).to(dtype)
    last = len(shape) - 1
    if lies == "transposed":
        return values.transpose(0, last).contiguous().transpose(0, last)
    if lies == "channels_last" and len(shape) == 4:
        return values.contiguous(memory_format=torch.channels_last)
    if lies == "expanded":
        return values[:1].expand(shape)
    if lies == "sliced":
        held = torch.zeros((*shape[:-1], 2 * shape[-1] + 1), dtype=dtype)
        held[..., 1::2] = values
        return held[..., 1::2]
    return values.flip(0) if lies == "flipped" else values


Pair = collections.namedtuple("Pair", "first rest")


@dataclasses.dataclass
class Box:
    first: object
    rest: object


def flat(value):
    """The leaves of nested containers."""
    if isinstance(value, Box):
        value = (value.first, value.rest)
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, (list, tuple)):
        return [value]
    return [leaf for part in value for leaf in flat(part)]


def double(gradient):
    return 2 * gradient


def negate_in_place(parameter):
    parameter.grad.neg_()
