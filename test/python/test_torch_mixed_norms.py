"""Norms of bf16 and f16 whose parameters are f32, compared with eager and f64."""
import copy
import unittest

from Inputs.training_case import Both
from tc.torch import report
import torch
from torch import nn


class MixedNorms(Both):
    """Norms of bf16 and f16 with parameters in f32, as under autocast."""

    def gradients_of(self, norm, channels_last=False):
        torch.manual_seed(5)
        x, tangent = torch.randn(2, 4, 8, 6, 6) + 0.5
        if channels_last:
            x = x.to(memory_format=torch.channels_last)
        for dtype in (torch.bfloat16, torch.float16):
            half, errors = x.to(dtype), []
            wide = copy.deepcopy(norm).double()
            exact = self.gradient(wide, wide, half.double(),
                                  tangent.to(dtype).double())
            for compiled in (False, True):
                torch._dynamo.reset()
                mine = copy.deepcopy(norm)
                call = torch.compile(mine, backend="tc", fullgraph=True) \
                    if compiled else mine
                found = self.gradient(mine, call, half, tangent.to(dtype))
                errors.append([(f.double() - e).norm() / e.norm()
                               for f, e in zip(found, exact)])
            for theirs, ours in zip(*errors):
                self.assertLessEqual(ours, 2 * theirs + 1e-6)
        self.assertFalse(report.state.failures)

    @staticmethod
    def gradient(module, call, x, tangent):
        x = x.detach().clone().requires_grad_()
        y = call(x)
        y.backward(tangent)
        return y.detach(), x.grad, module.weight.grad, module.bias.grad

    def test_batch_norm(self):
        self.gradients_of(nn.BatchNorm2d(8).train())
        self.gradients_of(nn.BatchNorm2d(8).train(), channels_last=True)
        self.gradients_of(nn.BatchNorm2d(8, track_running_stats=False))

    def test_layer_norm(self):
        self.gradients_of(nn.LayerNorm([8, 6, 6]))

    def test_group_norm(self):
        self.gradients_of(nn.GroupNorm(2, 8))

    def test_saved_statistics(self):
        """Have eager's type."""
        x = torch.randn(4, 8).bfloat16()
        weight = torch.rand(8)
        for dtype in (torch.float32, torch.bfloat16):
            w = weight.to(dtype)
            f = torch.compile(lambda x: torch.native_layer_norm(
                x, [8], w, None, 1e-5), backend="tc", fullgraph=True)
            for got, want in zip(f(x), torch.native_layer_norm(
                    x, [8], w, None, 1e-5)):
                self.close(got, want)


if __name__ == "__main__":
    unittest.main()
