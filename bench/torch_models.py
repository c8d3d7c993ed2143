#!/usr/bin/env python3
"""python3 bench/torch_models.py [--threads N] [--train] [--bf16] [ROW...]:
programs of many kinds (bench/torch_rows) through torch.compile on a CPU, called
by turns: eager, PyTorch's own compiler (inductor) and tc, whose weights are
arguments of each call. Prints the least milliseconds of a call, tc's over both,
and seconds of the first call. --modes=tc:direct,tc:aot compares tc's routes.
With --modes=eager,dynamo,tc there is eager behind torch.compile, too, which
checks as much before a call as with tc: what small calls can be held to.
--batch N gives models arguments of other batches. With one thread times are
processor time of that thread, so that they depend little on what else runs. A
row's name may be that of a file of rows; the rows of architectures.py are only
measured if they are named. Each row is a process of its own."""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import time
import warnings

HERE = pathlib.Path(__file__).resolve()
sys.path[:0] = [os.environ.get("TC_PYTHON",
                               str(HERE.parents[1] / "build/python"))]
os.environ.setdefault("OMP_NUM_THREADS", "1")
MODES = ("eager", "inductor", "tc")
SECONDS, LEAST, MOST = 0.7, 5, 100  # of calls of a mode


def leaves(value):
    import torch
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, dict):
        value = list(value.values())
    return [t for v in value for t in leaves(v)] \
        if isinstance(value, (list, tuple)) else []


def cotangents(result):
    """The results that have gradients, and cotangents for them."""
    found = [t for t in leaves(result)
             if t.is_floating_point() and t.requires_grad]
    return found, [t.detach() for t in found]


def batched(arguments, batch):
    """Arguments of one batch with `batch` entries, repeated or left out."""
    import torch
    sizes = {a.shape[0] for a in arguments if a.dim()}
    if len(sizes) != 1:
        raise SystemExit(f"arguments of several batches: {sorted(sizes)}")
    take = torch.arange(batch) % sizes.pop()
    return [a.detach()[take].requires_grad_(a.requires_grad) if a.dim() else a
            for a in arguments]


def built(name, options):
    import torch
    from torch_rows import load
    torch.manual_seed(0)
    group, name = name.split(".")
    row = load([group])[name]
    function, arguments, *before = row.build()
    if isinstance(function, torch.nn.Module):
        function.train(options.train)
        if options.bf16:
            function.to(torch.bfloat16)
    if options.batch:
        arguments = batched(arguments, options.batch)
    if options.bf16:
        arguments = [a.detach().to(torch.bfloat16).requires_grad_(
            a.requires_grad) if a.is_floating_point() else a
            for a in arguments]
    return function, arguments, before[0] if before else lambda: None


def released(function, arguments):
    """Whose gradients a training loop releases before each step."""
    import torch
    found = [a for a in arguments
             if isinstance(a, torch.Tensor) and a.is_leaf and a.requires_grad]
    return found + list(function.parameters()) \
        if isinstance(function, torch.nn.Module) else found


def caller(function, arguments, train):
    """A call that returns the function's results or, with `train`, the
    gradients of what released() lists."""
    import torch
    if not train:
        def call():
            with torch.no_grad():
                return function(*arguments)
        return call

    leaves_of_loss = released(function, arguments)

    def call():
        for leaf in leaves_of_loss:
            leaf.grad = None
        torch.autograd.backward(*cotangents(function(*arguments)))
        return [leaf.grad for leaf in leaves_of_loss]
    return call


def compiled(function, mode):
    """In a mode: eager, dynamo, a back end, or tc by a route (tc:direct)."""
    import torch
    backend, _, route = mode.partition(":")
    return function if mode == "eager" else torch.compile(
        function, backend="eager" if backend == "dynamo" else backend,
        **{"options": {"route": route}} if route else {})


def measure(name, options):
    """mode -> (least milliseconds, seconds of the first call)."""
    import torch
    import tc.torch  # noqa: F401
    warnings.filterwarnings("ignore")
    torch.set_num_threads(options.threads)
    clock = time.thread_time if options.threads == 1 else time.perf_counter
    calls, first = {}, {}
    function, arguments, before = built(name, options)
    for mode in options.modes:
        torch._dynamo.reset()
        calls[mode] = caller(compiled(function, mode), arguments, options.train)
        before()
        start = time.perf_counter()
        calls[mode]()
        first[mode] = time.perf_counter() - start
        for _ in range(2):
            before()
            calls[mode]()
    times, spent = {mode: [] for mode in calls}, 0
    ours = times[options.modes[-1]]
    while len(ours) < LEAST or (
            spent < SECONDS * len(calls) and len(ours) < MOST):
        for mode, call in calls.items():
            before()
            start = clock()
            call()
            times[mode].append(clock() - start)
            spent += times[mode][-1]
    return {mode: (min(t) * 1e3, first[mode]) for mode, t in times.items()}


def line(name, found, modes):
    """The last mode's time is also given over each of the others."""
    ours = found[modes[-1]][0]
    out = f"{name:24}"
    for mode in modes:
        out += f"{found[mode][0]:10.3f}"
        if mode != modes[-1]:
            out += f" {ours / found[mode][0]:5.2f}"
    return out + "   " + " ".join(f"{found[m][1]:5.1f}"
                                  for m in modes if m != "eager")


def run(group, name, options):
    command = [sys.executable, str(HERE), f"{group}.{name}", "--child",
               f"--threads={options.threads}",
               f"--modes={','.join(options.modes)}"]
    command += ["--train"] * options.train + ["--bf16"] * options.bf16
    command += [f"--batch={options.batch}"] * (options.batch > 0)
    try:
        out = subprocess.run(command, capture_output=True, text=True,
                             timeout=options.timeout)
    except subprocess.TimeoutExpired:
        return f"{name:24}more than {options.timeout} s"
    if out.returncode or not out.stdout.strip():
        last = (out.stderr.strip().splitlines() or ["no message"])[-1]
        return f"{name:24}{out.returncode}: {last[:100]}"
    return line(name, json.loads(out.stdout.strip().splitlines()[-1]),
                options.modes)


def chosen(options):
    from torch_rows import GROUPS, ON_REQUEST, load
    rows = load(GROUPS + ON_REQUEST)
    names = options.rows or GROUPS
    unknown = set(names) - set(rows) - {r.group for r in rows.values()}
    if unknown:
        raise SystemExit(f"no such row: {', '.join(sorted(unknown))}")
    return [(r.group, n) for n, r in rows.items()
            if (n in names or r.group in names)
            and (r.train or not options.train)
            and (r.bf16 or not options.bf16)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--train", action="store_true")
    parser.add_argument("--bf16", action="store_true")
    parser.add_argument("--modes", type=lambda s: s.split(","), default=MODES)
    parser.add_argument("--batch", type=int, default=0)
    parser.add_argument("--timeout", type=int, default=300)
    parser.add_argument("--child", action="store_true")
    parser.add_argument("rows", nargs="*")
    options = parser.parse_args()
    sys.path.insert(0, str(HERE.parent))
    if options.child:
        print(json.dumps(measure(options.rows[0], options)))
        return
    last = options.modes[-1]
    print(f"{'ms':24}" + "".join(f"{m:>10} ratio" for m in options.modes[:-1])
          + f"{last:>10}   first calls (s)")
    for group, name in chosen(options):
        print(run(group, name, options), flush=True)


if __name__ == "__main__":
    main()
