#!/usr/bin/env python3
"""python3 bench/torch_cpu.py [--threads N] [--train] [ROW...]: convolutional
networks through torch.compile(backend="tc") on a CPU, their weights arguments
of each call, beside eager and beside frozen weights: the least milliseconds of
a call in f32, of a forward or, with --train, of a forward and backward. Calls
take turns; of one thread it is processor time, so that other processes do not
count. Needs transformers; weights are random."""
import argparse
import functools
import os
import pathlib
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, os.environ.get("TC_PYTHON", str(ROOT / "build/python")))
import torch  # noqa: E402
import transformers as T  # noqa: E402
import tc.torch  # noqa: E402,F401

ROWS = {  # name -> (network, side of its images)
    "resnet50": (lambda: T.ResNetForImageClassification(T.ResNetConfig()),
                 224),
    "resnet18": (lambda: T.ResNetForImageClassification(T.ResNetConfig(
        depths=[2, 2, 2, 2], layer_type="basic",
        hidden_sizes=[64, 128, 256, 512])), 128),
    "mobilenet": (lambda: T.MobileNetV2ForImageClassification(
        T.MobileNetV2Config()), 128),
    "convnext": (lambda: T.ConvNextForImageClassification(
        T.ConvNextConfig(depths=[2, 2, 2, 2])), 128),
    "efficientnet": (lambda: T.EfficientNetForImageClassification(
        T.EfficientNetConfig(width_coefficient=1.0, depth_coefficient=1.0,
                             image_size=128, hidden_dim=1280)), 128),
}
CALLS = 5


def least(calls, clock):
    """The least milliseconds of each of several calls."""
    times = {name: [] for name in calls}
    for _ in range(2 + CALLS):
        for name, call in calls.items():
            start = clock()
            call()
            times[name].append(clock() - start)
    return {name: min(each[2:]) * 1e3 for name, each in times.items()}


def measure(name, train, clock):
    make, side = ROWS[name]
    torch.manual_seed(0)
    model = make().train(train)
    images = torch.randn(1 + 3 * train, 3, side, side)
    modes = {"eager": model, "tc": torch.compile(model, backend="tc")}
    if not train:
        modes["frozen"] = torch.compile(model, backend="tc",
                                        options={"freeze": True})

    def step(f):
        if not train:
            with torch.no_grad():
                return f(images)
        model.zero_grad()
        return f(images).logits.square().mean().backward()
    return least({mode: functools.partial(step, f)
                  for mode, f in modes.items()}, clock)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--train", action="store_true")
    parser.add_argument("rows", nargs="*", default=ROWS)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    clock = time.process_time if options.threads == 1 else time.perf_counter
    for name in options.rows:
        times = measure(name, options.train, clock)
        print(f"{name:14}" + "".join(
            f"{mode} {ms:8.1f} ms   " for mode, ms in times.items()),
            flush=True)


if __name__ == "__main__":
    main()
