"""The judge of test/conformance/models.py: its reference where an op has no
kernel for f64, and what it calls wrong."""
import types
import unittest

from Inputs.torch_case import ROOT
import sys
import torch
from torch import nn

sys.path.insert(0, str(ROOT / "test/conformance"))
import models  # noqa: E402

OPTIONS = types.SimpleNamespace(device="cpu", train=False, gradients=True)


class NotInF64(nn.Module):
    """`off`: how wrong the compiled one is."""

    def __init__(self, off):
        super().__init__()
        self.weight, self.off = nn.Parameter(torch.randn(8, 8)), off

    def forward(self, x):
        if x.dtype == torch.float64:
            raise RuntimeError("no kernel for f64")
        y = torch.tanh(x @ self.weight)
        return y * (1 + self.off) if torch.compiler.is_compiling() else y


def model(off):
    torch.manual_seed(1)
    return NotInF64(off), (torch.randn(6, 8),)


class Models(unittest.TestCase):
    def test_no_kernel_for_f64(self):
        self.assertEqual(models.one(lambda: model(0.0), OPTIONS)[0], "")
        problem, _, counts = models.one(lambda: model(1e-4), OPTIONS)
        self.assertIn("output 0", problem)
        self.assertEqual(counts["graphs"], 1)

    def test_eagers_movement(self):
        exact = torch.tensor([3.0, 4.0]).double()
        eager, tc, near = (exact.float() * (1 + e)
                           for e in (1e-5, 3e-5 + 1e-5, 2e-5))
        self.assertIn("output 0", models.wrong([tc], [eager], [exact]))
        self.assertIn("output 0",
                      models.wrong([tc], [eager], [exact], [[eager]]))
        self.assertEqual(models.wrong([tc], [eager], [exact],
                                      [[eager], [near * (1 + 1e-5)]]), "")
        self.assertIn("output 0", models.wrong([tc * (1 + 1e-3)], [eager],
                                               [exact], [[near]]))


if __name__ == "__main__":
    unittest.main()
