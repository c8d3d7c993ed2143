"""Programs of symbolic sizes beside programs of one size, without threads: both
are exported (tc.export), and tc-run --tasks times each of their tasks alone.
symbolic.py --tasks prints it."""
import pathlib
import re
import subprocess
import sys
import tempfile

import torch
import transformers as T
from tc import export


class Images(torch.nn.Module):
    """ResNet-50 of a batch of images."""

    def __init__(self):
        super().__init__()
        self.model = T.ResNetForImageClassification(T.ResNetConfig(
            num_labels=1000))

    def forward(self, x):
        return self.model(x).logits


class Tokens(torch.nn.Module):
    """What a model of rows of tokens gives first."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, x):
        return self.model(input_ids=x, return_dict=False)[0]


# The dimensions of the one argument whose sizes are symbols, by their names.
NAMES = {"images": ("b",), "tokens": ("b", "s")}
TURNS = 3


def example(kind, size):
    if kind == "images":
        return torch.randn(*size, 3, 224, 224)
    return torch.randint(0, 1000, size)


def write(model, kind, size, symbolic, path):
    most = {"s": getattr(model.model.config, "max_position_embeddings", None)}
    shapes = {"x": {axis: torch.export.Dim(name, max=most.get(name))
                    for axis, name in enumerate(NAMES[kind])}}
    export(model, (example(kind, size),), path,
           dynamic_shapes=shapes if symbolic else None)


def compiled(build, path, number):
    """The start of a command that runs what a build makes of a text."""
    program = f"{path}.{number}.so"
    subprocess.run([f"{build}/bin/tc-compile", f"{path}.mlir", "-o", program],
                   check=True)
    return [f"{build}/bin/tc-run", program, "--weights", f"{path}.safetensors",
            "--threads=1"]


def milliseconds(program, options, threads):
    """On so many threads."""
    done = subprocess.run([*program, "--tasks", str(threads), *options],
                          capture_output=True, text=True)
    found = re.search(r"^ *[\d.]+ +([\d.]+) +\d+ +all$", done.stdout, re.M)
    if not found:
        sys.exit(f"{' '.join(program)}: {done.stderr}")
    return float(found[1])


def least(programs, threads):
    """Milliseconds of each of (program, options), by turns."""
    turns = [[milliseconds(*p, threads) for p in programs]
             for _ in range(TURNS)]
    return [min(times) for times in zip(*turns)]


def print_row(name, model, kind, sizes, threads, builds):
    """A line for each size and number of threads: the symbolic program's time,
    by each of the builds, then the static one's, by the last."""
    with tempfile.TemporaryDirectory() as folder:
        symbolic, static = (pathlib.Path(folder) / n
                            for n in ("symbolic", "static"))
        write(model, kind, (3, 47)[:len(NAMES[kind])], True, symbolic)
        programs = [compiled(b, symbolic, i) for i, b in enumerate(builds)]
        for size in sizes:
            write(model, kind, size, False, static)
            options = [o for n, s in zip(NAMES[kind], size)
                       for o in ("--size", f"{n}={s}")]
            both = [(p, options) for p in programs] + \
                [(compiled(builds[-1], static, 0), [])]
            for count in threads:
                found = least(both, count)
                times = "  ".join(f"{t:8.2f}" for t in found)
                print(f"{name:9} {'x'.join(map(str, size)):8} {count:3} threads"
                      f"  {times} ms  ratio {found[-2] / found[-1]:5.2f}",
                      flush=True)
