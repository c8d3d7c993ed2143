#!/usr/bin/env python3
"""Products on a GPU in each tiling that a search would measure, beside the one
that is chosen: its number (loop-schedule{alternative=N}; 0 is the chosen one),
its time in a call of tc-run, and the chosen one's over it: above 1 it is faster.
Each is timed with the chosen one by turns.

    bench/tilings.py                             those of gpu.py --only doubles
    bench/tilings.py --dtype bf16 4096x768x3072  others, rows x columns x steps
    bench/tilings.py --compile-only --target-cpu sm_90a   on a machine without"""
import argparse
import os
import subprocess
import tempfile

from programs import DOUBLES, product
from vary_numbers import milliseconds


def compiled(args, path, number, out):
    """The bytes of the object that has this alternative."""
    chip = args.target_cpu
    target = f"cuda,tune={chip}" if chip else "cuda"
    subprocess.run(
        [f"{args.bin}/tc-compile", path, "-o", out, "--target=cuda",
         *([f"--target-cpu={chip}"] if chip else []),
         "--pipeline=tc-gpu,loop-schedule{target=" + target +
         f" alternative={number}}}"], check=True, stdout=subprocess.DEVNULL)
    with open(out, "rb") as file:
        return file.read()


def alternatives(args, path):
    """(number, path of its object), the chosen one first: a number that is none
    gives the chosen one again."""
    def out(n):
        return os.path.join(args.folder, f"{n}.so")
    chosen = compiled(args, path, 0, out(0))
    yield 0, out(0)
    for n in range(1, args.most + 1):
        if compiled(args, path, n, out(n)) == chosen:
            return
        yield n, out(n)


def print_row(args, name, number, chosen, path):
    if args.compile_only:
        print(f"{name:24} {number:>4}", flush=True)
        return
    least = [float("inf")] * 2
    for _ in range(args.turns):
        for i, each in enumerate((chosen, path)):
            least[i] = min(least[i], milliseconds(args, each))
    print(f"{name:24} {number:>4} {1e3 * least[1]:10.1f} "
          f"{least[0] / least[1]:7.2f}", flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default="build/bin")
    parser.add_argument("--target-cpu", help="else that of this machine")
    parser.add_argument("--dtype", default="f64")
    parser.add_argument("--most", type=int, default=32)
    parser.add_argument("--compile-only", action="store_true")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--repeat", type=int, default=10)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("shapes", nargs="*")
    args = parser.parse_args()
    shapes = [tuple(map(int, s.split("x"))) for s in args.shapes] or DOUBLES
    print(f"{'rows x columns x steps':24} {'no.':>4} {'us':>10} {'chosen/it':>9}")
    with tempfile.TemporaryDirectory() as args.folder:
        path = os.path.join(args.folder, "product.mlir")
        for shape in shapes:
            with open(path, "w", encoding="utf-8") as file:
                file.write(product(*shape, dtype=args.dtype).text())
            for number, out in alternatives(args, path):
                print_row(args, "x".join(map(str, shape)), number,
                          os.path.join(args.folder, "0.so"), out)


if __name__ == "__main__":
    main()
