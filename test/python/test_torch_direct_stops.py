"""The direct route with gradients where eager's graph ends inside of a captured
one: detach, no_grad, inference_mode."""
import unittest

from Inputs.torch_case import Case
import tc
import torch
import torch.nn.functional as F
from torch import nn


class Stops(Case):
    def both(self, module, *inputs, near=2e-5):
        """Results, and gradients of inputs and parameters, are eager's; the
        direct route's are differentiated by tc."""
        def step(call, module, *inputs):
            results = call(*inputs)
            results = results if isinstance(results, tuple) else (results,)
            sum((r * r).sum() for r in results if r.requires_grad).backward()
            return [*results, torch.tensor([r.requires_grad for r in results]),
                    *[x.grad for x in inputs],
                    *[p.grad for p in module.parameters()], *module.buffers()]
        for one in self.by_routes(("direct", "aot"), step, module, inputs,
                                  near, fullgraph=True):
            self.assertEqual("differentiated by tc" in str(tc.explain()),
                             one == "direct")

    def functions(self, *functions, dtype=torch.float32, near=2e-5):
        for function in functions:
            class Net(nn.Module):
                def forward(self, x, y):
                    return function(x, y)
            with self.subTest(function):
                self.both(Net(), *(torch.randn(4, 6, dtype=dtype)
                                   .requires_grad_() for _ in "xy"),
                          near=near)

    def test_detach(self):
        self.functions(
            lambda x, y: x * x.detach() + y,
            lambda x, y: (x * y).detach() * x + y,
            lambda x, y: x + (x.round() - x).detach() + y * y.data,
            lambda x, y: (x.detach() * y.sin(), x.tanh()),
            lambda x, y: (x[:, 1:].detach().t() @ y * x.sum()),
            lambda x, y: (x * y, (x + y).detach().exp()))

    def test_each_type(self):
        for dtype in (torch.float64, torch.bfloat16, torch.float16):
            self.functions(lambda x, y: x * (x * y).detach() + y,
                           dtype=dtype, near=2 * torch.finfo(dtype).eps)

    def test_modes(self):
        def teacher(x, y):
            with torch.no_grad():
                best, where = (x * y).topk(2, 1)
                parts = x.chunk(2, 1)
            return x[:, :2] * best + y[:, :3] .sum() * parts[1].sum() + where

        def old(x, y):
            with torch.inference_mode():
                label = (x + y).argmax(-1)
                with torch.inference_mode(False):
                    weight = torch.ones(6) * 2
            return F.cross_entropy(x * weight, label) + y.sum()

        def both(x, y):
            torch._C._set_grad_enabled(False)
            z = x * y
            torch._C._set_grad_enabled(True)
            return z * x + y
        self.functions(teacher, both)
        # (Eager refuses what inference mode made: no_grad is the same.)
        x, y = (torch.randn(4, 6, requires_grad=True) for _ in "xy")
        torch.compile(old, backend="tc", options={"route": "direct"})(
            x, y).backward()
        a, b = (v.detach().clone().requires_grad_() for v in (x, y))
        (F.cross_entropy(a * 2, (a + b).argmax(-1)) + b.sum()).backward()
        torch.testing.assert_close([x.grad, y.grad], [a.grad, b.grad])

    def test_views_without_gradients(self):
        """Autograd has them require a gradient, which they do not pass on."""
        def part(x, y):
            with torch.no_grad():
                first, flat, parts = x[0], x.view(-1), y.unbind(0)
            return first * y + parts[1] * x + flat[:6], x * 1
        self.functions(part)

    def test_results_of_views_without_gradients(self):
        def given(x):
            with torch.no_grad():
                first = x[0]
            return first, first.exp(), x * 2
        results = [call(torch.ones(2, 3, requires_grad=True)) for call in (
            given, torch.compile(given, backend="tc"))]
        flags = [[r.requires_grad for r in one] for one in results]
        self.assertEqual(*flags)

    def test_views_without_gradients_that_get_one(self):
        def function(x, y):
            with torch.no_grad():
                first = x.view(-1).clone()
            first.mul_(y.view(-1))
            return first.sin().sum()
        grads = []
        for call in (function, torch.compile(function, backend="tc")):
            x, y = (torch.linspace(-1, 1, 24).view(4, 6).requires_grad_()
                    for _ in "xy")
            call(x, y).backward()
            grads += [x.grad, y.grad]
        self.assertEqual([g is None for g in grads], [True, False] * 2)
        torch.testing.assert_close(grads[1], grads[3])

    def test_some_results_of_a_call(self):
        self.functions(lambda x, y: torch.mul(*torch.broadcast_tensors(
            x, y.detach()[:1])) * torch.broadcast_tensors(
                y, torch.ones(6))[1] + y)

    def test_networks(self):
        class Codebook(nn.Module):
            """van den Oord et al. 2017"""
            def __init__(self):
                super().__init__()
                self.inner = nn.Linear(6, 4)
                self.codes = nn.Parameter(torch.randn(5, 4))

            def forward(self, x):
                z = self.inner(x)
                far = (z[:, None] - self.codes).square().sum(-1)
                q = self.codes[far.argmin(-1)]
                loss = F.mse_loss(q, z.detach()) + F.mse_loss(z, q.detach())
                return z + (q - z).detach(), loss
        self.both(Codebook(), torch.randn(8, 6, requires_grad=True))

        class Target(nn.Module):
            """A target network in training mode: its statistics move."""
            def __init__(self):
                super().__init__()
                self.online = nn.Sequential(nn.Linear(6, 4), nn.BatchNorm1d(4))
                self.target = nn.Sequential(nn.Linear(6, 4), nn.BatchNorm1d(4))

            def forward(self, x):
                with torch.no_grad():
                    goal = F.normalize(self.target(x.flip(0)), dim=1)
                return 2 - 2 * (F.normalize(self.online(x), dim=1) * goal).sum(1)
        self.both(Target(), torch.randn(8, 6, requires_grad=True))

    def test_second_derivatives(self):
        def function(x):
            return (x * x.sin().detach() * x).sum()

        def slope(f):
            x = torch.linspace(-1, 1, 5, requires_grad=True)
            first, = torch.autograd.grad(f(x), x, create_graph=True)
            return torch.autograd.grad(first.square().sum(), x)[0]
        torch.testing.assert_close(slope(torch.compile(
            function, backend="tc", options={"route": "direct"})), slope(function))

    def test_tangents(self):
        def function(x):
            return x * x.sin().detach() * x
        call = torch.compile(function, backend="tc", options={"route": "direct"})
        x = torch.linspace(-1, 1, 5, requires_grad=True)
        call(x)
        torch.testing.assert_close(torch.func.jvp(call, (x,), (x.cos(),)),
                                   torch.func.jvp(function, (x,), (x.cos(),)))

    def test_writes_to_what_a_value_shares(self):
        def detached(x):
            y = x * 2
            z = y.detach()
            z.mul_(3)
            return (y * x).sum()

        def seen(x):
            y = x * 2
            z = y.detach()
            y.mul_(x)
            return (y * z).sum()

        def argument(x):
            x.detach().mul_(2)
            return (x * 3).sum()
        for function in (detached, seen, argument):
            with self.subTest(function.__name__):
                got, want = (torch.linspace(-1, 1, 5, requires_grad=True)
                             for _ in "ab")
                torch._dynamo.reset()
                tc.reset()
                torch.compile(function, backend="tc")(got).backward()
                function(want).backward()
                torch.testing.assert_close([got, got.grad], [want, want.grad])
                self.assertNotIn("differentiated by tc", str(tc.explain()))


if __name__ == "__main__":
    unittest.main()
