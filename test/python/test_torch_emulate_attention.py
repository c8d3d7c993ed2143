"""Attention that drops probabilities in GPU kernels without a GPU, in halves, as
the direct route has it on CUDA: on the emulator (test/gpu), of the mask that
eager draws on CPUs, against eager in f64."""
import os
import sys
import unittest
from unittest import mock

from Inputs.torch_case import BUILD, Case

EMULATOR = str(BUILD / "lib/libtcemulate.so")
if os.environ.get("LD_PRELOAD") != EMULATOR:
    os.environ["LD_PRELOAD"] = EMULATOR
    os.execv(sys.executable, [sys.executable, *sys.argv])

import tc  # noqa: E402
import torch  # noqa: E402
import torch.nn.functional as F  # noqa: E402
from tc.torch import gradients, report  # noqa: E402

ROWS, SIZE = 160, 64  # from 64 of each on scores are recomputed


def plain(q, k, v):
    return F.scaled_dot_product_attention(q, k, v, None, 0.3)


def causal(q, k, v):
    return F.scaled_dot_product_attention(q, k, v, None, 0.3, True)


def masked(q, k, v, mask):
    return F.scaled_dot_product_attention(q, k, v, mask, 0.3)


def grouped(q, k, v):
    return F.scaled_dot_product_attention(q, k, v, None, 0.3, True, scale=0.2,
                                          enable_gqa=True)


class Attention(Case):
    def gradients(self, function, args, dtype, **options):
        mine = [a if a.dtype == torch.bool else a.detach().to(dtype)
                .requires_grad_(a.requires_grad) for a in args]
        torch.manual_seed(5)
        y = (torch.compile(function, backend="tc", options=options)
             if options else function)(*mine)
        y.backward(torch.linspace(-3, 3, y.numel()).sin().view(y.shape)
                   .to(y.dtype))
        return [y.detach(), *[a.grad for a in mine if a.requires_grad]]

    def check(self, function, *args, heads=2, dtype=torch.bfloat16):
        args = [*[torch.randn(1, n, ROWS, SIZE, requires_grad=True)
                  for n in (2, heads, heads)], *args]
        torch._dynamo.reset()
        report.state.clear()
        exact, eager = (self.gradients(function, args, kind)
                        for kind in (torch.float64, dtype))
        with mock.patch.object(gradients, "CPU", None):
            got = self.gradients(function, args, dtype, route="direct",
                                 target="emulate")
        self.assertIn("differentiated by tc", str(tc.explain()))
        self.assertFalse(report.state.failures)
        for a, b, c in zip(got, eager, exact, strict=True):
            error, own = ((x.double() - c).norm() for x in (a, b))
            self.assertLessEqual(error, max(
                2 * own, torch.finfo(dtype).eps * c.norm()))

    def test_kept(self):
        for dtype in gradients.HALVES:
            self.check(plain, dtype=dtype)
        self.check(causal)

    def test_masks(self):
        sees = torch.rand(1, 1, ROWS, ROWS) > 0.3
        sees[..., 5, :] = False
        self.check(masked, sees)
        self.check(masked, torch.randn(1, 1, 1, ROWS))

    def test_grouped_heads(self):
        self.check(grouped, heads=1)


if __name__ == "__main__":
    unittest.main()
