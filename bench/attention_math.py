#!/usr/bin/env python3
"""Times bf16 attention as PyTorch's math path computes it, with f32 products
of widened and scaled values: eager beside tc through torch.compile,
interleaved in one run, on one thread. `fused` is PyTorch's own CPU kernel on
the same arguments.

    PYTHONPATH=build/python python3 bench/attention_math.py [--rounds N]
"""
import argparse
import time

import torch
from torch.nn.functional import scaled_dot_product_attention as fused

import package
import tc.torch

assert package and tc.torch
SHAPES = ((8, 12, 128, 64), (1, 12, 512, 64), (2, 16, 384, 64))


def math(q, k, v, mask):
    return torch.ops.aten._scaled_dot_product_attention_math(q, k, v, mask)[0]


def milliseconds(calls, args, rounds):
    """The least time of each, measured alternately."""
    best = dict.fromkeys(calls, float("inf"))
    for _ in range(rounds):
        for name, call in calls.items():
            start = time.perf_counter()
            call(*args)
            best[name] = min(best[name], time.perf_counter() - start)
    return {name: t * 1e3 for name, t in best.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    rounds = parser.parse_args().rounds
    torch.set_num_threads(1)
    torch.manual_seed(0)
    for shape in SHAPES:
        b, _, n, _ = shape
        args = [torch.randn(shape, dtype=torch.bfloat16) for _ in range(3)]
        args.append(torch.zeros(b, 1, n, n, dtype=torch.bfloat16))
        calls = {"eager": math, "fused": fused,
                 "tc": torch.compile(math, backend="tc", dynamic=False)}
        with torch.no_grad():
            calls["tc"](*args)
            times = milliseconds(calls, args, rounds)
        print(f"{'x'.join(map(str, shape)):14} " + "  ".join(
            f"{name} {t:7.2f} ms" for name, t in times.items()), flush=True)


if __name__ == "__main__":
    main()
