"""Sizes that tc writes in no words of its own, and positions that sizes count,
also from the end."""
import math
import unittest

from Inputs.torch_case import Case
import tc
import torch
from torch import nn
from torch.nn import functional as F


class Shares(Case):
    def count(self, function, shapes):
        """Each result is eager's."""
        tc.reset()
        compiled = torch.compile(function, backend="tc", dynamic=True)
        with torch.no_grad():
            for shape in shapes:
                x = torch.randn(shape)
                got, want = (torch.utils._pytree.tree_leaves(f(x))
                             for f in (compiled, function))
                self.assertEqual(len(got), len(want))
                for a, b in zip(got, want):
                    self.close(a, b)
        self.assertFalse(tc.counters()["failures"])

    def whole(self, function, shapes):
        """Nothing falls back, and each result is eager's."""
        self.count(function, shapes)
        self.assertFalse(tc.counters()["fallback_ops"])

    def test_parts_that_are_a_share(self):
        """Sizes that tc does not write are given as those of arguments are."""
        def shares(x):
            k, last = int(x.shape[0] * 0.7), math.ceil(0.3 * x.shape[0])
            return x[:k].sin(), x[k:] @ x[-last:].T, x.topk(last, 0)[0].exp(), \
                torch.cat([x[:k], x.new_zeros(x.shape[0] - k, 5)]).cos()

        def square(x):
            n = x.shape[0]
            side, same = int(math.sqrt(n)), int(n ** 0.5)
            return x[:side * side].view(side, side, -1).permute(2, 0, 1).exp(), \
                x[:same * same].view(same, same, -1).cos()

        def padded(x):
            n = 2 ** math.ceil(math.log2(x.shape[0]))
            return F.pad(x, (0, 0, 0, n - x.shape[0])).exp()

        def masked(x):
            n, k = x.shape[0], int(x.shape[0] * (1 - 0.6))
            order = x.sum(1).argsort()
            mask = torch.ones(n)
            mask[:k] = 0
            return x[order[:k]].tanh(), mask.gather(0, order.argsort()) * 2

        def again(x):  # a share of what a piece computes comes after it
            k = math.ceil(0.7 * x.shape[0])
            y = torch.cat([x[:k], x[:2]]).exp()
            r = int(0.3 * y.shape[0])
            return y[:r].sin() + 1, y.sum(1)[:r].cos()

        def tokens(x):  # the side is a product's, and the share one of that
            y = F.avg_pool2d(x[None, None], 2).flatten(2).transpose(1, 2)
            side = int(y.shape[1] ** 0.5)
            z = y.transpose(1, 2).reshape(1, 1, side, side).exp().flatten(1)
            return z.topk(math.ceil(0.7 * z.shape[1]), 1)[0] + 1
        self.whole(tokens, [(8, 8), (12, 12)])
        self.whole(again, [(10, 5), (13, 5), (7, 5)])
        for function in (shares, square, padded, masked):
            self.whole(function, [(10, 5), (13, 5), (7, 5), (16, 5)])

    def test_a_range_of_float_steps(self):
        def backwards(x):
            n = x.shape[0]
            return torch.arange(n - 1, -n, -1.0)[:, None] * x.sum(), \
                torch.arange(n, -n, -2.0) * x.sum()
        self.count(backwards, [(10, 5), (13, 5)])
        self.assertNotIn("aten.mul.Tensor", tc.counters()["fallback_ops"])

    def test_a_size_that_may_be_negative(self):
        """is none that code is made for: the call is PyTorch's."""
        def function(x):
            n = x.shape[0]
            return (torch.zeros(n + 5 + math.floor(-0.3 * n)) + x[0, 0]).exp()
        self.count(function, [(10, 5), (13, 5)])

    def test_channels_that_guards_know(self):
        """A product of sizes that is the number of a weight's channels."""
        layers = nn.Conv1d(9, 4, 1), nn.Conv1d(9, 9, 3, groups=9), \
            nn.ConvTranspose1d(9, 4, 2)

        def mixed(x):
            y = F.avg_pool2d(x, 2).flatten(2).transpose(1, 2)
            return [layer(y) for layer in layers]
        self.whole(mixed, [(2, 5, 6, 6), (3, 5, 6, 6)])
        x = torch.randn(2, 5, 6, 6, requires_grad=True)
        grads = [torch.autograd.grad(f(x)[0].square().sum(), x)[0] for f in (
            mixed, torch.compile(mixed, backend="tc", dynamic=True))]
        self.close(grads[1], grads[0])

    def test_positions_counted_from_the_end(self):
        def selected(x, k):
            return x[-k].sin(), x.narrow(0, -k, 2).cos(), x[k - x.shape[0]] + 1

        def slices(x, k):
            n = x.shape[0]
            return [t.exp() for t in (
                x[-k:], x[:-k], x[-k:-1], x[-k::2], x[-2 * k:-k], x[-n:-k],
                x[k - n:-1], x[k - n:], x[n - k:], x[:n - 3],
                x[k - n:min(k, 3) - n + 4])]

        def written(x, k):
            x = x.clone()
            x[-k:] = 0
            x[:-k] += 1
            x[-k] = 5
            return x.sin()
        shapes = ((10, 4), (12, 5), (11, 3), (9, 2))
        for function in (selected, slices, written):
            for dynamic in (True, None):
                tc.reset()
                compiled = torch.compile(function, backend="tc", dynamic=True) \
                    if dynamic else tc.compile(function)
                for n, k in shapes:
                    x, y = torch.randn(n, 3), torch.zeros(k)
                    got, want = (torch.utils._pytree.tree_leaves(
                        f(x, y.shape[0])) for f in (compiled, function))
                    self.assertEqual(len(got), len(want))
                    for a, b in zip(got, want):
                        self.assertEqual(a.shape, b.shape)
                        self.close(a, b)
                counts = tc.counters()
                self.assertFalse(counts["failures"] or counts["fallback_ops"])


if __name__ == "__main__":
    unittest.main()
