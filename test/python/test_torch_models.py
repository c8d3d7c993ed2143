"""The judge of test/conformance/models.py: its reference where an op has no
kernel for f64, and what it calls wrong."""
import types
import unittest
from unittest import mock

from Inputs.torch_case import ROOT
import sys
import torch
from torch import nn

sys.path.insert(0, str(ROOT / "test/conformance"))
import models  # noqa: E402

OPTIONS = types.SimpleNamespace(device="cpu", train=False, gradients=True)


class NotInF64(nn.Module):
    """`off`: how wrong the compiled one is."""

    def __init__(self):
        super().__init__()
        self.weight, self.off = nn.Parameter(torch.randn(8, 8)), 0.0

    def forward(self, x):
        if x.dtype == torch.float64:
            raise RuntimeError("no kernel for f64")
        y = torch.tanh(x @ self.weight)
        return y * (1 + self.off) if torch.compiler.is_compiling() else y


def model():
    torch.manual_seed(1)
    return NotInF64(), (torch.randn(6, 8),)


def judged(**off):
    """What is said of a model that is `off` so much in these back ends."""
    real = torch.compile

    def compile(model, backend):
        model.off = off.get(backend, 0.0)
        return real(model, backend=backend)
    with mock.patch.object(torch, "compile", compile):
        return models.one(model, OPTIONS)


class Models(unittest.TestCase):
    def test_no_kernel_for_f64(self):
        self.assertEqual(judged()[0], "")
        problem, _, counts = judged(tc=1e-4)
        self.assertIn("output 0", problem)
        self.assertEqual(counts["graphs"], 1)

    def test_traces_that_are_not_eager(self):
        problem, _, counts = judged(tc=1e-2, aot_eager=1e-2)
        self.assertEqual((problem, counts["traced apart"]), ("", True))
        self.assertFalse(judged()[2]["traced apart"])
        self.assertIn("output 0", judged(tc=1e-2, aot_eager=2e-2)[0])

    def test_columns(self):
        row = {"problem": "", "fallbacks": {}, "failures": {}, "graphs": 1}
        for change, status in (({}, "compiled"), ({"apart": True}, "traced apart"),
                               ({"fallbacks": {"aten.fft": 1}}, "partly"),
                               ({"graphs": 0}, "not reached")):
            self.assertEqual(models.standing(row | change),
                             ["models", "right", status])
        self.assertEqual(models.standing(row | {"problem": "output 0"}),
                         ["models", "wrong"])

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
