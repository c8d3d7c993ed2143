"""Networks for tables, series and graphs, as their authors write them."""
import math

import torch
from networks import network
from torch import nn
from torch.nn import functional as F


def sparsemax(x):
    x = x - x.max(-1, keepdim=True)[0]
    z, _ = torch.sort(x, -1, descending=True)
    k = torch.arange(1, x.shape[-1] + 1, device=x.device, dtype=x.dtype)
    total = z.cumsum(-1) - 1
    support = k * z > total
    size = support.sum(-1, keepdim=True)
    tau = total.gather(-1, size - 1) / size.to(x.dtype)
    return torch.clamp(x - tau, min=0)


@network
def tabnet():
    class Block(nn.Module):
        def __init__(self, a, b):
            super().__init__()
            self.f = nn.Linear(a, 2 * b, bias=False)
            self.n = nn.BatchNorm1d(2 * b, momentum=0.02)

        def forward(self, x):
            ghost = [self.n(part) for part in self.f(x).chunk(2, 0)]
            return F.glu(torch.cat(ghost, 0))

    class Net(nn.Module):
        def __init__(self, n=6, d=4):
            super().__init__()
            self.bn, self.d = nn.BatchNorm1d(n), d
            self.first = Block(n, 2 * d)
            self.masks = nn.ModuleList(nn.Linear(d, n) for _ in range(2))
            self.steps = nn.ModuleList(Block(n, 2 * d) for _ in range(2))
            self.out = nn.Linear(d, 2)

        def forward(self, x):
            x = self.bn(x)
            a = self.first(x)[:, self.d:]
            prior, total, entropy = torch.ones_like(x), 0, 0
            for mask, step in zip(self.masks, self.steps):
                m = sparsemax(mask(a) * prior)
                entropy = entropy + torch.mean(torch.sum(
                    m * torch.log(m + 1e-15), 1))
                prior = torch.mul(1.3 - m, prior)
                y = step(m * x)
                total = total + F.relu(y[:, :self.d])
                a = y[:, self.d:]
            return self.out(total), entropy
    return Net(), (torch.randn(8, 6),)


@network
def ft_transformer():
    class Net(nn.Module):
        def __init__(self, n=8):
            super().__init__()
            self.weight, self.bias = (nn.Parameter(torch.randn(4, n))
                                      for _ in range(2))
            self.codes = nn.Embedding(7, n)
            self.register_buffer("offsets", torch.tensor([0, 3]))
            self.cls = nn.Parameter(torch.randn(n))
            self.layer = nn.TransformerEncoderLayer(
                n, 2, 16, 0.0, "gelu", batch_first=True, norm_first=True)
            self.out = nn.Linear(n, 1)
            self.freq = nn.Parameter(torch.randn(3, 2))

        def forward(self, x, categories):
            t = self.weight[None] * x[..., None] + self.bias
            c = self.codes(categories + self.offsets[None])
            t = torch.cat([self.cls.expand(len(x), 1, -1), t, c], 1)
            p = 2 * math.pi * self.freq * x[:, :3, None]
            periodic = torch.cat([torch.cos(p), torch.sin(p)], -1)
            return self.out(F.relu(self.layer(t)[:, 0])).squeeze(-1), periodic
    return Net(), (torch.randn(5, 4), torch.tensor(
        [[0, 1], [2, 3], [1, 0], [1, 2], [0, 0]]))


@network
def wide_recommenders():
    class Net(nn.Module):
        """DeepFM's, DCN v2's and DIN's crosses, bags with offsets."""

        def __init__(self, n=6):
            super().__init__()
            self.e, self.first = nn.Embedding(20, n), nn.Embedding(20, 1)
            self.bag = nn.EmbeddingBag(15, n, mode="mean", padding_idx=0)
            self.cross = nn.ModuleList(nn.Linear(3 * n, 3 * n)
                                       for _ in range(2))
            self.u, self.v = (nn.Linear(3 * n, 4, bias=False) for _ in range(2))
            self.back = nn.Linear(4, 3 * n)
            self.att = nn.Sequential(nn.Linear(4 * n, 8), nn.PReLU(),
                                     nn.Linear(8, 1))

        def forward(self, ids, values, flat, offsets, history, lengths):
            e = self.e(ids) * values.unsqueeze(-1)
            square, total = e.sum(1).pow(2), e.pow(2).sum(1)
            fm = 0.5 * (square - total).sum(1, keepdim=True)
            linear = (self.first(ids).squeeze(-1) * values).sum(1, keepdim=True)
            x0 = x = e.flatten(1)
            for layer in self.cross:
                x = x0 * layer(x) + x
            x = x0 * self.back(self.u(x) * self.v(x)) + x
            bag = self.bag(flat, offsets)
            h = self.e(history)
            target = e[:, :1].expand_as(h)
            w = self.att(torch.cat([target, h, target - h, target * h], -1))
            mask = torch.arange(h.shape[1], device=h.device) < \
                lengths.unsqueeze(1)
            w = w.squeeze(-1).masked_fill(~mask, -2.0 ** 32 + 1).softmax(-1)
            interest = torch.bmm(w.unsqueeze(1), h).squeeze(1)
            return torch.sigmoid(fm + linear), x, bag, interest
    return Net(), (torch.randint(0, 20, (4, 3)), torch.rand(4, 3),
                   torch.randint(0, 15, (9,)), torch.tensor([0, 2, 2, 7]),
                   torch.randint(0, 20, (4, 5)), torch.tensor([5, 1, 3, 2]))


@network
def n_beats():
    class Net(nn.Module):
        def __init__(self, back=8, ahead=3):
            super().__init__()
            self.a = nn.ModuleList(nn.Linear(back, 8) for _ in range(2))
            self.theta = nn.ModuleList(nn.Linear(8, 4) for _ in range(2))
            t, u = torch.arange(back) / back, torch.arange(ahead) / ahead
            self.register_buffer("trend_b", torch.stack(
                [t ** i for i in range(4)]))
            self.register_buffer("trend_f", torch.stack(
                [u ** i for i in range(4)]))
            self.register_buffer("season_b", torch.cat([torch.stack(
                [f(2 * math.pi * i * t) for i in range(2)])
                for f in (torch.cos, torch.sin)]))
            self.register_buffer("season_f", torch.cat([torch.stack(
                [f(2 * math.pi * i * u) for i in range(2)])
                for f in (torch.cos, torch.sin)]))

        def forward(self, x, mask):
            left, ahead = x.flip(-1), x[:, -1:]
            mask = mask.flip(-1)
            bases = ((self.trend_b, self.trend_f),
                     (self.season_b, self.season_f))
            for f, g, (back, front) in zip(self.a, self.theta, bases):
                theta = g(F.relu(f(left)))
                left = (left - theta @ back) * mask
                ahead = ahead + torch.einsum("bp,pt->bt", theta, front)
            return ahead, left
    return Net(), (torch.randn(4, 8), (torch.rand(4, 8) > 0.2).float())


@network
def temporal_fusion():
    class Gated(nn.Module):
        def __init__(self, a, n, b=None):
            super().__init__()
            b = b or n
            self.skip = nn.Linear(a, b) if a != b else None
            self.a, self.c, self.b = nn.Linear(a, n), nn.Linear(
                n, n, bias=False), nn.Linear(n, n)
            self.g, self.n = nn.Linear(n, 2 * b), nn.LayerNorm(b)

        def forward(self, x, c=None):
            y = self.a(x)
            if c is not None:
                c = self.c(c)
                y = y + (c.unsqueeze(1) if y.dim() > c.dim() else c)
            y = F.glu(self.g(self.b(F.elu(y))), -1)
            return self.n(y + (self.skip(x) if self.skip else x))

    class Net(nn.Module):
        def __init__(self, n=8, features=3):
            super().__init__()
            self.embed = nn.ModuleList(nn.Linear(1, n) for _ in range(features))
            self.weights = Gated(features * n, n, features)
            self.each = nn.ModuleList(Gated(n, n) for _ in range(features))
            self.static, self.att = Gated(4, n), nn.MultiheadAttention(
                n, 2, batch_first=True)
            self.out = nn.Linear(n, 3)

        def forward(self, x, static, y):
            c = self.static(static)
            e = torch.stack([f(x[..., i:i + 1])
                             for i, f in enumerate(self.embed)], -2)
            w = self.weights(e.flatten(-2), c).softmax(-1).unsqueeze(-2)
            e = torch.stack([f(e[..., i, :])
                             for i, f in enumerate(self.each)], -1)
            h = (e * w).sum(-1)
            t = h.shape[1]
            mask = torch.triu(torch.ones(t, t, dtype=torch.bool,
                                         device=x.device), 1)
            h = h + self.att(h, h, h, attn_mask=mask)[0]
            q = self.out(h[:, -4:])
            miss = y.unsqueeze(-1) - q
            levels = torch.tensor([0.1, 0.5, 0.9], device=x.device,
                                  dtype=x.dtype)
            return torch.max((levels - 1) * miss, levels * miss).mean(), q
    return Net(), (torch.randn(2, 6, 3), torch.randn(2, 4), torch.randn(2, 4))


@network
def series_patches():
    class Net(nn.Module):
        """RevIN, patches by unfold, DLinear's moving average, Autoformer's
        mix of lags."""

        def __init__(self):
            super().__init__()
            self.gain, self.bias = nn.Parameter(torch.ones(3)), nn.Parameter(
                torch.zeros(3))
            self.f, self.g = nn.Linear(4, 5), nn.Linear(12, 4)

        def forward(self, x):
            mean = x.mean(1, keepdim=True).detach()
            std = torch.sqrt(x.var(1, keepdim=True, unbiased=False) +
                             1e-5).detach()
            z = (x - mean) / std * self.gain + self.bias
            patches = F.pad(z.transpose(1, 2), (0, 2), "replicate").unfold(
                -1, 4, 2)
            front, end = z[:, :1].repeat(1, 2, 1), z[:, -1:].repeat(1, 2, 1)
            trend = F.avg_pool1d(torch.cat([front, z, end], 1).transpose(1, 2),
                                 5, 1)
            y = self.g(trend) + self.g(z.transpose(1, 2) - trend)
            lags = torch.stack([(z * torch.roll(z, -k, 1)).mean((1, 2))
                                for k in range(6)], -1)
            weight, at = torch.topk(lags, 2, -1)
            t = torch.arange(12, device=x.device)
            index = (t[None, None] + at[..., None]) % 12
            moved = z[torch.arange(len(x), device=x.device)[:, None, None],
                      index]
            mixed = (moved * weight.softmax(-1)[..., None, None]).sum(1)
            y = (y.transpose(1, 2) - self.bias) / (self.gain + 1e-10)
            return y * std + mean, self.f(patches), mixed
    return Net(), (torch.randn(2, 12, 3),)


@network
def kan():
    class Net(nn.Module):
        """Kolmogorov-Arnold layer: B-splines by the recursion of Cox-de Boor,
        and a Chebyshev layer."""

        def __init__(self, a=4, b=3, grid=5, order=3):
            super().__init__()
            h = 2 / grid
            self.order = order
            self.register_buffer("grid", (torch.arange(
                -order, grid + order + 1) * h - 1).expand(a, -1).contiguous())
            self.base = nn.Parameter(torch.randn(b, a))
            self.spline = nn.Parameter(torch.randn(b, a, grid + order) * 0.1)
            self.scale = nn.Parameter(torch.randn(b, a))
            self.cheb = nn.Parameter(torch.randn(a, b, 4))

        def forward(self, x):
            grid, t = self.grid, x.unsqueeze(-1)
            bases = ((t >= grid[:, :-1]) & (t < grid[:, 1:])).to(x.dtype)
            for k in range(1, self.order + 1):
                bases = (t - grid[:, :-(k + 1)]) / \
                    (grid[:, k:-1] - grid[:, :-(k + 1)]) * bases[:, :, :-1] + \
                    (grid[:, k + 1:] - t) / \
                    (grid[:, k + 1:] - grid[:, 1:-k]) * bases[:, :, 1:]
            w = self.spline * self.scale.unsqueeze(-1)
            y = F.linear(F.silu(x), self.base) + F.linear(
                bases.contiguous().view(x.size(0), -1),
                w.view(w.size(0), -1))
            c = torch.tanh(x).view(-1, 4, 1).expand(-1, -1, 4)
            c = (c.clamp(-1 + 1e-6, 1 - 1e-6).acos() *
                 torch.arange(4, device=x.device)).cos()
            return y, torch.einsum("bid,iod->bo", c, self.cheb)
    return Net(), (torch.rand(6, 4) * 1.8 - 0.9,)


@network
def graph_attention():
    class Net(nn.Module):
        """GAT with a softmax over neighbours by scatter, GIN, pooling by
        graph, SchNet's radial filters."""

        def __init__(self, n=6, heads=2):
            super().__init__()
            self.heads, self.f = heads, nn.Linear(n, heads * 4, bias=False)
            self.source, self.target = (nn.Parameter(torch.randn(1, heads, 4))
                                        for _ in range(2))
            self.gin = nn.Sequential(nn.Linear(8, 8), nn.ReLU(),
                                     nn.Linear(8, 8))
            self.eps = nn.Parameter(torch.zeros(1))
            self.filter = nn.Sequential(nn.Linear(5, 8), nn.Softplus(),
                                        nn.Linear(8, 8))

        def forward(self, x, edges, position, batch):
            a, b = edges[0], edges[1]
            n = x.shape[0]
            h = self.f(x).view(n, self.heads, 4)
            e = (h * self.source).sum(-1)[a] + (h * self.target).sum(-1)[b]
            e = F.leaky_relu(e, 0.2)
            at = b[:, None].expand_as(e)
            top = torch.full((n, self.heads), -1e9, dtype=x.dtype,
                             device=x.device).scatter_reduce(
                0, at, e.detach(), "amax")
            e = (e - top[b]).exp()
            total = torch.zeros_like(top).scatter_add(0, at, e)
            alpha = e / (total[b] + 1e-16)
            h = torch.zeros_like(h).index_add_(
                0, b, h[a] * alpha.unsqueeze(-1)).flatten(1)
            h = F.elu(h)
            h = self.gin((1 + self.eps) * h + torch.zeros_like(h).index_add(
                0, b, h[a]))
            d = (position[a] - position[b]).norm(dim=-1)
            rbf = torch.exp(-10 * (d[:, None] - torch.linspace(
                0, 2, 5, device=x.device)).pow(2)).to(x.dtype)
            cut = 0.5 * (torch.cos(d * math.pi / 3) + 1) * (d < 3)
            w = self.filter(rbf) * cut[:, None]
            h = h + torch.zeros_like(h).scatter_add(
                0, b[:, None].expand(-1, 8), h[a] * w)
            mean = torch.zeros(2, 8, device=x.device,
                               dtype=x.dtype).scatter_reduce_(
                0, batch[:, None].expand(-1, 8), h, "mean",
                include_self=False)
            top = torch.zeros(2, 8, device=x.device,
                              dtype=x.dtype).index_reduce(
                0, batch, h, "amax", include_self=False)
            return torch.cat([mean, top], -1), alpha
    return Net(), (torch.randn(8, 6), torch.cat([
        torch.randint(0, 8, (2, 20)), torch.arange(8).expand(2, -1)], 1)[:, :20],
        torch.randn(8, 3), torch.tensor([0, 0, 0, 1, 1, 1, 1, 1]))


@network
def policy_losses():
    class Net(nn.Module):
        """PPO with generalised advantages, SAC's squashed Gaussian, C51's
        projection, NoisyNet's factors."""

        def __init__(self):
            super().__init__()
            self.pi, self.v = nn.Linear(5, 3), nn.Linear(5, 1)
            self.mu, self.log = nn.Linear(5, 2), nn.Linear(5, 2)
            self.q = nn.Linear(5, 3 * 7)

        def forward(self, x, actions, old, rewards, done, noise):
            v = self.v(x).squeeze(-1)
            gae, out = torch.zeros_like(v[:, 0]), []
            for t in reversed(range(x.shape[1] - 1)):
                delta = rewards[:, t] + 0.99 * v[:, t + 1] * ~done[:, t] - \
                    v[:, t]
                gae = delta + 0.95 * 0.99 * ~done[:, t] * gae
                out.insert(0, gae)
            adv = torch.stack(out, 1).detach()
            target = adv + v[:, :-1].detach()
            adv = (adv - adv.mean()) / (adv.std() + 1e-8)
            pi = torch.distributions.Categorical(logits=self.pi(x[:, :-1]))
            ratio = (pi.log_prob(actions) - old).exp()
            policy = -torch.min(ratio * adv, ratio.clamp(0.8, 1.2) * adv).mean()
            loss = policy + 0.5 * F.mse_loss(v[:, :-1], target) - \
                0.01 * pi.entropy().mean()
            mu, log = self.mu(x), self.log(x).clamp(-20, 2)
            u = mu + log.exp() * noise
            normal = torch.distributions.Normal(mu, log.exp())
            logp = normal.log_prob(u).sum(-1) - (2 * (
                math.log(2) - u - F.softplus(-2 * u))).sum(-1)
            p = self.q(x[:, 0]).view(-1, 3, 7).softmax(-1)
            z = torch.linspace(-3, 3, 7, device=x.device, dtype=x.dtype)
            best = (p * z).sum(-1).argmax(1)
            p = p[torch.arange(len(p), device=x.device), best]
            tz = (rewards[:, :1] + 0.99 * z).clamp(-3, 3)
            b = tz + 3
            low, high = b.floor().long(), b.ceil().long()
            low[(high > 0) & (low == high)] -= 1
            high[(low < 6) & (low == high)] += 1
            m = torch.zeros_like(p)
            start = (torch.arange(len(p), device=x.device) * 7)[:, None]
            m.view(-1).index_add_(0, (low + start).view(-1),
                                  (p * (high - b)).view(-1))
            m.view(-1).index_add_(0, (high + start).view(-1),
                                  (p * (b - low)).view(-1))
            return loss, torch.tanh(u), logp, m
    return Net(), (torch.randn(3, 5, 5), torch.randint(0, 3, (3, 4)),
                   -torch.rand(3, 4) - 0.5, torch.randn(3, 4),
                   torch.rand(3, 4) > 0.7, torch.randn(3, 5, 2))
