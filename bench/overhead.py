#!/usr/bin/env python3
"""Measures the overhead of a call of a compiled function, and the time of its
first call: tc beside torch.compile's other back ends, in one run.

    PYTHONPATH=build/python python3 bench/overhead.py [BACKEND...]
"""
import pathlib
import sys
import time
import warnings

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] /
                       "build/python"))
import torch  # noqa: E402
import tc.torch  # noqa: E402

assert tc.torch
warnings.filterwarnings("ignore")
BACKENDS = ("eager", "aot_eager", "inductor", "tc")
CALLS = 300


def total(*tensors):
    result = tensors[0] + 1
    for tensor in tensors[1:8]:
        result = result + tensor
    return result, *[t * 2 for t in tensors[8:16]]


def microseconds(function, count):
    times = []
    for _ in range(5):
        start = time.perf_counter()
        for _ in range(count):
            function()
        times.append((time.perf_counter() - start) / count)
    return min(times) * 1e6


def measure(backend, number, training):
    """(seconds of the first call, microseconds of a later one)."""
    torch._dynamo.reset()
    tensors = [torch.ones(4, requires_grad=training) for _ in range(number)]
    compiled = torch.compile(total, backend=backend)

    def call():
        results = compiled(*tensors)
        if training:
            results[0].sum().backward()
    start = time.perf_counter()
    call()
    first = time.perf_counter() - start
    for _ in range(20):
        call()
    return first, microseconds(call, CALLS)


def main():
    torch.set_num_threads(1)
    names = sys.argv[1:] or BACKENDS
    print(f"{'':28}" + "".join(f"{n:>20}" for n in names))
    measure("eager", 1, False)  # what only a process's first compile pays
    for training in (False, True):
        for number in (1, 300):
            row = []
            for name in names:
                try:
                    first, later = measure(name, number, training)
                    row.append(f"{first:9.2f} s {later:6.1f} us")
                except Exception as error:
                    row.append(f"{type(error).__name__}")
            kind = "training" if training else "inference"
            print(f"{kind + f', {number} tensors':28}"
                  + "".join(f"{r:>20}" for r in row), flush=True)


if __name__ == "__main__":
    main()
