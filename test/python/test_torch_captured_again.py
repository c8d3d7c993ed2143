"""Training with sizes that change, on both routes: PyTorch captures 0 and 1 by
themselves, tc compiles nothing for them, and results and gradients are eager's."""
import unittest

from Inputs.torch_case import Case
import tc
from tc.torch import captured_again
import torch
from torch import nn
from torch.nn import functional as F

BATCHES = (32, 7, 1, 0)


def perceptron():
    return nn.Sequential(nn.Linear(8, 16), nn.GELU(), nn.LayerNorm(16),
                         nn.Linear(16, 8), nn.LogSoftmax(-1))


class Residual(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.norm = nn.Conv2d(3, 4, 3, padding=1), nn.BatchNorm2d(4)
        self.last = nn.Linear(4, 5)

    def forward(self, x):
        y = F.relu(self.norm(self.first(x)))
        return self.last((y + y.sin()).mean((2, 3)))


class Training(Case):
    def step(self, function, parameters, x):
        for p in parameters:
            p.grad = None
        x = x.clone().requires_grad_(x.is_floating_point())
        y = function(x)
        y.square().sum().backward()
        return [y.detach(), x.grad, *[p.grad for p in parameters]]

    def count(self, function, shapes, route, dynamic, parameters=()):
        """[kernels after each call]; results and gradients are eager's."""
        tc.reset()
        compiled = torch.compile(function, backend="tc", dynamic=dynamic,
                                 options={"route": route})
        found = []
        for shape in shapes:
            x = torch.randn(shape, dtype=torch.float64)
            got = self.step(compiled, parameters, x)
            for a, b in zip(got, self.step(function, parameters, x)):
                torch.testing.assert_close(a, b, equal_nan=True)
            found.append(tc.counters()["kernels"])
        self.assertFalse(tc.counters()["failures"])
        return found

    def test_counts(self):
        """Captures, kernels and recompiles for batches 32, 7, 1 and 0: kernels for
        the first size, for all sizes, and none for 1 and 0."""
        for route, halves in (("aot", 2), ("auto", 1)):
            for dynamic, kinds, captures in ((None, 2, 4), (True, 1, 3),
                                             (False, 4, 4)):
                model = perceptron().double()
                kernels = self.count(model, [(n, 8) for n in BATCHES], route,
                                     dynamic, list(model.parameters()))
                with self.subTest(route=route, dynamic=dynamic):
                    self.assertEqual(len(set(kernels)), kinds)
                    counts = tc.counters()
                    self.assertEqual(counts["graphs"], captures * halves)
                    if route == "aot":  # a float may be specialised before
                        self.assertEqual(len(counts["recompiles"]), captures - 1)

    def test_models(self):
        for model, shape in (
                (Residual(), (3, 6, 6)),
                (nn.TransformerEncoderLayer(16, 2, 32, 0.0, batch_first=True),
                 (5, 16))):
            shapes = [(n, *shape) for n in BATCHES]
            for route in ("aot", "auto"):
                kernels = self.count(model, shapes, route, True,
                                     list(model.double().parameters()))
                with self.subTest(type(model).__name__, route=route):
                    self.assertEqual(len(set(kernels)), 1)

    def test_formulas_that_know_of_0_and_1(self):
        """Gradients of means, variances, products, norms and the like, along the
        size and beside it, where PyTorch's formulas ask for 0 and 1."""
        table = torch.randn(6, 8, dtype=torch.float64, requires_grad=True)

        def scattered(x):
            y = table.index_add(0, torch.arange(x.shape[0]) % 6, x)
            return y.scatter_reduce(0, (x[:, :3] > 0).long(), x[:, :3], "sum")
        functions = [
            lambda x: x.mean(0) + x.mean(), lambda x: x.sum(0, keepdim=True) * x,
            lambda x: x.var(0, correction=0) * x, lambda x: x.std(1, keepdim=True) * x,
            lambda x: x.prod(1).sum() * x, lambda x: x.cumsum(0).cos(),
            lambda x: x.softmax(0) + x.logsumexp(1, keepdim=True),
            lambda x: x / x.norm(dim=0).clamp(min=1e-3) + x.norm(),
            lambda x: torch.cat([x, table[:2], x.cos()]),
            lambda x: torch.stack([x, x.sin()], 1).flatten(0, 1),
            lambda x: x @ x.t() @ x, lambda x: torch.einsum("ni,mi->nm", x, table),
            lambda x: F.embedding((x[:, 0] > 0).long(), table) * x,
            lambda x: F.interpolate(x[:, None], scale_factor=2).sum(1),
            lambda x: F.max_pool1d(x[:, None], 2).squeeze(1),
            lambda x: F.pad(x, (1, 1, 2, 0)), lambda x: x.expand(3, *x.shape) * 2,
            lambda x: F.normalize(x) + F.cosine_similarity(x, x.sin())[:, None],
            scattered]
        for number, function in enumerate(functions):
            with self.subTest(function=number):
                parameters = [table] if "table" in function.__code__.co_freevars \
                    else []
                kernels = self.count(function, [(n, 8) for n in (5, 1, 0)],
                                     "aot", True, parameters)
                self.assertEqual(len(set(kernels)), 1)

    def test_two_sizes(self):
        def function(x):
            return (x + x.mean(1, keepdim=True)).softmax(1).sum(0)
        for shapes in ([(3, 5, 8), (1, 6, 8), (3, 1, 8), (1, 1, 8), (0, 6, 8)],
                       [(3, 5, 8), (3, 0, 8), (0, 0, 8)]):
            kernels = self.count(function, shapes, "aot", True)
            self.assertEqual(len(set(kernels)), 1)

    def test_what_is_another_graph(self):
        """A branch of the user's, a size that broadcasts or is left out, a
        formula that reads all but one element."""
        def branch(x):
            return x.sin() if x.shape[0] > 1 else x.cos()
        bias = torch.randn(7, 8, dtype=torch.float64)
        for function, shapes in (
                (branch, [(5, 8), (1, 8)]), (lambda x: x + bias, [(7, 8), (1, 8)]),
                (lambda x: x.squeeze(0) * 2, [(5, 8), (1, 8)]),
                (lambda x: x[1:] * 2, [(5, 8), (0, 8), (1, 8)]),
                (lambda x: x.prod(0), [(5, 8), (0, 8), (1, 8)]),
                (lambda x: x.sum() * x.shape[0] ** 0.5, [(5, 8), (1, 8)])):
            self.count(function, shapes, "aot", True)

    def test_what_else_a_graph_depends_on(self):
        """Other flags, gradients, types or options are another graph."""
        function = torch.compile(lambda x: x.matmul(x.t()).sin(), backend="tc",
                                 dynamic=True)
        function(torch.ones(3, 3))
        one = torch.ones(1, 1)
        with torch.autocast("cpu"):
            self.assertEqual(function(one).dtype, torch.bfloat16)
        self.assertTrue(function(one.clone().requires_grad_()).requires_grad)
        self.assertEqual(function(one.double()).dtype, torch.float64)
        self.assertFalse(function(one).requires_grad)

    def test_memory(self):
        """What Dynamo has dropped is not kept."""
        tc.reset()
        for size in (3, 1):
            torch.compile(lambda x: x.sin(), backend="tc", dynamic=True)(
                torch.ones(size))
        torch._dynamo.reset()
        self.assertTrue(all(reference() is None
                            for known in captured_again._found.values()
                            for _, reference in known))


if __name__ == "__main__":
    unittest.main()
