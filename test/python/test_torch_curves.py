"""200 training steps of a small GPT and a small ResNet, in f32 and bf16
autocast, follow eager's losses.

How far a curve may be from that of f64 is derived from eager's own spread: runs
in which each step's parameters are off by a rounding of f32, as they are where
gradients are summed in another order. Under autocast, whose casts hide such a
rounding, they are off by as much as a cast is: what eager's own loss is off by
is one number, which is near 0 in some steps and models. The bound is that of
docs/numerics.md, twice the farthest of them so far and 8 roundings of the loss.
That it tells a wrong gradient is tested too."""
import contextlib
import copy
import math
import unittest

from Inputs.torch_case import Case
from tc.torch import report
import torch
from torch import nn
from torch.nn import functional as F

torch.set_num_threads(1)  # what is computed here is small
STEPS = 200
SPREAD = 4  # runs of eager whose farthest is the spread
ROUNDINGS = 8 * torch.finfo(torch.float32).eps / 2


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.first, self.second = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(),
                                 nn.Linear(4 * width, width))

    def forward(self, x):
        q, k, v = (t.unflatten(-1, (self.heads, -1)).transpose(1, 2)
                   for t in self.qkv(self.first(x)).chunk(3, -1))
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.out(y.transpose(1, 2).flatten(-2))
        return x + self.mlp(self.second(x))


class Gpt(nn.Module):
    def __init__(self, words=17, length=16, width=32, heads=4, layers=2):
        super().__init__()
        self.word = nn.Embedding(words, width)
        self.place = nn.Parameter(torch.randn(length, width) * 0.1)
        self.blocks = nn.Sequential(*(Block(width, heads)
                                      for _ in range(layers)))
        self.head = nn.Sequential(nn.LayerNorm(width),
                                  nn.Linear(width, words, bias=False))

    def forward(self, ids):
        x = self.blocks(self.word(ids[:, :-1]) + self.place)
        return F.cross_entropy(self.head(x).to(x.dtype).flatten(0, 1),
                               ids[:, 1:].flatten())

    def optimizer(self):
        return torch.optim.AdamW(self.parameters(), lr=5e-3)

    @staticmethod
    def batch(generator):
        """Rows that count in steps of their own: there is something to learn."""
        start, step = torch.randint(0, 17, (2, 8, 1), generator=generator)
        return (start + step % 4 * torch.arange(17)).remainder(17),


class Residual(nn.Module):
    def __init__(self, a, b, stride):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(a, b, 3, stride, 1, bias=False), nn.BatchNorm2d(b),
            nn.ReLU(), nn.Conv2d(b, b, 3, 1, 1, bias=False), nn.BatchNorm2d(b))
        self.skip = nn.Conv2d(a, b, 1, stride)

    def forward(self, x):
        return F.relu(self.body(x) + self.skip(x))


class ResNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(3, 8, 3, 1, 1), nn.BatchNorm2d(8), nn.ReLU(),
            Residual(8, 8, 1), Residual(8, 16, 2), nn.AdaptiveAvgPool2d(1),
            nn.Flatten(), nn.Linear(16, 4))

    def forward(self, x, label):
        return F.cross_entropy(self.body(x).to(x.dtype), label)

    def optimizer(self):
        return torch.optim.SGD(self.parameters(), lr=0.02, momentum=0.9)

    @staticmethod
    def batch(generator):
        """Images whose brightest quarter is the label, under noise."""
        label = torch.randint(0, 4, (8,), generator=generator)
        x = torch.randn(8, 3, 8, 8, generator=generator) * 0.5
        for image, n in zip(x, label):
            image[:, n // 2 * 4:, n % 2 * 4:][:, :4, :4] += 1
        return x, label


@torch.no_grad()
def nudge(model, generator):
    """Each parameter up or down by a rounding."""
    for p in model.parameters():
        sign = torch.randint(0, 2, p.shape, generator=generator) * 2 - 1
        p.mul_(1 + sign * torch.finfo(p.dtype).eps)


@contextlib.contextmanager
def rounded(model, generator):
    """Each parameter off by as much as a cast to bf16 may be, for one step."""
    kept = [p.detach().clone() for p in model.parameters()]
    with torch.no_grad():
        for p in model.parameters():
            move = torch.rand(p.shape, generator=generator) * 2 - 1
            p.mul_(1 + move * torch.finfo(torch.bfloat16).eps / 2)
    yield
    with torch.no_grad():
        for p, old in zip(model.parameters(), kept):
            p.copy_(old)


def curve(model, compiled=False, dtype=torch.float32, autocast=False, moved=0,
          wrong=0.0):
    """The losses of 200 steps from a copy of `model`. `moved`: a seed by which
    parameters are off by a rounding in each step; `wrong`: the share of its neighbour that
    is added to each element of the last parameter's gradient."""
    model = copy.deepcopy(model)
    roundings = torch.Generator().manual_seed(moved)
    model = model.to(dtype).train()
    call = torch.compile(model, backend="tc", fullgraph=True) if compiled \
        else model
    optimizer = model.optimizer()
    generator = torch.Generator().manual_seed(5)
    *_, last = model.parameters()
    losses = []
    for _ in range(STEPS):
        batch = [t.to(dtype) if t.is_floating_point() else t
                 for t in model.batch(generator)]
        optimizer.zero_grad()
        if moved and not autocast:
            nudge(model, roundings)
        with rounded(model, roundings) if moved and autocast else \
                contextlib.nullcontext():
            with torch.autocast("cpu", torch.bfloat16, enabled=autocast):
                loss = call(*batch)
            loss.backward()
        last.grad.add_(last.grad.roll(1), alpha=wrong)
        optimizer.step()
        losses.append(loss.item())
    return losses


def outside(losses, exact, bounds):
    """The first step whose loss is off by more than its bound, or None."""
    for step, (a, b, bound) in enumerate(zip(losses, exact, bounds)):
        if not abs(a - b) <= bound:
            return f"step {step}: {a}, f64 {b}, bound {bound}"
    return None


class Curves(Case):
    def follows(self, build, autocast, wrong=0.01):
        model = build()
        exact = curve(model, dtype=torch.float64)
        self.assertLess(exact[-1], exact[0] / 2)  # it learns
        runs = [curve(model, autocast=autocast, moved=seed + 1)
                for seed in range(SPREAD)]
        bounds, most = [], 0.0
        for losses in zip(exact, *runs):
            most = max(most, *(abs(x - losses[0]) for x in losses[1:]))
            bounds.append(2 * most + ROUNDINGS * losses[0])
        self.assertTrue(all(map(math.isfinite, bounds)))
        got = curve(model, compiled=True, autocast=autocast)
        self.assertIsNone(outside(got, exact, bounds))
        self.compiled()
        self.assertEqual(report.counters()["graphs"], 1)  # the direct route
        off = curve(model, autocast=autocast, wrong=wrong)
        self.assertIsNotNone(outside(off, exact, bounds))

    def test_gpt(self):
        self.follows(Gpt, autocast=False)

    def test_gpt_autocast(self):
        self.follows(Gpt, autocast=True, wrong=0.1)

    def test_resnet(self):
        self.follows(ResNet, autocast=False)

    def test_resnet_autocast(self):
        self.follows(ResNet, autocast=True, wrong=1.0)


if __name__ == "__main__":
    unittest.main()
