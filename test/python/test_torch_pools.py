"""Max pools: values, positions and gradients are eager's, also of windows that
overlap, of equal elements, of NaN (the last one of a window is found), and of
sizes that stay."""
import unittest

from Inputs.torch_case import Case
import torch
import torch.nn.functional as F

POOLS = ((F.adaptive_max_pool1d, (2, 3, 7), 3),
         (F.adaptive_max_pool1d, (3, 8), 8),
         (F.adaptive_max_pool2d, (2, 3, 5, 7), (3, 2)),
         (F.adaptive_max_pool2d, (3, 6, 4), (None, 3)),
         (F.adaptive_max_pool2d, (2, 3, 5, 7), (1, 4)),
         (F.adaptive_max_pool2d, (2, 2, 3, 3), (5, 4)),
         (F.adaptive_max_pool2d, (2, 3, 5, 7), 1),
         (F.adaptive_max_pool3d, (2, 3, 4, 5, 6), (3, 2, 4)))


class Pools(Case):
    def pooled(self, function, x):
        x = x.clone().requires_grad_()
        values, positions = function(x)
        weights = torch.arange(1., values.numel() + 1).reshape(values.shape)
        return values, positions, *torch.autograd.grad(values, x, weights)

    def agree(self, function, x, **options):
        torch._dynamo.reset()
        got = self.pooled(torch.compile(function, backend="tc", options={
            "fallback": False} | options), x)
        for mine, theirs in zip(got, self.pooled(function, x)):
            torch.testing.assert_close(mine, theirs, rtol=1e-6, atol=0,
                                       equal_nan=True)

    def test_adaptive(self):
        for pool, shape, size in POOLS:
            def function(x):
                return pool(x, size, return_indices=True)
            generator = torch.Generator().manual_seed(0)
            x = torch.randint(-3, 3, shape, generator=generator).float()
            x[0, 0] = -torch.inf
            for share in (0, 0.5, 1):
                x[torch.rand(shape, generator=generator) < share] = torch.nan
                with self.subTest(pool.__name__, size=size, nan=share):
                    self.agree(function, x)

    def test_nan(self):
        for n, pool in enumerate((F.max_pool1d, F.max_pool2d, F.max_pool3d), 1):
            def function(x):
                values, positions = pool(x, 3, 2, 1, return_indices=True)
                return 2 * values, positions
            x = torch.randn(2, 3, *[7] * n)
            x[x > 0.5] = torch.nan  # most windows have several
            for route in ("aot", "direct"):
                with self.subTest(pool.__name__, route=route):
                    self.agree(function, x, route=route)


if __name__ == "__main__":
    unittest.main()
