"""Networks for sequences, as their authors write them: attention and what
replaces it, state spaces, mixtures of experts, speech."""
import math

import torch
from networks import network
from torch import nn
from torch.nn import functional as F


class RMSNorm(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(n))

    def forward(self, x):
        y = x.float() * torch.rsqrt(x.float().pow(2).mean(-1, keepdim=True)
                                    + 1e-6)
        return self.weight * y.type_as(x)


@network
def llama_complex_rotary():
    class Net(nn.Module):
        """Meta's Llama: rotary positions as products of complex numbers, a
        cache that is written in place."""

        def __init__(self, n=16, heads=4, groups=2):
            super().__init__()
            self.heads, self.groups, self.d = heads, groups, n // heads
            self.q, self.o = nn.Linear(n, n, bias=False), nn.Linear(
                n, n, bias=False)
            self.k, self.v = (nn.Linear(n, groups * self.d, bias=False)
                              for _ in range(2))
            self.norm = RMSNorm(n)
            freqs = 1.0 / 1e4 ** (torch.arange(0, self.d, 2).float() / self.d)
            self.register_buffer("freqs", torch.outer(
                torch.arange(16).float(), freqs), persistent=False)

        def rotate(self, x, freqs):
            c = torch.view_as_complex(x.float().reshape(*x.shape[:-1], -1, 2))
            return torch.view_as_real(c * freqs[None, :, None]).flatten(
                3).type_as(x)

        def forward(self, x):
            b, s, _ = x.shape
            y = self.norm(x)
            freqs = self.freqs[:s]
            freqs = torch.polar(torch.ones_like(freqs), freqs)
            q = self.rotate(self.q(y).view(b, s, self.heads, self.d), freqs)
            k = self.rotate(self.k(y).view(b, s, self.groups, self.d), freqs)
            v = self.v(y).view(b, s, self.groups, self.d)
            repeat = self.heads // self.groups
            k, v = (t[:, :, :, None, :].expand(b, s, self.groups, repeat, -1)
                    .reshape(b, s, self.heads, self.d) for t in (k, v))
            q, k, v = q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2)
            mask = torch.full((s, s), float("-inf"), device=x.device)
            mask = torch.triu(mask, diagonal=1).type_as(x)
            scores = q @ k.transpose(2, 3) / math.sqrt(self.d) + mask
            y = F.softmax(scores.float(), -1).type_as(q) @ v
            return x + self.o(y.transpose(1, 2).contiguous().view(b, s, -1))
    return Net(), (torch.randn(2, 6, 16),)


@network
def latent_attention():
    class Net(nn.Module):
        """DeepSeek's attention with compressed keys and values, absorbed."""

        def __init__(self, n=16, heads=2, rank=6, nope=4, rope=4, value=5):
            super().__init__()
            self.sizes = heads, rank, nope, rope, value
            self.q = nn.Linear(n, heads * (nope + rope))
            self.kv_a, self.norm = nn.Linear(n, rank + rope), RMSNorm(rank)
            self.kv_b = nn.Linear(rank, heads * (nope + value), bias=False)
            self.o = nn.Linear(heads * value, n)

        def forward(self, x, cos, sin):
            heads, rank, nope, rope, value = self.sizes
            b, s, _ = x.shape

            def rotate(t):
                a, c = t[..., ::2], t[..., 1::2]
                return torch.stack((a * cos - c * sin, a * sin + c * cos),
                                   -1).flatten(-2)
            q = self.q(x).view(b, s, heads, nope + rope)
            q_nope, q_pe = torch.split(q, [nope, rope], -1)
            q_pe = rotate(q_pe.transpose(1, 2)).transpose(1, 2)
            kv, k_pe = torch.split(self.kv_a(x), [rank, rope], -1)
            k_pe = rotate(k_pe)
            kv = self.norm(kv)
            w = self.kv_b.weight.view(heads, -1, rank)
            q_nope = torch.einsum("bshd,hdc->bshc", q_nope, w[:, :nope])
            scores = (torch.einsum("bshc,btc->bsht", q_nope, kv) +
                      torch.einsum("bshr,btr->bsht", q_pe, k_pe)) * \
                (nope + rope) ** -0.5
            mask = torch.full((s, s), float("-inf"),
                              device=x.device).triu_(1)
            scores = (scores + mask.unsqueeze(1)).softmax(-1,
                                                          dtype=torch.float32)
            y = torch.einsum("bsht,btc->bshc", scores.type_as(x), kv)
            y = torch.einsum("bshc,hdc->bshd", y, w[:, -value:])
            return self.o(y.flatten(2))
    return Net(), (torch.randn(2, 5, 16), torch.randn(5, 2), torch.randn(5, 2))


@network
def capacity_experts():
    class Net(nn.Module):
        """GShard's and Switch's dispatch by one-hot positions."""

        def __init__(self, n=8, experts=4, capacity=3):
            super().__init__()
            self.experts, self.capacity = experts, capacity
            self.gate = nn.Linear(n, experts, bias=False)
            self.a = nn.Parameter(torch.randn(experts, n, 12) * 0.3)
            self.b = nn.Parameter(torch.randn(experts, 12, n) * 0.3)

        def forward(self, x):
            tokens = x.reshape(-1, x.shape[-1])
            gates = F.softmax(self.gate(tokens), 1)
            first = F.one_hot(gates.argmax(1), self.experts)
            second = F.one_hot(gates.masked_fill(
                first.bool(), float("-inf")).argmax(1), self.experts)
            at1 = torch.cumsum(first, 0) - 1
            at2 = torch.cumsum(second, 0) - 1 + first.sum(0, keepdim=True)
            loss = (gates.mean(0) * first.float().mean(0)).sum() * self.experts
            first = first * torch.lt(at1, self.capacity)
            second = second * torch.lt(at2, self.capacity)
            at1, at2 = (at1 * first).sum(1), (at2 * second).sum(1)
            g1, g2 = (torch.einsum("se,se->s", gates, m.float())
                      for m in (first, second))
            both = torch.clamp(g1 + g2, min=torch.finfo(g1.dtype).eps)
            combine = sum(torch.einsum(
                "se,sc->sec", (g / both)[:, None] * m.float(),
                F.one_hot(at, self.capacity).float().to(g.dtype))
                for g, m, at in ((g1, first, at1), (g2, second, at2)))
            y = torch.einsum("sec,sm->ecm", combine.bool().to(x.dtype), tokens)
            y = torch.bmm(F.gelu(torch.bmm(y, self.a)), self.b)
            return torch.einsum("sec,ecm->sm", combine, y).view_as(x), loss
    return Net(), (torch.randn(2, 7, 8),)


@network
def sorted_experts():
    class Net(nn.Module):
        """Tokens sorted by expert; groups, biases without gradients (V3)."""

        def __init__(self, n=8, experts=6, groups=3):
            super().__init__()
            self.groups, self.gate = groups, nn.Parameter(
                torch.randn(experts, n))
            self.register_buffer("bias", torch.randn(experts) * 0.1)
            self.w = nn.Parameter(torch.randn(experts, n, n) * 0.3)

        def forward(self, x):
            tokens = x.view(-1, x.shape[-1])
            scores = F.linear(tokens, self.gate).sigmoid()
            choice = scores + self.bias
            grouped = choice.view(len(tokens), self.groups, -1)
            best = grouped.topk(2, -1)[0].sum(-1).topk(2, -1, sorted=False)[1]
            mask = torch.zeros_like(grouped[..., 0]).scatter_(1, best, 1)
            mask = mask.unsqueeze(-1).expand_as(grouped).reshape(choice.shape)
            choice = choice.masked_fill(~mask.bool(), 0.0)
            ids = choice.topk(2, -1)[1]
            weights = scores.gather(1, ids)
            weights = weights / (weights.sum(-1, keepdim=True) + 1e-20)
            order = ids.view(-1).argsort(stable=True)
            count = torch.zeros(scores.shape[1], device=x.device,
                                dtype=torch.int64).scatter_add_(
                0, ids.view(-1), torch.ones_like(ids.view(-1)))
            y = torch.bmm(tokens[order // 2].unsqueeze(1),
                          self.w[ids.view(-1)[order]]).squeeze(1)
            back = torch.empty_like(y).index_copy(0, order, y)
            y = (back.view(len(tokens), 2, -1) * weights.unsqueeze(-1)).sum(1)
            return y.view_as(x), count
    return Net(), (torch.randn(2, 5, 8),)


@network
def mamba():
    class Net(nn.Module):
        """The selective scan in PyTorch's own ops."""

        def __init__(self, n=8, state=4, rank=2):
            super().__init__()
            self.split = rank, state, state
            self.into, self.out = nn.Linear(n, 2 * n), nn.Linear(n, n)
            self.conv = nn.Conv1d(n, n, 4, groups=n, padding=3)
            self.x = nn.Linear(n, rank + 2 * state, bias=False)
            self.dt = nn.Linear(rank, n)
            self.A_log = nn.Parameter(torch.log(torch.arange(
                1, state + 1).float().repeat(n, 1)))
            self.D = nn.Parameter(torch.ones(n))

        def forward(self, x):
            b, length, n = x.shape
            x, z = self.into(x).chunk(2, -1)
            x = self.conv(x.transpose(1, 2))[:, :, :length].transpose(1, 2)
            x = F.silu(x)
            A = -torch.exp(self.A_log.float())
            delta, B, C = self.x(x).split(self.split, -1)
            delta = F.softplus(self.dt(delta))
            dA = torch.exp(torch.einsum("bln,nd->blnd", delta, A))
            dB = torch.einsum("bln,bld,bln->blnd", delta, B, x)
            h = torch.zeros(b, n, A.shape[1], device=x.device, dtype=x.dtype)
            ys = []
            for i in range(length):
                h = dA[:, i] * h + dB[:, i]
                ys.append(torch.einsum("bnd,bd->bn", h, C[:, i]))
            y = torch.stack(ys, 1) + x * self.D
            return self.out(y * F.silu(z))
    return Net(), (torch.randn(2, 6, 8),)


def segment_sums(x):
    t = x.size(-1)
    x = x[..., None].repeat_interleave(t, -1)
    x = x.masked_fill(~torch.tril(torch.ones(
        t, t, device=x.device, dtype=torch.bool), diagonal=-1), 0)
    x = torch.cumsum(x, dim=-2)
    return x.masked_fill(~torch.tril(torch.ones(
        t, t, device=x.device, dtype=torch.bool), diagonal=0), -torch.inf)


@network
def mamba2_minimal():
    class Net(nn.Module):
        """The state space dual in blocks, of Mamba 2's paper."""

        def __init__(self):
            super().__init__()
            self.a = nn.Parameter(torch.randn(2))
            self.bc = nn.Linear(6, 8)

        def forward(self, x, block=4):
            b, s, h, p = x.shape
            A = -F.softplus(self.a) * torch.ones(b, s, h, device=x.device)
            B, C = self.bc(x).chunk(2, -1)
            X, A, B, C = (t.reshape(b, s // block, block, *t.shape[2:])
                          for t in (x, A, B, C))
            A = A.permute(0, 3, 1, 2)
            sums = torch.cumsum(A, -1)
            L = torch.exp(segment_sums(A))
            diag = torch.einsum("bclhn,bcshn,bhcls,bcshp->bclhp", C, B, L, X)
            decay = torch.exp(sums[:, :, :, -1:] - sums)
            states = torch.einsum("bclhn,bhcl,bclhp->bchpn", B, decay, X)
            states = torch.cat([torch.zeros_like(states[:, :1]), states], 1)
            chunk = torch.exp(segment_sums(F.pad(sums[:, :, :, -1], (1, 0))))
            states = torch.einsum("bhzc,bchpn->bzhpn", chunk, states)
            states, final = states[:, :-1], states[:, -1]
            off = torch.einsum("bclhn,bchpn,bhcl->bclhp", C, states,
                               torch.exp(sums))
            return (diag + off).reshape(x.shape), final
    return Net(), (torch.randn(2, 12, 2, 6),)


@network
def hyena():
    class Net(nn.Module):
        """Long convolutions through Fourier transforms."""

        def __init__(self, n=6):
            super().__init__()
            self.f = nn.Sequential(nn.Linear(3, 8), nn.GELU(), nn.Linear(8, n))
            self.bias = nn.Parameter(torch.randn(n))
            self.short = nn.Conv1d(3 * n, 3 * n, 3, padding=2, groups=3 * n)
            self.into = nn.Linear(n, 3 * n)

        def forward(self, x):
            length = x.shape[1]
            u = self.short(self.into(x).transpose(1, 2))[..., :length]
            a, b, v = u.chunk(3, 1)
            t = torch.linspace(0, 1, length, device=x.device)[:, None]
            code = torch.cat([t, torch.sin(6.28 * t), torch.cos(6.28 * t)], -1)
            k = self.f(code.to(x.dtype)).transpose(0, 1)
            k = k * torch.exp(-t.transpose(0, 1).to(x.dtype))
            v = v * b
            spectrum = torch.fft.rfft(k, n=2 * length) / (2 * length)
            y = torch.fft.irfft(torch.fft.rfft(v, n=2 * length) * spectrum,
                                n=2 * length, norm="forward")[..., :length]
            return ((y + v * self.bias[:, None]) * a).transpose(1, 2)
    return Net(), (torch.randn(2, 8, 6),)


@network
def retnet():
    class Net(nn.Module):
        """Retention in parallel and in recurrent form."""

        def __init__(self, n=8, heads=2):
            super().__init__()
            self.heads = heads
            self.qkvg = nn.Linear(n, 4 * n, bias=False)
            self.norm, self.o = nn.GroupNorm(heads, n), nn.Linear(n, n)
            self.register_buffer("decay", torch.log(
                1 - 2 ** (-5 - torch.arange(heads, dtype=torch.float))))

        def forward(self, x):
            b, s, n = x.shape
            q, k, v, g = self.qkvg(x).chunk(4, -1)
            q, k, v = (t.view(b, s, self.heads, -1).transpose(1, 2)
                       for t in (q, k, v))
            index = torch.arange(s, device=x.device).to(self.decay)
            mask = index[:, None] - index[None, :]
            mask = torch.where(mask >= 0, mask, float("inf"))
            mask = torch.exp(mask * self.decay[:, None, None])
            mask = torch.nan_to_num(mask)
            mask = mask / mask.sum(-1, keepdim=True).sqrt()
            y = (q @ k.transpose(-1, -2) * mask) @ v
            state, ys = torch.zeros_like(k[..., 0, :, None] * v[..., 0, None, :]
                                         ), []
            for i in range(s):
                state = self.decay.exp().view(-1, 1, 1) * state + \
                    k[:, :, i, :, None] * v[:, :, i, None, :]
                ys.append((q[:, :, i, :, None] * state).sum(-2))
            y = y.transpose(1, 2).reshape(b * s, n)
            y = self.norm(y).view(b, s, n)
            return self.o(F.silu(g) * y), torch.stack(ys, 2)
    return Net(), (torch.randn(2, 5, 8),)


@network
def tacotron_attention():
    class Net(nn.Module):
        """Location-sensitive attention, a step of an LSTM cell at a time."""

        def __init__(self, n=8):
            super().__init__()
            self.cell, self.q = nn.LSTMCell(n + 4, n), nn.Linear(n, 6)
            self.m, self.v = nn.Linear(n, 6, bias=False), nn.Linear(6, 1)
            self.location = nn.Conv1d(2, 6, 5, padding=2, bias=False)
            self.out = nn.Linear(2 * n, 4)

        def forward(self, memory, lengths, frames):
            b, t, n = memory.shape
            h = memory.new_zeros(b, n)
            c, context = torch.zeros_like(h), torch.zeros_like(h)
            w, total = memory.new_zeros(b, t), memory.new_zeros(b, t)
            keys = self.m(memory)
            mask = torch.arange(t, device=lengths.device)[None] >= \
                lengths[:, None]
            frame, made = memory.new_zeros(b, 4), []
            for i in range(frames.shape[1]):
                h, c = self.cell(torch.cat([context, frame], -1), (h, c))
                where = self.location(torch.stack([w, total], 1))
                e = self.v(torch.tanh(self.q(h)[:, None] + keys +
                                      where.transpose(1, 2))).squeeze(-1)
                e.masked_fill_(mask, -float("inf"))
                w = F.softmax(e, 1)
                total = total + w
                context = torch.bmm(w.unsqueeze(1), memory).squeeze(1)
                made.append(self.out(torch.cat([h, context], -1)))
                frame = frames[:, i]
            return torch.stack(made, 1), total
    return Net(), (torch.randn(2, 5, 8), torch.tensor([5, 3]),
                   torch.randn(2, 3, 4))


@network
def conformer():
    class Net(nn.Module):
        def __init__(self, n=8, heads=2):
            super().__init__()
            self.heads = heads
            self.feed = nn.Sequential(nn.LayerNorm(n), nn.Linear(n, 16),
                                      nn.SiLU(), nn.Linear(16, n))
            self.q, self.k, self.v, self.p = (nn.Linear(n, n)
                                              for _ in range(4))
            self.u, self.w = (nn.Parameter(torch.randn(heads, n // heads))
                              for _ in range(2))
            self.norm, self.point = nn.LayerNorm(n), nn.Conv1d(n, 2 * n, 1)
            self.depth, self.bn = nn.Conv1d(n, n, 3, padding=1, groups=n), \
                nn.BatchNorm1d(n)

        def forward(self, x):
            b, t, n = x.shape
            x = x + 0.5 * self.feed(x)
            at = torch.arange(t - 1, -t, -1.0, device=x.device)[:, None]
            freq = torch.exp(torch.arange(0, n, 2, device=x.device) *
                             -(math.log(10000.0) / n))
            pe = torch.zeros(2 * t - 1, n, device=x.device, dtype=x.dtype)
            pe[:, 0::2] = torch.sin(at * freq)
            pe[:, 1::2] = torch.cos(at * freq)

            def split(y):
                return y.view(y.shape[0], -1, self.heads,
                              n // self.heads).transpose(1, 2)
            q, k, v = split(self.q(x)), split(self.k(x)), split(self.v(x))
            p = split(self.p(pe[None]))
            ac = (q + self.u[:, None]) @ k.transpose(-1, -2)
            bd = (q + self.w[:, None]) @ p.transpose(-1, -2)
            zero = torch.zeros((*bd.shape[:3], 1), device=x.device,
                               dtype=x.dtype)
            padded = torch.cat([zero, bd], -1)
            padded = padded.view(*bd.shape[:2], bd.shape[3] + 1, bd.shape[2])
            bd = padded[:, :, 1:].view_as(bd)[..., :t]
            y = ((ac + bd) / math.sqrt(n // self.heads)).softmax(-1) @ v
            x = x + y.transpose(1, 2).reshape(b, t, n)
            y = F.glu(self.point(self.norm(x).transpose(1, 2)), 1)
            y = F.silu(self.bn(self.depth(y)))
            return x + y.transpose(1, 2)
    return Net(), (torch.randn(2, 6, 8),)


@network
def perceiver():
    class Net(nn.Module):
        def __init__(self, n=8):
            super().__init__()
            self.latents = nn.Parameter(torch.randn(3, n))
            self.cross = nn.MultiheadAttention(n, 2, batch_first=True, kdim=11,
                                               vdim=11)
            self.self = nn.TransformerEncoderLayer(n, 2, 16, 0.0,
                                                   batch_first=True)
            self.out = nn.MultiheadAttention(n, 1, batch_first=True)
            self.query = nn.Embedding(4, n)

        def forward(self, x, mask):
            b, t = x.shape[:2]
            at = torch.linspace(-1.0, 1.0, t, device=x.device)
            scales = torch.linspace(1.0, 4.0, 2, device=x.device)
            at = at[:, None] * scales * math.pi
            code = torch.cat([at.sin(), at.cos()], -1).expand(b, -1, -1)
            x = torch.cat([x, code.to(x.dtype)], -1)
            z = self.latents.unsqueeze(0).repeat(b, 1, 1)
            z = z + self.cross(z, x, x, key_padding_mask=mask,
                               need_weights=False)[0]
            z = self.self(z)
            q = self.query.weight[None].expand(b, -1, -1)
            return self.out(q, z, z)
    return Net(), (torch.randn(2, 6, 7),
                   torch.tensor([[False] * 6, [False] * 4 + [True] * 2]))


@network
def linear_attention():
    class Net(nn.Module):
        """Causal linear attention, RWKV's mix of tokens, ALiBi, a window."""

        def __init__(self, n=8):
            super().__init__()
            self.qkv, self.mix = nn.Linear(n, 3 * n), nn.Parameter(
                torch.rand(n))

        def forward(self, x):
            shifted = F.pad(x, (0, 0, 1, -1))
            x = x * self.mix + shifted * (1 - self.mix)
            q, k, v = self.qkv(x).chunk(3, -1)
            q, k = F.elu(q) + 1, F.elu(k) + 1
            kv = torch.cumsum(torch.einsum("bsd,bse->bsde", k, v), 1)
            z = 1 / (torch.einsum("bsd,bsd->bs", q, k.cumsum(1)) + 1e-6)
            linear = torch.einsum("bsd,bsde,bs->bse", q, kv, z)
            s = x.shape[1]
            slope = -torch.arange(s - 1, -1, -1, device=x.device).abs() / 8
            scores = q @ k.transpose(1, 2) + slope.to(q)
            i = torch.arange(s, device=x.device)
            away = i[:, None] - i[None]
            scores = scores.masked_fill((away < 0) | (away > 3), -1e9)
            return linear, scores.softmax(-1) @ v
    return Net(), (torch.randn(2, 6, 8),)


@network
def transducer_losses():
    class Net(nn.Module):
        """CTC, and the forward scores of a CRF by log-sum-exp."""

        def __init__(self):
            super().__init__()
            self.f, self.t = nn.Linear(6, 5), nn.Parameter(torch.randn(5, 5))

        def forward(self, x, target, mask, tags):
            z = self.f(x)
            alpha = z[:, 0]
            for i in range(1, x.shape[1]):
                step = torch.logsumexp(alpha.unsqueeze(2) + self.t +
                                       z[:, i].unsqueeze(1), 1)
                alpha = torch.where(mask[:, i, None], step, alpha)
            total = torch.logsumexp(alpha, 1)
            emit = z.gather(2, tags.unsqueeze(-1)).squeeze(-1)
            moves = self.t[tags[:, :-1], tags[:, 1:]]
            score = (emit * mask).sum(1) + (moves * mask[:, 1:]).sum(1)
            ctc = F.ctc_loss(z.log_softmax(-1).transpose(0, 1), target,
                             torch.full((2,), 7), torch.tensor([3, 2]))
            return (total - score).mean(), ctc
    return Net(), (torch.randn(2, 7, 6), torch.randint(1, 5, (2, 3)),
                   torch.arange(7)[None] < torch.tensor([[7], [5]]),
                   torch.randint(0, 5, (2, 7)))
