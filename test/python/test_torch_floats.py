"""Floats that vary, as arguments of the user's and numbers of modules under
dynamic=True: one capture on the direct route serves all values where they are
numbers of arithmetic, and Dynamo is asked for constants elsewhere."""
import unittest

from Inputs.torch_case import Case, clone
import tc
import torch
from torch import nn
from torch.nn import functional as F

VALUES = (0.1, 0.25, 0.7)


class Floats(Case):
    def count(self, function, arguments, dtype=torch.float64):
        """Captures; each result and gradient is eager's."""
        tc.reset()
        compiled = torch.compile(function, backend="tc", dynamic=True,
                                 options={"route": "direct"})
        for given in arguments:
            found = []
            for call in (compiled, function):
                mine = [a.detach().to(dtype).clone().requires_grad_()
                        if isinstance(a, torch.Tensor) else a for a in given]
                y = call(*mine)
                y.sin().sum().backward()
                found.append([y.detach(), *[a.grad for a in mine if isinstance(
                    a, torch.Tensor)]])
            for a, b in zip(*found):
                self.close(a, b)
        self.compiled()
        return tc.counters()["graphs"]

    def test_one_capture_for_all_values(self):
        x, y = torch.randn(3, 5), torch.randn(3, 5)
        for function in (
                lambda x, y, a: x * (1 - a) + a * y.sin(),
                lambda x, y, a: x.lerp(y, a),
                lambda x, y, a: torch.lerp(x, y, weight=a),
                lambda x, y, a: x.clamp(max=a) + y.clamp(-a, a),
                lambda x, y, a: (x.abs() + .1) ** a + y,
                lambda x, y, a: torch.where(x > a, x, a * x) + (a >= y) * y,
                lambda x, y, a: (x / a).softmax(-1) + y * (a * x.shape[0]),
                lambda x, y, a: x * a ** 0.5 + y / (a + 1) - (2 - a)):
            self.assertEqual(
                self.count(function, [(x, y, a) for a in VALUES]), 1)

    def test_numbers_alone(self):
        """These take nothing but numbers: a capture for each."""
        x = torch.randn(3, 5)
        for function in (lambda x, a: F.leaky_relu(x, a),
                         lambda x, a: torch.full((3, 5), a) + x,
                         lambda x, a: F.celu(x, a + 1) * a):
            self.assertEqual(
                self.count(function, [(x, a) for a in VALUES], torch.float32), 3)

    def test_numbers_of_modules(self):
        """Are constants, without a trace of AOTAutograd's."""
        for module, shape in ((nn.LayerNorm(6), ()), (nn.BatchNorm1d(6), ()),
                              (nn.GroupNorm(2, 6), (4,))):
            module = module.double()
            self.assertEqual(self.count(module, [
                (torch.randn(n, 6, *shape),) for n in (3, 7, 5)]), 1)

    def test_a_number_of_sizes(self):
        """A float that sizes give, as the weight of lerp."""
        def function(x, y):
            return x.lerp(y, 1 / x.shape[0])
        self.assertEqual(self.count(function, [
            clone((torch.randn(n, 5), torch.randn(n, 5))) for n in (3, 4, 6)]), 1)


if __name__ == "__main__":
    unittest.main()
