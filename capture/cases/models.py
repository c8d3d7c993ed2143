"""The pieces that models are made of: norms, attention, losses, recurrences."""
import math

import torch
import torch.nn.functional as F
from torch import nn

from .table import bools, case, ints, reals


@case(reals(3, 5, 8))
class norms(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.LayerNorm(8)
        self.plain = nn.LayerNorm((5, 8), elementwise_affine=False)
        self.rms = nn.RMSNorm(8, eps=1e-6)
        self.group = nn.GroupNorm(2, 8)

    def forward(self, x):
        return (self.layer(x), self.plain(x), self.rms(x),
                self.group(x.transpose(1, 2)))


@case(reals(2, 4, 5, 5))
class batch_norm_inference(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(4, 6, 3)
        self.bn = nn.BatchNorm2d(6)
        self.relu = nn.ReLU(inplace=True)

    def forward(self, x):
        y = self.bn(self.conv(x))
        y += 0.25
        return self.relu(y)


@case(reals(3, 4, 6))
def softmaxes(x):
    return x.softmax(-1), x.softmax(1), x.log_softmax(0)


@case(reals(6, 9), ints(0, 9, 6), reals(6, 9))
def losses(x, target, y):
    known = target - 103 * (target == 3)  # -100 is ignored
    return (F.cross_entropy(x, target), F.nll_loss(x.log_softmax(1), known),
            F.cross_entropy(x, target, reduction="none"),
            F.cross_entropy(x, target, ignore_index=3), F.mse_loss(x, y))


@case(reals(2, 4, 6, 8), reals(2, 4, 7, 8), reals(2, 4, 7, 8), reals(6, 7),
      bools(2, 1, 6, 7))
def attention(q, k, v, bias, mask):
    return (F.scaled_dot_product_attention(q, k, v),
            F.scaled_dot_product_attention(q, k, v, is_causal=True),
            F.scaled_dot_product_attention(q, k, v, bias, scale=0.3),
            F.scaled_dot_product_attention(q, k, v, mask))


@case(reals(1, 6, 5, 8), reals(1, 2, 5, 8), reals(1, 2, 5, 8))
def attention_grouped(q, k, v):
    return F.scaled_dot_product_attention(q, k, v, is_causal=True,
                                          enable_gqa=True)


@case(reals(2, 3, 6, 4), reals(2, 3, 6, 4), reals(2, 3, 6, 4))
def attention_by_hand(q, k, v):
    """Sliding window and ALiBi; the log of the sum is a result as well."""
    scores = q @ k.transpose(-1, -2) / math.sqrt(4)
    distance = torch.arange(6).unsqueeze(1) - torch.arange(6)
    slope = torch.tensor([0.5, 0.25, 0.125]).view(3, 1, 1)
    scores = scores - slope * distance.abs()
    outside = (distance < 0) | (distance > 3)
    scores = scores.masked_fill(outside, float("-inf"))
    lse = torch.logsumexp(scores, -1)
    return torch.exp(scores - lse.unsqueeze(-1)) @ v, lse


@case(ints(0, 12, 2, 5), ints(0, 2, 2, 5))
class embeddings(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(12, 8, padding_idx=0)
        self.kinds = nn.Embedding(2, 8)
        self.places = nn.Embedding(16, 8)
        self.norm = nn.LayerNorm(8, eps=1e-12)

    def forward(self, tokens, kinds):
        places = torch.arange(5).expand(2, -1)
        return self.norm(self.words(tokens) + self.kinds(kinds) +
                         self.places(places))


@case(reals(2, 5, 8))
class transformer_block(nn.Module):
    """Pre-norm, split heads by chunk, gated feed-forward, causal."""

    def __init__(self):
        super().__init__()
        self.first, self.second = nn.LayerNorm(8), nn.LayerNorm(8)
        self.qkv, self.out = nn.Linear(8, 24), nn.Linear(8, 8)
        self.up, self.down = nn.Linear(8, 32), nn.Linear(16, 8)
        self.drop = nn.Dropout(0.1)

    def forward(self, x):
        q, k, v = (t.unflatten(-1, (2, 4)).transpose(1, 2)
                   for t in self.qkv(self.first(x)).chunk(3, -1))
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.drop(self.out(y.transpose(1, 2).flatten(2)))
        gate, value = self.up(self.second(x)).chunk(2, -1)
        return x + self.drop(self.down(F.silu(gate) * value))


@case(reals(2, 6, 3, 4))
def rotary(x):
    frequencies = 10000.0 ** (-torch.arange(0, 4, 2) / 4)
    angles = torch.outer(torch.arange(6).float(), frequencies)
    angles = torch.cat([angles, angles], -1).unsqueeze(1)
    half = torch.cat([-x[..., 2:], x[..., :2]], -1)
    return x * angles.cos() + half * angles.sin()


@case(reals(2, 6), reals(2, 4), reals(2, 4))
class lstm_step(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.LSTMCell(6, 4)

    def forward(self, x, h, c):
        return self.cell(x, (h, c))


@case(reals(2, 3, 4, mean=0.5, std=0.1), reals(2, 3, 4), reals(2, 3, 4),
      reals(2, 4))
def selective_scan(decay, inputs, outputs, state):
    """A state space recurrence over three steps, written out in place."""
    result = torch.empty(2, 3)
    for t in range(3):
        state = decay[:, t] * state + inputs[:, t]
        result[:, t] = (state * outputs[:, t]).sum(-1)
    return result, state


@case(reals(2, 8, 8, 8))
class residual_block(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(8, 8, 3, padding=1, bias=False)
        self.bn1, self.bn2 = nn.BatchNorm2d(8), nn.BatchNorm2d(8)
        self.conv2 = nn.Conv2d(8, 8, 3, 2, 1, groups=2, bias=False)
        self.down = nn.Conv2d(8, 8, 1, 2, bias=False)
        self.relu = nn.ReLU(inplace=True)

    def forward(self, x):
        y = self.bn2(self.conv2(self.relu(self.bn1(self.conv1(x)))))
        y += self.down(x)
        return self.relu(y)


@case(reals(4, 6), reals(4, 5), reals(6, 5), reals(5))
def linear_backward(x, dy, w, b):
    """The gradient of a linear layer with gelu, as autograd would write it."""
    y = x @ w + b
    cdf = 0.5 * (1 + torch.erf(y * 0.70710678118654752))
    pdf = torch.exp(-0.5 * y * y) * 0.3989422804014327
    dz = dy * (cdf + y * pdf)
    return dz @ w.t(), x.t() @ dz, dz.sum(0)


@case(reals(3, 0), ints(0, 4, 2))
class empty_parameters(nn.Module):
    """Layers of no inputs, or of no outputs, as pruning leaves them."""

    def __init__(self):
        super().__init__()
        self.none_in = nn.Linear(0, 4)
        self.none_out = nn.Linear(4, 0)
        self.rows = nn.Embedding(4, 0)
        self.extra = nn.Parameter(torch.empty(0, 2))

    def forward(self, x, i):
        y = self.none_in(x)
        return (y, self.none_out(y), self.rows(i),
                torch.cat([y[:, :2], self.extra]))
