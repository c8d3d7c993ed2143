#!/usr/bin/env python3
"""python3 bench/products.py [--dtype LIST] [--isa avx2|avx512|host]
[--threads N] [--batch LIST] [--gradients] [--only REGEX] [MODEL...]: the
matrix products and convolutions of models (bench/model_products.py), each alone, by tc and by
oneDNN or MKL through PyTorch. Prints each one's least milliseconds, oneDNN's time over
tc's, and the floor: operations at the speed of the core's widest multiplication
from registers, or weights at the speed at which it reads memory
(bench/peak.c, which needs a C compiler), whichever is longer. Rows under 0.95
are marked. The means are geometric, one of the shapes and one weighed by the
time that they have in the models.

Weights are packed ahead on both sides: by tc-compile's program when it is
loaded, by oneDNN, and in f32 by MKL, as Inductor's freezing does; PyTorch's own
call counts where that is faster. Calls take turns, each with the next of several sets of weights,
as a model's layers do; images lie channels last, but for the model's argument.
With one thread times are processor time, so that what else runs counts little.
--gradients: those of the training steps of bench/cpu_models.py instead, beside
PyTorch's own calls. --dtype=i8: bytes in i32 (torch._int_mm), products
alone. --only: those alone in whose printed name REGEX is found."""
import argparse
import functools
import itertools
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve()
ROOT = HERE.parents[1]
sys.path[:0] = [os.environ.get("TC_PYTHON", str(ROOT / "build/python")),
                str(ROOT)]
BIN = pathlib.Path(os.environ.get("TC_BUILD", str(ROOT / "build"))) / "bin"
# What oneDNN, MKL and PyTorch's own kernels are held to, and tc's target.
LIMITS = {
    "avx2": {"ONEDNN_MAX_CPU_ISA": "AVX2", "MKL_ENABLE_INSTRUCTIONS": "AVX2",
             "ATEN_CPU_CAPABILITY": "avx2", "TC_HOST": "x86-64-v3"},
    "avx512": {"ONEDNN_MAX_CPU_ISA": "AVX512_CORE", "TC_HOST": "x86-64-v4"},
    "host": {}}
SECONDS, LEAST, MOST = 0.5, 5, 200  # of calls of a row
SETS, SET_BYTES = 8, 64 << 20       # of weights; what no cache holds
BEHIND = 0.95
TOLERANCE = {"f32": 1e-5, "bf16": 1e-2, "i8": 0}


def tensors(p, dtype):
    """The arguments of a call and the weight."""
    import torch
    if dtype == "i8":
        return [torch.randint(-128, 128, s, dtype=torch.int8) for s in
                ((p.rows, p.steps), (p.columns, p.steps))]
    of = {"f32": torch.float32, "bf16": torch.bfloat16}[dtype]
    if not p.window:
        return [torch.randn(p.rows, p.steps).to(of),
                (torch.randn(p.columns, p.steps) / p.steps ** 0.5).to(of)]
    channels, height, width, kernel, _, _ = p.window
    x = torch.randn(p.rows, channels, height, width)
    w = torch.randn(p.columns, channels, *kernel) / p.steps ** 0.5
    order = torch.contiguous_format if p.first else torch.channels_last
    return [x.to(of, memory_format=order),
            w.to(of, memory_format=torch.channels_last)]


def module(p, w, dtype):
    """The product as PyTorch writes it, of the other factor."""
    import torch
    if dtype == "i8":
        m = torch.nn.Module()
        m.w = torch.nn.Parameter(w, requires_grad=False)
        m.forward = lambda x: torch._int_mm(x, m.w.t())
        return m
    bias = torch.zeros(p.columns, dtype=w.dtype)
    if p.window:
        channels, _, _, kernel, stride, padding = p.window
        m = torch.nn.Conv2d(channels, p.columns, kernel, stride, padding,
                            device="meta")
    else:
        m = torch.nn.Linear(p.steps, p.columns, device="meta")
    m.weight, m.bias = (torch.nn.Parameter(t, requires_grad=False)
                        for t in (w, bias))
    return m.eval()


def packed_call(p, m, x):
    """oneDNN with its packed weight, as Inductor's freezing calls it."""
    import torch
    ops = torch.ops.mkldnn
    if p.window:
        given = [m.padding, m.stride, m.dilation, 1]
        w = ops._reorder_convolution_weight(m.weight, *given,
                                            list(x.shape))
        return lambda: ops._convolution_pointwise(x, w, m.bias, *given, "none",
                                                  [], "")
    w = ops._reorder_linear_weight(m.weight, p.rows)
    return lambda: ops._linear_pointwise(x, w, m.bias, "none", [], "")


def mkl_call(p, m, x):
    """MKL with its packed weight, as Inductor's freezing calls it in f32."""
    import torch
    ops = torch.ops.mkl
    w = ops._mkl_reorder_linear_weight(m.weight, p.rows)
    return lambda: ops._mkl_linear(x, w, m.weight, m.bias, p.rows)


def gradient(p, x, w):
    """PyTorch's call of a gradient, and its arguments."""
    import torch
    if not p.window:
        # rows x steps, and steps x columns, as addmm's backward has them.
        if p.gradient == "x":
            return torch.mm, [x, w.t().contiguous()]
        return lambda a, b: torch.mm(a.t(), b), [x.t().contiguous(),
                                                 w.t().contiguous()]
    _, _, _, _, stride, padding = p.window
    result = torch.nn.functional.conv2d(x, w, None, stride, padding)
    mask = [p.gradient == "x", p.gradient == "w", False]
    at = mask.index(True)

    def call(g, x, w):
        return torch.ops.aten.convolution_backward(
            g, x, w, None, stride, padding, [1, 1], False, [0, 0], 1, mask)[at]
    return call, [torch.randn_like(result), x, w]


def compiled(function, arguments, folder):
    """A function that makes tc's call, of copies of the weights that a module
    has: those that a call has just read, the next one's would be in a cache."""
    import tc
    import torch
    text = tc.export(function, arguments, os.path.join(folder, "product"))
    path = os.path.join(folder, "product.so")
    subprocess.run([str(BIN / "tc-compile"), text, "-o", path], check=True)

    def loaded(weights):
        program = tc.load(path)
        if weights:
            program.set_weights(
                {n: w.clone(memory_format=torch.contiguous_format)
                 for n, w in weights.items()})
        return lambda: program(*arguments)
    return loaded


def calls_of(p, dtype, folder):
    """name -> calls to take turns with."""
    import torch
    x, w = tensors(p, dtype)
    if p.gradient:
        function, arguments = gradient(p, x, w)
        return {"tc": [compiled(function, arguments, folder)({})],
                "own": [functools.partial(function, *arguments)]}
    sets = min(SETS, 1 + SET_BYTES // (w.numel() * w.element_size()))
    modules = [module(p, w.clone(), dtype) for _ in range(sets)]
    own = [functools.partial(m, x) for m in modules]
    load = compiled(modules[0], (x,), folder)
    calls = {"tc": [load(m.state_dict()) for m in modules], "own": own}
    if dtype != "i8":
        calls["packed"] = [packed_call(p, m, x) for m in modules]
    if dtype == "f32" and not p.window and torch.backends.mkl.is_available():
        calls["mkl"] = [mkl_call(p, m, x) for m in modules]
    return calls


def check(p, calls, dtype):
    found, *others = [c[0]().double() for c in calls.values()]
    for other in others:
        error = float((found - other).norm() / (other.norm() + 1e-30))
        if not error <= TOLERANCE[dtype]:
            raise SystemExit(f"{p.name()}: off by {error:.1e}")


def least(calls, clock):
    """name -> least milliseconds of a call."""
    times, spent = {name: [] for name in calls}, 0
    turns = {name: itertools.cycle(c) for name, c in calls.items()}
    for name, each in calls.items():
        for call in each:
            call()
    while min(map(len, times.values())) < LEAST or (
            spent < SECONDS and min(map(len, times.values())) < MOST):
        for name, turn in turns.items():
            call = next(turn)
            start = clock()
            call()
            times[name].append(clock() - start)
            spent += times[name][-1]
    return {name: 1e3 * min(t) for name, t in times.items()}


def peaks(isa):
    """name -> GFLOP/s or GB/s of one core; empty without a C compiler."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "peak")
        for compiler in ["clang-22", "clang", "cc"]:
            try:
                subprocess.run([compiler, "-O3", str(HERE.parent / "peak.c"),
                                "-o", path], check=True, capture_output=True)
                out = subprocess.run([path, isa], capture_output=True,
                                     text=True, check=True).stdout
                return {n: float(v) for n, v in map(str.split,
                                                    out.splitlines())}
            except (FileNotFoundError, subprocess.CalledProcessError):
                pass
    return {}


def floor_ms(p, dtype, of, threads):
    """Of bf16 without a unit for it, f32's; 0 where nothing was measured."""
    rate = of.get(dtype, of.get("f32", math.inf)) * threads
    size = 1 if dtype == "i8" else 2 if dtype == "bf16" else 4
    weights = 0 if p.gradient else p.columns * p.steps * size
    return max(p.flop() / rate, weights / of.get("read", math.inf)) * 1e-6


def mean(values, weights):
    total = sum(weights)
    return math.exp(sum(w * math.log(v) for v, w in zip(values, weights))
                    / total)


def measure(p, dtype, options, of):
    """Prints a row; gives oneDNN's time over tc's, and tc's time."""
    clock = time.process_time if options.threads == 1 else time.perf_counter
    with tempfile.TemporaryDirectory() as folder:
        calls = calls_of(p, dtype, folder)
        check(p, calls, dtype)
        times = least(calls, clock)
    mine = times.pop("tc")
    other = min(times, key=times.get)
    ratio, floor = times[other] / mine, floor_ms(p, dtype, of, options.threads)
    print(f"{p.name():28}{mine:9.3f}{times[other]:9.3f} {other:6}{ratio:6.2f}"
          f"{floor:9.3f}{100 * floor / mine:5.0f}%"
          f"{'  <' if ratio < BEHIND else ''}", flush=True)
    return ratio, mine


def table(counts, dtype, options, of):
    """counts: name of a model -> product -> number of times in it."""
    seen, all_of = {}, []
    print(f"{dtype:28}{'tc ms':>9}{'oneDNN':>9} {'':6}{'ratio':>6}"
          f"{'floor':>9}{'':>6}")
    for name, products in counts.items():
        print(name)
        for p, count in products.items():
            if p.window and dtype == "i8":
                continue
            if not options.only.search(p.name()):
                continue
            if p not in seen:
                seen[p] = measure(p, dtype, options, of)
            all_of.append((seen[p][0], count * seen[p][1]))
    shapes = [ratio for ratio, _ in seen.values()]
    if not shapes:
        raise SystemExit(f"no product's name has {options.only.pattern}")
    print(f"{dtype}: {len(shapes)} shapes, mean "
          f"{mean(shapes, [1] * len(shapes)):.3f}, by time "
          f"{mean(*zip(*all_of)):.3f}, least {min(shapes):.2f}, "
          f"{sum(r < BEHIND for r in shapes)} under {BEHIND}", flush=True)


def run(options):
    import torch
    import tc.torch  # noqa: F401
    import model_products
    torch.set_num_threads(options.threads)
    torch.manual_seed(0)
    of = peaks(options.isa)
    print("one core: " + ", ".join(
        f"{n} {v:.0f} {'GB/s' if n == 'read' else 'GFLOP/s'}"
        for n, v in of.items()))
    count = (model_products.gradients_of if options.gradients
             else model_products.products_of)
    steps = {"gpt2": 1, "resnet50": 8} if options.gradients else None
    names = options.models or steps or model_products.models()
    counts = {f"{name}-{n}": count(name, n) for name in names
              for n in ([steps[name]] if steps else options.batch)
              if n == 1 or not name.endswith("-token")}
    with torch.no_grad():
        for dtype in options.dtype:
            table(counts, dtype, options, of)


def main():
    def split(s):
        return s.split(",")

    def regex(s):
        try:
            return re.compile(s)
        except re.error as e:
            raise argparse.ArgumentTypeError(f"'{s}' is no regex: {e}")
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--dtype", type=split, default=["f32", "bf16"])
    parser.add_argument("--isa", choices=LIMITS, default="host")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--batch", default=[1],
                        type=lambda s: [int(n) for n in s.split(",")])
    parser.add_argument("--gradients", action="store_true")
    parser.add_argument("--only", default="", type=regex)
    parser.add_argument("models", nargs="*")
    options = parser.parse_args()
    # Libraries read their limits when they are loaded.
    wanted = LIMITS[options.isa] | {"OMP_NUM_THREADS": str(options.threads)}
    if any(os.environ.get(k) != v for k, v in wanted.items()):
        os.execve(sys.executable, [sys.executable] + sys.argv,
                  os.environ | wanted)
    run(options)


if __name__ == "__main__":
    main()
