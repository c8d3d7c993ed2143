#!/usr/bin/env python3
"""Compares a training step of tc with PyTorch's, eager and by torch.compile,
on the same cores in one run: time of a step, peak memory. PyTorch is only
needed for its own rows."""
import argparse
import json
import os
import subprocess
import sys


def run_tc(args):
    out = subprocess.run(
        [f"{args.bin}/tc-run", f"examples/{args.model}.mlir", "--json",
         f"--steps={args.steps}", f"--threads={args.threads}"],
        check=True, capture_output=True, text=True)
    row = json.loads(out.stdout)
    return row["min_ms"], row["median_ms"], row["memory_mb"]


def run_torch(args, *more):
    """None where PyTorch, or what it compiles with, is missing."""
    out = subprocess.run(
        [sys.executable, "-m", "capture.training", args.model,
         f"--steps={args.steps}", f"--threads={args.threads}", *more],
        capture_output=True, text=True)
    if out.returncode:
        print(out.stderr.strip().splitlines()[-1], file=sys.stderr)
        return None
    row = json.loads(out.stdout.splitlines()[-1])
    return row["ms_min"], row["ms_median"], row["peak_rss_mb"] * 1.048576


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", default="build/bin")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("model", nargs="?", default="gpt_train")
    args = parser.parse_args()
    print("step of           least    median  peak memory")
    for name, run in (("tc", lambda: run_tc(args)),
                      ("eager", lambda: run_torch(args)),
                      ("torch.compile", lambda: run_torch(args, "--compile"))):
        row = run()
        if row:
            print(f"{name:13} {row[0]:7.1f} ms {row[1]:6.1f} ms "
                  f"{row[2]:8.0f} MB", flush=True)


if __name__ == "__main__":
    main()
