#!/usr/bin/env python3
"""PyTorch's OpInfo database through torch.compile(backend="tc") against eager.

    test/conformance/opinfo.py                       a seeded sample, minutes
    test/conformance/opinfo.py --all --out FILE      everything; call it again to
                                                     go on where it stopped
    test/conformance/opinfo.py --all --shard 2/8 ... one part of eight
    test/conformance/opinfo.py --table FILE...       docs/pytorch-support.md

A result is right if its error against the same op in f64 is at most twice
eager's and a few roundings; integers and truth values are eager's. Each sample
starts from a fresh Dynamo and must have reached the back end.
"""
import argparse
import collections
import importlib.util
import json
import os
import pathlib
import random
import sys
import time
import traceback
import types
import unittest
import warnings

os.environ.setdefault("TC_STRICT", "1")
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, os.environ.get("TC_PYTHON", str(ROOT / "build/python")))
if not importlib.util.find_spec("expecttest"):  # of PyTorch's tests, not ours
    sys.modules["expecttest"] = types.SimpleNamespace(
        TestCase=unittest.TestCase, assert_eq=None, ACCEPT=False)
try:
    import mpmath
    import torch
    from torch.testing._internal import common_methods_invocations
    from torch.testing._internal.common_methods_invocations import op_db
    from torch.testing._internal.opinfo.core import (
        BinaryUfuncInfo, UnaryUfuncInfo)
except ImportError as missing:
    print(f"skipped: no {missing.name}")
    sys.exit(77)
import tc.torch  # noqa: E402
from tc.torch import report  # noqa: E402

from compare import compare  # noqa: E402

# Samples of random ops seed the generator in the middle of what is compiled,
# where Dynamo stops; run() has seeded it before.
common_methods_invocations.wrapper_set_seed = \
    lambda op, *args, **kwargs: op(*args, **kwargs)

DTYPES = (torch.float32, torch.float64, torch.bfloat16, torch.float16,
          torch.int64, torch.bool, torch.complex64)
SEED = 20260101
device = torch.device("cpu")  # of all samples
# Values are not defined.
UNDEFINED = {"empty", "empty_like", "empty_permuted", "empty_strided",
             "new_empty", "new_empty_strided"}
def dim_of(args):
    return args[2].get("dim", args[1][0] if args[1] else -1)


# Results (values, positions): the dimension that they are of.
TIES = {
    "sort": dim_of, "argsort": dim_of, "mode": dim_of, "msort": lambda a: 0,
    "topk": lambda a: a[2].get("dim", a[1][1] if len(a[1]) > 1 else -1),
    "kthvalue": lambda a: a[2].get("dim", a[1][1] if len(a[1]) > 1 else -1),
    "median": dim_of, "nanmedian": dim_of, "max": dim_of, "min": dim_of,
}
# Not an op of tensors, or one that ends the process.
SKIPPED = {"jiterator_unary", "jiterator_binary", "jiterator_4inputs_with_extra_args",
           "jiterator_2inputs_2outputs", "jiterator_binary_return_by_ref",
           "jiterator_unary_return_by_ref"}


def cases(gradients):
    """(key, op, dtype) of all that can run."""
    for op in op_db:
        if op.name in SKIPPED:
            continue
        name = op.name + ("." + op.variant_test_name
                          if op.variant_test_name else "")
        for dtype in DTYPES:
            known = op.supported_backward_dtypes(device.type) if gradients else \
                op.supported_dtypes(device.type)
            if dtype in known and not (gradients and not op.supports_autograd):
                yield f"{name}/{str(dtype)[6:]}", op, dtype


def wide(value):
    """The same in f64."""
    kinds = {torch.float16: torch.float64, torch.bfloat16: torch.float64,
             torch.float32: torch.float64, torch.complex64: torch.complex128}
    if isinstance(value, torch.Tensor) and value.dtype in kinds:
        return value.detach().to(kinds[value.dtype]).requires_grad_(
            value.requires_grad)
    if isinstance(value, torch.dtype):
        return kinds.get(value, value)
    return value


def tree(function, value):
    return torch.utils._pytree.tree_map(function, value)


def fresh(value):
    if isinstance(value, torch.Tensor) and value.layout == torch.strided:
        return value.detach().clone(memory_format=torch.preserve_format) \
            .requires_grad_(value.requires_grad) \
            if not value._is_view() else value.detach().requires_grad_(
                value.requires_grad)
    return value


def run(function, args, gradients):
    """Results, and gradients of leaves, of one call."""
    torch.manual_seed(1)
    results = function(*args)
    flat = torch.utils._pytree.tree_leaves(results)
    run.outputs = len(flat)
    if not gradients:
        return flat
    outs = [r for r in flat if isinstance(r, torch.Tensor) and r.requires_grad]
    ins = [a for a in torch.utils._pytree.tree_leaves(args)
           if isinstance(a, torch.Tensor) and a.requires_grad]
    torch.manual_seed(2)
    tangents = [torch.randn(o.shape, dtype=torch.float64).to(o)
                for o in outs]
    if not outs or not ins:
        return flat
    return flat + list(torch.autograd.grad(outs, ins, tangents,
                                           allow_unused=True))


@torch._dynamo.config.patch(capture_dynamic_output_shape_ops=True,
                            capture_scalar_outputs=True)
def one(op, sample, gradients):
    """(status, detail, fallback ops) of one sample."""
    torch._dynamo.reset()
    torch._dynamo.utils.counters.clear()
    report.state.clear()

    def function(x, args, kwargs):
        return op.op(x, *args, **kwargs)

    args = (sample.input, sample.args, sample.kwargs)
    try:
        want = run(function, tree(fresh, args), gradients)
    except Exception as error:
        return "eager fails", repr(error)[:200], {}
    try:
        got = run(torch.compile(function, backend="tc"), tree(fresh, args),
                  gradients)
    except Exception as error:
        if fails_anyway(function, args, gradients):
            return "PyTorch fails", repr(error)[:200], {}
        return "error", "".join(traceback.format_exception_only(error))[:600], {}
    count = report.counters()
    try:
        exact = run(function, tree(wide, args), gradients)
    except Exception:
        exact = None
    bad = judge(op, function, args, gradients, got, want, exact, run.outputs)
    fallbacks = count["fallback_ops"]
    if bad:
        return "wrong", bad, fallbacks
    if count["failures"]:
        return "failure", str(count["failures"]), fallbacks
    if not count["graphs"] and not fallbacks:
        breaks = torch._dynamo.utils.counters["graph_break"]
        return "not reached" if breaks else "no graph", str(dict(breaks)), {}
    if fallbacks and all("random" in why for r in report.state.records
                         for _, why, _ in r.fallbacks):
        return "drawn", "", fallbacks
    if fallbacks:
        return ("partly" if count["pieces"] else "fallen back"), "", fallbacks
    return "compiled", "", {}


# PyTorch's f64 is not exact: near poles it is off by thousands of roundings.
EXACT = {"digamma": lambda x: mpmath.digamma(x),
         "polygamma": lambda x, n: mpmath.polygamma(n, x)}


def exactly(op, args):
    """The results of an elementwise op, by mpmath (a dependency of PyTorch)."""
    name = op.name.removeprefix("special.")
    x, rest, kwargs = tree(wide, args)
    with mpmath.workdps(40):
        numbers = []
        for element in x.detach().flatten().tolist():
            try:
                y = EXACT[name](mpmath.mpf(element), *rest, **kwargs)
                numbers.append(float(y.real))
            except (ValueError, ZeroDivisionError):  # a pole
                numbers.append(float("nan"))
    return [torch.tensor(numbers, dtype=torch.float64).view(x.shape)]


def judge(op, function, args, gradients, got, want, exact, outputs):
    """What is wrong with `got`, or ""."""
    values = op.name not in UNDEFINED
    pointwise = isinstance(op, (UnaryUfuncInfo, BinaryUfuncInfo)) and \
        not gradients
    options = {"strided": outputs, "pointwise": pointwise}
    bad = compare(got, want, exact, values, **options)
    if bad and op.name.removeprefix("special.") in EXACT and not gradients \
            and got[0].is_floating_point():
        exact = exactly(op, args)
        bad = compare(got, want, exact, values, **options)
    if bad and "integers" in bad and ties(op, args, got, want):
        return ""
    if bad:  # as far as eager moves when its arguments move by a rounding
        bad = compare(got, want, exact, values, moved(
            function, args, gradients, want), **options)
    if bad:  # PyTorch's own trace differs from eager: then that is what counts
        torch._dynamo.reset()
        trace = torch.compile(function, backend="aot_eager")
        traced = run(trace, tree(fresh, args), gradients)
        if compare(traced, want, exact, values, **options):
            bad = compare(got, traced, traced, values, moved(
                trace, args, gradients, traced), **options)
    if bad and bad.startswith("result 0: strides"):
        bad = "" if strides_of_trace(function, args, got) else bad
    return bad


def ties(op, args, got, want):
    """Whether positions differ among equal values alone: what is found at them
    is what eager finds."""
    if op.name not in TIES or len(got) != (1 if op.name == "argsort" else 2):
        return False
    x, dim = args[0], TIES[op.name](args)
    if op.name == "argsort":
        return x.dim() > 0 and torch.equal(x.gather(dim, got[0]),
                                           x.gather(dim, want[0]))
    if x.dim() == 0 or not torch.equal(got[0], want[0]):
        return x.dim() == 0 and torch.equal(got[0], want[0])
    position = got[1] if got[1].dim() == x.dim() else got[1].unsqueeze(dim)
    values = got[0] if got[0].dim() == x.dim() else got[0].unsqueeze(dim)
    return torch.equal(x.gather(dim, position), values)


def strides_of_trace(function, args, got):
    """Whether results lie as PyTorch's trace says, which Dynamo relies on,
    where its kernels do otherwise."""
    from torch._subclasses.fake_tensor import FakeTensorMode
    mode = FakeTensorMode(allow_non_fake_inputs=True)
    with mode:
        fake = tree(lambda v: mode.from_tensor(v) if isinstance(
            v, torch.Tensor) else v, args)
        results = torch.utils._pytree.tree_leaves(function(*fake))
    return all(a.stride() == b.stride() for a, b in zip(got, results)
               if isinstance(a, torch.Tensor))


def fails_anyway(function, args, gradients):
    """Whether Dynamo and AOTAutograd fail without us."""
    torch._dynamo.reset()
    try:
        run(torch.compile(function, backend="aot_eager"), tree(fresh, args),
            gradients)
    except Exception:
        return True
    return False


def moved(function, args, gradients, want):
    """By result and element: how far eager's results move, at most, in three runs with
    arguments that are off by a rounding."""
    far = [torch.zeros(w.shape, dtype=torch.float64, device=w.device)
           if isinstance(w, torch.Tensor) else 0.0 for w in want]
    for seed in range(3):
        generator = torch.Generator().manual_seed(seed)

        def nudge(value):
            if not isinstance(value, torch.Tensor) or \
                    not (value.is_floating_point() or value.is_complex()) or \
                    value.layout != torch.strided:
                return fresh(value)
            unit = torch.finfo(value.dtype).eps
            x = value.detach().resolve_conj().resolve_neg().clone()
            parts = torch.view_as_real(x) if x.is_complex() else x
            sign = torch.randint(0, 2, parts.shape, generator=generator) - 0.5
            parts.mul_(1 + sign.to(parts) * 2 * unit)
            return x.requires_grad_(value.requires_grad)
        try:
            results = run(function, tree(nudge, args), gradients)
        except Exception:
            continue
        for i, (a, b) in enumerate(zip(results, want)):
            if isinstance(a, torch.Tensor) and a.shape == b.shape and \
                    (a.is_floating_point() or a.is_complex()) and \
                    a.layout == torch.strided:
                kind = torch.complex128 if a.is_complex() else torch.float64
                step = (a.detach().to(kind) - b.detach().to(kind)).abs()
                far[i] = torch.maximum(far[i], step.nan_to_num(0, 0, 0))
    return far


def samples(op, dtype, gradients, limit, generator):
    torch.manual_seed(SEED)
    found = list(op.sample_inputs(str(device), dtype,
                                  requires_grad=gradients))
    numbers = list(range(len(found)))
    if limit and len(numbers) > limit:
        numbers = sorted(generator.sample(numbers, limit))
    return [(n, found[n]) for n in numbers]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("--shard", default="0/1")
    parser.add_argument("--filter", default="")
    parser.add_argument("--dtype", default="")
    parser.add_argument("--samples", type=int, default=1,
                        help="of each op and dtype, without --all")
    parser.add_argument("--ops", type=float, default=1.0,
                        help="share of (op, dtype) pairs, without --all")
    parser.add_argument("--seconds", type=float, default=0,
                        help="stop then; what is left out is said")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--gradients", action="store_true")
    parser.add_argument("--device", default="cpu", help="cuda: on a GPU")
    parser.add_argument("--table", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    global device
    device = torch.device(options.device)
    warnings.filterwarnings("ignore")
    if options.table:
        import table
        print(table.table(options.table), end="")
        return 0
    return go(options)


def go(options):
    generator = random.Random(options.seed)
    mine, parts = map(int, options.shard.split("/"))
    done = known(options.out)
    todo = [c for c in cases(options.gradients)
            if options.filter in c[0] and options.dtype in c[0]]
    if not options.all:
        generator.shuffle(todo)
        todo = todo[:max(1, int(len(todo) * options.ops))]
    todo = todo[mine::parts]
    start, totals, missing = time.time(), collections.Counter(), \
        collections.Counter()
    out = options.out.open("a") if options.out else None
    for number, (key, op, dtype) in enumerate(todo):
        if options.seconds and time.time() - start > options.seconds:
            print(f"{len(todo) - number} of {len(todo)} pairs left out")
            break
        if key in done:
            continue
        try:
            found = samples(op, dtype, options.gradients,
                            0 if options.all else options.samples, generator)
        except Exception as error:
            print(f"{key}: no samples: {error!r}"[:200])
            continue
        rows = []
        for n, sample in found:
            status, detail, fallbacks = one(op, sample, options.gradients)
            totals[status] += 1
            missing.update(fallbacks)
            if status in ("wrong", "error", "failure", "not reached"):
                print(f"{key} #{n}: {status}: {detail}", flush=True)
            rows.append([n, status, detail, fallbacks])
        if out:
            out.write(json.dumps({"key": key, "gradients": options.gradients,
                                  "rows": rows}) + "\n")
            out.flush()
    total = sum(totals.values())
    print(f"{total} samples in {time.time() - start:.0f} s: " + ", ".join(
        f"{n} {s}" for s, n in totals.most_common()))
    print("fallbacks: " + ", ".join(f"{n} {c}" for n, c in
                                    missing.most_common(60)))
    return 1 if totals["wrong"] or totals["error"] or totals["failure"] \
        else 0


def known(path):
    if not path or not path.exists():
        return set()
    return {json.loads(line)["key"] for line in path.open()}


if __name__ == "__main__":
    sys.exit(main())
