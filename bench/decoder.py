"""One step of a Llama decoder (of 1.1 G parameters, 16 layers, 8 of 32 heads of
keys) with a full cache: a token in, its logits out, the token's keys and values
written to the cache's last place. Plain PyTorch, since caches of transformers
differ from version to version."""
import torch
from torch import nn
import torch.nn.functional as F

BANDWIDTH = 4.3e12  # bytes a second, of copies on an H200


def rotate(x, cos, sin):
    a, b = x.chunk(2, -1)
    return x * cos + torch.cat((-b, a), -1) * sin


class Layer(nn.Module):
    def __init__(self, width, heads, shared, inner, batch, keys):
        super().__init__()
        self.size = width // heads
        self.widths = [width, shared * self.size, shared * self.size]
        self.qkv = nn.Linear(width, sum(self.widths), bias=False)
        self.out = nn.Linear(width, width, bias=False)
        self.up = nn.Linear(width, 2 * inner, bias=False)
        self.down = nn.Linear(inner, width, bias=False)
        self.norms = nn.ModuleList(nn.RMSNorm(width, 1e-6) for _ in range(2))
        for name in ("keys", "values"):
            self.register_buffer(
                name, torch.randn(batch, shared, keys, self.size))

    def forward(self, x, cos, sin, at):
        q, k, v = (t.unflatten(-1, (-1, self.size)).transpose(1, 2) for t in
                   self.qkv(self.norms[0](x)).split(self.widths, -1))
        self.keys.index_copy_(2, at, rotate(k, cos, sin))
        self.values.index_copy_(2, at, v)
        y = F.scaled_dot_product_attention(
            rotate(q, cos, sin), self.keys, self.values, enable_gqa=True)
        x = x + self.out(y.transpose(1, 2).flatten(-2))
        gate, up = self.up(self.norms[1](x)).chunk(2, -1)
        return x + self.down(F.silu(gate) * up)


class Decoder(nn.Module):
    def __init__(self, batch, keys=2048, layers=16, width=2048, heads=32,
                 shared=8, inner=8192, words=32000):
        super().__init__()
        self.table = nn.Embedding(words, width)
        self.layers = nn.ModuleList(
            Layer(width, heads, shared, inner, batch, keys)
            for _ in range(layers))
        self.norm = nn.RMSNorm(width, 1e-6)
        self.head = nn.Linear(width, words, bias=False)
        self.register_buffer("angles", torch.randn(keys, width // heads))

    def forward(self, token, at):
        angles = self.angles[at]
        x = self.table(token)
        for layer in self.layers:
            x = layer(x, angles.cos(), angles.sin(), at)
        return self.head(self.norm(x))

    def floor_ms(self):
        """The least that a step takes: it reads all weights and the cache."""
        values = [*self.parameters(), *self.buffers()]
        count = sum(v.numel() * v.element_size() for v in values) - \
            self.table.weight.numel() * self.table.weight.element_size()
        return count / BANDWIDTH * 1e3
