"""The direct route with gradients under autocast: results and gradients have
eager's dtypes and are as near to those in f64 as eager's under autocast."""
import copy
import unittest
from unittest import mock

from Inputs.torch_case import Case
import tc
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.checkpoint import checkpoint
from tc.torch import report, training


class Attention(nn.Module):
    """One value that three layers convert, and sums of halves and f32."""

    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(16)
        self.q, self.k, self.v, self.out = (nn.Linear(16, 16)
                                            for _ in range(4))

    def heads(self, layer, x):
        return layer(x).unflatten(-1, (2, 8)).transpose(1, 2)

    def forward(self, x):
        y = self.norm(x)
        q, k, v = (self.heads(f, y) for f in (self.q, self.k, self.v))
        scores = (q @ k.transpose(-1, -2) / 8 ** 0.5).softmax(-1)
        z = F.scaled_dot_product_attention(q, k, scores @ v, is_causal=True)
        return x + self.out(z.transpose(1, 2).flatten(-2)), scores


class Tied(nn.Module):
    """A weight of two layers is converted once."""

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(16, 16) / 4)

    def forward(self, x):
        return F.linear(F.linear(x, self.weight).tanh(), self.weight)


class Regions(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b, self.c = (nn.Linear(16, 16) for _ in range(3))

    def forward(self, x):
        y = self.a(x)
        with torch.autocast("cpu", enabled=False):
            y = self.b(y.to(x.dtype)).exp()
        return self.c(y), y


class Losses(nn.Module):
    """What autocast computes in f32."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(16, 7)

    def forward(self, x):
        y, t = self.layer(x), x[..., :7]
        numbers = torch.arange(7).repeat(3)[:y[..., 0].numel()]
        return (F.mse_loss(y, t), F.huber_loss(y, t),
                F.cross_entropy(y.flatten(0, -2), numbers),
                F.binary_cross_entropy_with_logits(y, t.sigmoid()))


class Mixed(nn.Module):
    """Halves and f32 in one call."""

    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(16, 16), nn.Linear(32, 8)
        self.weight = nn.Parameter(torch.randn(8, 2, 4) / 4)

    def forward(self, x):
        y = self.b(torch.cat([self.a(x), x], -1))
        return torch.einsum("bld,dhk->bhlk", y, self.weight).sum(1)


class Dropping(nn.Module):
    """Attention that drops, with a mask and without."""

    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(16, 48)

    def forward(self, x):
        q, k, v = (t.unflatten(-1, (2, 8)).transpose(1, 2)
                   for t in self.inner(x).chunk(3, -1))
        sees = torch.arange(6) != 2
        y = F.scaled_dot_product_attention(q, k, v, sees.expand(6, 6), 0.25)
        return F.scaled_dot_product_attention(y, k, v, None, 0.25, True)


def convolutions():
    return nn.Sequential(
        nn.Conv1d(6, 8, 3, 2, 1), nn.GroupNorm(2, 8),
        nn.ReLU(), nn.Conv1d(8, 4, 3, groups=2), nn.BatchNorm1d(4).eval(),
        nn.SiLU(), nn.Flatten(), nn.Linear(24, 5))


def perceptron():
    return nn.Sequential(nn.Linear(16, 32), nn.GELU(), nn.LayerNorm(32),
                         nn.Dropout(0.25), nn.Linear(32, 8), nn.RMSNorm(8),
                         nn.Softmax(-1))


def step(call, module, x, dtype):
    """Results and gradients; `dtype` is autocast's, None for none."""
    torch.manual_seed(7)
    with torch.autocast("cpu", dtype, enabled=dtype is not None):
        results = call(x)
    results = results if isinstance(results, tuple) else (results,)
    generator = torch.Generator().manual_seed(1)
    torch.autograd.backward(list(results), [
        torch.randn(r.shape, generator=generator, dtype=torch.float64).to(
            r.dtype) for r in results])
    return [*(r.detach() for r in results), x.grad,
            *(p.grad for p in module.parameters())]


class Autocast(Case):
    def run_step(self, module, compiled, dtype, function=step):
        module = copy.deepcopy(module)
        x = torch.linspace(-2, 2, 288).sin().reshape(3, 6, 16)
        if dtype is None:
            module, x = module.double(), x.double()
        torch._dynamo.reset()
        report.state.clear()
        call = torch.compile(module, backend="tc", fullgraph=True, options={
            "route": "direct"}) if compiled else module
        return function(call, module, x.requires_grad_(), dtype)

    def near(self, module, dtype, function=step):
        exact, eager, got = (self.run_step(module, compiled, kind, function)
                             for compiled, kind in ((False, None),
                                                    (False, dtype),
                                                    (True, dtype)))
        self.as_near(got, eager, exact, 1e-6)  # sums in f32

    def test_as_near_as_eager(self):
        for build in (perceptron, convolutions, Attention, Tied, Regions,
                      Losses, Mixed, Dropping):
            module = build()
            for dtype in (torch.bfloat16, torch.float16):
                with self.subTest(f"{build.__name__} {dtype}"):
                    self.near(module, dtype)
                    self.assertIn("differentiated by tc", str(tc.explain()))

    def test_checkpoint_and_retained_graphs(self):
        def again(call, module, x, dtype):
            with torch.autocast("cpu", dtype, enabled=dtype is not None):
                y = checkpoint(call, x, use_reentrant=False)
                loss = (y + call(x)).square().sum()
            loss.backward(retain_graph=True)
            loss.backward()
            return [x.grad, *(p.grad for p in module.parameters())]
        self.near(Tied(), torch.bfloat16, again)

    def test_backward_under_autocast(self):
        def inside(call, module, x, dtype):
            with torch.autocast("cpu", dtype, enabled=dtype is not None):
                call(x).square().sum().backward()
            return [x.grad, *(p.grad for p in module.parameters())]
        self.near(Tied(), torch.bfloat16, inside)

    def test_calls_that_fail_are_pytorchs(self):
        module = Regions()
        for name in ("call", "gradients"):
            with mock.patch.object(training.Halves, name, side_effect=tc.Error(
                    1506, "a test")), self.assertWarnsRegex(
                        report.Warning, "TC-8102"):
                self.near(module, torch.bfloat16)

    def test_second_derivatives(self):
        def second(call, module, x, dtype):
            with torch.autocast("cpu", dtype, enabled=dtype is not None):
                y = call(x)
            grad, = torch.autograd.grad(y.square().sum(), x, create_graph=True)
            grad.square().sum().backward()
            return [x.grad, module.weight.grad]
        self.near(Tied(), torch.bfloat16, second)


if __name__ == "__main__":
    unittest.main()
