"""D2 and D3: mutation, views, aliasing of arguments and results, layouts at
the boundary, buffers and weights."""
import torch
from torch import nn

from .table import case, ints, reals


# Views of inputs, written in place.

@case(reals(4, 6), reals(2, 6))
def inplace_on_slice_of_input(x, y):
    x[1:3].add_(y, alpha=2)
    return x * 2


@case(reals(4, 6))
def inplace_on_transposed_input(x):
    x.t().mul_(2.0)
    x.t()[0].sub_(1.0)
    return x.sum(0)


@case(reals(3, 5), reals(3))
def inplace_on_selected_column(x, y):
    column = x.select(1, 2)
    column.copy_(y)
    x[:, 4].fill_(7.0)
    x[0].zero_()
    return column + 1.0


@case(reals(2, 3, 4))
def inplace_through_permute(x):
    view = x.permute(2, 0, 1)
    view[1:3].mul_(view[0:2].clone())
    return view.contiguous()


@case(reals(2, 12), reals(3, 4))
def inplace_through_view_chain(x, y):
    window = x.view(2, 3, 4)[1].unsqueeze(0).squeeze(0)
    window.add_(y)
    return x.view(-1)


@case(reals(3, 8))
def inplace_on_strided_slice(x):
    x[:, ::2].mul_(x[:, 1::2])
    return x


@case(reals(4, 4))
def inplace_on_diagonal(x):
    x.diagonal().add_(1.0)
    return torch.diagonal(x, 1) * 2


@case(reals(2, 3))
def write_before_and_after_read(x):
    y = x + 1
    z = y.view(6)
    w = z * 2
    y.add_(-1.5)
    return w, z, y.relu_()


@case(reals(3, 4))
def view_of_copy_is_no_view(x):
    copied = x.t().reshape(12)
    copied.add_(1.0)
    return copied, x.t().contiguous().view(-1)


@case(reals(4, 1, 3), reals(3, 5, 1))
def expand_is_read_only(x, y):
    wide = x.expand(4, 5, 3)
    return wide * y.expand(-1, -1, 4).permute(2, 1, 0), wide.sum(1)


# Results and arguments that are one another.

@case(reals(3, 4))
def result_is_input(x):
    return x, x + 1


@case(reals(3, 4))
def result_is_mutated_input(x):
    return x.add_(1.0), x


@case(reals(3, 4))
def result_is_view_of_input(x):
    view = x.view(2, 6)
    x.mul_(3.0)
    return view, x.t()


@case(reals(3, 4))
def results_alias_each_other(x):
    y = torch.exp(x)
    return y, y.t(), y[1], y


@case(reals(2, 3), reals(2, 3))
def arguments_swapped_in_place(x, y):
    old = x.clone()
    x.copy_(y)
    y.copy_(old)
    return x - y


@case(reals(10))
def overlapping_views(x):
    low = torch.as_strided(x, (6,), (1,), 0)
    high = torch.as_strided(x, (6,), (1,), 3)
    low.add_(1.0)
    high.mul_(2.0)
    return low + high


@case(reals(2, 3, 4, order=[1, 2, 0]))
def strided_of_permuted(x):
    """as_strided counts in memory, whatever the order of the dimensions."""
    view = torch.as_strided(x, (4, 5), (5, 1), 2)
    view.mul_(2.0)
    return view + 1.0, x.sum(0)


@case(reals(8, strides=[1], storage=0),
      reals(4, strides=[2], offset=1, storage=0))
def overlapping_inputs(x, y):
    x.add_(1.0)
    return x.sum() + y, y


# Layouts.

@case(reals(1, 8, 6, 6, order=[0, 2, 3, 1]))
class channels_last_argument(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(8, 4, 3, padding=1)

    def forward(self, x):
        return torch.relu(self.conv(x)), x.flatten(1)


@case(reals(2, 3, 4, 5))
def to_channels_last(x):
    return (x + 1).contiguous(memory_format=torch.channels_last)


@case(reals(4, 6, order=[1, 0]), reals(6, 4))
def transposed_argument(x, y):
    return x + y.t(), x.view_as(x) @ y


@case(reals(3, 4, strides=[10, 2], offset=5), reals(3, 4))
def strided_argument(x, y):
    x.mul_(y)
    return x + 1


@case(reals(1, 5, strides=[0, 1]), reals(4, 5))
def broadcast_stride_argument(x, y):
    return x * y


# Weights and buffers.

@case(reals(4, 3, 5, 5), train=True)
class batch_norm_training(nn.Module):
    def __init__(self):
        super().__init__()
        self.bn = nn.BatchNorm2d(3)

    def forward(self, x):
        return self.bn(x)


@case(reals(4))
class counter_buffers(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("calls", torch.tensor(3))
        self.register_buffer("total", torch.arange(4.0) + 0.5)

    def forward(self, x):
        self.calls += 1
        self.total.add_(x).clamp_(max=2.0)
        return self.total * self.calls


@case(ints(0, 11, 2, 5))
class tied_weights(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(11, 8)
        self.head = nn.Linear(8, 11, bias=False)
        self.head.weight = self.embed.weight

    def forward(self, tokens):
        return self.head(self.embed(tokens))


@case(reals(2, 6))
class constant_buffers(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mask", torch.ones(6, 6).tril())
        self.register_buffer("steps", torch.arange(6))
        self.register_buffer("table", torch.linspace(-1, 1, 6) ** 3)
        self.register_buffer("scale", torch.full((6,), 0.5))

    def forward(self, x):
        return (x @ self.mask + self.table) * self.scale + self.steps


@case(reals(3, 16))
class int8_weight(nn.Module):
    """A linear layer whose weights are stored as int8 with a row's scale."""

    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(16, 8)
        self.register_buffer("codes", torch.arange(-64, 64,
                             dtype=torch.int8).view(8, 16))
        self.register_buffer("scale", torch.linspace(0.01, 0.03, 8))

    def forward(self, x):
        weight = self.codes.to(torch.float32) * self.scale.unsqueeze(1)
        return nn.functional.linear(x, weight, self.linear.bias)


@case(reals(6, 4), reals(6, 4), reals(6, 4, mean=1.0, std=0.1),
      reals(6, 4), reals(4), reals(4), reals(4, mean=1.0, std=0.1), reals(4))
def adam_step(p, m, v, g, q, n, w, h):
    """One optimizer step over two parameters, all state in place."""
    for param, first, second, grad in ((p, m, v, g), (q, n, w, h)):
        first.lerp_(grad, 0.1)
        second.mul_(0.999).addcmul_(grad, grad, value=0.001)
        scale = (second.sqrt() / 0.03162278).add_(1e-8)
        param.addcdiv_(first, scale, value=-0.01)
    return p.sum() + q.sum()


@case(reals(3, 40))
class large_buffers(nn.Module):
    """Tables that no fill makes, and that are too large for numbers."""

    def __init__(self):
        super().__init__()
        place = torch.arange(40.0)[:, None] * torch.exp(torch.arange(32.0) / -7)
        self.register_buffer("table", torch.cat([place.sin(), place.cos()], 1))
        self.register_buffer("order", torch.arange(1200) * 7 % 80 - 40)

    def forward(self, x):
        return x @ self.table, self.table[self.order[:5]], x[:, self.order].sum(1)
