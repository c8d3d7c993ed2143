"""Training of a captured model: the text of its optimizer, and PyTorch's loss
curve, in examples/MODEL.curve.

python3 -m capture.training MODEL [--compile] times PyTorch's steps for the
benches; prints one JSON line."""
import argparse
import copy
import json
import math
import statistics
import subprocess
import time
from dataclasses import dataclass
from typing import Callable

import torch
from torch import nn

from .fills import apply, plan
from .graph import GraphWriter
from .program import Input, Program

TEXT_BYTES = 1 << 16


@dataclass
class Training:
    """How a program, whose only result is the loss, is trained. Step s reads
    the bytes of the text that follow those of step s - 1, from the start again
    after the last, as its only input."""
    update: Program                 # of one tensor, in place
    optimizer: Callable             # what the update has to equal
    steps: int = 200


class AdamW(nn.Module):
    """torch.optim.AdamW of one tensor. Python counts powers of beta in f64;
    expm1 keeps 1 - beta**step as exact in f32."""

    def __init__(self, beta1=0.9, beta2=0.999, eps=1e-8, decay=0.01):
        super().__init__()
        self.beta1, self.beta2, self.eps = beta1, beta2, eps
        self.decay = decay

    def forward(self, param, grad, exp_avg, exp_avg_sq, step, lr):
        param.mul_(1 - lr * self.decay)
        exp_avg.lerp_(grad, 1 - self.beta1)
        exp_avg_sq.mul_(self.beta2).addcmul_(grad, grad, value=1 - self.beta2)
        one = -torch.expm1(step * math.log(self.beta1))
        two = -torch.expm1(step * math.log(self.beta2))
        denom = exp_avg_sq.sqrt() / two.sqrt() + self.eps
        param.sub_(lr / one * exp_avg / denom)


def constant(value):
    return {"kind": "constant", "value": value}


def adamw(lr):
    """AdamW as a Training. Of the update's inputs those that it does not write
    are inputs of every step: their fills go on from one to the next."""
    vector = [Input(["n"], torch.float32, constant(0.0)) for _ in range(4)]
    names = ["param", "grad", "exp_avg", "exp_avg_sq"]
    update = Program(AdamW, dict(zip(names, vector)) | {
        "step": Input([], torch.float32,
                      {"kind": "iota", "start": 1, "step": 1}),
        "lr": Input([], torch.float32, constant(lr))}, sizes={"n": 8})
    return Training(update, lambda parameters: torch.optim.AdamW(
        parameters, lr=lr, weight_decay=0.01))


def update_graph(training, export):
    """The lines of the update, a graph called @update."""
    source = training.update
    program = export(source.module(), source.example(), source.dims(),
                     source.limits)
    writer = GraphWriter(program, {}, source.inputs.values(), (),
                         source.dims())
    return writer.graph("update")


def text():
    """The bytes that scripts/demo-train.sh trains on."""
    made = subprocess.run(
        ["awk", "-v", f"bytes={TEXT_BYTES}", "-f", "scripts/text.awk"],
        check=True, capture_output=True)
    return torch.frombuffer(bytearray(made.stdout), dtype=torch.uint8)


def batches(source):
    """The input of each step."""
    (item,) = source.inputs.values()
    whole, count = text(), math.prod(item.shape)
    for step in range(source.training.steps):
        index = torch.arange(step * count, (step + 1) * count) % len(whole)
        yield whole[index].reshape(item.shape)


def trainee(source, dtype):
    """The module, filled, and its optimizer."""
    module = copy.deepcopy(source.module())
    apply(module, plan(module, source.scales))
    module = module.to(dtype).requires_grad_(True)
    return module, source.training.optimizer(module.parameters())


def losses(source, dtype, order=None):
    """PyTorch eager's, with the rows of each batch in that order."""
    module, optimizer = trainee(source, dtype)
    curve = []
    for batch in batches(source):
        optimizer.zero_grad()
        loss = module(batch if order is None else batch[order])
        if loss.dtype != dtype:
            raise ValueError(f"the model computes in {loss.dtype}")
        loss.backward()
        optimizer.step()
        curve.append(loss.item())
    return curve


def curves(source, runs=8):
    """Text of two columns, a line a step: the loss in f64, and how far from it
    PyTorch eager in f32 is: the root mean square over `runs` runs, the most up
    to that step. The runs differ in the order of the rows of each batch, which
    changes nothing but the order of sums."""
    wide = losses(source, torch.float64)
    rows = next(iter(source.inputs.values())).shape[0]
    own = []
    for run in range(runs):
        order = torch.randperm(
            rows, generator=torch.Generator().manual_seed(run))
        own.append(losses(source, torch.float32, order))
    lines, worst = [], 0.0
    for step, loss in enumerate(wide):
        square = sum((run[step] - loss)**2 for run in own) / runs
        worst = max(worst, math.sqrt(square))
        lines.append(f"{loss:.17g} {worst:.6g}\n")
    return "".join(lines)


def timed(source, steps, compiled):
    """Milliseconds of each step; the first three are not counted."""
    module, optimizer = trainee(source, torch.float32)
    forward = torch.compile(module) if compiled else module
    times = []
    for number, batch in zip(range(steps + 3), batches(source)):
        start = time.perf_counter()
        optimizer.zero_grad()
        loss = forward(batch)
        loss.backward()
        optimizer.step()
        loss.item()
        if number >= 3:
            times.append((time.perf_counter() - start) * 1e3)
    return times


def main():
    from .eager import memory
    from .models import MODELS
    parser = argparse.ArgumentParser(prog="capture.training")
    parser.add_argument("model")
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--compile", action="store_true")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    times = timed(MODELS[options.model], options.steps, options.compile)
    print(json.dumps({
        "model": options.model, "ms_min": round(min(times), 3),
        "ms_median": round(statistics.median(times), 3),
        "peak_rss_mb": round(memory("VmHWM"), 1)}))


if __name__ == "__main__":
    main()
