"""Gradients of gradients of a compiled model, of any order, compared with eager."""
import unittest

from Inputs.training_case import Both, gradients, network, through_aotautograd
import tc
from tc.torch import report
import torch
from torch import nn


class HigherGradients(Both):
    def test_create_graph(self):
        def step(call, model, x):
            y = call(x).square().sum()
            g, = torch.autograd.grad(y, x, create_graph=True)
            penalty = (g.norm(dim=1) - 1).square().mean()
            (y + penalty).backward()
            return [g, x.grad, *gradients(model.parameters())]
        self.both(step, torch.randn(3, 6, requires_grad=True),
                  module=network())

    def test_create_graph_in_each_call(self):
        """Later calls are PyTorch's at once, until a derivative is not
        differentiated any more."""
        def run(call, x, orders):
            y = call(x).square().sum()
            g, = torch.autograd.grad(y, x, create_graph=orders > 1)
            if orders > 1:
                g, = torch.autograd.grad(g.square().sum(), x)
            return g
        model, x = network(), torch.randn(3, 6, requires_grad=True)
        compiled, launches = torch.compile(model, backend="tc"), []
        for orders in (*[2] * 17, *[1] * 16):
            before = report.state.launches
            self.close(run(compiled, x, orders), run(model, x, orders))
            launches.append(report.state.launches - before)
        self.assertEqual(launches, [2, *[0] * 15, 2, *[0] * 15, 2])

    def test_create_graph_where_dynamo_traces(self):
        """Autograd calls our functions from a frame that Dynamo has taken: it
        compiles the user's alone."""
        x = torch.randn(3, requires_grad=True)
        for route in ("aot", "auto"):
            torch._dynamo.reset()
            f = torch.compile(lambda t: t.pow(3).sum(), backend="tc",
                              options={"route": route})

            @torch.compile(backend="eager")
            def slope(y):
                return torch.autograd.grad(y, x, create_graph=True)[0] * 2
            counts = torch._dynamo.utils.counters["frames"]
            slope(f(x))
            before = counts["total"]
            for _ in range(4):
                self.close(slope(f(x)).detach(), 6 * x.detach() ** 2)
            self.assertEqual(counts["total"], before)

    def test_create_graph_of_a_random_model(self):
        def step(call, model, x):
            y = call(x).square().sum()
            torch.rand(3)
            g, = torch.autograd.grad(y, x, create_graph=True)
            g.square().sum().backward()
            return [g, x.grad, torch.rand(2), *gradients(model.parameters())]
        self.both(step, torch.randn(3, 6, requires_grad=True),
                  module=network(nn.Dropout(0.5)))

    def test_third_derivative(self):
        def f(x):
            return torch.sin(x) * x

        def thrice(f, x):
            y = f(x)
            for _ in range(3):
                y, = torch.autograd.grad(y.sum(), x, create_graph=True)
            return y
        x = torch.randn(5, dtype=torch.float64, requires_grad=True)
        self.close(thrice(torch.compile(f, backend="tc"), x), thrice(f, x))

    def test_create_graph_after_an_input_has_changed(self):
        x = torch.randn(3, requires_grad=True)
        y = x * 1
        z = torch.compile(lambda t: t * 3 + t.exp(), backend="tc")(y)
        with torch.no_grad():
            y.mul_(2)
        with self.assertRaisesRegex(RuntimeError, "inplace|modified"):
            g, = torch.autograd.grad(z.sum(), x, create_graph=True)
            g.sum().backward()

    def test_gradient_of_a_gradient_inside(self):
        """A penalty in torch.func inside of the compiled function."""
        def f(w, x):
            return torch.func.grad(lambda v: torch.tanh(v @ w).sum())(x).sum()

        def step(call, model, w, x):
            g = torch.compile(f, backend="tc") if isinstance(
                call, torch._dynamo.OptimizedModule) else f
            g(w, x).backward()
            call(x).sum().backward()
            return w.grad, *gradients(model.parameters())
        self.both(step, torch.randn(6, 2, requires_grad=True),
                  torch.randn(3, 6), module=network())


HigherGradientsThroughAOTAutograd = through_aotautograd(HigherGradients)


if __name__ == "__main__":
    unittest.main()
