"""Gradients on the direct route of graphs that are several pieces, with calls
that PyTorch runs between them: each piece is an autograd function, and eager's
autograd joins them. Eager's gradients are compared with, and AOTAutograd's."""
import copy
import unittest
from unittest import mock

from Inputs.torch_case import Case
import tc
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.checkpoint import checkpoint
from tc.torch import fourier, report, training


@torch.library.custom_op("tc_pieces::cube", mutates_args=())
def cube(x: torch.Tensor) -> torch.Tensor:
    return x.detach() ** 3


cube.register_fake(torch.empty_like)
cube.register_autograd(
    lambda ctx, grad: grad * 3 * ctx.saved_tensors[0] ** 2,
    setup_context=lambda ctx, inputs, output: ctx.save_for_backward(*inputs))


@torch.library.custom_op("tc_pieces::fill", mutates_args={"x"})
def fill(x: torch.Tensor, value: float) -> None:
    x.fill_(value)


class Net(nn.Module):
    """A call of PyTorch's between two pieces."""

    def __init__(self, left):
        super().__init__()
        self.left = left
        self.a, self.norm, self.b = (nn.Linear(6, 6), nn.LayerNorm(6),
                                     nn.Linear(6, 3))

    def forward(self, x):
        y = torch.tanh(self.a(x))
        return self.b(self.norm(y + self.left(y)))


def transform(x):
    return torch.fft.fft2(x).real


LEFT = {
    "_fft_c2c": transform,
    "linalg_inv_ex": lambda x: torch.linalg.inv(x @ x.mT + 3 * torch.eye(
        len(x), dtype=x.dtype)) @ x,
    "cube": lambda x: cube(x),
    "digamma": lambda x: cube(x) * torch.digamma(x + 3),
}


class Pieces(Case):
    def setUp(self):
        """Transforms of any size are left to PyTorch, as large ones are."""
        super().setUp()
        patch = mock.patch.object(fourier, "fourier_work", lambda points: (0, 1))
        patch.start()
        self.addCleanup(patch.stop)

    def both(self, step, module, *inputs, routes=("auto", "aot"), near=1e-9,
             pieces=2, **options):
        """`step(call, module, *inputs)` gives tensors, the same in eager, on
        the direct route and on AOTAutograd's."""
        for route in self.by_routes(routes, step, module, inputs, near,
                                    fullgraph=True, least_ops=0, **options):
            if route != "aot":
                self.assertIn("differentiated by tc", str(tc.explain()))
                self.assertEqual(tc.counters()["pieces"], pieces)

    def step(self, call, module, x):
        y = call(x)
        y.pow(2).sum().backward()
        return [y, x.grad, *[p.grad for p in module.parameters()]]

    def compile(self, net):
        return torch.compile(net, backend="tc", options={"least_ops": 0})

    def input(self, *sizes):
        return torch.randn(*sizes or (4, 6), dtype=torch.float64,
                           requires_grad=True)

    def test_calls_without_a_rule(self):
        for name, left in LEFT.items():
            with self.subTest(name):
                self.both(self.step, Net(left).double(), self.input(),
                          routes=("aot", "auto"))
                self.assertIn(name, " ".join(tc.counters()["fallback_ops"]))
                self.assertIn(name, str(tc.explain()))

    def test_without_gradients(self):
        """Calls are left between pieces, also of sizes that vary, and beside
        an argument that is written to."""
        class Writes(nn.Module):
            def forward(self, x, kept):
                y = transform(x.sin())
                kept.add_(y.cos())
                return torch.digamma(kept[0]) + 1, y.mT.exp()

        def step(call, module, *inputs):
            with torch.no_grad():
                return [value for rows in (5, 3, 4) for one in
                        [[x.detach()[:rows].clone() for x in inputs]]
                        for value in (*flat(call(*one)), *one)]
        flat = torch.utils._pytree.tree_leaves
        for name, left in LEFT.items():
            if name == "digamma":
                continue  # it has a rule, but for its gradient
            for route in self.by_routes(
                    ("auto", "aot"), step, Net(left).double(),
                    [self.input(5, 6)], 1e-9, fullgraph=True):
                self.assertIn(name, " ".join(tc.counters()["fallback_ops"]))
                self.assertEqual("captured by Dynamo alone" in
                                 str(tc.explain()), route == "auto")
        for route in self.by_routes(
                ("direct", "aot"), step, Writes(),
                [self.input(5, 6), self.input(5, 6)], 1e-9, fullgraph=True,
                leave=["aten.digamma.default"]):
            self.assertEqual(set(tc.counters()["fallback_ops"]),
                             {"aten._fft_c2c.default", "aten.digamma.default"})

    def test_calls_that_options_leave(self):
        net = Net(lambda x: F.gelu(x) * 2).double()
        for name in ("aten.gelu.default", "aten.native_layer_norm.default"):
            self.both(self.step, net, self.input(), leave=[name])
        torch._dynamo.reset()
        report.state.clear()
        self.step(torch.compile(net, backend="tc", options={
            "leave": ["aten.gelu.default"], "least_ops": 0}), net,
            self.input())
        self.assertEqual(tc.counters()["fallback_ops"],
                         {"aten.gelu.default": 1})

    def test_second_derivatives(self):
        def step(call, module, x):
            weights = list(module.parameters())
            grads = torch.autograd.grad(call(x).pow(2).sum(), [x, *weights],
                                        create_graph=True)
            sum(g.sin().sum() for g in grads).backward()
            return [x.grad, *grads, *(p.grad for p in weights)]
        for left in LEFT.values():
            self.both(step, Net(left).double(), self.input())

    def test_after_a_second_derivative_the_captured_graph_is_run(self):
        """Not piece by piece, which takes longer."""
        net, x = Net(transform).double(), self.input()
        compiled = torch.compile(net, backend="tc", options={
            "route": "direct", "least_ops": 0})

        def twice(call):
            grad, = torch.autograd.grad(call(x).sum(), x, create_graph=True)
            return torch.autograd.grad(grad.sin().sum(), x)[0]
        twice(compiled)
        self.assertEqual(report.state.pieces, 2)
        with mock.patch.object(training.Halves, "__call__",
                               side_effect=AssertionError):
            self.close(twice(compiled), twice(net))

    def test_second_derivatives_of_arguments_of_arguments(self):
        """One argument is computed from the other."""
        class Product(nn.Module):
            def forward(self, x, y):
                return x * y.tanh()

        def step(call, module, x):
            found, = torch.autograd.grad(call(x, x * 2).sum(), x,
                                         create_graph=True)
            found.pow(2).sum().backward()
            return [found, x.grad]
        self.both(step, Product(), self.input(), pieces=1)

    def test_some_have_no_gradient(self):
        class Two(nn.Module):
            def __init__(self):
                super().__init__()
                self.first, self.second, self.third = (
                    nn.Linear(6, 6) for _ in range(3))
                self.first.bias.requires_grad_(False)

            def forward(self, x):
                y = torch.tanh(self.first(x))
                z = transform(y)
                return (self.second(z).exp(), self.third(y).sigmoid(),
                        z.argmax(-1), z * 2 > 0)

        def step(call, module, x):
            first, second, *rest = call(x)
            (second if module.first.weight.sum() > 0 else first).sum().backward()
            return [first, second, *rest, x.grad,
                    *[p.grad for p in module.parameters()]]
        net = Two().double()
        for factor in (1, -1):
            net.first.weight.data = net.first.weight.data.abs() * factor
            self.both(step, net, self.input(), pieces=2)

    def test_masks_and_statistics(self):
        class Drops(nn.Module):
            def __init__(self):
                super().__init__()
                self.norms = nn.ModuleList(nn.BatchNorm1d(6)
                                           for _ in range(2))

            def forward(self, x):
                for norm in self.norms:
                    x = transform(F.dropout(norm(x.sin()), 0.4))
                return x.cos()

        def step(call, module, x):
            found = []
            for _ in range(2):
                y = checkpoint(call, x, use_reentrant=False) + call(x)
                y.pow(2).sum().backward(retain_graph=True)
                y.sum().backward()
                found += [y, x.grad.clone()]
            return [*found, *[p.grad for p in module.parameters()],
                    *module.buffers()]
        # (AOTAutograd's function does not write when a checkpoint runs again)
        self.both(step, Drops().double(), self.input(), pieces=3, near=1e-8,
                  routes=("auto",))

    def test_sizes_that_vary(self):
        def step(call, module, x):
            return [value for rows in (5, 3, 4) for value in
                    self.step(call, module, x.detach()[:rows].clone()
                              .requires_grad_())]
        self.both(step, Net(LEFT["digamma"]).double(), self.input(5, 6),
                  pieces=4)

    def test_autocast(self):
        def step(call, module, x):
            with torch.autocast("cpu", dtype=torch.bfloat16):
                y = call(x)
            y.float().pow(2).sum().backward()
            return [y, x.grad, *[p.grad for p in module.parameters()]]
        self.both(step, Net(LEFT["cube"]), torch.randn(
            4, 6, requires_grad=True), near=3e-2)

    def test_hooks_of_saved_tensors(self):
        net, x = Net(transform).double(), self.input()
        want = self.step(copy.deepcopy(net), net, x.detach().requires_grad_())
        packed = []

        def pack(value):
            packed.append(value.shape)
            return value + 0
        with torch.autograd.graph.saved_tensors_hooks(pack, lambda v: v):
            y = self.compile(net)(x)
        self.assertTrue(packed)
        y.pow(2).sum().backward()
        torch.testing.assert_close(x.grad, want[1])

    def test_values_that_are_written_between(self):
        net, x = Net(transform).double(), self.input()
        y = self.compile(net)(x)
        with torch.no_grad():
            net.norm.weight.add_(1)
        with self.assertRaisesRegex(RuntimeError, "modified by an inplace"):
            y.sum().backward()

    def test_pieces_that_fail_are_pytorchs(self):
        for name in ("call", "gradients"):
            mine, x = Net(transform).double(), self.input()
            theirs = copy.deepcopy(mine)
            want = self.step(theirs, theirs, x)
            torch._dynamo.reset()
            report.state.clear()
            whole, failed = getattr(training.Halves, name), []

            def fail(halves, *args, **words):
                failed.append(halves)
                if halves is failed[0]:
                    raise tc.Error(1506, "a test")
                return whole(halves, *args, **words)
            with mock.patch.object(training.Halves, name, fail), \
                    self.assertWarnsRegex(report.Warning, "TC-8102"):
                got = self.step(self.compile(mine), mine,
                                x.detach().clone().requires_grad_())
            self.assertEqual(len(failed), 2)
            for a, b in zip(got, want, strict=True):
                torch.testing.assert_close(a, b)
            self.assertFalse(any(g.requires_grad for g in got[1:]))

    def test_small_pieces(self):
        """They are left where another call cuts the graph; where all are, the
        graph is run as it was captured."""
        class Chain(nn.Module):
            def __init__(self, ops):
                super().__init__()
                self.ops, self.drop = ops, nn.Dropout(0.5)

            def forward(self, x):
                for _ in range(self.ops):
                    x = x.sin()
                return transform(self.drop(x) * 2).cos()
        least, few = training.LEAST_OPS, training.FEW_ELEMENTS
        for rows, ops, options, pieces in (
                (3, least - 4, {}, 0), (3, least - 3, {}, 1),  # dropout is two
                (3, least - 4, {"least_ops": 2}, 1),
                (3, least - 4, {"least_ops": 1}, 2),
                (few // 8, least - 4, {}, 0), (few // 4 + 1, 1, {}, 2)):
            with self.subTest(rows=rows, ops=ops, **options):
                for _ in self.by_routes(("auto",), self.step, Chain(ops).double(),
                                        [self.input(rows, 4)], 1e-9,
                                        fullgraph=True, **options):
                    self.assertEqual(tc.counters()["pieces"], pieces)
                    said = str(tc.explain())
                    self.assertEqual("fewer than least_ops" in said, pieces < 2)
                    self.assertEqual("and run by PyTorch" in said, not pieces)
        torch._dynamo.reset()
        report.state.clear()
        net = torch.compile(nn.Sequential(nn.Linear(6, 6), nn.ReLU()),
                            backend="tc")
        net(torch.randn(4, 6)).sum().backward()
        self.assertEqual(tc.counters()["fallback_ops"], {})

    def test_small_pieces_that_write(self):
        """What PyTorch's derivative of a batch norm saves is written to."""
        class Norm(nn.Module):
            def __init__(self):
                super().__init__()
                self.norm = nn.BatchNorm1d(6)

            def forward(self, x):
                x = transform(self.norm(x))
                return x.sin().exp().sin().cos()

        def step(call, module, x):
            return [*self.step(call, module, x), *module.buffers()]
        for least, pieces in ((4, 2), (100, 0)):
            for _ in self.by_routes(("auto",), step, Norm().double(),
                                    [self.input()], 1e-9, fullgraph=True,
                                    least_ops=least):
                self.assertEqual(tc.counters()["pieces"], pieces)

    def test_left_to_aotautograd(self):
        def writes(x):
            y = x * 2
            fill(y, 3.0)
            return y * x

        def many(x):
            for _ in range(training.MOST):
                x = transform(x.sin())
            return x.cos()
        for function, options, why in (
                (writes, {}, "fill"), (many, {"least_ops": 0},
                                      "each an autograd function"),
                (lambda x: x.sin().digamma(), {"fallback": False},
                 "the gradient of aten.digamma"),
                (lambda x: cube(x), {}, "nothing is compiled")):
            torch._dynamo.reset()
            report.state.clear()
            x, y = self.input(), self.input()
            y.data.copy_(x.data)
            torch.compile(function, backend="tc", options=options)(
                x).sum().backward()
            function(y).sum().backward()
            torch.testing.assert_close(x.grad, y.grad)
            self.assertIn("traced by AOTAutograd: ", str(tc.explain()))
            self.assertIn(why, str(tc.explain()))


if __name__ == "__main__":
    unittest.main()
