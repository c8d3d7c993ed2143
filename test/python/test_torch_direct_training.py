"""The direct route with gradients: each overload that tc differentiates there
against PyTorch's gradients, and what autograd does with the function."""
import copy
import unittest
from unittest import mock

from Inputs.gradient_case import RulesCase
from Inputs.gradient_rules import INDEX, RULES
from Inputs.torch_case import Case
import tc
import torch
import torch.nn.functional as F
from torch import nn
from tc.torch import gradients, report, training


class Rules(RulesCase):
    def test_every_rule_has_a_program(self):
        self.assertEqual({f"aten.{name}" for name in RULES}, gradients.TESTED)

    def test_in_f64(self):
        self.equal_in_f64(RULES)

    def test_in_the_precision_of_eager(self):
        for dtype in (torch.float32, torch.bfloat16):
            self.as_near_as_eager([n for n in RULES
                                   if n != "_to_copy.default"], dtype)


class Functions(Case):
    """What autograd and PyTorch's parts around it do with such a function
    (test_torch_training.py has more, on both routes)."""

    def both(self, step, module, *inputs, route="direct", near=2e-5):
        """`step(call, module, *inputs)` gives tensors, the same in eager, on
        the direct route and on AOTAutograd's."""
        for one in self.by_routes((route, "aot"), step, module, inputs, near):
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
        self.both(self.step, layer, torch.randn(2, 7, 16, requires_grad=True))

    def test_dropout_inside_of_functions(self):
        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.attention = nn.MultiheadAttention(16, 2, 0.4)

            def forward(self, x):
                y, weights = self.attention(x, x, x)
                return F.dropout(y, 0.5) + weights.mean()
        self.both(self.step, Net(), torch.randn(5, 3, 16, requires_grad=True))

    def test_convolutions(self):
        net = nn.Sequential(
            nn.Conv2d(3, 8, 3, 2, 1), nn.GroupNorm(2, 8), nn.ReLU(inplace=True),
            nn.MaxPool2d(2), nn.Conv2d(8, 8, 3, padding=1, groups=4),
            nn.AdaptiveAvgPool2d(2), nn.Flatten(), nn.Linear(32, 5))
        self.both(self.step, net, torch.randn(2, 3, 16, 16,
                                              requires_grad=True))
        self.both(self.step, net, torch.randn(2, 3, 16, 16).to(
            memory_format=torch.channels_last).requires_grad_())

    def test_attention_that_drops(self):
        class Net(nn.Module):
            def forward(self, q, causal, scale):
                return F.scaled_dot_product_attention(
                    q, q.cos(), q.sin(), dropout_p=0.3, is_causal=causal,
                    scale=scale)

        for causal, scale in ((False, None), (True, 0.2)):
            def step(call, module, x):
                y = call(x, causal, scale)
                y.pow(2).sum().backward()
                return [y, x.grad]
            self.both(step, Net(), torch.randn(2, 3, 5, 8,
                                               requires_grad=True))

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

    def test_dropout_at_sizes_that_vary(self):
        """Its masks are eager's and split no piece; in attention, sizes are
        products of those of the arguments."""
        layer = nn.TransformerEncoderLayer(16, 2, 32, 0.1, batch_first=True)

        def step(call, module, x):
            found = []
            for batch, length in ((2, 7), (3, 5), (4, 6)):
                part = x.detach()[:batch, :length].clone().requires_grad_()
                found += self.step(call, module, part)
            return found
        self.both(step, layer, torch.randn(4, 7, 16))
        for route in "auto", "aot":
            tc.reset()
            call = tc.compile(layer, options={"route": route})
            call(torch.randn(2, 7, 16)).sum().backward()
            with self.subTest(route):
                self.assertTrue(all(len(g.pieces) == 1
                                    for g in report.state.records))
                self.assertEqual(tc.counters()["fallback_ops"],
                                 {"aten.bernoulli_.float": 4})

    def test_no_kernels_of_their_own_for_0_and_1(self):
        """PyTorch captures these sizes separately."""
        model = nn.Sequential(nn.Linear(8, 16), nn.LayerNorm(16), nn.GELU(),
                              nn.Linear(16, 4))
        call, counts = torch.compile(model, backend="tc", dynamic=True), []
        for size in (7, 1, 0):
            x = torch.randn(size, 8, requires_grad=True)
            got, want = (torch.autograd.grad(
                f(x).square().sum(), [x, *model.parameters()])
                for f in (call, model))
            for one, other in zip(got, want):
                self.close(one, other)
            counts.append((tc.counters()["graphs"], tc.counters()["kernels"]))
        kernels = counts[0][1]
        self.assertEqual(counts, [(1, kernels), (2, kernels), (3, kernels)])
        self.assertGreater(kernels, 0)

    def test_strides_that_vary(self):
        """A size that only strides have is given to backward."""
        def step(call, module, x):
            return [value for width in (9, 12, 15) for value in self.step(
                call, module, x.detach()[:, :width].clone()[:, ::3]
                .requires_grad_())]

        class Net(nn.Module):
            def forward(self, x):
                return (x[:, :3] * 2).softmax(-1).exp()
        self.both(step, Net(), torch.randn(4, 15))

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

    def test_gradients_that_the_graph_switches_on(self):
        class Net(nn.Module):
            def forward(self, x):
                with torch.enable_grad():
                    return x.sin() * 2

        def step(call, module, x):
            with torch.no_grad():
                y = call(x)
            y.sum().backward()
            return [y, x.grad]
        self.both(step, Net(), torch.randn(3, 4, requires_grad=True))

    def test_results_that_are_views(self):
        class Net(nn.Module):
            def forward(self, x, table):
                y = x * table
                return (y.t(), x[:, 1:].flatten(), y, y[:, 3:],
                        table.unbind(0)[0], x.sum(0), table.expand(4, 6),
                        x.view(x.size(0), -1, 2))

        def step(call, module, x, *others):
            found = []
            for size in (5, 4):
                mine = x.detach()[:size].clone().requires_grad_()
                table = torch.arange(6.0)[None]
                results = call(mine * 1, table)
                self.assertEqual(results[4].data_ptr(), table.data_ptr())
                for i, base in ((0, 2), (3, 2)):
                    self.assertIs(results[i]._base, results[2])
                results[0].mul_(2)  # is seen in results[2], by autograd, too
                results[1].add_(1)
                found += [*results]
                sum(r.sin().sum() for r in results).backward()
                found.append(mine.grad)
            return [f.clone() for f in found]
        self.both(step, Net(), torch.randn(5, 6))

    def test_left_to_aotautograd(self):
        weight = nn.Parameter(torch.ones(4, 6))

        def quiet(x):
            y = x * 2
            with torch.no_grad():
                y.add_(1)
            return y
        def two_parts(x):
            y = x * 2
            return y[:, 1:], y[:, :1]

        for function, why in (
                (quiet, "not to see"),
                (lambda x: x.abs().digamma(), "the gradient of aten.digamma"),
                (lambda x: (x * 2).to(torch.complex64), "of complex numbers"),
                (lambda x: x.view(-1), "are views of arguments"),
                (two_parts, "shares memory"),
                (lambda x: torch.stack([x.t()] * 300)[:, None].softmax(1),
                 None),
                (lambda x: F.scaled_dot_product_attention(*[x.expand(
                    300, 6)[None, None] * 1] * 3), None),
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
