#!/usr/bin/env python3
"""Products of bf16, or with --dtype=i8 of bytes in i32 (torch._int_mm), in the
shapes of models, by tc and by PyTorch eager, alternately on the same cores; the
least time of each. The ceiling, of bf16, is the throughput of the cores' unit with operands in registers (bench/peak.c,
which needs a C compiler) or in the L1 cache; products that read weights from
memory have a lower one, which is not shown."""
import argparse
import json
import os
import subprocess
import tempfile
import time

SHAPES = [
    ("BERT-base 1x128, q k v o", 128, 768, 768),
    ("BERT-base 1x128, up", 128, 3072, 768),
    ("BERT-base 1x128, down", 128, 768, 3072),
    ("GPT-2 1x512, up", 512, 3072, 768),
    ("Llama 1x256, 2048", 256, 2048, 2048),
    ("Llama decode, 2048", 1, 2048, 2048),
    ("ResNet-50 8x14x14, 1x1", 1568, 256, 1024),
    ("square 512", 512, 512, 512),
    ("square 2048", 2048, 2048, 2048),
]

TEXT = """module attributes {{tc.version = "0.1"}} {{
prim.weight @w : tensor<{n}x{k}xbf16> {{init = {{kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}}}
func.func @main(%x: tensor<{m}x{k}xbf16> {{tc.init = {{kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}}}) -> tensor<{m}x{n}xbf16> {{
  %w = prim.get_weight @w : tensor<{n}x{k}xbf16>
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [1] : tensor<{m}x{k}xbf16>, tensor<{n}x{k}xbf16>
  return %0 : tensor<{m}x{n}xbf16>
}}
}}
"""


BYTES = """module attributes {{tc.version = "0.1"}} {{
prim.weight @w : tensor<{n}x{k}xi8> {{init = {{kind = "randint", low = -128, high = 128, stream = 2}}}}
func.func @main(%x: tensor<{m}x{k}xi8> {{tc.init = {{kind = "randint", low = -128, high = 128, stream = 1}}}}) -> tensor<{m}x{n}xi32> {{
  %w = prim.get_weight @w : tensor<{n}x{k}xi8>
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [1] {{out = i32}} : tensor<{m}x{k}xi8>, tensor<{n}x{k}xi8>
  return %0 : tensor<{m}x{n}xi32>
}}
}}
"""


def compiled(args, folder, m, n, k):
    path = os.path.join(folder, f"{m}x{n}x{k}.so")
    with open(path + ".mlir", "w", encoding="utf-8") as file:
        text = BYTES if args.dtype == "i8" else TEXT
        file.write(text.format(m=m, n=n, k=k))
    subprocess.run([f"{args.bin}/tc-compile", path + ".mlir", "-o", path],
                   check=True)
    return path


def tc_ms(args, path):
    out = subprocess.run(
        [f"{args.bin}/tc-run", path, "--json", f"--threads={args.threads}",
         f"--repeat={args.repeat}"], check=True, capture_output=True)
    return json.loads(out.stdout)["min_ms"]


def eager(args, m, n, k):
    """A function that times it once more, or None without PyTorch."""
    try:
        import torch
    except ImportError:
        return None
    torch.set_num_threads(args.threads)
    if args.dtype == "i8":
        x, w = (torch.randint(-128, 128, s, dtype=torch.int8)
                for s in ((m, k), (n, k)))
    else:
        x, w = torch.randn(m, k).bfloat16(), torch.randn(n, k).bfloat16()

    def multiply():
        if args.dtype == "i8":
            return torch._int_mm(x, w.t())
        return torch.nn.functional.linear(x, w)

    def run():
        times = []
        with torch.no_grad():
            for _ in range(args.repeat + 1):
                start = time.perf_counter()
                multiply()
                times.append(time.perf_counter() - start)
        return 1e3 * min(times[1:])
    return run


def peak(folder):
    """GFLOP/s of one core, from registers and from the L1 cache."""
    source = os.path.join(os.path.dirname(__file__), "peak.c")
    path = os.path.join(folder, "peak")
    for compiler in ["clang-22", "clang", "cc"]:
        try:
            subprocess.run([compiler, "-O2", source, "-o", path], check=True,
                           capture_output=True)
            out = subprocess.run([path], capture_output=True, text=True)
            return [float(x) for x in out.stdout.split()]
        except (FileNotFoundError, subprocess.CalledProcessError):
            pass
    return []


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", default="build/bin")
    parser.add_argument("--dtype", choices=("bf16", "i8"), default="bf16")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--repeat", type=int, default=20)
    parser.add_argument("--turns", type=int, default=3)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        of = peak(folder) if args.dtype == "bf16" else []
        print(f"one core's unit for {args.dtype}: " +
              (f"{of[0]:.0f} GFLOP/s from registers, {of[1]:.0f} from L1"
               if len(of) == 2 else "not measured"))
        print(f"{'M x N x K':42} {'tc ms':>8} {'GFLOP/s':>8} {'of L1':>6} "
              f"{'eager ms':>9} {'tc is':>6}")
        for name, m, n, k in SHAPES:
            path, other = compiled(args, folder, m, n, k), eager(args, m, n, k)
            mine = theirs = float("inf")
            for _ in range(args.turns):
                mine = min(mine, tc_ms(args, path))
                theirs = min(theirs, other()) if other else theirs
            rate = 2e-6 * m * n * k / mine
            share = (f"{100 * rate / of[1] / args.threads:5.0f}%"
                     if len(of) == 2 else "     -")
            beside = (f"{theirs:9.3f} {theirs / mine:5.2f}x" if other
                      else "        -      -")
            print(f"{name:26} {f'{m} x {n} x {k}':15} {mine:8.3f} {rate:8.0f} "
                  f"{share} {beside}", flush=True)


if __name__ == "__main__":
    main()
