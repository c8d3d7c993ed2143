"""Chooses the fill of each weight and input, and applies fills to tensors.
Scales keep activations near one through any depth; nothing is zero, so that
a forgotten bias or norm weight shows in the results."""
import math
import re

import numpy as np
import torch
from torch import nn

from .tc_fill import bf16_bits, fill
from tc.torch.text import Raw, blob, dense

SEED = 7
INPUT_STREAM = 900  # weights take the streams below it
CHUNK = 1 << 20     # elements made at once: fills must not set the peak
DENSE_LIMIT = 4096  # bytes of a constant whose numbers stand in the text
BLOB_LIMIT = 1 << 26  # the same of one whose bytes do


def uniform(mean, std, stream):
    return {"kind": "uniform", "mean": float(mean), "std": float(std),
            "stream": stream, "seed": SEED}


def randint(low, high, stream):
    return {"kind": "randint", "low": low, "high": high, "stream": stream,
            "seed": SEED}


def parameter_scale(module, name, tensor):
    """(mean, std) of a parameter by what its module does with it."""
    kind = type(module).__name__
    if not tensor.numel():
        return 0.0, 1.0
    if re.search(r"Norm", kind):
        return (1.0, 0.1) if name == "weight" else (0.0, 0.1)
    if isinstance(module, nn.Embedding):
        return 0.0, 0.5
    if tensor.dim() < 2:
        return 0.0, 0.1
    if kind == "Conv1D":  # transformers' GPT-2: [in, out]
        return 0.0, tensor.shape[0]**-0.5
    fan_in = tensor[0].numel()
    if isinstance(module, nn.modules.conv._ConvNd):
        return 0.0, math.sqrt(2.0 / fan_in)
    return 0.0, fan_in**-0.5


def buffer_init(name, tensor, stream):
    """A generated fill of a buffer, or its own values if they are few."""
    leaf = name.rpartition(".")[2]
    if leaf == "running_mean":
        return uniform(0.0, 0.1, stream)
    if leaf == "running_var":
        return uniform(1.0, 0.1, stream)
    flat = tensor.flatten()
    if flat.numel() and bool((flat == flat[0]).all()):
        return {"kind": "constant", "value": flat[0].item()}
    if tensor.dtype == torch.int64 and torch.equal(
            flat, torch.arange(flat.numel())):
        return {"kind": "iota", "start": 0, "step": 1}
    if tensor.dim() >= 2 and torch.equal(
            tensor, torch.ones_like(tensor).tril()):
        return {"kind": "tril"}
    size = tensor.numel() * tensor.element_size()
    if size > BLOB_LIMIT:
        raise ValueError(f"buffer {name} is too large to stand in the text "
                         "and no fill makes it")
    return blob(tensor) if size > DENSE_LIMIT else dense(tensor)


def plan(model, overrides=()):
    """{weight name: fill} of a model, tied weights once; `overrides` are
    (pattern, mean, std)."""
    modules = dict(model.named_modules())
    fills = {}
    for stream, (name, tensor) in enumerate(model.named_parameters()):
        owner, _, leaf = name.rpartition(".")
        mean, std = parameter_scale(modules[owner], leaf, tensor)
        for pattern, *scale in overrides:
            if re.fullmatch(pattern, name):
                mean, std = scale
        fills[name] = uniform(mean, std, stream)
    for name, tensor in model.named_buffers():
        fills[name] = buffer_init(name, tensor, len(fills))
    return fills


def apply(model, fills):
    """Writes the fills into the model's tensors."""
    tensors = dict(model.named_parameters()) | dict(model.named_buffers())
    for name, init in fills.items():
        if not isinstance(init, Raw):
            write(tensors[name].detach(), init)


def make(init, shape, dtype):
    tensor = torch.empty(shape, dtype=dtype)
    write(tensor, init)
    return tensor


def write(tensor, init):
    """Fills a tensor, whatever its strides, in row-major order."""
    if not tensor.is_contiguous():
        tensor.copy_(make(init, tensor.shape, tensor.dtype))
        return
    real = torch.view_as_real(tensor) if tensor.is_complex() else tensor
    flat = real.view(-1)
    for start in range(0, flat.numel(), CHUNK):
        count = min(CHUNK, flat.numel() - start)
        values = fill(init, tuple(tensor.shape), start, count)
        flat[start:start + count] = rounded(values, tensor.dtype)


def rounded(values, dtype):
    """float64 or int64 values as `dtype`, rounded once (torch itself would
    round a bfloat16 twice)."""
    if dtype != torch.bfloat16:
        return torch.from_numpy(values).to(dtype)
    bits = bf16_bits(values.astype(np.float64))
    return torch.from_numpy(bits.view(np.int16)).view(torch.bfloat16)
