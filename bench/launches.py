#!/usr/bin/env python3
"""Measures the host's time of a launch on a GPU (bench/launches.c): of calls as
launches, as graphs of the driver, and the driver's own for the same launches.

    python3 bench/launches.py                # compiles and runs, on a machine with a GPU
    python3 bench/launches.py --build DIR    # compiles for --chip, into DIR
    DIR/launches DIR/*.so                    # there
"""
import argparse
import os
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
SMALL, PRODUCTS = 300, 48


def small():
    """Sums of rows and of columns by turns, each added to what it is the sum
    of: 301 launches of few blocks."""
    square, line = "tensor<256x256xf32>", "tensor<256xf32>"
    lines = [f"func.func @main(%x0: {square}) -> {square} {{"]
    for i in range(SMALL):
        lines += [f"  %s{i} = prim.sum %x{i} [{i % 2}] : {square}",
                  f"  %b{i} = prim.broadcast_in_dim %s{i} [{1 - i % 2}] : {line} to {square}",
                  f"  %x{i + 1} = prim.add %x{i}, %b{i} : {square}"]
    return lines + [f"  return %x{SMALL} : {square}", "}"]


def products():
    """Products on tensor cores, whose operands the copy engine brings."""
    square = "tensor<1024x1024xbf16>"
    lines = [f"func.func @main(%x0: {square}, %w: {square}) -> {square} {{"]
    for i in range(PRODUCTS):
        lines += [f"  %x{i + 1} = prim.dot_general %x{i}, %w batch [], [] "
                  f"contract [1], [0] : {square}, {square}"]
    return lines + [f"  return %x{PRODUCTS} : {square}", "}"]


def build(folder, chip):
    for program in small, products:
        path = f"{folder}/{program.__name__}"
        with open(f"{path}.mlir", "w") as file:
            file.write("\n".join(program()))
        subprocess.run([ROOT / "build/bin/tc-compile", f"{path}.mlir",
                        "--target=cuda", f"--target-cpu={chip}",
                        "-o", f"{path}.so"], check=True)
    subprocess.run([os.environ.get("CC", "cc"), "-std=c11", "-O2", "-D_GNU_SOURCE",
                    f"-I{ROOT}/include", f"-I{ROOT}/lib",
                    ROOT / "bench/launches.c", ROOT / "build/lib/libtcrt.a",
                    "-ldl", "-lm", "-lpthread", "-o", f"{folder}/launches"],
                   check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", metavar="DIR")
    parser.add_argument("--chip", default="native")
    args = parser.parse_args()
    if args.build:
        os.makedirs(args.build, exist_ok=True)
        build(args.build, args.chip)
        return
    with tempfile.TemporaryDirectory() as folder:
        build(folder, args.chip)
        subprocess.run([f"{folder}/launches", f"{folder}/small.so",
                        f"{folder}/products.so"], check=True)


if __name__ == "__main__":
    main()
