"""The direct route with gradients: each overload that tc differentiates there
against PyTorch's gradients, and what autograd does with the function."""
import copy
import unittest
from unittest import mock

from Inputs.torch_case import Case
import tc
import torch
import torch.nn.functional as F
from torch import nn
from tc.torch import gradients, report, training

# Zeros of both signs, equal elements, and what is large for an exponential.
X = torch.tensor([[-3.0, -1.0, -0.5, 0.0, 0.5, 1.0], [2.0, 2.0, -0.0, 1e-3,
                  -7.0, 30.0], [0.25, -0.25, 1.5, -90.0, 1.0, 1.0],
                  [4.0, -4.0, 0.125, 3.0, -2.0, -2.0]], dtype=torch.float64)
Y = X.flip(0).roll(1, 1)
SMALL = torch.linspace(-1, 1, 24, dtype=torch.float64).reshape(4, 6).sin()
CUBE = torch.linspace(-2, 1, 48, dtype=torch.float64).reshape(2, 4, 6).cos()
WEIGHT = torch.linspace(-1, 2, 30, dtype=torch.float64).reshape(5, 6)
INDEX = torch.tensor([[0, 3, 1], [1, 1, 2]])
MASK = X > 0


def norm_under_autocast(x, w, b):
    with torch.autocast("cpu"):
        return F.layer_norm(x, (6,), w, b)


# Overload -> functions, and of what their gradients are.
RULES = {
    "abs.default": [(torch.abs, X)],
    "neg.default": [(torch.neg, X)],
    "exp.default": [(torch.exp, SMALL * 9)],
    "log.default": [(torch.log, X.abs())],
    "sqrt.default": [(torch.sqrt, X.abs())],
    "rsqrt.default": [(torch.rsqrt, X.abs())],
    "reciprocal.default": [(torch.reciprocal, X)],
    "sin.default": [(torch.sin, X)],
    "cos.default": [(torch.cos, X)],
    "erf.default": [(torch.erf, X)],
    "tanh.default": [(torch.tanh, X)],
    "sigmoid.default": [(torch.sigmoid, X)],
    "relu.default": [(F.relu, X)],
    "leaky_relu.default": [(lambda x: F.leaky_relu(x, 0.1), X)],
    "silu.default": [(F.silu, X)],
    "gelu.default": [(F.gelu, X), (lambda x: F.gelu(
        x, approximate="tanh"), X)],
    "pow.Tensor_Scalar": [(lambda x: x ** 2, X), (lambda x: x ** 3, X),
                          (lambda x: x.pow(1), X), (lambda x: x ** 0, X),
                          (lambda x: x ** 0.5, X.abs()),
                          (lambda x: x ** -1.5, X.abs())],
    "add.Tensor": [(lambda x, y: torch.add(x, y, alpha=3), X, Y[0]),
                   (lambda x: x + 1, X)],
    "sub.Tensor": [(lambda x, y: x - y, X[:, :1], Y), (lambda x: x - 2, X)],
    "mul.Tensor": [(lambda x, y: x * y, X, Y[:, None]), (lambda x: x * x, X),
                   (lambda x: x * 0.3, X)],
    "div.Tensor": [(lambda x, y: x / y, X, Y), (lambda x: x / 3, X)],
    "rsub.Scalar": [(lambda x: 1 - x, X)],
    "where.self": [(lambda x, y: torch.where(x > y, x, y[0]), X, Y)],
    "where.ScalarOther": [(lambda x: torch.where(MASK, x, 2.0), X)],
    "masked_fill.Scalar": [(lambda x: x.masked_fill(MASK, 7), X)],
    "_to_copy.default": [(lambda x: x.float() + x.double(), X)],
    "clone.default": [(lambda x: x.t().contiguous(), X)],
    "view.default": [(lambda x: x.view(3, -1), X)],
    "_unsafe_view.default": [(lambda x: torch.ops.aten._unsafe_view(
        x, [3, 8]), X)],
    "reshape.default": [(lambda x: x.t().reshape(8, 3), X)],
    "flatten.using_ints": [(lambda x: x[None].flatten(1), X)],
    "t.default": [(lambda x: x.t(), X)],
    "transpose.int": [(lambda x: x.transpose(0, 1), X)],
    "permute.default": [(lambda x: x.permute(2, 0, 1), CUBE)],
    "expand.default": [(lambda x: x.expand(3, 4, 6), X),
                       (lambda x: x.expand(4, 6), X[:, :1])],
    "repeat.default": [(lambda x: x.repeat(2, 1, 3), X)],
    "unsqueeze.default": [(lambda x: x[:, None], X)],
    "squeeze.dim": [(lambda x: x[:1].squeeze(0), X)],
    "select.int": [(lambda x: x[1] * x[:, -1][0], X)],
    "slice.Tensor": [(lambda x: x[1:] * x[:-1], X), (lambda x: x[
        :, ::2], X)],
    "cat.default": [(lambda x, y: torch.cat([x, y, x], 1), X, Y[:, :2])],
    "stack.default": [(lambda x, y: torch.stack([x, y]), X, Y)],
    "chunk.default": [(lambda x: x.chunk(2, 1)[1], X)],
    "split.Tensor": [(lambda x: x.split(4, 1)[0], X)],
    "split_with_sizes.default": [(lambda x: x.split([1, 3])[1], X)],
    "sum.default": [(torch.sum, X)],
    "sum.dim_IntList": [(lambda x: x.sum((0, 2)), CUBE),
                        (lambda x: x.sum(1, True), X)],
    "mean.default": [(torch.mean, X)],
    "mean.dim": [(lambda x: x.mean(-1), X)],
    "mm.default": [(torch.mm, X, Y.t())],
    "bmm.default": [(torch.bmm, CUBE, CUBE.transpose(1, 2))],
    "matmul.default": [(lambda x, y: x @ y, CUBE, WEIGHT.t()),
                       (lambda x, y: x @ y, X, Y[0]),
                       (lambda x: x[0] @ x[1], X)],
    "addmm.default": [(lambda b, x, y: torch.addmm(b, x, y, beta=2, alpha=3),
                       Y[:, 0], X, SMALL.t())],
    "baddbmm.default": [(torch.baddbmm, CUBE[:, :, :4], CUBE, CUBE.transpose(
        1, 2))],
    "linear.default": [(F.linear, CUBE, WEIGHT, WEIGHT[:, 0]),
                       (F.linear, X, WEIGHT), (F.linear, X[0], WEIGHT)],
    "softmax.int": [(lambda x: x.softmax(-1), X), (lambda x: x.softmax(0), X),
                    (lambda x: x.float().softmax(1, torch.float64), SMALL)],
    "_softmax.default": [(lambda x: torch.ops.aten._softmax(x, 1, False), X)],
    "log_softmax.int": [(lambda x: x.log_softmax(-1), X)],
    "layer_norm.default": [
        (lambda x, w, b: F.layer_norm(x, (6,), w, b), X, Y[0], Y[1]),
        (lambda x: F.layer_norm(x, (4, 6)), CUBE)],
    "native_layer_norm.default": [(norm_under_autocast, X, Y[0], Y[1])],
    "rms_norm.default": [(lambda x, w: F.rms_norm(x, (6,), w, 1e-5), X, Y[0])],
    "embedding.default": [
        (lambda w: F.embedding(INDEX, w), X),
        (lambda w: F.embedding(INDEX, w, padding_idx=1), X),
        (lambda w: F.embedding(INDEX, w, padding_idx=-4) * w[1], X)],
    "scaled_dot_product_attention.default": [
        (F.scaled_dot_product_attention, CUBE[None], CUBE[None].cos(),
         CUBE[None].sin()),
        (lambda q, k, v: F.scaled_dot_product_attention(
            q, k, v, is_causal=True, scale=0.3), CUBE[None], CUBE[
                None].cos(), CUBE[None].sin()),
        (lambda q, k, v: F.scaled_dot_product_attention(
            q, k, v, torch.tensor([[True, False, True, True]])), CUBE[None],
         CUBE[None].cos(), CUBE[None].sin()),
        (lambda q, k, v, m: F.scaled_dot_product_attention(q, k, v, m),
         CUBE[None], CUBE[None].cos(), CUBE[None].sin(), SMALL[:, :4])],
    "mse_loss.default": [(F.mse_loss, X, Y), (lambda x, y: F.mse_loss(
        x, y, reduction="none"), X, Y)],
    "nll_loss_forward.default": [(lambda x: F.nll_loss(x, INDEX[0]), SMALL[:3])],
    "nll_loss2d_forward.default": [(lambda x: F.cross_entropy(
        x[None].unflatten(2, (2, 3)), INDEX[None]), X)],
    "_log_softmax.default": [
        (lambda x: torch.ops.aten._log_softmax(x, 0, False), X),
        (lambda x: F.cross_entropy(x, INDEX[0]), X[:3]),
        (lambda x: F.cross_entropy(x, torch.tensor([0, -100, 5, -100])), X),
        (lambda x: F.cross_entropy(x, torch.tensor([0, 1, 5, 4]),
                                   reduction="sum"), X),
        (lambda x, w: F.cross_entropy(x, INDEX[0], torch.tensor([
            .1, .2, .3, .4, .5, .6], dtype=x.dtype)) + w.sum(), X[:3], X),],
    "div.Scalar": [(lambda x, y: F.cross_entropy(x, y.softmax(1)), X, Y)],
}


def leaves(arguments, dtype):
    return [a.to(dtype).clone().requires_grad_() for a in arguments]


def backward(results, dtype):
    """The sum of all results' elements, each with a weight of its own."""
    flat = [r for r in results if r.requires_grad]
    torch.autograd.backward(flat, [
        torch.linspace(-1, 2, r.numel(), dtype=torch.float64).sin().to(
            r.dtype).reshape(r.shape) for r in flat])


class Rules(Case):
    """One graph of all functions, each of arguments of its own."""

    def gradients(self, cases, dtype, compiled):
        given = [leaves(arguments, dtype) for _, *arguments in cases]

        def function(given):
            # (results of the graph that are views of arguments are no values)
            return [2 * f(*arguments)
                    for (f, *_), arguments in zip(cases, given)]
        torch._dynamo.reset()
        call = torch.compile(function, backend="tc", options={
            "route": "direct"}) if compiled else function
        results = call(given)
        backward(results, dtype)
        return [r.detach() for r in results], [
            a.grad for one in given for a in one]

    def run_rules(self, names, dtype):
        cases = [c for name in names for c in RULES[name]]
        seen = set()

        def note(graph, inputs):
            before = set(gradients.TESTED)
            gradients.refuse_untested(graph, inputs)
            seen.update(str(n.target) for n in graph.nodes)
            self.assertEqual(before, gradients.TESTED)
        with mock.patch.object(training, "refuse_untested", note):
            got = self.gradients(cases, dtype, True)
        self.assertLessEqual({f"aten.{name}" for name in names}, seen)
        self.compiled()
        return got, self.gradients(cases, dtype, False), \
            self.gradients(cases, torch.float64, False), cases

    def test_every_rule_has_a_program(self):
        self.assertEqual({f"aten.{name}" for name in RULES}, gradients.TESTED)

    def test_in_f64(self):
        got, want, _, cases = self.run_rules(RULES, torch.float64)
        for mine, theirs in zip(got, want):
            for number, (a, b) in enumerate(zip(mine, theirs)):
                torch.testing.assert_close(
                    a, b, rtol=1e-11, atol=1e-11, equal_nan=True,
                    msg=lambda m, n=number: f"{n}: {m}")

    def test_in_the_precision_of_eager(self):
        """At most twice eager's error, and an ulp of the greatest element."""
        for dtype in (torch.float32, torch.bfloat16):
            names = [n for n in RULES if n != "_to_copy.default"]
            got, eager, exact, _ = self.run_rules(names, dtype)
            for mine, theirs, true in zip(*map(
                    lambda r: r[0] + r[1], (got, eager, exact))):
                self.assertEqual(mine.dtype, theirs.dtype)
                self.assertEqual(mine.shape, theirs.shape)
                fine = true.isfinite() & theirs.isfinite()
                mine, theirs, true = (
                    v.double()[fine] for v in (mine, theirs, true))
                least = torch.finfo(dtype).eps * true.norm()
                self.assertLessEqual((mine - true).norm().item(), (
                    2 * (theirs - true).norm() + least).item())


class Functions(Case):
    """What autograd and PyTorch's parts around it do with such a function
    (test_torch_training.py has more, on both routes)."""

    def both(self, step, module, *inputs, route="direct", near=2e-5):
        """`step(call, module, *inputs)` gives tensors, the same in eager, on
        the direct route and on AOTAutograd's."""
        def run(call, mine):
            torch.manual_seed(3)
            given = [x.detach().clone().requires_grad_(x.requires_grad)
                     for x in inputs]
            return step(call(mine), mine, *given)
        want = run(lambda m: m, copy.deepcopy(module))
        for one in (route, "aot"):
            torch._dynamo.reset()
            report.state.clear()
            got = run(lambda m: torch.compile(
                m, backend="tc", options={"route": one}),
                copy.deepcopy(module))
            for a, b in zip(got, want, strict=True):
                self.assertEqual(a is None, b is None)
                if a is not None:
                    self.close(a.detach(), b.detach(), rtol=near, atol=near)
            self.assertFalse(report.state.failures)
            self.assertEqual("differentiated by tc" in str(tc.explain()),
                             one == "direct")

    def step(self, call, module, x):
        y = call(x)
        y.pow(2).sum().backward()
        return [y, x.grad, *[p.grad for p in module.parameters()]]

    def test_dropout_draws_eagers_masks(self):
        net = nn.Sequential(nn.Linear(6, 8), nn.Dropout(0.4), nn.GELU(),
                            nn.Dropout(0.2), nn.Linear(8, 3))
        self.both(self.step, net, torch.randn(5, 6, requires_grad=True))

    def test_transformer(self):
        layer = nn.TransformerEncoderLayer(16, 2, 32, 0.1, batch_first=True)
        layer.self_attn.dropout = 0.0
        self.both(self.step, layer, torch.randn(2, 7, 16, requires_grad=True))

    def test_autocast(self):
        net = nn.Sequential(nn.Linear(6, 8), nn.LayerNorm(8), nn.GELU(),
                            nn.Linear(8, 3))

        def step(call, module, x):
            with torch.autocast("cpu"):
                y = call(x)
            self.assertEqual(y.dtype, torch.bfloat16)
            y.float().pow(2).sum().backward()
            return [y, x.grad, *[p.grad for p in module.parameters()]]
        self.both(step, net, torch.randn(5, 6, requires_grad=True), near=0.06)

    def test_sizes_that_vary(self):
        net = nn.Sequential(nn.Linear(6, 8), nn.Tanh(), nn.LayerNorm(8))

        def step(call, module, x):
            found = []
            for n in (5, 3, 4):
                part = x.detach()[:n].requires_grad_()
                found += self.step(call, module, part)
            return found
        self.both(step, net, torch.randn(5, 6))
        self.assertLessEqual(tc.counters()["graphs"], 4)

    def test_a_scalar_loss_is_scaled(self):
        def step(call, module, x, y):
            (call((x, y)) / 4).backward()
            return [x.grad, y.grad]

        class Loss(nn.Module):
            def forward(self, pair):
                return F.mse_loss(*pair)
        self.both(step, Loss(), torch.randn(3, 4, requires_grad=True),
                  torch.randn(3, 4, requires_grad=True))

    def test_parameters_are_read_at_each_call(self):
        def step(call, module, x):
            call(x)
            module.weight.data = module.weight.data * 3
            module.load_state_dict({k: v + 1 for k, v in
                                    module.state_dict().items()}, assign=True)
            return self.step(call, module, x)
        self.both(step, nn.Linear(6, 2), torch.randn(4, 6,
                                                     requires_grad=True))

    def test_writes_inside(self):
        class Net(nn.Module):
            def forward(self, x):
                y = x * 2
                y += x
                y[:, 1] = x[:, 0] * 3
                return F.relu(y, inplace=True) * x
        with mock.patch.object(gradients, "TESTED", gradients.TESTED | {
                "aten.slice_scatter.default", "aten.select_scatter.default",
                "aten.copy.default"}):
            self.both(self.step, Net(), torch.randn(5, 6, requires_grad=True))

    def test_values_without_gradient_inside(self):
        class Net(nn.Module):
            def forward(self, x, table):
                with torch.no_grad():
                    angle = table * 2
                return x * angle.cos() + torch.zeros_like(x), x.argmax(-1)

        def step(call, module, x):
            y, i = call(x, torch.arange(6.0))
            y.sum().backward()
            return [y, i, x.grad]
        self.both(step, Net(), torch.randn(5, 6, requires_grad=True))

    def test_left_to_aotautograd(self):
        weight = nn.Parameter(torch.ones(4, 6))

        def quiet(x):
            y = x * 2
            with torch.no_grad():
                y.add_(1)
            return y
        for function, why in (
                (lambda x: x * x.detach(), "without the gradient"),
                (quiet, "not to see"),
                (lambda x: x.digamma(), "the gradient of aten.digamma"),
                (lambda x: (x * 2).to(torch.complex64), "of complex numbers"),
                (lambda x: x.view(-1), "shares memory"),
                (lambda x: torch.stack([x.t()] * 300)[:, None].softmax(1),
                 None),
                (lambda x: F.scaled_dot_product_attention(*[x.expand(
                    300, 6)[None, None] * 1] * 3), "streams"),
                (lambda x: F.embedding(INDEX, weight * x[0], padding_idx=1),
                 "padding")):
            torch._dynamo.reset()
            report.state.clear()
            x = torch.randn(1, 6, requires_grad=True)
            torch.compile(function, backend="tc")(x)
            said = str(tc.explain())
            if why:
                self.assertIn("traced by AOTAutograd: ", said)
                self.assertIn(why, said)
            else:
                self.assertIn("differentiated by tc", said)

    def test_calls_that_fail_are_pytorchs(self):
        net = nn.Sequential(nn.Linear(6, 8), nn.Dropout(0.5), nn.Linear(8, 2))
        for name in ("call", "gradients"):
            torch._dynamo.reset()
            report.state.clear()
            mine, theirs = copy.deepcopy(net), copy.deepcopy(net)
            call = torch.compile(mine, backend="tc")
            x = torch.randn(4, 6)
            torch.manual_seed(7)
            theirs(x).sum().backward()
            with mock.patch.object(training.Halves, name, side_effect=tc.Error(
                    1506, "a test")), self.assertWarnsRegex(
                        report.Warning, "TC-8102"):
                torch.manual_seed(7)
                call(x).sum().backward()
            for a, b in zip(mine.parameters(), theirs.parameters()):
                torch.testing.assert_close(a.grad, b.grad)
                self.assertFalse(a.grad.requires_grad)


if __name__ == "__main__":
    unittest.main()
