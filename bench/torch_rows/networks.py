"""Networks of torch.nn that are no transformers of the library transformers:
attention modules, recommenders, graphs, mixers, flows."""
import torch
from torch import nn
from torch.nn import functional as F

from . import row


@row(train=True, bf16=True)
def mlp():
    return nn.Sequential(nn.Linear(784, 1024), nn.GELU(), nn.Linear(1024, 1024),
                         nn.LayerNorm(1024), nn.ReLU(), nn.Linear(1024, 10)), \
        (torch.randn(64, 784),)


@row(train=True)
def mlp_small():
    """Its time is mostly that of a call."""
    return nn.Sequential(nn.Linear(4, 64), nn.Tanh(), nn.Linear(64, 64),
                         nn.Tanh(), nn.Linear(64, 2)), (torch.randn(1, 4),)


@row(bf16=True)
def mlp_one_row():
    return nn.Sequential(nn.Linear(2048, 4096), nn.SiLU(),
                         nn.Linear(4096, 2048)), (torch.randn(1, 2048),)


@row(train=True)
def mlp_autocast():
    body = mlp()[0]

    class Autocast(nn.Module):
        def __init__(self):
            super().__init__()
            self.body = body

        def forward(self, x):
            with torch.autocast("cpu", torch.bfloat16):
                return self.body(x)
    return Autocast(), (torch.randn(64, 784),)


@row(train=True)
def encoder_layer():
    return nn.TransformerEncoderLayer(512, 8, 2048, batch_first=True,
                                      dropout=0.0), (torch.randn(2, 128, 512),)


@row()
def decoder_layer():
    layer = nn.TransformerDecoderLayer(512, 8, 2048, batch_first=True,
                                       dropout=0.0)
    mask = nn.Transformer.generate_square_subsequent_mask(64)
    return (lambda x, memory, mask: layer(x, memory, tgt_mask=mask)), \
        (torch.randn(2, 64, 512), torch.randn(2, 96, 512), mask)


@row(train=True)
def attention_plain():
    """Written out, with a causal mask that is a buffer."""
    qkv, out = nn.Linear(512, 1536), nn.Linear(512, 512)

    class Attention(nn.Module):
        def __init__(self):
            super().__init__()
            self.qkv, self.out = qkv, out
            self.register_buffer("mask", torch.ones(256, 256).tril().bool())

        def forward(self, x):
            b, n, _ = x.shape
            q, k, v = (t.view(b, n, 8, 64).transpose(1, 2)
                       for t in self.qkv(x).chunk(3, -1))
            scores = q @ k.transpose(-2, -1) / 8
            scores = scores.masked_fill(~self.mask[:n, :n], float("-inf"))
            y = scores.softmax(-1) @ v
            return self.out(y.transpose(1, 2).reshape(b, n, 512))
    return Attention(), (torch.randn(1, 256, 512),)


@row(train=True)
def mixer():
    class Mixer(nn.Module):
        def __init__(self, tokens=196, width=256):
            super().__init__()
            self.n1, self.n2 = nn.LayerNorm(width), nn.LayerNorm(width)
            self.a = nn.Sequential(nn.Linear(tokens, 384), nn.GELU(),
                                   nn.Linear(384, tokens))
            self.b = nn.Sequential(nn.Linear(width, 1024), nn.GELU(),
                                   nn.Linear(1024, width))

        def forward(self, x):
            x = x + self.a(self.n1(x).transpose(1, 2)).transpose(1, 2)
            return x + self.b(self.n2(x))
    return nn.Sequential(Mixer(), Mixer()), (torch.randn(1, 196, 256),)


@row(train=True)
def dlrm():
    class Dlrm(nn.Module):
        def __init__(self, tables=16, rows=20000, width=64):
            super().__init__()
            self.tables = nn.ModuleList(
                nn.EmbeddingBag(rows, width, mode="sum")
                for _ in range(tables))
            self.bottom = nn.Sequential(
                nn.Linear(13, 512), nn.ReLU(), nn.Linear(512, 256), nn.ReLU(),
                nn.Linear(256, width), nn.ReLU())
            self.pairs = torch.tril_indices(tables + 1, tables + 1, -1)
            self.top = nn.Sequential(
                nn.Linear(width + self.pairs.shape[1], 512), nn.ReLU(),
                nn.Linear(512, 256), nn.ReLU(), nn.Linear(256, 1))

        def forward(self, dense, sparse):
            x = self.bottom(dense)
            e = torch.stack([x] + [t(s) for t, s in zip(self.tables, sparse)],
                            1)
            z = (e @ e.transpose(1, 2))[:, self.pairs[0], self.pairs[1]]
            return self.top(torch.cat([x, z], 1)).sigmoid()
    return Dlrm(), (torch.randn(128, 13), torch.randint(0, 20000,
                                                        (16, 128, 4)))


@row(train=True)
def embedding_bag_offsets():
    bag = nn.EmbeddingBag(100000, 64, mode="mean")
    return bag, (torch.randint(0, 100000, (8192,)),
                 torch.arange(0, 8192, 16))


@row(train=True)
def factorisation_machine():
    class Machine(nn.Module):
        def __init__(self):
            super().__init__()
            self.w, self.v = nn.Embedding(50000, 1), nn.Embedding(50000, 32)
            self.mlp = nn.Sequential(nn.Linear(26 * 32, 256), nn.ReLU(),
                                     nn.Linear(256, 1))

        def forward(self, ids):
            v = self.v(ids)
            pairs = (v.sum(1).square() - v.square().sum(1)).sum(1) / 2
            return (self.w(ids).sum((1, 2)) + pairs
                    + self.mlp(v.flatten(1))[:, 0]).sigmoid()
    return Machine(), (torch.randint(0, 50000, (256, 26)),)


def graph(nodes=2000, edges=16000):
    return torch.randint(0, nodes, (2, edges))


@row(train=True)
def graph_convolution():
    class Convolution(nn.Module):
        def __init__(self, a, b):
            super().__init__()
            self.w = nn.Linear(a, b)

        def forward(self, x, edges):
            source, target = edges
            degree = torch.zeros(len(x)).index_add(
                0, target, torch.ones(edges.shape[1])) + 1
            x = self.w(x) * degree.rsqrt()[:, None]
            y = x.index_add(0, target, x[source])
            return (y * degree.rsqrt()[:, None]).relu()

    class Network(nn.Module):
        def __init__(self):
            super().__init__()
            self.a, self.b = Convolution(128, 128), Convolution(128, 64)

        def forward(self, x, edges):
            return self.b(self.a(x, edges), edges)
    return Network(), (torch.randn(2000, 128), graph())


@row(train=True)
def graph_attention():
    class Attention(nn.Module):
        def __init__(self, width=128, heads=4):
            super().__init__()
            self.w = nn.Linear(width, width)
            self.a = nn.Parameter(torch.randn(heads, 2 * width // heads) / 8)

        def forward(self, x, edges):
            source, target = edges
            h = self.w(x).view(len(x), 4, -1)
            pairs = torch.cat([h[source], h[target]], -1)
            s = F.leaky_relu((pairs * self.a).sum(-1), 0.2)
            index = target[:, None].expand_as(s)
            most = torch.full((len(x), 4), -1e9).scatter_reduce(
                0, index, s.detach(), "amax")
            e = (s - most[target]).exp()
            total = torch.zeros(len(x), 4).scatter_add(0, index, e)
            weight = e / (total[target] + 1e-9)
            y = torch.zeros_like(h).index_add(0, target,
                                              h[source] * weight[..., None])
            return y.flatten(1)
    return Attention(), (torch.randn(2000, 128), graph())


@row(train=True)
def autoencoder():
    """A VAE of perceptrons; the noise is an argument."""
    class Autoencoder(nn.Module):
        def __init__(self):
            super().__init__()
            self.a, self.b = nn.Linear(784, 400), nn.Linear(400, 40)
            self.c, self.d = nn.Linear(20, 400), nn.Linear(400, 784)

        def forward(self, x, noise):
            mean, log = self.b(self.a(x).relu()).chunk(2, 1)
            z = mean + (0.5 * log).exp() * noise
            y = self.d(self.c(z).relu())
            loss = F.binary_cross_entropy_with_logits(y, x, reduction="sum")
            return loss - 0.5 * (1 + log - mean.square() - log.exp()).sum()
    return Autoencoder(), (torch.rand(64, 784), torch.randn(64, 20))


@row(train=True)
def flow():
    """RealNVP: affine couplings, and the log-likelihood."""
    class Coupling(nn.Module):
        def __init__(self, flip):
            super().__init__()
            self.flip = flip
            self.net = nn.Sequential(nn.Linear(32, 128), nn.ReLU(),
                                     nn.Linear(128, 128), nn.ReLU(),
                                     nn.Linear(128, 64))

        def forward(self, x):
            a, b = x.chunk(2, 1)
            if self.flip:
                a, b = b, a
            s, t = self.net(a).chunk(2, 1)
            s = s.tanh()
            b = b * s.exp() + t
            return torch.cat((b, a) if self.flip else (a, b), 1), s.sum(1)

    class Flow(nn.Module):
        def __init__(self):
            super().__init__()
            self.steps = nn.ModuleList(Coupling(i % 2) for i in range(6))

        def forward(self, x):
            total = 0
            for step in self.steps:
                x, log = step(x)
                total = total + log
            return (0.5 * x.square().sum(1) - total).mean()
    return Flow(), (torch.randn(256, 64),)


@row(train=True)
def contrastive():
    """InfoNCE of two batches of features."""
    def loss(a, b):
        a, b = F.normalize(a, dim=1), F.normalize(b, dim=1)
        scores = a @ b.T / 0.07
        target = torch.arange(len(a))
        return (F.cross_entropy(scores, target)
                + F.cross_entropy(scores.T, target)) / 2
    return loss, (torch.randn(512, 256, requires_grad=True),
                  torch.randn(512, 256, requires_grad=True))


@row(train=True)
def cross_entropy():
    return (lambda x, y: F.cross_entropy(x, y, label_smoothing=0.1)), \
        (torch.randn(256, 32000, requires_grad=True),
         torch.randint(0, 32000, (256,)))


@row(train=True)
def point_net():
    """Features of points, and their maximum."""
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.a, self.b = nn.Linear(3, 64), nn.Linear(64, 256)
            self.c = nn.Linear(256, 10)

        def forward(self, x):
            return self.c(self.b(self.a(x).relu()).relu().amax(1))
    return Net(), (torch.randn(4, 1024, 3),)


@row(train=True)
def adapters():
    """Low-rank adapters of a linear layer, one of many for each text."""
    class Layer(nn.Module):
        def __init__(self):
            super().__init__()
            self.base = nn.Linear(1024, 1024, bias=False)
            self.a = nn.Parameter(torch.randn(32, 1024, 16) * 0.02)
            self.b = nn.Parameter(torch.randn(32, 16, 1024) * 0.02)

        def forward(self, x, adapter):
            return self.base(x) + x @ self.a[adapter] @ self.b[adapter]
    return Layer(), (torch.randn(8, 64, 1024), torch.randint(0, 32, (8,)))
