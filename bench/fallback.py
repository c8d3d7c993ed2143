#!/usr/bin/env python3
"""Times a model of which PyTorch runs half of the ops, so that it is cut into
as many pieces as possible: eager beside tc, interleaved in one run, forward
and with backward, as processor time of one thread. Aim: not slower than eager.
Training is by both routes; the direct one's calls, each piece an autograd
function, cost more than AOTAutograd's from some number of pieces on
(training.MOST).

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
    for rows, width, blocks in ((16, 256, 1), (16, 256, 2), (16, 256, 3),
                                (16, 256, 6), (256, 256, 6)):
        model = nn.Sequential(*(Block(width) for _ in range(blocks)))
        torch._dynamo.reset()
        x = torch.randn(rows, width)
        if blocks == 6:
            measure("forward", model, ["auto"], x, args.rounds, False)
        measure("training", model, ["direct", "aot"], x, args.rounds, True)


def compile_by(model, route, step):
    """(compiled, what is said of it) after its first step."""
    report.state.clear()
    call = torch.compile(model, backend="tc", dynamic=False,
                         options={"leave": LEFT, "route": route})
    step(call)
    left = sum(report.state.fallback_ops.values())
    return call, f"{route}, {report.state.pieces} pieces, {left} left"


def measure(kind, model, routes, x, rounds, training):
    def step(call):
        with torch.set_grad_enabled(training):
            y = call(x)
            if training:
                y.sum().backward()
    calls = [(model, "eager"), *(compile_by(model, r, step) for r in routes)]
    best = dict.fromkeys(calls, float("inf"))
    for _ in range(rounds):
        for call in best:
            step(call[0])
            start = time.thread_time()
            for _ in range(5):
                step(call[0])
            best[call] = min(best[call], (time.thread_time() - start) / 5)
    eager = best[calls[0]]
    print(f"{kind:9} {tuple(x.shape)!s:11} eager {eager * 1e6:8.1f} us; " +
          "; ".join(f"{said}: {best[call, said] * 1e6:8.1f} us, "
                    f"{best[call, said] / eager:.2f}"
                    for call, said in calls[1:]), flush=True)


if __name__ == "__main__":
    main()
