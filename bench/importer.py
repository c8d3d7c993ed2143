#!/usr/bin/env python3
"""Measures the PyTorch back end's own Python, as processor time of one thread:
importing a torch.fx graph with 1,000 nodes as fx text, alone and with
everything around it (rewrites, partition, the function that calls the pieces). The compiler is left out. Aim: 50 ms.

    PYTHONPATH=build/python python3 bench/importer.py [--nodes N]
"""
import argparse
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] /
                       "build/python"))
import torch  # noqa: E402
from torch.fx.experimental.proxy_tensor import make_fx  # noqa: E402
import tc.torch  # noqa: E402
from tc.torch import outer, piece  # noqa: E402
from tc.torch.partition import partition  # noqa: E402
from tc.torch.prepare import prepare  # noqa: E402

assert tc.torch


def layers(count):
    """Four nodes a layer: a transposition, a product, a sum, a function."""
    def function(x, *weights):
        for w in weights:
            x = torch.tanh(torch.mm(x, w.t()) + x)
        return [x]
    width = 8
    args = [torch.randn(4, width)] + [torch.randn(width, width)
                                      for _ in range(count // 4)]
    return make_fx(function, tracing_mode="fake")(*args)


def texts(graph):
    plan = partition(graph, {})
    return plan, [piece.module_text(part)[0] for part in plan.parts]


def around(module):
    prepare(module)
    plan, _ = texts(module.graph)
    outer.write(module, plan, [None] * len(plan.parts))


def milliseconds(function, *args):
    best = float("inf")
    for _ in range(5):
        start = time.thread_time()
        function(*args)
        best = min(best, time.thread_time() - start)
    return best * 1e3


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=1000)
    args = parser.parse_args()
    module = layers(args.nodes)
    plan = partition(module.graph, {})
    count = sum(len(p.nodes) for p in plan.parts)
    print(f"{count} nodes in {len(plan.parts)} pieces")
    for part in plan.parts:
        print(f"text        {milliseconds(piece.module_text, part):7.1f} ms")
    print(f"with the rest {milliseconds(around, module):5.1f} ms")


if __name__ == "__main__":
    main()
