"""The direct route (Dynamo's graph alone) against AOTAutograd's and eager: the
same programs by both, what is left to AOTAutograd, and why."""
import unittest
from unittest import mock

from Inputs.torch_case import Case
import tc
import torch
import torch.nn.functional as F
from torch import nn
from tc.torch import report
from tc.torch.piece import Piece

X = torch.linspace(-2, 3, 24).reshape(4, 6)
W, B = torch.linspace(-1, 1, 30).reshape(5, 6), torch.linspace(0, 1, 5)


def shapes(x):
    return (x.view(2, 12).t(), x.view(-1), x.reshape(3, -1, 2) * 1, x[1:, 2],
            x[None, ..., 0], x[:, None].expand(4, 3, 6).flatten(1),
            x.permute(1, 0).contiguous(), x.unsqueeze(-1).squeeze(-1) + 1,
            torch.cat(x.chunk(2, 1), 0),
            x.split(4, 1)[1], x.split([1, 3], 0)[0] + 0, x.unbind(1)[2],
            torch.stack([x, x]).transpose(0, 2), x.repeat(2, 1), x.flip(0),
            x.flip(0, 1), x.roll(1, 0), x.roll(1), x.roll((1, 2), (0, 1)))


def arithmetic(x):
    return (1 - x * 2.0 / 3, 2 ** x, x ** 2 + x ** 0.5, x // 2, x % 2, -x,
            abs(x), 3 > x, (x > 0) & (x < 2) | ~(x <= 1), x.int() + x,
            (x.long() / 2), 1 + x.to(torch.float64), True + x)


def functions(x):
    return (F.linear(x, W, B).relu().softmax(-1), F.gelu(x, approximate="tanh"),
            F.layer_norm(x, (6,), torch.ones(6)), F.silu(x), F.dropout(
                x, 0.5, False) + 1, F.log_softmax(x, dim=1), F.leaky_relu(x),
            F.normalize(x, dim=1), F.pad(x, (1, 2)), F.interpolate(
                x[None, None], scale_factor=2.0, mode="bilinear"),
            F.group_norm(x[None], 2), F.embedding(torch.tensor([1, 0]), x),
            F.scaled_dot_product_attention(*[x[None, None]] * 3),
            torch.einsum("ij,kj->ik", x, W), x @ W.t(), F.conv1d(
                x[None], torch.ones(2, 4, 3), padding=1))


def reductions(x):
    return (x.sum(), x.sum(0), x.mean(-1, keepdim=True), x.mean(dim=(0, 1)),
            x.max(1).values, x.topk(3, -1), x.sort(0), x.argmax(), x.amax(1),
            torch.max(x, -x), x.cumsum(1), x.var(1), x.std(), x.any(1),
            torch.logsumexp(x, 1), x.float().type_as(x).norm())


def methods(x):
    """Whose tensor is not the first argument of the function."""
    return (x.where(x > 0, 3.0), x.where(condition=x > 0, other=-x),
            x.where(x > 0, x.abs()), x.int().where(x > 0, -100),
            torch.where(x > 0, x, -x))


def constructors(x):
    return (torch.zeros(3, 2) + torch.ones((3, 2), dtype=torch.float64),
            torch.full((3, 2), 2), torch.arange(6)[None] <= torch.arange(4)[
                :, None], x.new_ones(2, 3), torch.zeros_like(x), torch.eye(3),
            torch.tensor(3.0) * x, x[torch.tensor([2, 0])],
            torch.tensor([1.0, 2.0]), torch.where(x > 0, x, 0.0),
            x.masked_fill(x < 0, float("-inf")), x.tril(), torch.empty(0))


def written(x):
    y = x * 2
    y += 1
    y[:, 1] = x[:, 0]
    y[2:] = 0.5
    y = F.relu(y, inplace=True)
    y = F.leaky_relu(y - 1, 0.2, True)
    z = y.clone().clamp_(max=2).masked_fill_(x > 2, 7)
    return y.mul_(3), z, torch.zeros(4, 6).copy_(x[0])


def sized(x):
    return (x.view(x.size(0), 2, 3).transpose(0, 1) * x.shape[0],
            x[:1].expand_as(x + 1), x.view_as(x + 1), x.t().reshape_as(x * 2),
            x[: x.shape[0] // 2], x.new_zeros(x.size(0), 2),
            torch.arange(x.shape[0]), x.reshape(-1))


def divided(x):
    return (x.view(x.size(0), 2, -1) + 1, x.reshape(-1, 2, 1) * 2,
            x.unflatten(1, (-1, 3)).sum(1), x.view(2, -1).t() - 1,
            torch.tensordot(x, x, 2), torch.kron(x, x))


class Scaled(nn.Module):
    """With dynamic=True Dynamo passes floats of a module as tensors."""

    def __init__(self, by):
        super().__init__()
        self.by = by

    def forward(self, x):
        y = x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.by)
        return (y, self.by - x, self.by / (x + 9), x / self.by, x * self.by,
                x.int() * self.by, x.double() - self.by)


class ScaledHalves(Scaled):
    """PyTorch's trace rounds the float to the half before, eager afterwards."""

    def forward(self, x):
        return x.half() * self.by, x.bfloat16() / self.by, self.by - x.half()


def products(x):
    """Autocast converts what enters them, and what composes them."""
    y = F.linear(x, W, B)
    return (y, x @ W.t(), torch.addmm(B, x, W.t()), F.conv1d(
        x[None], torch.ones(2, 4, 3), padding=1), torch.einsum(
            "ij,kj->ik", x, W), F.scaled_dot_product_attention(
                *[x[None, None]] * 3), torch.cat([y, x], 1), torch.stack(
                    [y, y.float()]), F.linear(x.double(), W.double()),
            y + x[:, :5], torch.chain_matmul(x, W.t(), W), x.matmul(W[0]))


def kept_wide(x):
    """Autocast on CPUs computes losses in f32, and leaves norms as they are."""
    y = F.linear(x, W)
    return (F.mse_loss(y, y * 2), F.layer_norm(y, (5,), B), y.softmax(-1),
            F.cross_entropy(y, torch.tensor([1, 0, 2, 4])), F.gelu(y), y.sum(),
            F.group_norm(y[None], 2), F.normalize(y, dim=1), y.norm(),
            F.batch_norm(y, B, B + 1, B, B), y.cumsum(0), y.pow(2))


PROGRAMS = (shapes, arithmetic, functions, reductions, methods, constructors,
            written, sized)


class Direct(Case):
    def both(self, function, *args, direct=True, more=None, **options):
        with torch.no_grad():
            for route in ("direct" if direct else "auto", "aot"):
                torch._dynamo.reset()
                report.state.clear()
                self.check(function, *args, options={
                    "route": route, **(more or {})}, **options)
                self.route(route != "aot" and direct)

    def route(self, direct):
        """Which route the last graph has taken."""
        taken = str(tc.explain())
        self.assertEqual("captured by Dynamo alone" in taken, direct, taken)

    def test_what_pytorch_decomposes(self):
        """is recorded as what it is made of."""
        self.both(lambda t: F.affine_grid(t, (2, 3, 5, 4)), torch.randn(2, 2, 3))

    def test_programs(self):
        for function in PROGRAMS:
            with self.subTest(function.__name__):
                self.both(function, X.clone())

    def test_reduced_overhead(self):
        """On CPUs nothing is recorded; a parameter's address is each call's."""
        layer = nn.Linear(6, 2)
        self.both(functions, X.clone(), more={"cuda_graphs": True})
        report.state.clear()
        torch.compile(functions, backend="tc", options={
            "cuda_graphs": True, "route": "direct"})(
                X.clone().requires_grad_())
        self.assertIn("no CUDA graph: its tensors are on cpu",
                      report.state.records[-1].notes)
        report.state.clear()
        call = torch.compile(layer, backend="tc", options={
            "cuda_graphs": True, "route": "direct"})
        with torch.no_grad():
            for change in (lambda: None, lambda: layer.weight.mul_(2),
                           lambda: setattr(layer.weight, "data", W[:2] * 1),
                           lambda: layer.load_state_dict({
                               "weight": W[2:4] * 3, "bias": B[:2]},
                               assign=True)):
                change()
                torch.testing.assert_close(call(X), layer(X))
        self.route(True)
        self.assertEqual(tc.counters()["graphs"], 1)

    def test_layouts_of_arguments(self):
        self.both(lambda x: (x.contiguous(), x + 1, x.reshape(-1), x.to(
            torch.float32), x.view(x.shape)), X.t())

    def test_sizes_that_vary(self):
        self.both(sized, X.clone(), dynamic=True)

    def test_views_that_divide_sizes(self):
        self.both(divided, X.clone(), dynamic=True)

    def test_floats_that_vary(self):
        for by in (0.3, 1e-6, 2.0 ** 70):
            self.both(Scaled(by), X[:, None] * 3, dynamic=True,
                      tolerances={"rtol": 2e-6, "atol": 1e-7})
        with torch.autocast("cpu"):
            self.both(Scaled(0.3), X.clone(), dynamic=True)
        self.both(ScaledHalves(0.3), X.clone(), dynamic=True,
                  tolerances={"rtol": 4 * 2 ** -9, "atol": 0})
        scaled, changes = Scaled(0.3), (0.3, 0.7, 1.5)
        call = torch.compile(scaled, backend="tc", dynamic=True,
                             options={"route": "direct"})
        report.state.clear()
        for scaled.by in changes:
            torch.testing.assert_close(call(X), scaled(X))
        self.assertEqual(tc.counters()["graphs"], 1)
        with torch.no_grad():
            for function in (lambda x, s: x.clamp(max=s), lambda x, s: (
                    x + 1, s * 2), lambda x, s: x.sum() * s):
                torch._dynamo.reset()
                call = torch.compile(function, backend="tc", dynamic=True)
                torch.testing.assert_close(call(X, 0.5), function(X, 0.5))

    def test_modules(self):
        net = nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.ReLU(
            inplace=True), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(72, 5))
        self.both(net.eval(), torch.randn(2, 3, 8, 8))

    def test_results_share_memory_as_in_eager(self):
        def function(x):
            y = x * 2
            return y, y.t(), x.view(-1), F.dropout(y, 0.3, False), x.float()
        with torch.no_grad():
            got, mine, _, _ = self.check(function, X.clone(),
                                         options={"route": "direct"})
        got[0].fill_(7)
        self.assertTrue((got[1] == 7).all() and (got[3] == 7).all())
        got[2].fill_(5)
        self.assertTrue((mine[0] == 5).all())
        self.assertEqual(got[4].data_ptr(), mine[0].data_ptr())

    def test_results_that_are_parts_share_memory(self):
        """Of one value that is itself no result."""
        def function(x):
            y = x * 2
            return y[1:], y[:2].t()
        for route in ("direct", "aot"):
            with torch.no_grad():
                got, *_ = self.check(function, X.clone(),
                                     options={"route": route})
            got[0].fill_(7)
            self.assertTrue((got[1][:, 1] == 7).all())

    def test_constants_are_made_anew(self):
        call = torch.compile(lambda: torch.tensor([1.0, 2.0]), backend="tc",
                             options={"route": "direct"})
        call().zero_()
        self.assertEqual(call().tolist(), [1, 2])

    def test_parameters_without_gradient(self):
        layer = nn.Linear(6, 2)
        call = torch.compile(lambda x: layer(x).argmax(-1), backend="tc",
                             options={"route": "direct"})
        self.assertTrue(torch.equal(call(X), layer(X).argmax(-1)))
        self.route(True)

    def test_views_may_be_written_with_gradients(self):
        layer = nn.Linear(6, 2)
        for function in (lambda x: x.view(-1), lambda x: (
                x.view(-1), layer(x).argmax(-1))):
            x = X.clone()
            got = torch.compile(function, backend="tc")(x)
            got = got[0] if isinstance(got, tuple) else got
            got.mul_(torch.ones(24, requires_grad=True))
            self.assertTrue(x.requires_grad)

    def test_calls_that_write_to_what_they_have_made(self):
        """Functions that PyTorch composes of overloads that write."""
        with torch.library._scoped_library("tc_test", "DEF") as library:
            library.define("whole(Tensor x) -> Tensor")
            library.define("part(Tensor x) -> Tensor")

            def whole(x):
                y = x * 2
                return y.add_(1) * y

            def part(x):
                y = x * 2
                y[0].add_(1)
                return y
            for name, function in (("whole", whole), ("part", part)):
                library.impl(name, function, "CompositeImplicitAutograd")
            torch._dynamo.reset()
            self.check(lambda x: torch.ops.tc_test.whole(x) + 1, X)
            self.assertIn("captured by Dynamo alone", str(tc.explain()))
            torch._dynamo.reset()
            report.state.clear()
            self.check(lambda x: torch.ops.tc_test.part(x) + 1, X)
            self.assertIn("aten.add_.Tensor writes", str(tc.explain()))

    def test_left_to_aotautograd(self):
        def writes(x):
            x[0].add_(1)
            return x * 2

        def shared(x):
            y = x * 2
            z = y[0]
            y += 1
            return y, z

        def converts(x):
            y = x.half()
            y += x
            return y
        for function, why in (
                (writes, "writes to a part of an argument"),
                (shared, "another value shares"),
                (converts, "converts what it writes"),
                (lambda x: F.dropout(x, 0.5), "drawn by the framework")):
            torch._dynamo.reset()
            report.state.clear()
            with torch.no_grad():
                self.check(function, X.clone(), fallbacks=tuple(
                    ["aten.bernoulli_.float"] if "drawn" in why else []))
            self.assertIn("traced by AOTAutograd: ", str(tc.explain()))
            self.assertIn(why, str(tc.explain()))

    def test_autocast(self):
        net = nn.Sequential(nn.Conv1d(4, 3, 3), nn.BatchNorm1d(3), nn.GELU(),
                            nn.Linear(4, 2)).eval()
        for dtype, near in ((torch.bfloat16, 3e-2), (torch.float16, 1e-2)):
            for function in (products, kept_wide, arithmetic, written, shapes,
                             net):
                with self.subTest(f"{function} {dtype}"), \
                        torch.autocast("cpu", dtype=dtype):
                    self.both(function, X[None].sin() if function is net else
                              X.clone(), tolerances={"rtol": near, "atol": near})
        with torch.autocast("cpu"):
            self.both(products, X.clone(), dynamic=True)

    def test_autocast_regions(self):
        def function(x):
            with torch.autocast("cpu", dtype=torch.bfloat16):
                y = F.linear(x, W)
                with torch.autocast("cpu", enabled=False):
                    z = x @ W.t()
                return y, z, y @ y.t(), F.mse_loss(y, y)
        self.both(function, X)
        with torch.autocast("cpu", dtype=torch.float16):
            self.both(lambda x: (*function(x), F.linear(x, W)), X)

    def test_autocast_is_seen_by_weights_that_need_gradients(self):
        layer = nn.Linear(6, 2)
        with torch.no_grad(), torch.autocast("cpu"):
            call = torch.compile(lambda x: F.normalize(layer(layer(
                x).repeat(1, 3))) @ layer.weight, backend="tc",
                options={"route": "direct"})
            self.assertEqual(call(X).dtype, torch.bfloat16)

    def test_autocast_does_not_enter_what_pytorch_runs_instead(self):
        def function(x):
            with torch.autocast("cpu", enabled=False):
                return x @ W.t()
        with torch.no_grad(), torch.autocast("cpu"):
            call = torch.compile(function, backend="tc",
                                 options={"route": "direct"})
            call(X)
            with mock.patch.object(Piece, "call", lambda self, args, packed:
                                   self.run_eager(args)):
                self.assertEqual(call(X).dtype, torch.float32)

    def test_instance_norms(self):
        """whole: they call a batch norm that Dynamo's graph does not show."""
        x = torch.linspace(0, 60, 90).reshape(2, 5, 9).sin()
        for norm in (nn.InstanceNorm1d(5), nn.InstanceNorm1d(5, affine=True),
                     nn.InstanceNorm1d(5, track_running_stats=True).eval()):
            tc.reset()
            with torch.no_grad():
                call = torch.compile(lambda x: norm(x).tanh(), backend="tc")
                self.close(call(x), norm(x).tanh())
            self.assertEqual(tc.counters()["pieces"], 1)
            self.assertFalse(tc.counters()["fallback_ops"])
            given = [x.clone().requires_grad_() for _ in range(2)]
            for function, leaf in zip((call, lambda x: norm(x).tanh()), given):
                function(leaf).square().sum().backward()
            self.close(given[0].grad, given[1].grad)

    def test_a_route_that_is_asked_for(self):
        call = torch.compile(lambda x: F.dropout(x), backend="tc",
                             options={"route": "direct"})
        with self.assertRaisesRegex(Exception, "TC-8113"):
            call(X)


if __name__ == "__main__":
    unittest.main()
