#!/usr/bin/env python3
"""python3 bench/product_errors.py [STEPS...]: how exact products of f32 of 96 rows and
columns are, of normal numbers: the error of the norm beside f64, and the largest one
in u = 2^-24 of the sum of magnitudes; as this machine multiplies (on AMX in three
numbers of bf16, docs/numerics.md), by FMA (--target=x86-64-v4), and by PyTorch. Needs
PyTorch and AVX-512."""
import sys

SIDE = 96
STEPS = (768, 4096, 25088, 50257)


def text(steps):
    x, w = f"tensor<{SIDE}x{steps}xf32>", f"tensor<{steps}x{SIDE}xf32>"
    y = f"tensor<{SIDE}x{SIDE}xf32>"
    return f"""func.func @main(%x: {x}, %w: {w}) -> {y} {{
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [0] : {x}, {w}
  return %0 : {y}
}}"""


def errors(y, exact, magnitudes):
    e = (y.double() - exact).abs()
    return (f"{float(e.norm() / exact.norm()):10.1e}"
            f"{float((e / magnitudes).max()) * 2**24:8.2f}")


def main():
    import torch

    import tc
    torch.manual_seed(0)
    print("steps      this machine: norm, u      FMA      PyTorch")
    for steps in map(int, sys.argv[1:]) if sys.argv[1:] else STEPS:
        x, w = torch.randn(SIDE, steps), torch.randn(steps, SIDE)
        exact = x.double() @ w.double()
        magnitudes = x.double().abs() @ w.double().abs()
        results = [tc.compile_text(text(steps), target=target)(x, w)
                   for target in ("host", "x86-64-v4")]
        print(f"{steps:6}", *(errors(torch.from_dlpack(y), exact, magnitudes)
                              for y in (*results, x @ w)))


if __name__ == "__main__":
    main()
