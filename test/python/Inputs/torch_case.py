"""Shared by the tests of the PyTorch back end. Imported first: it sets the
package's path, and exits with 77 (skipped) without PyTorch."""
import copy
import os
import pathlib
import sys
import unittest

os.environ.setdefault("TC_STRICT", "1")
ROOT = pathlib.Path(__file__).resolve().parents[3]
BUILD = pathlib.Path(os.environ.get("TC_BUILD", ROOT / "build"))
sys.path.insert(0, str(BUILD / "python"))
try:
    import torch
except ImportError as missing:
    print(f"skipped: no {missing.name}")
    sys.exit(77)

import tc.torch  # noqa: E402
from tc.torch import report  # noqa: E402


def clone(value):
    return torch.utils._pytree.tree_map_only(
        torch.Tensor, lambda t: t.detach().clone().requires_grad_(
            t.requires_grad), value)


class Case(unittest.TestCase):
    def setUp(self):
        torch._dynamo.reset()
        report.state.clear()
        torch.manual_seed(0)

    def close(self, got, want, **tolerances):
        self.assertEqual(got.dtype, want.dtype)
        self.assertEqual(got.shape, want.shape)
        self.assertEqual(got.stride(), want.stride())
        torch.testing.assert_close(got, want, equal_nan=True, **tolerances)

    def check(self, function, *args, fallbacks=(), tolerances=None,
              **options):
        """Results and what becomes of the arguments are eager's."""
        mine, theirs = clone(args), clone(args)
        torch.manual_seed(1)
        want = function(*theirs)
        torch.manual_seed(1)
        got = torch.compile(function, backend="tc", fullgraph=True,
                            **options)(*mine)
        flat = torch.utils._pytree.tree_leaves
        for a, b in zip(flat((got, mine)), flat((want, theirs))):
            if isinstance(b, torch.Tensor):
                self.close(a.detach(), b.detach(), **(tolerances or {}))
            else:
                self.assertEqual(a, b)
        self.compiled(fallbacks)
        return got, mine, want, theirs

    def by_routes(self, routes, step, module, inputs, near, fullgraph=False,
                  **options):
        """`step(call, module, *inputs)` gives tensors, the same in eager and on
        each of the routes; yields the route after its run."""
        def run(call, mine):
            torch.manual_seed(3)
            return step(call(mine), mine, *clone(inputs))
        want = run(lambda m: m, copy.deepcopy(module))
        for route in routes:
            torch._dynamo.reset()
            report.state.clear()
            got = run(lambda m: torch.compile(
                m, backend="tc", fullgraph=fullgraph,
                options={"route": route, **options}), copy.deepcopy(module))
            for a, b in zip(got, want, strict=True):
                self.assertEqual(a is None, b is None)
                if a is not None:
                    self.close(a.detach(), b.detach(), rtol=near, atol=near)
            self.assertFalse(report.state.failures)
            yield route

    def compiled(self, fallbacks=()):
        """The back end was called, and left nothing else to PyTorch."""
        self.assertGreater(report.state.graphs, 0)
        self.assertEqual(set(report.state.fallback_ops), set(fallbacks))
        self.assertFalse(report.state.failures)

    def as_near(self, got, eager, exact, least=0.0):
        """`got` is like `eager`, and at most twice as far from `exact`: all
        relative errors together, since some values are few numbers."""
        mine = theirs = 0.0
        for a, b, true in zip(got, eager, exact, strict=True):
            self.assertEqual(a is None, b is None)
            if a is None:
                continue
            self.assertEqual((a.dtype, a.shape, a.stride(), a.device),
                             (b.dtype, b.shape, b.stride(), b.device))
            size = max(true.double().norm().item(), 1e-30)
            mine += ((a - true).double().norm().item() / size) ** 2
            theirs += ((b - true).double().norm().item() / size) ** 2
        self.assertLessEqual(mine ** 0.5, 2 * theirs ** 0.5 + least)
