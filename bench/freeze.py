#!/usr/bin/env python3
"""Measures the cost of not packing weights: a Linear of 1024 to 1024 on M
rows, compiled plainly and with options={"freeze": True}, beside eager,
interleaved in one run.

    PYTHONPATH=build/python python3 bench/freeze.py [--rounds N]
"""
import argparse
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] /
                       "build/python"))
import torch  # noqa: E402
import tc.torch  # noqa: E402

assert tc.torch

ROWS = (1, 16, 128, 512)
SIZE = 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    args = parser.parse_args()
    model = torch.nn.Linear(SIZE, SIZE).eval()
    print(f"{'M':>5} {'eager us':>9} {'tc us':>9} {'freeze us':>10} "
          f"{'tc/freeze':>10}")
    for rows in ROWS:
        x = torch.randn(rows, SIZE)
        calls = [model, *(torch.compile(model, backend="tc", dynamic=False,
                                        options=o)
                          for o in ({}, {"freeze": True}))]
        best = [float("inf")] * 3
        with torch.inference_mode():
            for _ in range(args.rounds):
                for i, call in enumerate(calls):
                    call(x)
                    start = time.perf_counter()
                    for _ in range(max(1, 64 // rows)):
                        call(x)
                    spent = (time.perf_counter() - start) / max(1, 64 // rows)
                    best[i] = min(best[i], spent)
        us = [b * 1e6 for b in best]
        print(f"{rows:5} {us[0]:9.1f} {us[1]:9.1f} {us[2]:10.1f} "
              f"{us[1] / us[2]:10.2f}", flush=True)
        torch._dynamo.reset()


if __name__ == "__main__":
    main()
