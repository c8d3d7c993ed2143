#!/usr/bin/env python3
"""The worst error of e^x and 2^x of f32 on a GPU, of all numbers whose result is
normal, as a multiple of 2^-23 of the result in f64: tc's and PyTorch's own. The
rows' bound is 2 (docs/numerics.md); beyond it the bench fails. Needs PyTorch with
CUDA and the Python package:

    PYTHONPATH=build/python bench/exponentials.py
"""
import sys

import torch

import tc.torch  # registers the back end

NUMBERS = 1 << 32
CHUNK = 1 << 26
LEAST, MOST = 2.0**-126, torch.finfo(torch.float32).max
BOUND = 2.0


def worst(functions, exact):
    errors = [0.0] * len(functions)
    for first in range(-NUMBERS // 2, NUMBERS // 2, CHUNK):
        bits = torch.arange(first, first + CHUNK, device="cuda")
        x = bits.to(torch.int32).view(torch.float32)
        y = exact(x.double())
        normal = (y >= LEAST) & (y <= MOST)
        for i, function in enumerate(functions):
            error = (function(x).double() - y).abs() / y * 2**23
            errors[i] = max(errors[i], float(torch.where(normal, error, 0).max()))
    return errors


def main():
    if not torch.cuda.is_available():
        sys.exit("bench/exponentials.py: PyTorch finds no CUDA GPU here")
    print(torch.cuda.get_device_name(), "torch", torch.__version__)
    print(f"{'':6} {'tc':>8} {'PyTorch':>8}   of 2^-23")
    right = True
    for name in ("exp", "exp2"):
        function = getattr(torch, name)
        compiled = torch.compile(function, backend="tc", dynamic=False)
        ours, theirs = worst([compiled, function], function)
        print(f"{name:6} {ours:8.3f} {theirs:8.3f}", flush=True)
        right = right and ours <= BOUND
    sys.exit(not right)


if __name__ == "__main__":
    main()
