"""Values that are looked for by comparing: the greatest element of computed ones,
positions, whole numbers. What forward and backward compute are the same bits, in
halves too, which bodies keep wide: gradients are not lost."""
import unittest

from Inputs.torch_case import Case
import torch
from torch.nn import functional as F

GENERATOR = torch.Generator().manual_seed(1)
X = torch.randn(50, 37, generator=GENERATOR)
ROW = torch.randn(50, 1, generator=GENERATOR)
ROWS = (torch.arange(50) % 3)[:, None].expand(50, 37)
GREATEST = {
    "probabilities": lambda x, y: (x * y).softmax(-1).amax(-1),
    "columns": lambda x, y: (x + y).softmax(-1).amin(0),
    "normalised": lambda x, y: (x / x.norm(dim=1, keepdim=True)).amax(1) + y[:, 0],
    "norm": lambda x, y: torch.linalg.vector_norm((x * y + 1) * .3, torch.inf),
    "chain": lambda x, y: ((x * y) * 0.7 + .3).amax(1),
    "gelu": lambda x, y: F.gelu((x * y) * 0.7).amax(0),
    "maximum": lambda x, y: torch.maximum(x * y * 1.3 + 1, y * x).amax(1) * 2,
    "running": lambda x, y: (x * y).softmax(-1).cummax(-1)[0],
    "scattered": lambda x, y: x.new_full((3, 37), -9.0).scatter_reduce(
        0, ROWS, (x * y).softmax(1), "amax")}
FOUND = {
    "argmax": lambda x, y: (x * y).argmax(1),
    "argmin": lambda x, y: (x * y).argmin(0),
    "max": lambda x, y: (x * y).max(1)[1],
    "cummax": lambda x, y: (x * y).cummax(1)[1],
    "sort": lambda x, y: (x * y).sort(dim=1, stable=True)[1],
    "equal": lambda x, y: (x * y) == (x * y).amax(1, keepdim=True),
    "whole": lambda x, y: (x * y).long(),
    "greater": lambda x, y: (x * y) > y}


class Compared(Case):
    def test_gradients(self):
        for dtype in (torch.float32, torch.bfloat16, torch.float16):
            for name, function in GREATEST.items():
                for route in ("direct", "aot"):
                    torch._dynamo.reset()
                    found = []
                    for call in (torch.compile(function, backend="tc", options={
                            "route": route}), function):
                        given = [v.to(dtype, copy=True).requires_grad_()
                                 for v in (X, ROW)]
                        call(*given).float().sin().sum().backward()
                        found.append(given[0].grad.float())
                    got, want = found
                    with self.subTest(name, dtype=dtype, route=route):
                        # (of halves the greatest may be two, here or there)
                        self.assertFalse(got.isnan().any())
                        self.assertLessEqual(
                            (got - want).norm(),
                            (1e-5 if dtype == torch.float32 else .15) *
                            want.norm())

    def test_what_is_sought_is_saved(self):
        """Where the least cut would save a value before it, too."""
        def distance(x, radius):  # to a ball and a box
            x = x + 0.01
            ball = x.norm(dim=-1) - radius
            q = (x - torch.tensor([1., 0, 0], dtype=x.dtype)).abs() - 0.3
            box = q.clamp_min(0).norm(dim=-1) + q.amax(-1).clamp_max(0)
            return torch.minimum(ball, box)
        for route in ("direct", "aot"):
            torch._dynamo.reset()
            x = torch.randn(64, 3, generator=torch.Generator().manual_seed(0))
            x = x.bfloat16().requires_grad_()
            radius = torch.tensor(0.5, dtype=x.dtype).requires_grad_()
            torch.compile(distance, backend="tc", options={"route": route})(
                x, radius).sum().backward()
            self.assertFalse(x.grad.isnan().any())

    def test_positions_and_whole_numbers(self):
        for dtype in (torch.bfloat16, torch.float16):
            for name, function in FOUND.items():
                torch._dynamo.reset()
                got = torch.compile(function, backend="tc")(
                    X.to(dtype), ROW.to(dtype))
                with self.subTest(name, dtype=dtype):
                    self.assertTrue(torch.equal(got, function(
                        X.to(dtype), ROW.to(dtype))))


if __name__ == "__main__":
    unittest.main()
