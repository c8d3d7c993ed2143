"""python3 -m capture.eager MODEL: PyTorch eager on a captured program, for the
benches. The module is built anew and filled as the .mlir text says, so what is
timed is what tc compiles. Prints one JSON line."""
import argparse
import json
import pathlib
import re
import statistics
import time
import warnings

import torch

from .cases import CASES, load
from .fills import apply
from .models import MODELS
from .reference import flat, samples
from tc.torch.text import DTYPE

SECONDS, LEAST = 3.0, 5  # of timed runs, after the warm-up


def memory(field):
    """VmHWM (peak) or VmRSS (now) of this process in MiB."""
    status = pathlib.Path("/proc/self/status").read_text()
    return int(re.search(rf"{field}:\s+(\d+) kB", status)[1]) / 1024


def dictionary(text):
    """`{kind = "uniform", mean = 0.0}` as Python data: numbers and strings."""
    words = re.findall(r'(\w+) = ("[^"]*"|[^,}]+)', text)
    return {name: json.loads(value.strip()) for name, value in words}


class Text:
    """What the timing needs to know of a captured module."""

    WEIGHT = re.compile(
        r'prim\.weight @"([^"]+)" : \S+ \{(?:mutated, )?init = (\{[^}]*\})')
    INPUT = re.compile(r'%[\w.]+: tensor<([^>,]*)[^%]*?fx\.name = "([^"]+)", '
                       r'tc\.init = (\{[^}]*\})')
    EXPECTED = re.compile(r"dtype = ([\w<>]+), sum = .*?"
                          r"samples = dense<\[?([^\]>]*)\]?>")

    def __init__(self, path):
        text = path.read_text()
        head, _, body = text.partition("\n} {\n")
        self.name = re.search(r'tc\.model = "([^"]+)"', head)[1]
        self.weights = {n: dictionary(d)
                        for n, d in self.WEIGHT.findall(body)}
        self.inputs = {n: (t.split("x"), dictionary(d))
                       for t, n, d in self.INPUT.findall(body)}
        head = head.partition("tc.expected_state")[0]
        self.expected = [[float(v) for v in values.split(",")]
                         for _, values in self.EXPECTED.findall(head)]

    def example(self, program, sizes):
        """The inputs, filled as the text says, laid out as the table says."""
        values = program.example(sizes)
        for name, (extents, init) in self.inputs.items():
            if program.inputs[name].init != init or \
                    DTYPE[extents[-1]] != values[name].dtype:
                raise ValueError(f"{name}: the text is of an older capture")
        return values


def error(results, expected):
    """The greatest relative error of a result, over its stored samples."""
    worst = 0.0
    for result, reference in zip(results, expected):
        reference = torch.tensor(reference, dtype=torch.float64)
        own = samples(flat(result), reference.numel()).double()
        norm = reference.norm()
        worst = max(worst, float((own - reference).norm() / (norm or 1.0)))
    return worst


def results_of(output):
    """The tensors of a module's output, in order."""
    leaves = torch.utils._pytree.tree_leaves(output)
    if hasattr(output, "to_tuple"):
        leaves = torch.utils._pytree.tree_leaves(output.to_tuple())
    return [leaf for leaf in leaves if isinstance(leaf, torch.Tensor)]


def timed(call):
    """Milliseconds of each run in SECONDS, or of LEAST runs."""
    for _ in range(3):
        call()
    times, end = [], time.perf_counter() + SECONDS
    while len(times) < LEAST or time.perf_counter() < end:
        start = time.perf_counter()
        call()
        times.append((time.perf_counter() - start) * 1e3)
    return times


def find(model):
    """The text of a model by path, or by name in examples/ or test/exec/."""
    places = [pathlib.Path(model), pathlib.Path("examples", f"{model}.mlir"),
              *pathlib.Path("test/exec").glob(f"*/{model}.mlir")]
    for path in places:
        if path.is_file():
            return path
    raise SystemExit(f"no captured model {model}")


def main():
    parser = argparse.ArgumentParser(prog="capture.eager", description=__doc__)
    parser.add_argument("model", help="a name in examples/, or a .mlir file")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--sizes", default="", metavar="b=1,s=128",
                        help="of a symbolic model, other than the stored")
    options = parser.parse_args()
    warnings.filterwarnings("ignore")
    torch.set_num_threads(options.threads)
    text = Text(find(options.model))
    load()
    program = (MODELS | CASES)[text.name]
    base = memory("VmRSS")
    module = program.module()
    apply(module, text.weights)
    sizes = dict(pair.split("=") for pair in options.sizes.split(",") if pair)
    sizes = {name: int(value) for name, value in sizes.items()}
    example = text.example(program, sizes)
    with torch.inference_mode():
        report = {"model": text.name}
        first = results_of(module(**example))
        if not sizes:
            report["error"] = error(first, text.expected)
        times = timed(lambda: module(**example))
    print(json.dumps(report | {
        "threads": options.threads, "runs": len(times),
        "ms_min": round(min(times), 3),
        "ms_median": round(statistics.median(times), 3),
        "peak_rss_mb": round(memory("VmHWM"), 1),
        "base_rss_mb": round(base, 1)}))


if __name__ == "__main__":
    main()
