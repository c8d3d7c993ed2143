#!/usr/bin/env python3
"""Small models of many architectures through torch.compile(backend="tc")
against eager: outputs, and gradients of all parameters with --gradients.

    test/conformance/models.py [--gradients] [--sample N] [NAME...]
    test/conformance/models.py --out FILE ...   call it again to go on where it
                                                stopped
    test/conformance/models.py --table FILE...  what these hold, by kind of run

A result is right if its error against f64 is at most twice eager's, in the
norm of each output, plus a few roundings of the type. Otherwise eager's
sensitivity decides: twice the largest move of its results in three runs with
parameters perturbed by a rounding. (The errors of all gradients of a model may
have one source, where eager's error can be small by luck.) A model whose results
under PyTorch's own trace (aot_eager) are not eager's is held against those, and counted apart.
"""
import argparse
import collections
import copy
import json
import os
import pathlib
import random
import sys
import time
import traceback
import warnings

os.environ.setdefault("TC_STRICT", "1")
os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, os.environ.get("TC_PYTHON", str(ROOT / "build/python")))
try:
    import torch
    import transformers
except ImportError as missing:
    print(f"skipped: no {missing.name}")
    sys.exit(77)
import tc.torch  # noqa: E402
from tc.torch import report  # noqa: E402

import architectures  # noqa: E402
import networks  # noqa: E402
import networks_generative  # noqa: E402, F401
import networks_sequence  # noqa: E402, F401
import networks_tables  # noqa: E402, F401
import networks_vision  # noqa: E402, F401
import table  # noqa: E402
from compare import strides  # noqa: E402

SLACK = 64 * torch.finfo(torch.float32).eps


def leaves(value):
    if hasattr(value, "to_tuple"):
        value = value.to_tuple()
    return [t for t in torch.utils._pytree.tree_leaves(value)
            if isinstance(t, torch.Tensor)]


def double(value):
    return torch.utils._pytree.tree_map_only(
        torch.Tensor, lambda t: t.double() if t.is_floating_point() else t,
        value)


def call(model, arguments):
    if isinstance(arguments, dict):
        return leaves(model(**arguments))
    return leaves(model(*arguments))


def run(model, function, arguments, gradients):
    torch.manual_seed(3)
    if not gradients:
        with torch.no_grad():
            return call(function, arguments)
    model.zero_grad()
    outs = call(function, arguments)
    losses = [o.square().mean() for o in outs if o.requires_grad]
    if losses:
        sum(losses).backward()
    return [o.detach() for o in outs] + [
        p.grad for p in model.parameters()]


def error(got, exact):
    both = got.isnan() & exact.isnan()
    got, exact = got.masked_fill(both, 0), exact.masked_fill(both, 0)
    norm = exact.norm().item()
    return ((got.double() - exact).norm().item() / norm) if norm else \
        got.double().norm().item()


def moved(model, seed=4):
    """The model with each parameter off by a rounding."""
    model = copy.deepcopy(model)
    torch.manual_seed(seed)
    with torch.no_grad():
        for p in model.parameters():
            p.mul_(1 + (2 * torch.rand_like(p) - 1) * torch.finfo(p.dtype).eps)
    return model


def wrong(got, want, exact, near=()):
    """`exact`: what f64 gives, or, where that is NaN, what eager gives on
    parameters that are off by a rounding: then as far as those two are apart.
    `near`: more of such runs, whose movement is allowed for as eager's error."""
    if len(got) != len(want):
        return f"{len(got)} outputs, eager has {len(want)}"
    scale = max((e.norm().item() for e in exact
                 if isinstance(e, torch.Tensor) and e.is_floating_point()),
                default=0.0)
    for i, (a, b, c) in enumerate(zip(got, want, exact)):
        if (a is None) != (b is None):
            return f"output {i}: {a}, eager {b}"
        if a is None:
            continue
        if a.dtype != b.dtype or a.shape != b.shape or \
                strides(a) != strides(b) and a.numel():
            return (f"output {i}: {a.dtype} {list(a.shape)} {a.stride()}, "
                    f"eager {b.dtype} {list(b.shape)} {b.stride()}")
        if not a.is_floating_point():
            if not torch.equal(a, b):
                return f"output {i}: {(a != b).sum()} integers differ"
            continue
        if b.isnan().any():  # a model of eager's own making
            if not torch.equal(a.isnan(), b.isnan()):
                return f"output {i}: NaN at other places than eager's"
            hidden = b.isnan() | c.isnan()
            a, b, c = (t.masked_fill(hidden, 0) for t in (a, b, c))
        mine, theirs = error(a, c), error(b, c)
        if not mine <= 2 * theirs + SLACK:
            theirs = max([theirs, *(error(run[i], b.double()) for run in near)])
        small = c.norm().item() <= 1e-5 * scale
        if not mine <= 2 * theirs + SLACK and not (
                small and (a.double() - c).norm() <= 1e-6 * scale):
            return (f"output {i} {list(a.shape)}: error {mine:.3g}, "
                    f"eager's {theirs:.3g}")
    return ""


def one(build, options):
    torch._dynamo.reset()
    report.state.clear()
    model, arguments = build()
    model = model.to(options.device)
    arguments = torch.utils._pytree.tree_map_only(
        torch.Tensor, lambda t: t.to(options.device), arguments)
    model.train(options.train)
    want, exact = references(model, arguments, options, lambda m: m)
    mine, start = copy.deepcopy(model), time.time()
    compiled = torch.compile(mine, backend="tc")
    got = run(mine, compiled, arguments, options.gradients)
    seconds = time.time() - start
    if not options.gradients:
        got = run(mine, compiled, arguments, False)
    count = report.counters()
    problem = wrong(got, want, exact)
    if problem:
        problem = wrong(got, want, exact, [
            run(other := moved(model, seed), other, arguments,
                options.gradients) for seed in (5, 6, 7)])
    count["traced apart"] = bool(problem) and not traced_apart(
        model, arguments, options, got, (want, exact))
    return "" if count["traced apart"] else problem, seconds, count


def references(model, arguments, options, prepared):
    """What eager gives, and what it gives in f64. It runs copies: a model may
    keep what it has computed (LeViT does)."""
    reference, wide = copy.deepcopy(model), copy.deepcopy(model).double()
    if hasattr(wide, "set_experts_implementation"):
        wide.set_experts_implementation("eager")  # grouped_mm has no f64
    want = run(reference, prepared(reference), arguments, options.gradients)
    try:
        exact = run(wide, prepared(wide), double(arguments),
                    options.gradients)
    except RuntimeError:  # an op that has no kernel for f64
        exact = [torch.full_like(w, torch.nan, dtype=torch.float64)
                 if isinstance(w, torch.Tensor) and w.is_floating_point()
                 else w for w in want]
    missing = [isinstance(c, torch.Tensor) and bool(c.isnan().any())
               and not b.isnan().any() for b, c in zip(want, exact)]
    if any(missing):
        near = run(other := moved(model), prepared(other), arguments,
                   options.gradients)
        exact = [n.double() if no and n.is_floating_point() else c
                 for n, no, c in zip(near, missing, exact)]
    return want, exact


def traced_apart(model, arguments, options, got, eager):
    """What is wrong beside PyTorch's own trace, where that is not eager's: a
    model may ask whether it is traced (PaliGemma's masks), and a trace leaves
    out random numbers that nobody reads (Pegasus-X)."""
    def traced(m):
        torch._dynamo.reset()
        return torch.compile(m, backend="aot_eager")
    want, exact = references(model, arguments, options, traced)
    if not wrong(want, *eager):
        return "PyTorch's trace gives what eager gives"
    return wrong(got, want, exact)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--gradients", action="store_true")
    parser.add_argument("--train", action="store_true")
    parser.add_argument("--device", default="cpu", help="cuda: on a GPU")
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("--table", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    if options.table:
        print(counted(options.table), end="")
        return 0
    warnings.filterwarnings("ignore")
    return go(options)


def go(options):
    names = options.names or [*networks.NETWORKS, *architectures.TRANSFORMERS]
    if options.sample:
        names = random.Random(20260101).sample(names, options.sample)
    kind = kind_of(options)
    done = {row["name"] for row in rows([options.out])
            if row["kind"] == kind} if options.out else set()
    totals = collections.Counter()
    for name in names:
        if name in done:
            continue
        try:
            problem, seconds, count = one(builder(name), options)
        except Exception as failure:
            problem, seconds, count = "".join(
                traceback.format_exception_only(failure))[-500:], 0, \
                report.counters()
        row = {"name": name, "kind": kind, "problem": problem,
               "apart": count.get("traced apart", False),
               "graphs": count["graphs"],
               "fallbacks": count["fallback_ops"],
               "failures": {str(k): n for k, n in count["failures"].items()}}
        totals.update(standing(row))
        said = "WRONG " + problem if problem else table.standing(row)
        print(f"{name:24} {said} "
              f"graphs {count['graphs']} pieces {count['pieces']} ops "
              f"{count['ops_compiled']} {seconds:.1f} s "
              f"{count['fallback_ops'] or ''}{count['failures'] or ''}",
              flush=True)
        if options.out:
            with options.out.open("a") as out:
                out.write(json.dumps(row) + "\n")
    print(f"{totals['models']} models: {totals['wrong']} wrong, "
          f"{totals['compiled']} compiled without fallback")
    return bool(totals["wrong"])


def builder(name):
    """Any model type of transformers can be asked for, listed or not."""
    return networks.NETWORKS.get(name) or (
        lambda: architectures.transformer(name))


def kind_of(options):
    """What a run asks, in the words of the table."""
    return ("training mode" if options.train else "evaluation mode") + \
        (", gradients" if options.gradients else ", outputs") + \
        ("" if options.device == "cpu" else f", {options.device}")


def standing(row):
    """The columns of the table in which a row counts."""
    status = table.standing(row)
    columns = ["models", "wrong" if status == "wrong" else "right"]
    return columns + [status] if status != "wrong" else columns


def rows(paths):
    return [json.loads(line) for path in paths if path.exists()
            for line in path.open()]


def counted(paths):
    """Markdown: by kind of run, how many models are right and whole, and which
    are not."""
    kinds = collections.defaultdict(list)
    for row in rows(paths):
        kinds[row["kind"]].append(row)
    lines = ["| run | models | right | compiled without fallback | "
             "not captured by PyTorch | traced apart | wrong |",
             "|---" * 7 + "|"]
    for kind, found in kinds.items():
        totals = collections.Counter(c for r in found for c in standing(r))
        wrong = ", ".join(r["name"] for r in found if r["problem"])
        lines.append(f"| {kind} | {totals['models']} | {totals['right']} | "
                     f"{totals['compiled']} | {totals['not reached']} | "
                     f"{totals['traced apart']} | "
                     f"{wrong or 'none'} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    assert transformers
    sys.exit(main())
