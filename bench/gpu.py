#!/usr/bin/env python3
"""On an NVIDIA GPU: programs bound by memory, 16384x8192 in bf16, as a share of
a copy of as many bytes on the same card, tc beside torch.compile in one run;
then the first call of BERT-base, compile included. Needs PyTorch with CUDA, and
a build (or package) of tc: tc-compile, tc-run, libtcrt.so in --bin."""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

import torch

import tcrt
from programs import gelu_chain, layer_norm, one, transposed

SHAPE = [16384, 8192]
TORCH = {"bf16": torch.bfloat16, "f32": torch.float32}


def programs():
    return [
        one("softmax", "softmax.int", SHAPE, ", -1", dtype="bf16",
            eager=lambda t, x: x.softmax(-1)),
        layer_norm(SHAPE, "bf16"),
        gelu_chain(SHAPE, "bf16"),
        transposed(SHAPE, "bf16"),
        one("sums of columns", "sum.dim_IntList", SHAPE, ", [0]", SHAPE[1:],
            dtype="bf16", eager=lambda t, x: x.sum(0)),
        one("sums of rows", "sum.dim_IntList", SHAPE, ", [1]", SHAPE[:1],
            dtype="bf16", eager=lambda t, x: x.sum(1)),
    ]


def median_ms(work, stream, repeat):
    """Of single calls, by events; inputs are larger than the L2."""
    for _ in range(3):
        work()
    pairs = [[torch.cuda.Event(enable_timing=True) for _ in range(2)]
             for _ in range(repeat)]
    for start, end in pairs:
        start.record(stream)
        work()
        end.record(stream)
    stream.synchronize()
    return statistics.median(a.elapsed_time(b) for a, b in pairs)


def compile_tc(args, program, folder):
    text, out = os.path.join(folder, "p.mlir"), os.path.join(folder, "p.so")
    with open(text, "w", encoding="utf-8") as file:
        file.write(program.text())
    major, minor = torch.cuda.get_device_capability()
    chip = f"sm_{major}{minor}" + ("a" if major >= 9 else "")
    subprocess.run([f"{args.bin}/tc-compile", text, "-o", out,
                    "--target=cuda", f"--target-cpu={chip}"], check=True)
    return tcrt.Program(f"{args.bin}/libtcrt.so", out)


def error(got, want):
    """Relative; eager's own is a rounding of bf16."""
    got, want = got.double(), want.double()
    return ((got - want).norm() / want.norm()).item()


def row(args, program, stream):
    inputs = [torch.randn(s, device="cuda", dtype=TORCH[d])
              for s, d in program.arguments]
    results = [torch.full(s, float("nan"), device="cuda", dtype=TORCH[d])
               for _, (s, d) in program.results]
    compiled = torch.compile(lambda *a: program.eager(torch, *a))
    with tempfile.TemporaryDirectory() as folder, torch.no_grad():
        tc = compile_tc(args, program, folder)
        call = tc.bind(inputs, results, stream)
        call()
        tc.synchronize(stream)
        eager = program.eager(torch, *inputs)
        wrong = error(results[0], eager)
        ours = median_ms(call, stream, args.repeat)
        with torch.cuda.stream(stream):
            theirs = median_ms(lambda: compiled(*inputs), stream, args.repeat)
        tc.synchronize(stream)
    return ours, theirs, wrong


def copy_ms(size, stream, repeat):
    """Of a copy that moves `size` bytes, read and written together."""
    a = torch.empty(size // 2, dtype=torch.uint8, device="cuda").random_()
    b = torch.empty_like(a)
    with torch.cuda.stream(stream):
        return median_ms(lambda: b.copy_(a), stream, repeat)


def kernels(args):
    stream = torch.cuda.Stream()
    print(torch.cuda.get_device_name(), "torch", torch.__version__)
    print(f"{'16384x8192, bf16':24} {'tc us':>8} {'TB/s':>6} {'of copy':>8} "
          f"{'compile us':>10} {'of copy':>8} {'difference':>10}")
    for p in programs():
        if args.names and not any(n in p.name for n in args.names):
            continue
        ours, theirs, wrong = row(args, p, stream)
        copy = copy_ms(p.bytes(), stream, args.repeat)
        print(f"{p.name:24} {1e3 * ours:8.1f} {p.bytes() / ours * 1e-9:6.2f} "
              f"{copy / ours:8.0%} {1e3 * theirs:10.1f} {copy / theirs:8.0%} "
              f"{wrong:10.1e}", flush=True)


def first_call_tc(args, model):
    """From exec to exit of tc-run: compiled, loaded, called twice."""
    start = time.perf_counter()
    out = subprocess.run(
        [f"{args.bin}/tc-run", f"examples/{model}.mlir", "--target=cuda",
         "--json", "--repeat=20"], capture_output=True, text=True)
    seconds = time.perf_counter() - start
    if out.returncode:
        raise SystemExit(out.stderr)
    return seconds, json.loads(out.stdout)


def first_call_torch(dtype):
    """In this process, where CUDA is started already; a fresh cache."""
    from transformers import BertConfig, BertModel
    model = BertModel(BertConfig()).to("cuda", dtype).eval()
    ids = torch.randint(0, 30522, [1, 128], device="cuda")
    mask = torch.ones_like(ids)
    with torch.no_grad():
        compiled = torch.compile(model)
        start = time.perf_counter()
        compiled(ids, mask)
        torch.cuda.synchronize()
        first = time.perf_counter() - start
        stream = torch.cuda.current_stream()
        return first, median_ms(lambda: compiled(ids, mask), stream, 20)


def models(args):
    print(f"\n{'BERT-base, 1x128':24} {'tc first s':>10} {'call ms':>8} "
          f"{'compile first s':>15} {'call ms':>8}")
    for model, dtype in (("bert", torch.float32),
                         ("bert_bf16", torch.bfloat16)):
        seconds, out = first_call_tc(args, model)
        first, call = first_call_torch(dtype)
        print(f"{model:24} {seconds:10.2f} {out['median_ms']:8.2f} "
              f"{first:15.1f} {call:8.2f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", default="build/bin")
    parser.add_argument("--repeat", type=int, default=50)
    parser.add_argument("--no-models", action="store_true")
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    if not torch.cuda.is_available():
        sys.exit("bench/gpu.py: PyTorch finds no CUDA GPU here")
    # Inductor's own cache would make its first call a second one.
    with tempfile.TemporaryDirectory() as cache:
        os.environ["TORCHINDUCTOR_CACHE_DIR"] = cache
        kernels(args)
        if not args.no_models:
            models(args)


if __name__ == "__main__":
    main()
