"""Modules and how they are trained, for test_torch_programs.py. A program is a
function of what compiles a function or module, and gives values to compare."""
import copy
import dataclasses

import torch
from torch import nn
from torch.nn import functional as F
from torch.nn.utils import parametrizations, parametrize
from torch.utils.checkpoint import checkpoint

PROGRAMS = {}


def program(run):
    PROGRAMS[run.__name__] = run
    return run


def tensors(value):
    return [t for t in torch.utils._pytree.tree_leaves(value)
            if isinstance(t, torch.Tensor)]


def trained(name, make, *inputs, steps=3, dtype=torch.float32):
    """Adds a program that trains a module. `inputs`: shapes, or functions of the
    number of the step."""
    def run(compile):
        torch.manual_seed(1)
        module = make().to(dtype)
        call, found = compile(module), []
        optimizer = torch.optim.SGD(module.parameters(), 0.05)
        for step in range(steps):
            torch.manual_seed(10 + step)
            given = [torch.randn(i, dtype=dtype) if isinstance(i, tuple)
                     else i(step) for i in inputs]
            torch.manual_seed(50 + step)
            results = tensors(call(*given))
            optimizer.zero_grad()
            sum(t.float().sin().mean() for t in results
                if t.requires_grad).backward()
            found += [t.detach().clone() for t in results]
            found += [p.grad.clone() for p in module.parameters()
                      if p.grad is not None]
            optimizer.step()
        return [*found, *(p.detach() for p in module.parameters()),
                *module.buffers()]
    PROGRAMS[name] = run


class Shared(nn.Module):
    """Nested modules that share parameters, and tied weights."""

    def __init__(self):
        super().__init__()
        self.first = nn.Linear(6, 6)
        self.block = nn.Sequential(self.first, nn.ReLU(), nn.Linear(6, 6))
        self.layers = nn.ModuleList([self.first, self.block])
        self.table, self.out = nn.Embedding(9, 6), nn.Linear(6, 9, bias=False)
        self.out.weight = self.table.weight

    def forward(self, words):
        h = self.table(words)
        for layer in self.layers:
            h = h + layer(h)
        return self.out(h)


class Buffers(nn.Module):
    """Buffers that forward replaces and writes to."""

    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.zeros(6))
        self.register_buffer("count", torch.tensor(0))
        self.layer = nn.Linear(6, 6)

    def forward(self, x):
        self.count += 1
        self.mean = self.mean * 0.9 + 0.1 * x.mean(0).detach()
        self.mean[0] = self.count.float()
        return self.layer(x - self.mean)


class Hooked(nn.Module):
    """Hooks of modules, parameters and values."""

    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(6, 6), nn.Linear(6, 3)
        self.a.register_forward_hook(lambda m, i, o: o * 2)
        self.b.register_forward_pre_hook(lambda m, i: (i[0].clamp(-1, 1),))
        self.a.weight.register_hook(lambda g: g * 0.5)
        self.b.register_full_backward_hook(lambda m, i, o: (i[0] * 3,))

    def forward(self, x):
        h = self.a(x)
        if h.requires_grad:
            h.register_hook(lambda g: g.clamp(-.01, .01))
        return self.b(h)


class Scaled(torch.autograd.Function):
    """With arguments that are no tensors."""

    @staticmethod
    def forward(ctx, x, scale, mode, options=None):
        ctx.save_for_backward(x)
        ctx.scale = scale
        return (x * scale).clamp(-1, 1) if mode == "clip" else x * scale

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return grad * ctx.scale * (x.abs() < 2), None, None, None


class Custom(nn.Linear):
    def forward(self, x):
        x = Scaled.apply(super().forward(x), 2.0, "clip", {"a": 1})
        return Scaled.apply(x, 0.5, "linear")


class Rounded(nn.Linear):
    """Straight-through estimation and fake quantisation."""

    def forward(self, x):
        h = super().forward(x)
        h = h + ((h * 8).round() / 8 - h).detach()
        return F.linear(h, torch.fake_quantize_per_tensor_affine(
            self.weight, 0.05, 0, -127, 127))


class Checkpointed(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList(nn.Sequential(
            nn.Linear(6, 6), nn.GELU(), nn.Dropout(0.3)) for _ in range(3))

    def forward(self, x):
        for block in self.blocks:
            x = x + checkpoint(lambda y, by, block=block: block(y) * by, x,
                               use_reentrant=False, by=2.0)
        return x


class Symmetric(nn.Module):
    def forward(self, x):
        return x.triu() + x.triu(1).mT


def symmetric():
    layer = nn.Linear(5, 5)
    parametrize.register_parametrization(layer, "weight", Symmetric())
    return layer


def normed(norm):
    return lambda: nn.Sequential(norm(nn.Linear(6, 8)), nn.Tanh(),
                                 norm(nn.Linear(8, 3)))


class Mixed(nn.Module):
    """Types and promotions."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(6, 6)
        self.scale = nn.Parameter(torch.ones(6, dtype=torch.float64))

    def forward(self, x, n):
        h = self.layer(x)
        byte = (n.to(torch.uint8) + 254).float() / 99
        return (h.double() * self.scale, (h * n).half().float() + n.to(torch.int8),
                torch.where(n > 1, h, h.double().float()), byte * h, h > 0)


class Assigned(nn.Module):
    """Assignments through views."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(6, 6)

    def forward(self, x):
        x = self.layer(x)
        y = torch.zeros(x.shape[0], 12)
        y[:, :6] = x
        y[:, 6:].copy_(x.sin())
        view = y.view(-1, 3, 4)
        view[:, 1] *= 2
        view.transpose(1, 2)[:, 0].add_(1.0)
        y = y.masked_fill(y > 2, 0.5)
        y[:, 0] = 7
        y[1:, ::3] += x[1:, :4]
        return y, view.sum(1), y[..., None, -1]


class Recurrent(nn.Module):
    """An optional state, and a loop over time."""

    def __init__(self):
        super().__init__()
        self.cell, self.out = nn.GRUCell(4, 6), nn.Linear(6, 2)

    def forward(self, xs, h=None):
        found = []
        for x in xs.unbind(1):
            h = self.cell(x, h)
            found.append(self.out(h))
        return torch.stack(found, 1), h


class Graph(nn.Module):
    """Messages along edges, gathered in three ways."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)

    def forward(self, x, edges):
        x, (source, target) = self.layer(x), edges
        m = x[source] * x[target].softmax(-1)
        to = target[:, None].expand_as(m)
        return (x.new_zeros(x.shape).scatter_add(0, to, m),
                x.new_full(x.shape, -9.0).scatter_reduce(0, to, m, "amax"),
                torch.zeros_like(x).index_reduce(0, target, m, "mean",
                                                 include_self=False))


trained("shared", Shared, lambda step: torch.randint(9, (4, 5)))
trained("buffers", Buffers, (4, 6))
trained("hooks", Hooked, (4, 6))
trained("custom_function", lambda: Custom(6, 6), (4, 6))
trained("straight_through", lambda: Rounded(6, 6), (4, 6))
trained("checkpointed", Checkpointed, (4, 6))
trained("symmetric", symmetric, (4, 5))
trained("weight_norm", normed(parametrizations.weight_norm), (4, 6))
trained("old_weight_norm", normed(nn.utils.weight_norm), (4, 6))
trained("spectral_norm", normed(parametrizations.spectral_norm), (4, 6))
trained("orthogonal", lambda: parametrizations.orthogonal(nn.Linear(6, 6)), (4, 6))
trained("mixed_types", Mixed, (4, 6), lambda step: torch.randint(5, (4, 6)))
trained("assigned", Assigned, (4, 6))
trained("recurrent", Recurrent, (3, 5, 4))
trained("graph", Graph, (6, 3), lambda step: torch.randint(6, (2, 11)))
trained("halves", lambda: nn.Sequential(
    nn.Conv2d(3, 8, 3), nn.GroupNorm(2, 8), nn.SiLU(), nn.Flatten(),
    nn.Linear(288, 5)), (2, 3, 8, 8), dtype=torch.float16)
trained("channels_last", lambda: nn.Sequential(
    nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2),
    nn.Conv2d(8, 4, 1)).to(memory_format=torch.channels_last), lambda step:
    torch.randn(2, 3, 9, 9).to(memory_format=torch.channels_last))


@dataclasses.dataclass
class Output:
    logits: torch.Tensor
    hidden: list
    extra: object = None


class Structured(nn.Linear):
    def forward(self, x, mask=None):
        h = super().forward(x)
        if mask is not None:
            h = h.masked_fill(mask, 0.0)
        return Output(h, [h.relu(), h.sum()])


@program
def structured(compile):
    """Optional arguments, and a data class as the result."""
    torch.manual_seed(1)
    module, x, found = Structured(5, 5), torch.randn(4, 5), []
    call = compile(module)
    for mask in (None, x > 0, None):
        out = call(x, mask)
        (out.logits.sum() + out.hidden[0].sum() * out.hidden[1]).backward()
        found += [out.logits.detach(), module.weight.grad.clone()]
    return found


class Adapted(nn.Module):
    """LoRA."""

    def __init__(self):
        super().__init__()
        self.base = nn.Linear(8, 8).requires_grad_(False)
        self.down = nn.Parameter(torch.randn(2, 8) * .1)
        self.up, self.merged = nn.Parameter(torch.zeros(8, 2)), False

    def forward(self, x):
        y = self.base(x)
        return y if self.merged else y + x @ self.down.t() @ self.up.t() * 2.0


@program
def adapted(compile):
    torch.manual_seed(1)
    module = nn.Sequential(Adapted(), nn.ReLU(), Adapted())
    call, x = compile(module), torch.randn(4, 8)
    optimizer = torch.optim.SGD([p for p in module.parameters()
                                 if p.requires_grad], 0.1)
    for _ in range(2):
        optimizer.zero_grad()
        call(x).square().mean().backward()
        optimizer.step()
    found = [call(x).detach()]
    for layer in (module[0], module[2]):
        with torch.no_grad():
            layer.base.weight += layer.up @ layer.down * 2.0
        layer.merged = True
    return [*found, call(x).detach()]


@program
def averaged(compile):
    """A moving average of the weights, by a factor that changes."""
    torch.manual_seed(1)
    module = nn.Sequential(nn.Linear(6, 6), nn.Tanh(), nn.Linear(6, 2))
    average, call = copy.deepcopy(module), compile(module)

    @compile
    def update(into, new, factor):
        with torch.no_grad():
            for a, b in zip(into, new):
                a.lerp_(b, 1 - factor)
    optimizer = torch.optim.SGD(module.parameters(), 1e-2)
    for step in range(4):
        optimizer.zero_grad()
        call(torch.randn(5, 6)).pow(2).mean().backward()
        optimizer.step()
        update(list(average.parameters()), list(module.parameters()),
               0.9 + 0.01 * step)
    return [p.detach() for p in average.parameters()]
