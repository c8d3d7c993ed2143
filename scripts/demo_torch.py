#!/usr/bin/env python3
"""The end of `make demo`: the one line on a model of PyTorch, forward and
backward, beside eager. Needs PyTorch and PYTHONPATH=build/python."""
import sys
import time

import torch

import tc
import tc.torch  # makes backend="tc" known; an installed package need not

LAYERS, WIDTH, HEADS, BATCH, LENGTH = 4, 256, 8, 4, 128


def seconds(function, times=5):
    """The least of a few calls."""
    least = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        function()
        least = min(least, time.perf_counter() - start)
    return least


def step(model, x):
    model.zero_grad()
    y = model(x)
    y.square().mean().backward()
    return [y.detach(), *(p.grad.clone() for p in model.parameters())]


def distance(a, b):
    return ((a - b).norm() / b.norm()).item() if b.norm() else a.norm().item()


def main():
    torch.manual_seed(0)
    layer = torch.nn.TransformerEncoderLayer(
        WIDTH, HEADS, 4 * WIDTH, dropout=0.0, activation="gelu",
        batch_first=True, norm_first=True)
    model = torch.nn.TransformerEncoder(layer, LAYERS,
                                        enable_nested_tensor=False)
    x = torch.randn(BATCH, LENGTH, WIDTH)
    compiled = torch.compile(model, backend="tc")
    exact = step(model.double(), x.double())
    eager = step(model.float(), x)
    start = time.perf_counter()
    ours = step(compiled, x)
    first = time.perf_counter() - start
    error = max(map(distance, ours, exact))
    theirs = max(map(distance, eager, exact))
    right = error <= max(2 * theirs, 1e-6)
    print(f'torch.compile(model, backend="tc"): first step {first:.1f} s, then '
          f"{1e3 * seconds(lambda: step(compiled, x)):.0f} ms; eager "
          f"{1e3 * seconds(lambda: step(model, x)):.0f} ms; error {error:.1e}, "
          f"eager's {theirs:.1e}: {'ok' if right else 'WRONG'}")
    fallen = tc.counters()["fallback_ops"]
    print(f"  {tc.counters()['ops_compiled']} ops compiled, "
          f"{sum(fallen.values())} run by PyTorch {fallen or ''}")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
