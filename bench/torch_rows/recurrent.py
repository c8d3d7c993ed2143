"""Recurrences: cells in a Python loop, modules, scans written as tensors."""
import torch
from torch import nn

from . import row


class Unrolled(nn.Module):
    """A cell in a Python loop, which a compiler sees unrolled."""

    def __init__(self, cell):
        super().__init__()
        self.cell = cell

    def forward(self, x):
        state, out = None, []
        for t in range(x.shape[1]):
            state = self.cell(x[:, t], state)
            out.append(state[0] if isinstance(state, tuple) else state)
        return torch.stack(out, 1)


@row(train=True)
def lstm_cell_loop():
    return Unrolled(nn.LSTMCell(128, 256)), (torch.randn(8, 32, 128),)


@row(train=True)
def gru_cell_loop():
    return Unrolled(nn.GRUCell(128, 256)), (torch.randn(8, 32, 128),)


@row(train=True)
def lstm_module():
    net = nn.LSTM(128, 256, 2, batch_first=True)
    return net, (torch.randn(8, 64, 128),)


@row(train=True)
def lstm_tagger():
    """A module that PyTorch does not capture, between layers that it does."""
    class Tagger(nn.Module):
        def __init__(self):
            super().__init__()
            self.table = nn.Embedding(10000, 128)
            self.net = nn.LSTM(128, 128, batch_first=True, bidirectional=True)
            self.out = nn.Linear(256, 20)

        def forward(self, ids):
            return self.out(self.net(self.table(ids))[0]).log_softmax(-1)
    return Tagger(), (torch.randint(0, 10000, (8, 32)),)


@row(train=True)
def gru_module():
    return nn.GRU(128, 256, batch_first=True), (torch.randn(8, 64, 128),)


@row(train=True)
def selective_scan():
    """A state-space layer (S6) as a loop over time."""
    def scan(x, delta, a, b, c):
        state = torch.zeros(x.shape[0], x.shape[2], a.shape[1])
        delta = nn.functional.softplus(delta)
        out = []
        for t in range(x.shape[1]):
            decay = (delta[:, t, :, None] * a).exp()
            state = decay * state + (delta[:, t] * x[:, t])[..., None] \
                * b[:, t, None, :]
            out.append((state * c[:, t, None, :]).sum(-1))
        return torch.stack(out, 1)
    leaf = {"requires_grad": True}
    return scan, (torch.randn(1, 32, 512, **leaf),
                  torch.randn(1, 32, 512, **leaf),
                  -torch.rand(512, 16).requires_grad_(),
                  torch.randn(1, 32, 16, **leaf),
                  torch.randn(1, 32, 16, **leaf))


@row()
def linear_recurrence():
    """h[t] = a[t] * h[t - 1] + x[t] by logarithms and running sums."""
    def recur(a, x):
        total = a.log().cumsum(1)
        return total.exp() * ((x.abs() + 1e-6).log() - total).exp().cumsum(1)
    return recur, (torch.rand(4, 256, 512) * 0.1 + 0.9,
                   torch.randn(4, 256, 512))


@row(train=True)
def retention():
    """Linear attention with decay, in chunks."""
    decay = 0.97 ** torch.arange(64)[:, None].sub(
        torch.arange(64)).clamp(min=0).float()
    inside = decay.tril()

    def retain(q, k, v):
        state, out = torch.zeros(q.shape[0], 64, 64), []
        for i in range(q.shape[1]):
            a, b, c = q[:, i], k[:, i], v[:, i]
            y = (a @ b.transpose(1, 2) * inside) @ c + a @ state
            state = state * 0.14 + b.transpose(1, 2) @ c
            out.append(y)
        return torch.stack(out, 1)
    return retain, tuple(torch.randn(8, 4, 64, 64, requires_grad=True)
                         for _ in range(3))
