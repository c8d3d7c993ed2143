"""Reinforcement learning, quantisation, samplers, custom functions, training loops."""
import math

from Inputs.users.base import leaf, network, program
import torch
from torch import nn
from torch.distributions import (Bernoulli, Beta, Categorical, Dirichlet, Gamma,
                                 Independent, Laplace, LogNormal,
                                 MultivariateNormal, Normal, kl_divergence)
from torch.nn import functional as F


@program
def advantages(n):
    """Generalised advantages by a reversed loop, PPO's clipped losses."""
    net = nn.ModuleList([network(4, 8, 3), network(4, 8, 1)])

    def loss(state, action, reward, done, old):
        value = net[1](state)[..., 0]
        with torch.no_grad():
            adv, last = torch.zeros_like(reward), torch.zeros(reward.shape[0])
            for t in reversed(range(reward.shape[1])):
                after = value[:, t + 1] * ~done[:, t]
                delta = reward[:, t] + 0.99 * after - value[:, t]
                last = delta + 0.95 * 0.99 * (~done[:, t]).float() * last
                adv[:, t] = last
            target = adv + value[:, :-1]
            adv = (adv - adv.mean()) / (adv.std() + 1e-8)
        policy = Categorical(logits=net[0](state[:, :-1]))
        ratio = (policy.log_prob(action) - old).exp()
        clipped = torch.min(ratio * adv, ratio.clamp(.8, 1.2) * adv)
        return -clipped.mean(), F.smooth_l1_loss(value[:, :-1], target), \
            policy.entropy().mean(), adv
    return loss, (torch.randn(n, 5, 4), torch.arange(n * 4).view(n, 4) % 3,
                  torch.randn(n, 4), torch.arange(n * 4).view(n, 4) % 5 == 0,
                  -torch.rand(n, 4)), net


@program
def soft_actor_critic(n):
    """A squashed normal with the reparametrised log-probability."""
    net = nn.ModuleList([network(4, 8, 4), network(6, 8, 1), network(6, 8, 1)])

    def loss(state, noise):
        mean, log_std = net[0](state).chunk(2, -1)
        std = log_std.clamp(-5, 2).exp()
        raw = mean + std * noise
        act = raw.tanh()
        log_p = Normal(mean, std).log_prob(raw) - 2 * (
            math.log(2) - raw - F.softplus(-2 * raw))
        both = torch.cat([state, act], -1)
        q = torch.minimum(net[1](both), net[2](both))
        return (0.2 * log_p.sum(-1, keepdim=True) - q).mean(), act
    return loss, (torch.randn(n, 4), torch.randn(n, 2)), net


@program
def q_learning(n):
    """Double Q-learning, a distributional projection, a target by lerp."""
    net, target = network(3, 8, 8), network(3, 8, 8)

    def loss(s, a, r, s2, done):
        q = net(s).view(-1, 2, 4).softmax(-1)
        with torch.no_grad():
            best = (net(s2).view(-1, 2, 4).softmax(-1) * torch.arange(4)).sum(
                -1).argmax(1)
            p = target(s2).view(-1, 2, 4).softmax(-1)[torch.arange(
                s.shape[0]), best]
            z = torch.linspace(-1, 1, 4)
            tz = (r[:, None] + 0.9 * (1 - done[:, None]) * z).clamp(-1, 1)
            b = (tz + 1) / (2 / 3)
            low, high = b.floor().long(), b.ceil().long()
            low = torch.where((high > 0) & (low == high), low - 1, low)
            m = torch.zeros_like(p)
            m.scatter_add_(1, low, p * (high - b)).scatter_add_(
                1, high, p * (b - low))
        chosen = q.gather(1, a[:, None, None].expand(-1, 1, 4))[:, 0]
        return -(m * chosen.log()).sum(-1).mean(), m
    return loss, (torch.randn(n, 3), torch.arange(n) % 2, torch.randn(n),
                  torch.randn(n, 3), (torch.arange(n) % 3 == 0).float()), net


@program
def distributions(n):
    """Log-probabilities, entropies and divergences of many distributions."""
    def run(a, b):
        p, s = a.abs() + 0.5, F.softplus(b) + 0.1
        tril = torch.eye(3) + 0.1 * torch.ones(3, 3).tril(-1)
        return (Normal(a, s).log_prob(b), kl_divergence(
                    Normal(a, s), Normal(b, p)), Beta(p, s).log_prob(a.sigmoid()),
                Categorical(logits=a).entropy(), kl_divergence(
                    Categorical(logits=a), Categorical(logits=b)),
                Bernoulli(logits=a).log_prob((b > 0).float()), Gamma(
                    p, s).log_prob(p), Dirichlet(p).log_prob(a.softmax(-1)),
                Laplace(a, s).cdf(b), MultivariateNormal(
                    a, scale_tril=tril).log_prob(b), Independent(
                        Normal(a, s), 1).entropy(), LogNormal(a, s).mean,
                kl_divergence(Beta(p, s), Beta(s, p)), Normal(a, s).icdf(
                    b.sigmoid()))
    return run, (leaf(n, 3), leaf(n, 3)), None


@program
def sampled(n):
    """Samples, dropout and noise are eager's after manual_seed."""
    net = nn.Sequential(nn.Linear(4, 6), nn.Dropout(.4), nn.RReLU(), nn.Linear(6, 3))

    def run(x):
        h = net(x)
        noisy = h + torch.randn_like(h) * 0.1
        mask = torch.rand(h.shape[0], 1) > 0.3
        z = Normal(h, h.abs() + .1).rsample()
        pick = torch.multinomial(h.softmax(-1), 2)
        return noisy * mask, z, pick, torch.bernoulli(h.sigmoid().detach()), \
            F.dropout1d(h[:, None], .5), torch.randperm(5), torch.randint(
                3, (4,)), F.gumbel_softmax(h, 0.7), F.gumbel_softmax(
                    h, hard=True), torch.normal(0.0, 1.0, (2,)), F.alpha_dropout(
                        h, .2, True)
    return run, (leaf(n, 4),), net


class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale, bits):
        top = 2 ** (bits - 1) - 1
        q = (x / scale).round().clamp(-top - 1, top)
        ctx.save_for_backward(x, scale, q)
        ctx.top = top
        return q * scale

    @staticmethod
    def backward(ctx, g):
        x, scale, q = ctx.saved_tensors
        inside = (x / scale).abs() <= ctx.top
        slope = torch.where(inside, q - x / scale, q)
        return g * inside, (g * slope).sum().view_as(scale), None


@program
def learnt_steps(n):
    """Quantisation-aware training with learnt step sizes."""
    net = nn.Linear(6, 4)
    net.a, net.w = nn.Parameter(torch.tensor(.1)), nn.Parameter(torch.tensor(.05))

    def run(x):
        return F.relu6(F.linear(Round.apply(x, net.a, 4), Round.apply(
            net.weight, net.w, 8), net.bias))
    return run, (leaf(n, 6),), net


@program
def integer_inference(n):
    """Dynamic int8: scales by rows, a product of integers, zero points."""
    net = nn.Linear(6, 4)

    def run(x):
        w = net.weight.detach()
        ws = w.abs().amax(1, keepdim=True) / 127
        wq = (w / ws).round().to(torch.int8)
        low, high = x.amin(1, keepdim=True), x.amax(1, keepdim=True)
        xs = (high - low) / 255
        zero = (-low / xs).round()
        xq = (x / xs + zero).round().clamp(0, 255).to(torch.uint8)
        acc = xq.to(torch.int32) @ wq.t().to(torch.int32)
        acc = acc - zero.to(torch.int32) * wq.sum(1, dtype=torch.int32)
        return acc, acc * xs * ws[:, 0] + net.bias.detach(), xq, wq
    return run, (torch.randn(n, 6),), net


@program
def vector_quantised(n):
    """VQ-VAE: argmin, the straight-through trick, commitment, averages."""
    table = nn.Embedding(5, 3)
    table.register_buffer("count", torch.zeros(5))

    def run(x):
        d = x.pow(2).sum(1, keepdim=True) - 2 * x @ table.weight.t() + \
            table.weight.pow(2).sum(1)
        at = d.argmin(1)
        q = table(at)
        hot = F.one_hot(at, 5).to(x.dtype)
        table.count.mul_(0.9).add_(hot.sum(0), alpha=0.1)
        p = hot.mean(0)
        out = x + (q - x).detach()
        return out, F.mse_loss(q, x.detach()) + .25 * F.mse_loss(
            q.detach(), x), torch.exp(-(p * (p + 1e-10).log()).sum()), at
    return run, (leaf(n, 3),), table


@program
def gumbel_by_hand(n):
    """A relaxed categorical with given noise, hard forward, soft backward."""
    def run(logits, u):
        g = -torch.log(-torch.log(u.clamp(1e-9, 1 - 1e-7)))
        y = ((logits + g) / 0.5).softmax(-1)
        hard = torch.zeros_like(y).scatter_(-1, y.argmax(-1, keepdim=True), 1.0)
        st = hard - y.detach() + y
        sp = (logits + g - (logits + g).amax(-1, keepdim=True)).sort(
            descending=True)[0]
        k = torch.arange(1, sp.shape[-1] + 1).to(sp.dtype)
        support = 1 + k * sp > sp.cumsum(-1)
        size = support.sum(-1, keepdim=True)
        tau = (sp.cumsum(-1).gather(-1, size - 1) - 1) / size
        sparse = (logits + g - (logits + g).amax(-1, keepdim=True) - tau).relu()
        return st, sparse, support
    return run, (leaf(n, 5), torch.rand(n, 5)), None


class Reverse(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, by):
        ctx.by = by
        return x.view_as(x)

    @staticmethod
    def backward(ctx, g):
        return -ctx.by * g, None


class SafeNorm(torch.autograd.Function):
    """Several results, one of which is not differentiable."""

    @staticmethod
    def forward(ctx, x):
        n = x.norm(dim=-1, keepdim=True)
        ctx.save_for_backward(x, n)
        small = n < 1
        ctx.mark_non_differentiable(small)
        return x / n.clamp_min(1e-6), n, small

    @staticmethod
    def backward(ctx, gy, gn, _):
        x, n = ctx.saved_tensors
        y = x / n
        return (gy - y * (gy * y).sum(-1, keepdim=True)) / n + gn * y


@program
def custom_functions(n):
    """Gradient reversal and a function with several results."""
    net = nn.ModuleList([network(4, 6, 3), nn.Linear(3, 2)])

    def run(x):
        y, norm, small = SafeNorm.apply(net[0](x))
        return y, net[1](Reverse.apply(y, 0.3)), norm, small
    return run, (leaf(n, 4),), net


@program
def spectral_by_hand(n):
    """Power iteration that updates a buffer, and Lipschitz clipping."""
    net = nn.Linear(5, 4)
    net.register_buffer("u", F.normalize(torch.randn(4), dim=0))

    def run(x):
        with torch.no_grad():
            v = F.normalize(net.weight.t() @ net.u, dim=0)
            net.u.copy_(F.normalize(net.weight @ v, dim=0))
        sigma = net.u.clone() @ net.weight @ v
        return F.linear(x, net.weight / sigma, net.bias), sigma
    return run, (leaf(n, 5),), net


@program
def running_statistics(n):
    """Buffers: running means, a counter, a ring buffer, a memory queue."""
    net = nn.Linear(4, 4)
    for name, value in (("mean", torch.zeros(4)), ("var", torch.ones(4)),
                        ("steps", torch.tensor(0)), ("queue", torch.zeros(6, 4))):
        net.register_buffer(name, value)

    def run(x):
        h = net(x)
        net.steps.add_(1)
        by = 1 / net.steps
        net.mean.lerp_(h.detach().mean(0), by)
        net.var += (h.detach().var(0) - net.var) * by
        start = (net.steps * 2) % 6
        at = (start + torch.arange(2)) % 6
        net.queue[at] = h[:2].detach()
        negatives = h @ net.queue.clone().t()
        return (h - net.mean) / (net.var + 1e-5).sqrt(), negatives, by
    return run, (leaf(n, 4),), net


@program(gradients=False)
def optimizers(n):
    """Adam, Lion, clipping by the global norm and weight decay, by hand."""
    def step(p, g, m, v, t, lr):
        with torch.no_grad():
            t += 1
            total = torch.stack([d.norm() for d in g]).norm()
            by = (1.0 / (total + 1e-6)).clamp(max=1.0)
            for w, d, a, b in zip(p, g, m, v):
                d = d * by
                a.mul_(0.9).add_(d, alpha=0.1)
                b.mul_(0.99).addcmul_(d, d, value=0.01)
                w.mul_(1 - lr * 0.1)
                w.addcdiv_(a / (1 - 0.9 ** t), (b / (1 - 0.99 ** t)).sqrt() + 1e-8,
                           value=-1e-2)
                w.sub_(lr * torch.sign(0.9 * a + 0.1 * d))
            return total
    make = lambda f: [f(n, 4), f(4)]
    return step, (make(torch.randn), make(torch.randn), make(torch.zeros),
                  make(torch.zeros), torch.tensor(0.), torch.tensor(1e-3)), None


@program
def inner_loop(n):
    """Gradients of a few steps of descent inside (torch.func)."""
    def run(w, x, y):
        loss = lambda v, a, b: F.mse_loss(torch.tanh(a @ v), b)
        for _ in range(2):
            w = w - 0.1 * torch.func.grad(loss)(w, x, y)
        return loss(w, x, y), w
    return run, (leaf(3, 2), torch.randn(n, 3), torch.randn(n, 2)), None


@program
def per_sample(n):
    """DP-SGD: each sample's gradient clipped, by vmap of grad."""
    net = network(3, 4, 2)
    names = {k: v.detach() for k, v in net.named_parameters()}

    def run(x, y):
        def loss(p, a, b):
            return F.cross_entropy(torch.func.functional_call(
                net, p, (a[None],)), b[None])
        each = torch.func.vmap(torch.func.grad(loss), (None, 0, 0))(names, x, y)
        norms = torch.stack([g.flatten(1).norm(dim=1) for g in each.values()])
        by = (1 / (norms.norm(dim=0) + 1e-6)).clamp(max=1)
        return [torch.einsum("n,n...->...", by, g) for g in each.values()]
    return run, (torch.randn(n, 3), torch.arange(n) % 2), None


@program
def autoencoder(n):
    """A convolutional VAE with the usual loss, and a hypernetwork on top."""
    net = nn.ModuleList([nn.Sequential(nn.Conv2d(1, 4, 3, 2, 1), nn.ELU(),
                                       nn.Flatten(), nn.Linear(64, 8)),
                         nn.Sequential(nn.Linear(4, 64), nn.ELU(), nn.Unflatten(
                             1, (4, 4, 4)), nn.ConvTranspose2d(4, 1, 4, 2, 1)),
                         nn.Linear(4, 12)])

    def run(x, noise):
        mean, log_var = net[0](x).chunk(2, 1)
        z = mean + (0.5 * log_var).exp() * noise
        y = net[1](z)
        kl = -0.5 * (1 + log_var - mean ** 2 - log_var.exp()).sum(1)
        w = net[2](z).view(-1, 3, 4)
        return F.binary_cross_entropy_with_logits(y, x.sigmoid()), kl.mean(), \
            torch.bmm(w, z[..., None])
    return run, (leaf(n, 1, 8, 8), torch.randn(n, 4)), net
