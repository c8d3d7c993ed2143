"""PyTorch's databases of samples through torch.compile(backend="tc") against eager:
the judge that opinfo.py and moduleinfo.py share.

A result is right if its error against the same call in f64 is at most twice
eager's and a few roundings; integers and truth values are eager's. Each sample
starts from a fresh Dynamo and must have reached the back end.
"""
import dataclasses
import importlib.util
import os
import pathlib
import sys
import traceback
import types
import typing
import unittest

os.environ.setdefault("TC_STRICT", "1")
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, os.environ.get("TC_PYTHON", str(ROOT / "build/python")))
if not importlib.util.find_spec("expecttest"):  # of PyTorch's tests, not ours
    sys.modules["expecttest"] = types.SimpleNamespace(
        TestCase=unittest.TestCase, assert_eq=None, ACCEPT=False)
try:
    import torch
except ImportError:
    print("skipped: no torch")
    sys.exit(77)
import tc.torch  # noqa: E402
from tc.torch import report  # noqa: E402

from calls import (  # noqa: E402
    coarsest, fresh, moved, of_floats, run, wide)
from compare import compare  # noqa: E402



@dataclasses.dataclass
class Subject:
    """What is sampled: an op or a module, in one dtype."""
    key: str  # its name in files and in the table, up to the first slash
    # (device, gradients[, spelling]) -> pairs of a function and its arguments
    samples: typing.Callable
    spellings: tuple = ()  # how it can be called, for --ways
    values: bool = True  # whether they are defined
    unwritten: tuple = ()  # numbers of results whose values are not defined
    pointwise: bool = False
    # (args, gradients) -> results nearer to the truth than those in f64, or None
    exactly: typing.Callable = lambda args, gradients: None
    # (args, got, want) -> a function that finds the positions in `got`, if they
    # differ from eager's among equal values alone, or None
    ties: typing.Callable = lambda args, got, want: None


# nn.LSTM and its like are captured only when asked for.
@torch._dynamo.config.patch(capture_dynamic_output_shape_ops=True,
                            capture_scalar_outputs=True, allow_rnn=True)
def one(subject, function, args, gradients, route="auto"):
    """(status, detail, fallback ops) of one sample."""
    torch._dynamo.reset()
    torch._dynamo.utils.counters.clear()
    report.state.clear()
    try:
        want = run(function, fresh(args), gradients)
    except Exception as error:
        return "eager fails", repr(error)[:200], {}
    try:
        compiled = torch.compile(function, backend="tc",
                                 options={"route": route, "least_ops": 0})
        got = run(compiled, fresh(args), gradients)
    except Exception as error:
        if fails_anyway(function, args, gradients):
            return "PyTorch fails", repr(error)[:200], {}
        return "error", "".join(traceback.format_exception_only(error))[:600], {}
    count = report.counters()
    fallbacks = count["fallback_ops"]
    try:
        bad = judge(subject, function, args, gradients, got, want)
    except Exception as error:  # which must not end a run of hours
        return "error", f"in the judge: {error!r}"[:600], fallbacks
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


def judge(subject, function, args, gradients, got, want):
    """What is wrong with `got`, or ""."""
    for n in subject.unwritten:
        got[n], want[n] = torch.zeros_like(got[n]), torch.zeros_like(want[n])
    try:
        exact = run(function, wide(args), gradients)
    except Exception:
        exact = None
    options = {"strided": want.outputs, "values": subject.values,
               "pointwise": subject.pointwise and not gradients}
    bad = compare(got, want, exact, **options)
    if bad and (better := subject.exactly(args, gradients)):
        exact = better[:1] * (1 + want.written) + better[1:]
        exact += [None] * (len(want) - len(exact))
        bad = compare(got, want, exact, **options)
    if bad and "integers" in bad and (
            same := subject.ties(args, got, want)):
        options["strided"] = 0  # which was asked before integers were
        function, want = same, run(same, fresh(args), gradients)
        exact = run(same, wide(args), gradients)
        bad = compare(got, want, exact, **options)
    if bad:
        bad = compare(got, want, exact, slack=moved(
            function, args, gradients, want), **options)
    if bad and overflowed(want) and exact is not None:  # in a type that holds
        bad = compare(got, want, exact, slack=moved(
            function, wide(args), gradients, exact, unit=coarsest(args)),
            **options)
    if bad:  # PyTorch's own trace differs from eager: then that is what counts
        torch._dynamo.reset()
        trace = torch.compile(function, backend="aot_eager")
        traced = run(trace, fresh(args), gradients)
        if compare(traced, want, exact, **options):
            bad = compare(got, traced, traced, slack=moved(
                trace, args, gradients, traced, inside=False), **options)
    if bad and bad.startswith("result 0: strides"):
        bad = "" if strides_of_trace(function, args, got) else bad
    return bad


def overflowed(results):
    return any(of_floats(r) and not bool(r.isfinite().all()) for r in results)


def strides_of_trace(function, args, got):
    """Whether results lie as PyTorch's trace says, which Dynamo relies on,
    where its kernels do otherwise. Sizes that data decides are those of `got`."""
    from torch._subclasses.fake_tensor import FakeTensorMode
    from torch.fx.experimental.symbolic_shapes import ShapeEnv
    mode = FakeTensorMode(allow_non_fake_inputs=True, shape_env=ShapeEnv())
    with mode:
        fake = torch.utils._pytree.tree_map_only(
            torch.Tensor, lambda x: mode.from_tensor(x, static_shapes=True),
            args)
        results = torch.utils._pytree.tree_leaves(function(*fake))
    pairs = [(a, b) for a, b in zip(got, results)
             if isinstance(a, torch.Tensor)]
    sizes = {s.node.expr: n for a, b in pairs
             for n, s in zip(a.shape, b.shape) if isinstance(s, torch.SymInt)}
    return all(a.stride() == tuple(numbers(b.stride(), sizes))
               for a, b in pairs)


def numbers(values, sizes):
    for value in values:
        symbolic = isinstance(value, torch.SymInt)
        yield value.node.expr.subs(sizes) if symbolic else value


def fails_anyway(function, args, gradients):
    """Whether Dynamo and AOTAutograd fail without us."""
    torch._dynamo.reset()
    try:
        run(torch.compile(function, backend="aot_eager"), fresh(args),
            gradients)
    except Exception:
        return True
    return False
