"""Sequences: attention, recurrences, alignments, routing."""
import math

from Inputs.users.base import leaf, network, program
import torch
from torch import nn
from torch.nn import functional as F


@program
def soft_dtw(n):
    """Soft dynamic time warping: a table as a list of lists."""
    def align(a, b):
        d = (a[:, :, None] - b[:, None, :]).pow(2)
        big = d.new_full((d.shape[0],), 1e8)
        rows = [[d.new_zeros(d.shape[0])] + [big] * d.shape[2]]
        for i in range(d.shape[1]):
            row = [big]
            for j in range(d.shape[2]):
                least = torch.stack([rows[i][j], rows[i][j + 1], row[j]], -1)
                row.append(d[:, i, j] - 0.5 * torch.logsumexp(-least / 0.5, -1))
            rows.append(row)
        return rows[-1][-1]
    return align, (leaf(n, 4), leaf(n, 3)), None


@program
def crf(n):
    """A linear-chain CRF: forward algorithm with lengths, and Viterbi."""
    layer = nn.Linear(5, 4)
    layer.move = nn.Parameter(torch.randn(4, 4))

    def loss(x, tags, length):
        emit = layer(x)
        mask = torch.arange(x.shape[1])[None] < length[:, None]
        alpha, best, back = emit[:, 0], emit[:, 0], []
        for t in range(1, x.shape[1]):
            step = alpha[:, :, None] + layer.move + emit[:, t, None]
            alpha = torch.where(mask[:, t, None], step.logsumexp(1), alpha)
            score, at = (best[:, :, None] + layer.move).max(1)
            best = torch.where(mask[:, t, None], score + emit[:, t], best)
            back.append(at)
        gold = emit.gather(2, tags[..., None])[..., 0] * mask
        moves = layer.move[tags[:, :-1], tags[:, 1:]] * mask[:, 1:]
        path = [best.argmax(1)]
        for t in range(x.shape[1] - 2, -1, -1):
            path.append(torch.where(mask[:, t + 1], back[t].gather(
                1, path[-1][:, None])[:, 0], path[-1]))
        return alpha.logsumexp(1) - gold.sum(1) - moves.sum(1), \
            torch.stack(path[::-1], 1)
    return loss, (leaf(n, 5, 5), torch.arange(n * 5).view(n, 5) % 4,
                  torch.arange(n) % 5 + 1), layer


@program
def alignments(n):
    """CTC by hand (impossible moves are -inf) and PyTorch's."""
    def loss(logits, target):
        log_p = logits.log_softmax(-1)
        count, long = logits.shape[1], 2 * target.shape[1] + 1
        words = torch.zeros(target.shape[0], long, dtype=torch.long)
        words[:, 1::2] = target
        jump = torch.zeros_like(words, dtype=torch.bool)
        jump[:, 2:] = (words[:, 2:] != 0) & (words[:, 2:] != words[:, :-2])
        none = torch.finfo(logits.dtype).min / 4
        alpha = torch.full((logits.shape[0], long), none)
        alpha = torch.where(torch.arange(long) < 2,
                            log_p[:, 0].gather(1, words), alpha)
        for t in range(1, count):
            one = F.pad(alpha[:, :-1], (1, 0), value=none)
            two = F.pad(alpha[:, :-2], (2, 0), value=none)
            two = two.masked_fill(~jump, none)
            alpha = torch.logsumexp(torch.stack([alpha, one, two]), 0) + \
                log_p[:, t].gather(1, words)
        size = torch.full((logits.shape[0],), count)
        theirs = F.ctc_loss(log_p.transpose(0, 1), target, size,
                            torch.full_like(size, target.shape[1]),
                            reduction="none")
        return -alpha[:, -2:].logsumexp(1), theirs
    return loss, (leaf(n, 6, 4), torch.arange(2 * n).view(n, 2) % 3 + 1), None


@program
def beam_search(n):
    """Beams: topk over a flattened product, reordering, ended beams."""
    table = nn.Embedding(7, 6)

    @torch.no_grad()
    def search(start):
        score = torch.full((start.shape[0], 3), -torch.inf)
        score[:, 0] = 0
        words = start[:, None, None].expand(-1, 3, 1)
        done = torch.zeros(start.shape[0], 3, dtype=torch.bool)
        for _ in range(4):
            log_p = (table(words[..., -1]) @ table.weight.t()).log_softmax(-1)
            end = torch.full_like(log_p, -torch.inf)
            end[..., 0] = 0
            log_p = torch.where(done[..., None], end, log_p)
            score, place = (score[..., None] + log_p).flatten(1).topk(3, 1)
            beam = torch.div(place, 7, rounding_mode="floor")
            words = torch.cat([words.gather(1, beam[..., None].expand(
                -1, -1, words.shape[2])), (place % 7)[..., None]], 2)
            done = done.gather(1, beam) | (place % 7 == 0)
        return words, score, done
    return search, (torch.arange(n) % 7,), table


@program
def speculative(n):
    """Nucleus and min-p filters of logits, and the chosen tokens by argmax."""
    def choose(logits, history):
        seen = torch.zeros_like(logits).scatter_(1, history, 1.0).bool()
        logits = torch.where(seen, torch.where(logits > 0, logits / 1.3,
                                               logits * 1.3), logits)
        ordered, place = logits.sort(descending=True)
        total = ordered.softmax(-1).cumsum(-1)
        drop = total > 0.8
        drop[:, 1:] = drop[:, :-1].clone()
        drop[:, 0] = False
        kept = logits.masked_fill(drop.scatter(1, place, drop), -torch.inf)
        p = kept.softmax(-1)
        p = torch.where(p < 0.1 * p.amax(-1, keepdim=True), 0, p)
        return p / p.sum(-1, keepdim=True), kept.argmax(-1)
    return choose, (leaf(n, 9), torch.arange(3 * n).view(n, 3) % 9), None


def rotary_parts(length, size):
    f = 1.0 / 10000 ** (torch.arange(0, size, 2) / size)
    return torch.outer(torch.arange(length), f).to(torch.get_default_dtype())


@program
def rotary_ways(n):
    """Rotary embeddings: halves, interleaved, complex, einops-like."""
    def rotate(q):
        angle = rotary_parts(q.shape[2], q.shape[3])
        cos, sin = angle.cos(), angle.sin()
        both = torch.cat([cos, cos], -1), torch.cat([sin, sin], -1)
        a, b = q.chunk(2, -1)
        halves = q * both[0] + torch.cat([-b, a], -1) * both[1]
        even, odd = q[..., ::2], q[..., 1::2]
        mixed = torch.stack([even * cos - odd * sin,
                             even * sin + odd * cos], -1).flatten(-2)
        z = torch.view_as_complex(q.reshape(*q.shape[:-1], -1, 2).contiguous())
        turned = torch.view_as_real(z * torch.polar(torch.ones_like(angle),
                                                    angle)).flatten(3)
        written = torch.empty_like(q)
        written[..., ::2] = even * cos - odd * sin
        written[..., 1::2] = odd * cos + even * sin
        return halves, mixed, turned, written
    return rotate, (leaf(n, 2, 5, 6),), None


@program
def biased_attention(n):
    """ALiBi, a sliding window, padded rows that are all masked."""
    qkv = nn.Linear(8, 24)

    def attend(x, length):
        q, k, v = qkv(x).view(*x.shape[:2], 3, 2, 4).permute(2, 0, 3, 1, 4)
        t = torch.arange(x.shape[1])
        slope = 2.0 ** (-8 * (torch.arange(2) + 1) / 2)
        bias = -(t[:, None] - t[None]).abs() * slope[:, None, None]
        near = (t[None] <= t[:, None]) & (t[:, None] - t[None] < 3)
        ok = near & (t[None] < length[:, None])[:, None, None]
        s = q @ k.mT / 2 + bias.to(x.dtype)
        p = s.masked_fill(~ok, -torch.inf).softmax(-1)
        p = torch.nan_to_num(p, 0.0)
        z = F.scaled_dot_product_attention(q, k, v, attn_mask=torch.where(
            ok, 0.0, torch.finfo(x.dtype).min))
        return (p @ v).transpose(1, 2).flatten(2), z
    return attend, (leaf(n, 5, 8), torch.arange(n) % 6), qkv


@program
def masked_rows(n):
    """Softmax of rows with nothing in them, three ways to hide the NaN."""
    def soften(x, keep):
        s = x.masked_fill(~keep, -torch.inf)
        some = keep.any(-1, keepdim=True)
        one = torch.where(some, torch.where(some, s, 0.0).softmax(-1), 0.0)
        top = s.amax(-1, keepdim=True)
        top = torch.where(top == -torch.inf, 0, top)
        e = (s - top).exp()
        two = e / (e.sum(-1, keepdim=True) + 1e-9)
        three = (x * keep).exp() * keep
        return one, two, three / three.sum(-1, keepdim=True).clamp_min(1e-9)
    keep = torch.arange(n * 5).view(n, 5) % 3 > 0
    keep[1] = False
    return soften, (leaf(n, 5), keep), None


@program
def cross_and_pooling(n):
    """Perceiver latents, attention pooling, multi-query heads, a cache."""
    q, kv = nn.Linear(6, 8), nn.Linear(6, 8)
    both = nn.ModuleList([q, kv])
    both.latent = nn.Parameter(torch.randn(3, 6))

    def attend(x, cache, position):
        h = q(both.latent).view(3, 2, 4).transpose(0, 1)
        k, v = kv(x).chunk(2, -1)
        s = torch.einsum("hqd,bkd->bhqk", h, k) * 0.5
        out = torch.einsum("bhqk,bkd->bqhd", s.softmax(-1), v).flatten(2)
        filled = cache.index_copy(1, position, k[:, :position.shape[0]])
        pooled = (x * x.mean(-1, keepdim=True).softmax(1)).sum(1)
        return out, filled, pooled, s.sigmoid().cumsum(-1).argmax(-1)
    return attend, (leaf(n, 5, 6), torch.zeros(n, 7, 4),
                    torch.tensor([4, 1])), both


@program
def relative_positions(n):
    """Shaw's and Transformer-XL's shift, T5's logarithmic buckets."""
    table = nn.Embedding(8, 2)

    def attend(q, r):
        length = q.shape[1]
        t = torch.arange(length)
        d = (t[None] - t[:, None])
        side = (d > 0).long() * 4
        a = d.abs()
        log = 2 + (torch.log(a.float().clamp_min(1) / 2) / math.log(8) * 2).long()
        bucket = side + torch.where(a < 2, a, log.clamp_max(3))
        s = q @ r.t()
        shifted = F.pad(s, (1, 0)).view(s.shape[0], s.shape[2] + 1, s.shape[1])
        shifted = shifted[:, 1:].reshape(s.shape)[:, :, :length]
        return table(bucket).permute(2, 0, 1), shifted
    return attend, (leaf(n, 6, 4), leaf(6, 4)), table


@program
def recurrent_by_hand(n):
    """An LSTM cell written out, with lists, peepholes and reversed time."""
    cell, back = nn.Linear(9, 24), nn.LSTMCell(3, 6)
    both = nn.ModuleList([cell, back])

    def run(x):
        h = c = x.new_zeros(x.shape[0], 6)
        found, hs = [], (h, c)
        for t in range(x.shape[1]):
            i, f, g, o = cell(torch.cat([x[:, t], h], 1)).chunk(4, 1)
            c = torch.sigmoid(f + 1 + 0.1 * c) * c + i.sigmoid() * g.tanh()
            h = o.sigmoid() * c.tanh()
            found.append(h)
        other = []
        for step in x.flip(1).unbind(1):
            hs = back(step, hs)
            other.insert(0, hs[0])
        return torch.cat([torch.stack(found, 1), torch.stack(other, 1)], -1), c
    return run, (leaf(n, 4, 3),), both


@program
def state_space(n):
    """Selective state space: a loop, and the same by cumulative sums."""
    proj = nn.Linear(4, 4 + 2 * 3)
    proj.log_a = nn.Parameter(torch.randn(4, 3) * .3)

    def scan(x):
        delta, b, c = proj(x).split([4, 3, 3], -1)
        delta = F.softplus(delta)
        a = -proj.log_a.exp()
        decay = torch.exp(delta[..., None] * a)
        inputs = (delta * x)[..., None] * b[:, :, None]
        h, ys = x.new_zeros(x.shape[0], 4, 3), []
        for t in range(x.shape[1]):
            h = decay[:, t] * h + inputs[:, t]
            ys.append((h * c[:, t, None]).sum(-1))
        total = (delta[..., None] * a).cumsum(1)
        closed = total.exp() * (inputs * (-total).exp()).cumsum(1)
        return torch.stack(ys, 1), (closed * c[:, :, None]).sum(-1)
    return scan, (leaf(n, 5, 4),), proj


@program
def linear_attention(n):
    """Linear attention with a running sum, retention with a decay matrix."""
    def attend(q, k, v):
        fq, fk = F.elu(q) + 1, F.elu(k) + 1
        kv = torch.einsum("btd,bte->btde", fk, v).cumsum(1)
        out = torch.einsum("btd,btde->bte", fq, kv) / torch.einsum(
            "btd,btd->bt", fq, fk.cumsum(1))[..., None]
        t = torch.arange(q.shape[1])
        gap = t[:, None] - t[None]
        decay = torch.where(gap >= 0, 0.9 ** gap.clamp_min(0), 0)
        return out, (q @ k.mT * decay.to(q.dtype)) @ v, \
            torch.logcumsumexp(k, 1), k.cummax(1).values
    return attend, (leaf(n, 5, 3), leaf(n, 5, 3), leaf(n, 5, 2)), None


@program
def routed_experts(n):
    """Mixture of experts: top-k, index_add, a load balance loss."""
    gate, experts = nn.Linear(4, 3), nn.ModuleList(network(4, 6, 4)
                                                   for _ in range(3))
    both = nn.ModuleList([gate, experts])

    def route(x):
        p = gate(x).softmax(-1)
        weight, which = p.topk(2, -1)
        weight = weight / weight.sum(-1, keepdim=True)
        y = torch.zeros_like(x)
        for number, expert in enumerate(experts):
            by = (weight * (which == number)).sum(-1, keepdim=True)
            y = y + by * expert(x)
        load = F.one_hot(which, 3).sum((0, 1)) / which.numel()
        return y, 3 * (load * p.mean(0)).sum(), torch.logsumexp(
            gate(x), -1).square().mean()
    return route, (leaf(n, 4),), both


@program(captured=False)
def routed_tokens(n):
    """The same by each expert's tokens, whose number depends on data."""
    experts = nn.ModuleList(nn.Linear(4, 4) for _ in range(3))

    def route(x, logits):
        weight, which = logits.softmax(-1).topk(2, -1)
        y = torch.zeros_like(x)
        for number, expert in enumerate(experts):
            token, slot = torch.where(which == number)
            y.index_add_(0, token, expert(x[token]) * weight[token, slot, None])
        return y
    return route, (leaf(n, 4), leaf(n, 3)), experts


@program
def capacity(n):
    """Switch routing: positions by a cumulative sum, overflow dropped."""
    w = nn.ParameterList([torch.randn(3, 4, 4)])

    def route(x, logits):
        p, which = logits.softmax(-1).max(-1)
        hot = F.one_hot(which, 3)
        place = (hot.cumsum(0) * hot).sum(-1) - 1
        kept = place < 2
        slot = torch.where(kept, which * 2 + place, 6)
        held = x.new_zeros(7, 4).index_add(0, slot, x * kept[:, None])
        out = torch.bmm(held[:6].view(3, 2, 4), w[0]).flatten(0, 1)
        out = F.pad(out, (0, 0, 0, 1))
        return out[slot] * (p * kept)[:, None], slot, hot.sum(0)
    return route, (leaf(n, 4), leaf(n, 3)), w


@program
def byte_pairs(n):
    """Hash embeddings of n-grams: int64 that overflows, modulo, bags."""
    bag = nn.EmbeddingBag(17, 4, mode="sum")
    mean = nn.EmbeddingBag(17, 4, mode="mean", padding_idx=0)
    both = nn.ModuleList([bag, mean])

    def embed(words):
        pad = F.pad(words, (2, 0))
        mixed = pad[:, 2:] * 6364136223846793005 + pad[:, 1:-1] * 1442695040888963407
        mixed = mixed ^ (pad[:, :-2] << 3)
        index = mixed % 17
        return bag(index), mean(index), mixed, index
    return embed, (torch.arange(n * 5).view(n, 5) * 977,), both
