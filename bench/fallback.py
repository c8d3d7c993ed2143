#!/usr/bin/env python3
"""Times a model of which PyTorch runs half of the ops, so that it is cut into
as many pieces as possible: eager beside tc, interleaved in one run, forward
and with backward, as processor time of one thread.
Aim: not slower than eager.

    PYTHONPATH=build/python python3 bench/fallback.py [--rounds N]
"""
import argparse
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] /
                       "build/python"))
import torch  # noqa: E402
from torch import nn  # noqa: E402
import tc.torch  # noqa: E402
from tc.torch import report  # noqa: E402

LEFT = ["aten.addmm.default", "aten.mm.default", "aten.gelu.default",
        "aten.gelu_backward.default"]


class Block(nn.Module):
    """Products and activations are PyTorch's, norms and sums are ours."""

    def __init__(self, width):
        super().__init__()
        self.norm, self.act = nn.LayerNorm(width), nn.GELU()
        self.a, self.b = (nn.Linear(width, width) for _ in range(2))

    def forward(self, x):
        return x + 0.5 * torch.sigmoid(self.b(self.act(self.a(self.norm(x)))))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    args = parser.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(1)  # the same work for both, whoever else runs
    for rows, width in ((16, 256), (256, 256)):
        model = nn.Sequential(*(Block(width) for _ in range(6)))
        torch._dynamo.reset()
        report.state.clear()
        compiled = torch.compile(model, backend="tc", dynamic=False,
                                 options={"leave": LEFT})
        x = torch.randn(rows, width)
        measure("forward", model, compiled, x, args.rounds, False)
        measure("training", model, compiled, x, args.rounds, True)


def measure(kind, model, compiled, x, rounds, training):
    def step(call):
        with torch.set_grad_enabled(training):
            y = call(x)
            if training:
                y.sum().backward()
    best = {model: float("inf"), compiled: float("inf")}
    for _ in range(rounds):
        for call in best:
            step(call)
            start = time.thread_time()
            for _ in range(5):
                step(call)
            best[call] = min(best[call], (time.thread_time() - start) / 5)
    left = sum(report.state.fallback_ops.values())
    eager, ours = best[model] * 1e6, best[compiled] * 1e6
    print(f"{kind:9} {tuple(x.shape)!s:11} {report.state.ops_compiled} ops in "
          f"{report.state.pieces} pieces, {left} left: eager {eager:8.1f} us, "
          f"tc {ours:8.1f} us, {ours / eager:.2f}", flush=True)


if __name__ == "__main__":
    main()
