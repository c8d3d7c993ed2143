#!/usr/bin/env python3
"""Times a model of which PyTorch runs half of the ops, so that it is cut into
as many pieces as possible: eager beside tc, interleaved in one run, forward
and with backward, as processor time of one thread. Aim: not slower than eager.
Training is by both routes. On the direct one each piece is an autograd function:
small pieces (training.LEAST_OPS, FEW_ELEMENTS) are left to PyTorch, with
least_ops=0 they are compiled, which costs more than AOTAutograd's graphs from
some number of pieces on (training.MOST). What Dynamo's capture costs without
tc is a column of its own: nothing that is captured can cost less. The last rows are of pieces of more
and more ops, to see from which number on they gain.

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
from tc.torch import report, training  # noqa: E402

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


class Chain(nn.Module):
    """One product of PyTorch's, and as many ops of ours as are asked for."""

    def __init__(self, width, ops):
        super().__init__()
        self.norm, self.a = nn.LayerNorm(width), nn.Linear(width, width)
        self.sigmoids = (ops - 1) // 3

    def forward(self, x):
        y = self.a(self.norm(x))
        for _ in range(self.sigmoids):
            y = x + 0.5 * torch.sigmoid(y)
        return y


ROUTES = [{"route": "direct"}, {"route": "direct", "least_ops": 0},
          {"route": "aot"}]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    args = parser.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(1)  # the same work for both, whoever else runs
    print(f"left: pieces of fewer than {training.LEAST_OPS} ops on tensors of at "
          f"most {training.FEW_ELEMENTS} elements")
    for rows, width, blocks in ((16, 256, 1), (16, 256, 2), (16, 256, 3),
                                (16, 256, 6), (256, 256, 6)):
        model = nn.Sequential(*(Block(width) for _ in range(blocks)))
        x = torch.randn(rows, width)
        if blocks == 6:
            measure("forward", model, [{"route": "auto"}], x, args.rounds,
                    False)
        measure("training", model, ROUTES, x, args.rounds, True)
    for ops in (4, 7, 10, 13, 25):
        model = nn.Sequential(*(Chain(256, ops) for _ in range(3)))
        measure(f"{ops} ops", model, ROUTES[:2], torch.randn(16, 256),
                args.rounds, True)


def compile_by(model, options, step):
    """(compiled, what is said of it) after its first step."""
    report.state.clear()
    call = torch.compile(model, backend="tc", dynamic=False,
                         options={"leave": LEFT, **options})
    step(call)
    left = sum(report.state.fallback_ops.values())
    said = " ".join(map(str, options.values()))
    return call, f"{said}, {report.state.pieces} pieces, {left} left"


def measure(kind, model, routes, x, rounds, with_gradient):
    def step(call):
        with torch.set_grad_enabled(with_gradient):
            y = call(x)
            if with_gradient:
                y.sum().backward()
    torch._dynamo.reset()
    captured = torch.compile(model, backend="eager", dynamic=False)
    step(captured)
    calls = [(model, "eager"), (captured, "captured by Dynamo alone"),
             *(compile_by(model, r, step) for r in routes)]
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
