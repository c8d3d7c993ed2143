#!/usr/bin/env python3
"""PyTorch's ModuleInfo database through torch.compile(backend="tc") against eager:
outputs, buffers after the call and, with --gradients, gradients of inputs and
parameters, in training and evaluation. The command line is opinfo.py's.
"""
import functools
import sys

import runs
from harness import Subject
import torch
from torch.testing._internal.common_modules import module_db

DTYPES = (torch.float32, torch.float64, torch.bfloat16, torch.float16)


def subjects(device, gradients):
    """All modules, modes and dtypes."""
    for info in module_db:
        for mode in ("train", "eval"):
            for dtype in DTYPES:
                yield Subject(f"{info.name}/{mode}/{str(dtype)[6:]}",
                              functools.partial(samples, info, mode == "train",
                                                dtype))


def call(module, args, kwargs):
    return module(*args, **kwargs)


def samples(info, training, dtype, device, gradients):
    for sample in info.module_inputs_func(
            info, device=str(device), dtype=dtype, requires_grad=gradients,
            training=training):
        made, given = sample.constructor_input, sample.forward_input
        module = info.module_cls(*made.args, **made.kwargs)
        module.to(device).to(dtype).train(training)
        if info.is_lazy:  # gets its parameters, else each copy draws its own
            with torch.no_grad():
                module(*given.args, **given.kwargs)
        yield call, (module.requires_grad_(gradients), given.args, given.kwargs)


if __name__ == "__main__":
    sys.exit(runs.main("ModuleInfo", subjects, __doc__))
