#!/usr/bin/env python3
"""Splits the time of a first call: PyTorch's capture (Dynamo), the trace
behind it (AOTAutograd's, in training with the derivative; on the direct route
the translation of Dynamo's graph), tc's Python (rewrites,
partition, text), and the compiler, which runs in a process of its own.
Processor seconds of this thread; for the compiler, seconds until its answers.

    PYTHONPATH=build/python python3 bench/first_call.py [MODEL...]
"""
import pathlib
import sys
import time
import warnings

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] /
                       "build/python"))
import torch  # noqa: E402
import tc.torch  # noqa: E402

warnings.filterwarnings("ignore")


def bert():
    from transformers import BertConfig, BertModel
    return BertModel(BertConfig(
        num_hidden_layers=4, hidden_size=128, num_attention_heads=4,
        intermediate_size=256)), torch.randint(0, 100, (2, 32))


def gpt2():
    from transformers import GPT2Config, GPT2Model
    return GPT2Model(GPT2Config(n_layer=4, n_embd=128, n_head=4)), \
        torch.randint(0, 100, (2, 32))


def perceptron():
    layers = [torch.nn.Linear(64, 64), torch.nn.GELU()] * 8
    return torch.nn.Sequential(*layers), torch.randn(8, 64)


MODELS = {f.__name__: f for f in (perceptron, bert, gpt2)}


class Clock:
    """Adds up the processor time of a function of a module of ours."""

    def __init__(self, module, name):
        self.seconds, self.function = 0.0, getattr(module, name)
        setattr(module, name, self)

    def __call__(self, *args, **kwargs):
        start = time.thread_time()
        try:
            return self.function(*args, **kwargs)
        finally:
            self.seconds += time.thread_time() - start


def measure(build, training, route, traces, ours):
    model, x = build()
    tc.reset()
    for clock in (*traces, *ours):
        clock.seconds = 0.0
    compiled = torch.compile(model.train(training), backend="tc",
                             options={"route": route})
    start = time.thread_time()
    with torch.set_grad_enabled(training):
        y = compiled(x)
        if training:
            y = y if isinstance(y, torch.Tensor) else y[0]
            y.sum().backward()
    total, counts = time.thread_time() - start, tc.counters()
    # The backward graph is compiled inside of the forward's AOTAutograd or
    # when it is first run; our part is the same.
    outer, inner = (sum(c.seconds for c in clocks) for clocks in (traces, ours))
    return (total - outer, max(outer - inner, 0.0), inner,
            counts["compile_seconds"], counts["ops_compiled"])


def main():
    backend, direct, training = (
        sys.modules[f"tc.torch.{name}"]
        for name in ("backend", "direct", "training"))
    clocks = ((Clock(backend, "_aot"), Clock(backend, "compile_direct")),
              [Clock(module, "compile_graph")
               for module in (backend, direct, training)])
    for route in ("aot", "auto"):  # what only a first compile pays
        measure(perceptron, False, route, *clocks)
    print(f"{'seconds':28} {'Dynamo':>7} {'trace':>7} {'ours':>7} "
          f"{'compiler':>9} {'ops':>5}")
    for name in sys.argv[1:] or MODELS:
        for kind, route in (("inference", "direct"), ("inference", "aot"),
                            ("training", "auto"), ("training", "aot")):
            row = measure(MODELS[name], kind == "training", route, *clocks)
            print(f"{name + ', ' + kind + ', ' + route:28} " + " ".join(
                f"{s:{w}.3f}" for s, w in zip(row, (7, 7, 7, 9)))
                + f" {row[-1]:5}", flush=True)


if __name__ == "__main__":
    main()
