"""Elementwise functions of special numbers, in each type: values, dtypes and
strides are eager's."""
import functools
import pathlib
import sys
import unittest

from Inputs.specials import BINARY, DIVIDES, DTYPES, UNARY, specials
from Inputs.torch_case import Case
import torch
from tc.torch import report
from torch.utils._pytree import tree_leaves

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] /
                       "conformance"))
from calls import moved, wide  # noqa: E402
from compare import compare  # noqa: E402

FLOATS = {d for d in DTYPES if d.is_floating_point}
# What eager's kernels leave open: (types, why, the results that are compared).
OPEN = {
    "gelu": (FLOATS, "its vector of erf is NaN at infinity",
             lambda y: ~y.isnan()),
    "digamma": ({torch.float64}, "f64 is not exact near a pole",
                lambda y: y.abs() < 1e15),
    **{name: (set(DTYPES), "its vector of exp is 0 for a denormal result",
              lambda y: y != 0) for name in ("sigmoid", "silu")},
    **{name: ({torch.float64}, "its vector of fmod is NaN for some quotients "
              "beyond 2^53", lambda y: ~y.isnan())
       for name in ("%", "fmod", "remainder", "number %")},
    "addcmul": (FLOATS, "it fuses the addition, so that a product may overflow",
                lambda y: y.abs() < 1e4),
    **{f"power {p}": ({torch.float16}, "it is pow on CPUs, a root on GPUs",
                      lambda y: y.isfinite()) for p in (0.5, -0.5)},
}
LEFT = {"aten.complex.default"}  # of f16, a type that is not compiled


@functools.cache
def values(dtype, kind=""):
    """Those that functions of a kind are defined for. Functions share them, or
    Dynamo would take longer over inputs than over functions."""
    x = specials(dtype)
    if kind == "divides":
        return x[(x != 0) & (x != -1)]
    if kind == "shifts":
        return x[(x >= 0) & (x < 8 * x.itemsize)]
    return x[:, None] if kind == "rows" else x


def operands(name, dtype):
    """What the function is defined for."""
    kind = ""
    if not dtype.is_floating_point:
        kind = "divides" if name in DIVIDES else \
            "shifts" if "shift" in name else ""
    return values(dtype, "rows"), values(dtype, kind)


def unary(dtype):
    for name, function in UNARY.items():
        x = values(dtype)
        first, _, number = name.rpartition(" ")
        if not dtype.is_floating_point and (
                first in DIVIDES and number in ("0", "-1") or
                "shift" in name and number not in ("3", "True")):
            continue
        if first == "number %" and not dtype.is_floating_point:
            x = values(dtype, "divides")
        yield name, function, (x,)


def binary(dtype):
    for name, function in BINARY.items():
        yield name, function, operands(name, dtype)


def eager(cases):
    """Those that eager takes, with its results."""
    for name, function, args in cases:
        try:
            yield name, function, args, tree_leaves(function(*args))
        except (RuntimeError, TypeError):
            pass


def exact(function, args):
    try:
        return tree_leaves(function(*wide(args)))
    except (RuntimeError, TypeError):
        return None


def compared(name, dtype, results):
    """Zero where eager leaves the value open."""
    known = OPEN.get(name) or OPEN.get(name.rpartition(" ")[0])
    if not known or dtype not in known[0] or results is None:
        return lambda values: values
    return lambda values: [torch.where(known[2](w), v, 0)
                           for v, w in zip(values, results)]


class Specials(Case):
    def agree(self, cases, dtype):
        cases = list(eager(cases))

        def function(given):
            return [f(*args) for (_, f, *_), args in zip(cases, given)]
        torch._dynamo.reset()
        report.state.clear()
        found = torch.compile(function, backend="tc")(
            [args for _, _, args, _ in cases])
        self.assertFalse(report.state.failures)
        self.assertLessEqual(set(report.state.fallback_ops), LEFT)
        for (name, f, args, want), got in zip(cases, found):
            keep = compared(name, dtype, want)
            true = exact(f, args)
            values = keep(tree_leaves(got)), keep(want), true and keep(true)
            options = {"strided": len(want), "pointwise": True}
            bad = compare(*values, **options)
            if bad:
                slack = moved(f, args, False, want)
                bad = compare(*values, **options, slack=slack)
            with self.subTest(name, dtype=dtype):
                self.assertFalse(bad)


def add(kind, dtype):
    def test(self):
        self.agree(kind(dtype), dtype)
    setattr(Specials, f"test_{kind.__name__}_{str(dtype)[6:]}", test)


for kind in (unary, binary):
    for dtype in DTYPES:
        add(kind, dtype)

if __name__ == "__main__":
    unittest.main()
