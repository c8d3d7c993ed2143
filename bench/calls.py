#!/usr/bin/env python3
"""Measures the overhead of a call of a compiled program, by number of tensors:
one kernel of four elements, on PyTorch's tensors, as processor time of this
thread (other processes do not count). Beside eager's add of two tensors.
`checked` checks each tensor for a lazy conjugate or negative; `into` writes to
an existing tensor."""
import argparse
import time

import torch

from package import tc


def program(count):
    arguments = ", ".join(f"%a{i}: tensor<4xf32>" for i in range(count))
    return tc.compile_text(f"""
      func.func @main({arguments}) -> tensor<4xf32> {{
        %0 = prim.add %a0, %a{count - 1} : tensor<4xf32>
        return %0 : tensor<4xf32>
      }}""")


def microseconds(call, count):
    """Of the fastest of ten rounds."""
    best = float("inf")
    for _ in range(10):
        start = time.thread_time()
        for _ in range(count):
            call()
        best = min(best, time.thread_time() - start)
    return best / count * 1e6


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=5000)
    args = parser.parse_args()
    print(f"{'tensors':>7} {'aim us':>7} {'checked':>8} {'not':>8} {'into':>8}")
    for count in (1, 10, 100, 300):
        compiled = program(count)
        tensors = [torch.randn(4) for _ in range(count)]
        out = [torch.empty(4)]
        times = [microseconds(call, args.count) for call in (
            lambda: compiled.call(tensors),
            lambda: compiled.call(tensors, check=False),
            lambda: compiled.call(tensors, out, check=False))]
        print(f"{count:7} {5 + 0.15 * count:7.1f} "
              + " ".join(f"{t:8.2f}" for t in times), flush=True)
    x = torch.randn(4)
    print(f"eager x + x: {microseconds(lambda: x + x, args.count):.2f} us")


if __name__ == "__main__":
    main()
