#!/usr/bin/env python3
"""tc beside PyTorch eager: compile time, run time and peak memory of the
captured models, both on the same cores in one run. Ratios above 1 mean that tc
needs less. PyTorch is only needed for its own column."""
import argparse
import json
import os
import subprocess
import sys
import time

MODELS = ["resnet50", "bert", "gpt2", "llama"]


def compile_seconds(binaries, model, folder="/tmp"):
    """tc-compile from exec to exit, nothing cached."""
    path = os.path.join(folder, f"tc-bench-{model}.so")
    start = time.monotonic()
    subprocess.run(
        [f"{binaries}/tc-compile", f"examples/{model}.mlir", "-o", path],
        check=True)
    return time.monotonic() - start, path


def run_tc(binaries, path, threads, repeat):
    out = subprocess.run(
        [f"{binaries}/tc-run", path, "--json", f"--threads={threads}",
         f"--repeat={repeat}"], check=True, capture_output=True, text=True)
    return json.loads(out.stdout)


def run_eager(model, threads):
    out = subprocess.run(
        [sys.executable, "-m", "capture.eager", model, "--threads",
         str(threads)], capture_output=True, text=True)
    if out.returncode == 0:
        return json.loads(out.stdout)
    if "No module named" not in out.stderr:  # PyTorch may be missing, no more
        sys.exit(f"capture.eager {model} failed:\n{out.stderr}")
    return None


def row(args, model):
    seconds, path = compile_seconds(args.bin, model)
    tc = run_tc(args.bin, path, args.threads, args.repeat)
    eager = run_eager(model, args.threads)
    line = (f"{model:10} {seconds * 1e3:8.0f} ms {tc['min_ms']:9.2f} ms "
            f"{tc['memory_mb']:6.0f} MB")
    if eager:
        line += (f"  {eager['ms_min']:9.2f} ms {eager['peak_rss_mb']:6.0f} MB"
                 f"  {eager['ms_min'] / tc['min_ms']:5.2f}"
                 f"  {eager['peak_rss_mb'] / tc['memory_mb']:5.2f}")
    print(line, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", default="build/bin")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--repeat", type=int, default=10)
    parser.add_argument("models", nargs="*", default=MODELS)
    args = parser.parse_args()
    print("model       compile       tc run  tc peak     eager run eager peak"
          "  speed  memory")
    for model in args.models:
        row(args, model)


if __name__ == "__main__":
    main()
