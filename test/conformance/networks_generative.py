"""Generative networks, as their authors write them: flows, quantised and
autoregressive images, diffusion, and losses between distributions."""
import math

import torch
from networks import network
from torch import nn
from torch.nn import functional as F


@network
def vq_vae():
    class Net(nn.Module):
        """Codes by distance, a straight-through gradient, moving averages."""

        def __init__(self, n=4, codes=6):
            super().__init__()
            self.enc, self.dec = nn.Conv2d(3, n, 2, 2), \
                nn.ConvTranspose2d(n, 3, 2, 2)
            self.register_buffer("codes", torch.randn(codes, n))
            self.register_buffer("count", torch.ones(codes))

        def forward(self, x):
            z = self.enc(x).permute(0, 2, 3, 1).contiguous()
            flat = z.view(-1, z.shape[-1])
            distance = flat.pow(2).sum(1, keepdim=True) - \
                2 * flat @ self.codes.t() + self.codes.pow(2).sum(1)
            ids = distance.argmin(1)
            hot = torch.zeros(len(flat), len(self.codes), device=x.device,
                              dtype=x.dtype).scatter_(1, ids.unsqueeze(1), 1)
            q = (hot @ self.codes).view_as(z)
            if self.training:
                with torch.no_grad():
                    self.count.mul_(0.9).add_(hot.sum(0), alpha=0.1)
                    self.codes.lerp_((hot.t() @ flat) / self.count[:, None],
                                     0.1)
            loss = F.mse_loss(q, z.detach()) + 0.25 * F.mse_loss(z, q.detach())
            q = z + (q - z).detach()
            mean = hot.mean(0)
            perplexity = torch.exp(-(mean * (mean + 1e-10).log()).sum())
            return self.dec(q.permute(0, 3, 1, 2)), loss, perplexity
    return Net(), (torch.randn(2, 3, 6, 4),)


@network
def finite_scalar_quantiser():
    class Net(nn.Module):
        """FSQ, and SoundStream's residual quantiser."""

        def __init__(self):
            super().__init__()
            self.f, self.codes = nn.Linear(6, 3), nn.Parameter(
                torch.randn(2, 5, 3))
            self.register_buffer("levels", torch.tensor([5, 4, 3]))
            self.register_buffer("basis", torch.tensor([1, 5, 20]))

        def forward(self, x):
            z = self.f(x)
            half = (self.levels - 1) * (1 + 1e-3) / 2
            offset = torch.where(self.levels % 2 == 0, 0.5, 0.0)
            shift = (offset / half).atanh()
            bounded = (z + shift).tanh() * half - offset
            rounded = bounded + (bounded.round() - bounded).detach()
            width = self.levels // 2
            ids = ((rounded / width * width + width) * self.basis).sum(-1).to(
                torch.int32)
            total, left, all_ids = 0.0, z, []
            for codes in self.codes.unbind():
                at = torch.cdist(left, codes).min(-1).indices
                q = F.embedding(at, codes)
                q = left + (q - left).detach()
                left, total = left - q.detach(), total + q
                all_ids.append(at)
            return rounded, ids, total, torch.stack(all_ids)
    return Net(), (torch.randn(4, 7, 6),)


@network
def real_nvp():
    class Net(nn.Module):
        def __init__(self, n=6):
            super().__init__()
            self.register_buffer("mask", (torch.arange(n) % 2).float())
            self.s = nn.ModuleList(nn.Sequential(
                nn.Linear(n, 8), nn.LeakyReLU(), nn.Linear(8, n), nn.Tanh())
                for _ in range(2))
            self.t = nn.ModuleList(nn.Linear(n, n) for _ in range(2))

        def forward(self, x):
            logdet, z = x.new_zeros(x.shape[0]), x
            for i, (s, t) in enumerate(zip(self.s, self.t)):
                mask = self.mask if i % 2 else 1 - self.mask
                fixed = mask * z
                scale, move = s(fixed) * (1 - mask), t(fixed) * (1 - mask)
                z = (1 - mask) * (z - move) * torch.exp(-scale) + fixed
                logdet -= scale.sum(1)
            prior = torch.distributions.Normal(0.0, 1.0)
            return prior.log_prob(z).sum(1) + logdet, z
    return Net(), (torch.randn(5, 6),)


@network
def glow():
    class Net(nn.Module):
        """Actnorm, a convolution by an LU product, an affine coupling."""

        def __init__(self, n=4):
            super().__init__()
            self.bias, self.logs = (nn.Parameter(torch.randn(1, n, 1, 1) * 0.1)
                                    for _ in range(2))
            self.lower, self.upper = (nn.Parameter(torch.randn(n, n) * 0.2)
                                      for _ in range(2))
            self.log_s = nn.Parameter(torch.zeros(n))
            self.register_buffer("p", torch.eye(n)[torch.randperm(n)])
            self.register_buffer("sign", torch.tensor([1.0, -1.0, 1.0, 1.0]))
            self.f = nn.Conv2d(n // 2, n, 3, padding=1)

        def forward(self, x):
            b, c, h, w = x.shape
            x = x.view(b, c, h // 2, 2, w // 2, 2).permute(0, 1, 3, 5, 2, 4)
            x = x.contiguous().view(b, c * 4, h // 2, w // 2)
            x = (x + self.bias) * torch.exp(self.logs)
            pixels = x.size(2) * x.size(3)
            logdet = self.logs.sum() * pixels
            low = self.lower.tril(-1) + torch.eye(4, device=x.device)
            up = self.upper.triu(1) + torch.diag(self.sign *
                                                 torch.exp(self.log_s))
            weight = self.p @ (low @ up)
            x = F.conv2d(x, weight.view(4, 4, 1, 1))
            logdet = logdet + self.log_s.sum() * pixels
            a, c = x.chunk(2, 1)
            h = self.f(a)
            shift, scale = h[:, 0::2], torch.sigmoid(h[:, 1::2] + 2.0)
            z = torch.cat([a, (c + shift) * scale], 1)
            logdet = logdet + scale.log().sum([1, 2, 3])
            nll = 0.5 * (math.log(2 * math.pi) + z ** 2).flatten(1).sum(1)
            return (nll - logdet) / (math.log(2.0) * pixels)
    return Net(), (torch.randn(2, 1, 6, 8),)


@network
def pixel_cnn():
    class Masked(nn.Conv2d):
        def __init__(self, kind, *args, **options):
            super().__init__(*args, **options)
            mask = torch.ones_like(self.weight)
            h, w = mask.shape[2:]
            mask[:, :, h // 2, w // 2 + (kind == "B"):] = 0
            mask[:, :, h // 2 + 1:] = 0
            self.register_buffer("mask", mask)

        def forward(self, x):
            self.weight.data *= self.mask
            return super().forward(x)

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.a, self.b = Masked("A", 1, 8, 5, padding=2), \
                Masked("B", 4, 12, 3, padding=1)

        def forward(self, x):
            y = self.a(x)
            a, b = y.chunk(2, 1)
            y = self.b(torch.tanh(a) * torch.sigmoid(b))
            # Discretised mixture of logistics, of PixelCNN++.
            logits, means, scales = y.chunk(3, 1)
            scales = scales.clamp(min=-7.0)
            inv = torch.exp(-scales)
            centred = x - means
            plus, minus = inv * (centred + 1 / 255), inv * (centred - 1 / 255)
            delta = torch.sigmoid(plus) - torch.sigmoid(minus)
            middle = inv * centred
            pdf = middle - scales - 2.0 * F.softplus(middle)
            inner = torch.where(delta > 1e-5, torch.log(delta.clamp(min=1e-12)),
                                pdf - math.log(127.5))
            inner = torch.where(x > 0.999, -F.softplus(minus), inner)
            log = torch.where(x < -0.999, plus - F.softplus(plus), inner)
            return -torch.logsumexp(log + F.log_softmax(logits, 1), 1).sum()
    return Net(), (torch.rand(2, 1, 7, 6) * 2 - 1,)


def timesteps(t, n):
    freqs = torch.exp(-math.log(10000) * torch.arange(
        0, n // 2, dtype=torch.float32, device=t.device) / (n // 2))
    args = t[:, None].float() * freqs[None]
    return torch.cat([torch.cos(args), torch.sin(args)], -1)


@network
def diffusion_transformer():
    class Net(nn.Module):
        """DiT: patches, adaptive norms that start at zero, guidance."""

        def __init__(self, n=16, classes=5):
            super().__init__()
            self.patch = nn.Conv2d(2, n, 2, 2)
            self.position = nn.Parameter(torch.randn(1, 12, n) * 0.1,
                                         requires_grad=False)
            self.t = nn.Sequential(nn.Linear(8, n), nn.SiLU(), nn.Linear(n, n))
            self.y = nn.Embedding(classes + 1, n)
            self.ada = nn.Sequential(nn.SiLU(), nn.Linear(n, 6 * n))
            self.n1, self.n2 = (nn.LayerNorm(n, 1e-6, False) for _ in range(2))
            self.qkv, self.proj = nn.Linear(n, 3 * n), nn.Linear(n, n)
            self.mlp = nn.Sequential(nn.Linear(n, 32), nn.GELU("tanh"),
                                     nn.Linear(32, n))
            self.out = nn.Linear(n, 2 * 2 * 4)

        def forward(self, x, t, y):
            x = self.patch(x).flatten(2).transpose(1, 2) + self.position
            c = self.t(timesteps(t, 8).to(x.dtype)) + self.y(y)
            a, b, g, d, e, h = self.ada(c).unsqueeze(1).chunk(6, -1)
            z = self.n1(x) * (1 + b) + a
            q, k, v = self.qkv(z).view(*z.shape[:2], 3, 2, -1).permute(
                2, 0, 3, 1, 4).unbind(0)
            z = F.scaled_dot_product_attention(q, k, v).transpose(1, 2)
            x = x + g * self.proj(z.reshape(x.shape))
            x = x + h * self.mlp(self.n2(x) * (1 + e) + d)
            x = self.out(x).view(x.shape[0], 3, 4, 2, 2, 4)
            x = torch.einsum("nhwpqc->nchpwq", x).reshape(-1, 4, 6, 8)
            eps, rest = x[:, :3], x[:, 3:]
            cond, uncond = torch.split(eps, len(eps) // 2, 0)
            half = uncond + 4.0 * (cond - uncond)
            return torch.cat([torch.cat([half, half], 0), rest], 1)
    return Net(), (torch.randn(2, 2, 6, 8), torch.tensor([3, 500]),
                   torch.tensor([2, 5]))


@network
def latent_diffusion():
    class Res(nn.Module):
        def __init__(self, a, b, t):
            super().__init__()
            self.n1, self.c1 = nn.GroupNorm(4, a), nn.Conv2d(a, b, 3, 1, 1)
            self.t = nn.Linear(t, b)
            self.n2, self.c2 = nn.GroupNorm(4, b), nn.Conv2d(b, b, 3, 1, 1)
            self.skip = nn.Conv2d(a, b, 1) if a != b else nn.Identity()

        def forward(self, x, t):
            y = self.c1(F.silu(self.n1(x))) + self.t(F.silu(t))[:, :, None,
                                                                None]
            return self.skip(x) + self.c2(F.silu(self.n2(y)))

    class Cross(nn.Module):
        def __init__(self, n, m):
            super().__init__()
            self.norm = nn.GroupNorm(4, n)
            self.q, self.k, self.v = nn.Linear(n, n, False), \
                nn.Linear(m, n, False), nn.Linear(m, n, False)
            self.l1, self.l2, self.o = nn.LayerNorm(n), nn.LayerNorm(n), \
                nn.Linear(n, n)
            self.ff, self.down = nn.Linear(n, 8 * n), nn.Linear(4 * n, n)

        def forward(self, x, context):
            b, c, h, w = x.shape
            y = self.norm(x).permute(0, 2, 3, 1).reshape(b, h * w, c)
            q, k, v = (t.view(b, -1, 2, c // 2).transpose(1, 2) for t in (
                self.q(self.l1(y)), self.k(context), self.v(context)))
            y = y + self.o(F.scaled_dot_product_attention(q, k, v).transpose(
                1, 2).reshape(b, -1, c))
            a, gate = self.ff(self.l2(y)).chunk(2, -1)
            y = y + self.down(a * F.gelu(gate))
            return x + y.reshape(b, h, w, c).permute(0, 3, 1, 2).contiguous()

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.into, self.t = nn.Conv2d(4, 8, 3, 1, 1), nn.Linear(8, 16)
            self.a, self.ca = Res(8, 8, 16), Cross(8, 6)
            self.down, self.m = nn.Conv2d(8, 8, 3, 2, 1), Res(8, 16, 16)
            self.up = nn.Conv2d(16, 16, 3, 1, 1)
            self.b, self.cb = Res(24, 8, 16), Cross(8, 6)
            self.out = nn.Conv2d(8, 4, 3, 1, 1)

        def forward(self, x, t, context):
            t = self.t(timesteps(t, 8).to(x.dtype))
            x = self.into(x)
            a = self.ca(self.a(x, t), context)
            m = self.m(self.down(a), t)
            up = self.up(F.interpolate(m, scale_factor=2.0, mode="nearest"))
            return self.out(self.cb(self.b(torch.cat([up, a], 1), t), context))
    return Net(), (torch.randn(2, 4, 8, 6), torch.tensor([7, 900]),
                   torch.randn(2, 5, 6))


@network
def denoising_loss():
    class Net(nn.Module):
        """A training loss of DDPM and EDM, steps of DDIM."""

        def __init__(self):
            super().__init__()
            self.f = nn.Linear(6, 6)
            beta = torch.linspace(1e-4, 0.02, 50, dtype=torch.float64)
            self.register_buffer("alphas", torch.cumprod(1 - beta, 0).float())

        def forward(self, x, noise, t):
            def of(values, t):
                return values.gather(-1, t).reshape(-1, 1)
            a = of(self.alphas, t)
            noisy = a.sqrt() * x + (1 - a).sqrt() * noise
            snr = a / (1 - a)
            weight = torch.stack([snr, 5 * torch.ones_like(snr)], 1).min(1)[0]
            loss = (weight / snr * F.mse_loss(self.f(noisy), noise,
                                              reduction="none")).mean()
            y = noisy
            for i in range(3):
                now, then = self.alphas[40 - 10 * i], self.alphas[30 - 10 * i]
                e = self.f(y)
                x0 = ((y - (1 - now).sqrt() * e) / now.sqrt()).clamp(-1, 1)
                y = then.sqrt() * x0 + (1 - then).sqrt() * e
            return loss, y
    return Net(), (torch.randn(4, 6), torch.randn(4, 6),
                   torch.tensor([0, 10, 49, 3]))


@network
def style_gan():
    class Net(nn.Module):
        """Modulated convolution, equalised rates, blur, minibatch deviation."""

        def __init__(self, n=4):
            super().__init__()
            self.weight = nn.Parameter(torch.randn(1, n, n, 3, 3))
            self.style, self.bias = nn.Linear(6, n), nn.Parameter(
                torch.zeros(n))
            k = torch.tensor([1.0, 3.0, 3.0, 1.0])
            self.register_buffer("kernel", k[:, None] * k[None] / 64)

        def forward(self, x, w):
            b, c, h, v = x.shape
            w = w * torch.rsqrt(w.square().mean(1, keepdim=True) + 1e-8)
            style = self.style(w).view(b, 1, c, 1, 1)
            weight = self.weight / math.sqrt(c * 9) * style
            weight = weight * torch.rsqrt(weight.pow(2).sum([2, 3, 4]) +
                                          1e-8).view(b, c, 1, 1, 1)
            y = F.conv_transpose2d(
                x.reshape(1, b * c, h, v),
                weight.transpose(1, 2).reshape(b * c, c, 3, 3), stride=2,
                groups=b).view(b, c, 2 * h + 1, 2 * v + 1)
            kernel = self.kernel[None, None].repeat(c, 1, 1, 1) * 4
            y = F.conv2d(F.pad(y, (1, 1, 1, 1)), kernel, groups=c)
            y = F.leaky_relu(y + self.bias.view(1, -1, 1, 1), 0.2) * 2 ** 0.5
            group = y.view(2, -1, 1, c, *y.shape[2:])
            std = torch.sqrt(group.var(0, unbiased=False) + 1e-8)
            std = std.mean([2, 3, 4], keepdim=True).squeeze(2)
            return torch.cat([y, std.repeat(2, 1, *y.shape[2:])], 1)
    return Net(), (torch.randn(4, 4, 3, 4), torch.randn(4, 6))


@network
def contrastive_losses():
    class Net(nn.Module):
        """SimCLR, VICReg, CLIP's, DINO's, ArcFace, Sinkhorn's assignment."""

        def __init__(self):
            super().__init__()
            self.f = nn.utils.parametrizations.weight_norm(nn.Linear(6, 5))
            self.scale = nn.Parameter(torch.tensor(math.log(1 / 0.07)))
            self.weight = nn.Parameter(torch.randn(7, 5))

        def forward(self, a, b, labels):
            a, b = self.f(a), self.f(b)
            z = F.normalize(torch.cat([a, b]), dim=1)
            n = z.shape[0]
            sim = z @ z.t() / 0.5
            sim = sim.masked_fill(torch.eye(n, dtype=torch.bool,
                                            device=a.device), -9e15)
            at = torch.roll(torch.arange(n, device=a.device), n // 2)
            simclr = F.cross_entropy(sim, at)
            std = torch.sqrt(a.var(0) + 1e-4)
            centred = a - a.mean(0)
            cov = centred.T @ centred / (len(a) - 1)
            off = cov.flatten()[:-1].view(4, 6)[:, 1:].flatten()
            vicreg = F.relu(1 - std).mean() + off.pow(2).sum() / 5
            logits = self.scale.exp() * F.normalize(a, dim=-1) @ F.normalize(
                b, dim=-1).t()
            ids = torch.arange(len(a), device=a.device)
            clip = (F.cross_entropy(logits, ids) +
                    F.cross_entropy(logits.t(), ids)) / 2
            q = torch.exp(a.detach() / 0.5).t()
            q = q / q.sum()
            for _ in range(3):
                q = q / q.sum(1, keepdim=True) / q.shape[0]
                q = q / q.sum(0, keepdim=True) / q.shape[1]
            swav = -((q * q.shape[1]).t() * F.log_softmax(b, -1)).sum(1).mean()
            cosine = F.linear(F.normalize(a), F.normalize(self.weight))
            sine = torch.sqrt((1 - cosine.pow(2)).clamp(1e-7, 1))
            phi = cosine * math.cos(0.5) - sine * math.sin(0.5)
            hot = torch.zeros_like(cosine)
            hot.scatter_(1, labels.view(-1, 1).long(), 1)
            arc = F.cross_entropy((hot * phi + (1 - hot) * cosine) * 8, labels)
            return simclr, vicreg, clip, swav, arc
    return Net(), (torch.randn(4, 6), torch.randn(4, 6),
                   torch.tensor([0, 6, 2, 2]))
