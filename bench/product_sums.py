#!/usr/bin/env python3
"""python3 bench/product_sums.py [--target=cuda|host]: how exact a sum of a product's
factor is that its unit makes beside it (docs/numerics.md), beside the same sum on
threads and PyTorch's: the largest error and the root of the mean square, in u = 2^-24
of the sum of magnitudes. Needs PyTorch; with --target=cuda a GPU, and wgmma for sums
beside a product."""
import argparse
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
APART = "gpu_sums_bytes=1000000000"  # no factor is as large
SHAPES = ((49152, 384, 192), (1 << 18, 128, 64), (2048, 16384, 64))


def text(steps, columns, others):
    y, x = f"tensor<{steps}x{columns}xbf16>", f"tensor<{steps}x{others}xbf16>"
    product = f"tensor<{columns}x{others}xbf16>"
    wide, sums = f"tensor<{steps}x{columns}xf32>", f"tensor<{columns}xf32>"
    return f"""func.func @main(%y: {y}, %x: {x}) -> ({product}, {sums}) {{
  %0 = prim.dot_general %y, %x batch [], [] contract [0], [0] : {y}, {x}
  %1 = prim.convert_element_type %y : {y} to {wide}
  %2 = prim.sum %1 [0] : {wide}
  return %0, %2 : {product}, {sums}
}}"""


def factor(torch, kind, shape, device):
    y = torch.randn(*shape, device=device, dtype=torch.bfloat16)
    if kind != "both signs":
        y = y.abs()
    if kind == "one large":
        y[0] = 1024
        y *= 2.0**-9
    return y


def errors(sums, exact, magnitudes):
    e = (sums.double() - exact).abs() / magnitudes * 2.0**24
    return f"{e.max():8.2f} {e.square().mean().sqrt():8.2f}"


def measure(target):
    import torch

    import tc
    device = "cuda" if target == "cuda" else "cpu"
    for steps, columns, others in SHAPES:
        program = tc.compile_text(text(steps, columns, others), target=target)
        torch.manual_seed(0)
        for kind in ("both signs", "positive", "one large"):
            y = factor(torch, kind, (steps, columns), device)
            x = torch.randn(steps, others, device=device, dtype=torch.bfloat16)
            found = torch.from_dlpack(program(y, x)[1])
            exact, all = y.double().sum(0), y.double().abs().sum(0)
            print(f"{steps:7} x {columns:<6} {kind:11}",
                  errors(found, exact, all),
                  errors(y.float().sum(0), exact, all), flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", default="cuda", choices=("cuda", "host"))
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    a = parser.parse_args()
    if a.one:
        return measure(a.target)
    for name, numbers in (("beside the product", ""), ("on threads", APART)):
        print(f"{name:27} {'max':>8} {'rms':>8} {'PyTorch':>8} {'rms':>8}",
              flush=True)
        subprocess.run([sys.executable, __file__, "--one",
                        f"--target={a.target}"], check=True,
                       env=os.environ | {"TC_NUMBERS": numbers})


if __name__ == "__main__":
    main()
