"""Common networks written with torch.nn, small: name -> a function that gives
(model, arguments)."""
import torch
from torch import nn
from torch.nn import functional as F

NETWORKS = {}


def network(build):
    def seeded():
        torch.manual_seed(0)
        model, arguments = build()
        return model.eval(), arguments
    NETWORKS[build.__name__] = seeded
    return build


class Basic(nn.Module):
    def __init__(self, a, b, stride=1):
        super().__init__()
        self.c1 = nn.Conv2d(a, b, 3, stride, 1, bias=False)
        self.b1, self.b2 = nn.BatchNorm2d(b), nn.BatchNorm2d(b)
        self.c2 = nn.Conv2d(b, b, 3, 1, 1, bias=False)
        self.down = nn.Sequential(nn.Conv2d(a, b, 1, stride, bias=False),
                                  nn.BatchNorm2d(b))

    def forward(self, x):
        y = F.relu(self.b1(self.c1(x)), inplace=True)
        return F.relu(self.b2(self.c2(y)) + self.down(x))


@network
def resnet():
    return nn.Sequential(
        nn.Conv2d(3, 8, 7, 2, 3), nn.BatchNorm2d(8), nn.ReLU(True),
        nn.MaxPool2d(3, 2, 1), Basic(8, 8), Basic(8, 16, 2),
        nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(16, 10)), \
        (torch.randn(2, 3, 32, 32),)


class InvertedResidual(nn.Module):
    def __init__(self, a, b, stride, act):
        super().__init__()
        hidden = a * 4
        self.skip = stride == 1 and a == b
        self.body = nn.Sequential(
            nn.Conv2d(a, hidden, 1, bias=False), nn.BatchNorm2d(hidden), act(),
            nn.Conv2d(hidden, hidden, 3, stride, 1, groups=hidden, bias=False),
            nn.BatchNorm2d(hidden), act(), Squeeze(hidden),
            nn.Conv2d(hidden, b, 1, bias=False), nn.BatchNorm2d(b))

    def forward(self, x):
        return x + self.body(x) if self.skip else self.body(x)


class Squeeze(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.a, self.b = nn.Conv2d(n, n // 4, 1), nn.Conv2d(n // 4, n, 1)

    def forward(self, x):
        y = F.silu(self.a(F.adaptive_avg_pool2d(x, 1)))
        return x * torch.sigmoid(self.b(y))


@network
def mobilenet():
    return nn.Sequential(
        nn.Conv2d(3, 8, 3, 2, 1), nn.Hardswish(),
        InvertedResidual(8, 8, 1, nn.Hardswish),
        InvertedResidual(8, 16, 2, nn.ReLU6), nn.AdaptiveAvgPool2d(1),
        nn.Flatten(), nn.Linear(16, 10)), (torch.randn(2, 3, 32, 32),)


@network
def efficientnet():
    return nn.Sequential(
        nn.Conv2d(3, 8, 3, 2, 1), nn.SiLU(), InvertedResidual(8, 8, 1, nn.SiLU),
        InvertedResidual(8, 8, 2, nn.SiLU), nn.AdaptiveAvgPool2d((1, 1)),
        nn.Flatten(), nn.Dropout(0.2), nn.Linear(8, 10)), \
        (torch.randn(2, 3, 24, 24),)


class UNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = Basic(3, 8), Basic(8, 16)
        self.up = nn.ConvTranspose2d(16, 8, 2, 2)
        self.c, self.out = Basic(16, 8), nn.Conv2d(8, 2, 1)

    def forward(self, x):
        a = self.a(x)
        b = self.b(F.max_pool2d(a, 2))
        return self.out(self.c(torch.cat([self.up(b), a], 1)))


@network
def unet():
    return UNet(), (torch.randn(1, 3, 16, 16),)


@network
def upsampling():
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.c = nn.Conv2d(3, 4, 3, padding=1)

        def forward(self, x):
            y = F.interpolate(self.c(x), scale_factor=2, mode="bilinear",
                              align_corners=False)
            return F.interpolate(y, size=(9, 7), mode="nearest") + \
                F.avg_pool2d(y, 2)[:, :, :1, :1]
    return Net(), (torch.randn(1, 3, 8, 8),)


def recurrent(kind):
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.e = nn.Embedding(20, 8)
            self.r = kind(8, 12, 2, batch_first=True)
            self.f = nn.Linear(12, 20)

        def forward(self, x):
            return self.f(self.r(self.e(x))[0])
    return Net(), (torch.randint(0, 20, (3, 5)),)


@network
def lstm():
    return recurrent(nn.LSTM)


@network
def gru():
    return recurrent(nn.GRU)


@network
def rnn():
    return recurrent(nn.RNN)


@network
def gan():
    generator = nn.Sequential(
        nn.ConvTranspose2d(8, 16, 4, 1, 0, bias=False), nn.BatchNorm2d(16),
        nn.ReLU(True), nn.ConvTranspose2d(16, 3, 4, 2, 1, bias=False),
        nn.Tanh())
    judge = nn.Sequential(
        nn.Conv2d(3, 8, 4, 2, 1, bias=False), nn.LeakyReLU(0.2, True),
        nn.Conv2d(8, 1, 4, 1, 0, bias=False), nn.Sigmoid())
    return nn.Sequential(generator, judge), (torch.randn(2, 8, 1, 1),)


@network
def vae():
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.enc = nn.Linear(20, 16)
            self.mu, self.var = nn.Linear(16, 4), nn.Linear(16, 4)
            self.dec = nn.Sequential(nn.Linear(4, 16), nn.ReLU(),
                                     nn.Linear(16, 20), nn.Sigmoid())

        def forward(self, x, noise):
            h = F.relu(self.enc(x))
            mu, var = self.mu(h), self.var(h)
            y = self.dec(mu + noise * torch.exp(0.5 * var))
            kld = -0.5 * torch.sum(1 + var - mu.pow(2) - var.exp())
            return F.binary_cross_entropy(y, torch.sigmoid(x)) + kld, y
    return Net(), (torch.randn(3, 20), torch.randn(3, 4))


@network
def diffusion_block():
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.n1, self.n2 = nn.GroupNorm(4, 16), nn.GroupNorm(4, 16)
            self.c1 = nn.Conv2d(16, 16, 3, padding=1)
            self.c2 = nn.Conv2d(16, 16, 3, padding=1)
            self.t = nn.Linear(8, 32)
            self.att = nn.MultiheadAttention(16, 4, batch_first=True)

        def forward(self, x, t):
            half = torch.arange(4, dtype=torch.float32, device=t.device)
            angle = t[:, None] * torch.exp(-half)[None]
            e = torch.cat([angle.sin(), angle.cos()], -1)
            scale, shift = self.t(F.silu(e))[:, :, None, None].chunk(2, 1)
            y = self.c1(F.silu(self.n1(x)))
            y = self.n2(y) * (1 + scale) + shift
            y = x + self.c2(F.silu(y))
            flat = y.flatten(2).transpose(1, 2)
            flat = flat + self.att(flat, flat, flat, need_weights=False)[0]
            return flat.transpose(1, 2).reshape(x.shape)
    return Net(), (torch.randn(2, 16, 8, 8), torch.tensor([3.0, 7.0]))


@network
def graph_network():
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.a, self.b = nn.Linear(6, 8), nn.Linear(8, 3)

        def forward(self, x, edges):
            def spread(h):
                source, target = edges
                total = h.new_zeros(x.shape[0], h.shape[1]).index_add(
                    0, target, h[source])
                count = h.new_zeros(x.shape[0]).scatter_add(
                    0, target, h.new_ones(target.shape[0]))
                return total / count.clamp(min=1)[:, None]
            return F.log_softmax(self.b(spread(F.relu(self.a(spread(x))))), 1)
    return Net(), (torch.randn(10, 6), torch.randint(0, 10, (2, 30)))


@network
def dlrm():
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.bags = nn.ModuleList(
                nn.EmbeddingBag(10, 8, mode="sum") for _ in range(3))
            self.bottom = nn.Sequential(nn.Linear(4, 8), nn.ReLU())
            self.top = nn.Sequential(nn.Linear(8 + 6, 8), nn.ReLU(),
                                     nn.Linear(8, 1), nn.Sigmoid())

        def forward(self, dense, sparse):
            x = self.bottom(dense)
            z = torch.stack([x] + [b(s) for b, s in zip(self.bags, sparse)], 1)
            products = torch.bmm(z, z.transpose(1, 2))
            i, j = torch.tril_indices(4, 4, -1)
            return self.top(torch.cat([x, products[:, i, j]], 1))
    return Net(), (torch.randn(5, 4), torch.randint(0, 10, (3, 5, 2)))


@network
def transformer():
    return nn.Transformer(16, 2, 1, 1, 32, batch_first=True), \
        (torch.randn(2, 5, 16), torch.randn(2, 4, 16))


@network
def mixer():
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.p = nn.Conv2d(3, 16, 8, 8)
            self.n1, self.n2 = nn.LayerNorm(16), nn.LayerNorm(16)
            self.t = nn.Sequential(nn.Linear(16, 32), nn.GELU(),
                                   nn.Linear(32, 16))
            self.c = nn.Sequential(nn.Linear(16, 32), nn.GELU(),
                                   nn.Linear(32, 16))

        def forward(self, x):
            x = self.p(x).flatten(2).transpose(1, 2)
            x = x + self.t(self.n1(x).transpose(1, 2)).transpose(1, 2)
            return (x + self.c(self.n2(x))).mean(1)
    return Net(), (torch.randn(2, 3, 32, 32),)


@network
def wavenet():
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.layers = nn.ModuleList(
                nn.Conv1d(8, 16, 2, dilation=2 ** i) for i in range(3))

        def forward(self, x):
            for layer in self.layers:
                y = layer(F.pad(x, (layer.dilation[0], 0)))
                a, b = y.chunk(2, 1)
                x = x + torch.tanh(a) * torch.sigmoid(b)
            return x
    return Net(), (torch.randn(2, 8, 20),)


@network
def video():
    return nn.Sequential(
        nn.Conv3d(3, 8, 3, padding=1), nn.BatchNorm3d(8), nn.ReLU(),
        nn.MaxPool3d(2), nn.Conv3d(8, 8, (1, 3, 3)), nn.AdaptiveAvgPool3d(1),
        nn.Flatten(), nn.Linear(8, 4)), (torch.randn(1, 3, 4, 12, 12),)


@network
def losses():
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.f = nn.Linear(6, 5)

        def forward(self, x, target, y):
            z = self.f(x)
            return (F.cross_entropy(z, target, label_smoothing=0.1),
                    F.mse_loss(z, y), F.smooth_l1_loss(z, y),
                    F.kl_div(F.log_softmax(z, 1), F.softmax(y, 1),
                             reduction="batchmean"),
                    F.huber_loss(z, y), F.cosine_similarity(z, y).sum(),
                    F.binary_cross_entropy_with_logits(z, torch.sigmoid(y)),
                    F.nll_loss(F.log_softmax(z, 1), target),
                    F.triplet_margin_loss(z, y, y + 1))
    return Net(), (torch.randn(4, 6), torch.randint(0, 5, (4,)),
                   torch.randn(4, 5))
