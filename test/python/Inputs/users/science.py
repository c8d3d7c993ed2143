"""Physics, probability and rendering."""
import math

from Inputs.users.base import leaf, network, program
import torch
from torch import nn
from torch.nn import functional as F


@program
def heat_equation(n):
    """A physics-informed network: residual of u_t = u_xx, and its boundary."""
    net = network(2, 8, 8, 1)

    def residual(points):
        with torch.enable_grad():
            points = points.detach().requires_grad_()
            u = net(points)
            first, = torch.autograd.grad(u.sum(), points, create_graph=True)
            second, = torch.autograd.grad(first[:, 1].sum(), points,
                                          create_graph=True)
        return (first[:, 0] - 0.1 * second[:, 1]).square().mean() + \
            u[:2].square().sum()
    return residual, (torch.rand(n, 2),), net


@program
def laplacian(n):
    """The trace of the Hessian by forward over reverse, for each sample."""
    net = network(3, 8, 1)
    hessian = torch.func.hessian(lambda v: net(v).squeeze(-1))
    return (lambda x: torch.func.vmap(hessian)(x).diagonal(
        dim1=-2, dim2=-1).sum(-1)), (torch.randn(n, 3),), net


@program
def affine_coupling(n):
    """RealNVP: two couplings and the log-likelihood of a standard normal."""
    nets = nn.ModuleList([network(3, 8, 6), network(3, 8, 6)])

    def likelihood(x):
        logdet = x.new_zeros(x.shape[0])
        for number, net in enumerate(nets):
            a, b = x.chunk(2, -1) if number % 2 == 0 else x.chunk(2, -1)[::-1]
            scale, shift = net(a).chunk(2, -1)
            scale = scale.tanh() * 2
            b = b * scale.exp() + shift
            logdet = logdet + scale.sum(-1)
            x = torch.cat((a, b) if number % 2 == 0 else (b, a), -1)
        prior = torch.distributions.Normal(0.0, 1.0)
        return prior.log_prob(x).sum(-1) + logdet, x
    return likelihood, (leaf(n, 6),), nets


@program
def glow_convolution(n):
    """An invertible 1x1 convolution by LU factors, forward and inverse."""
    module = nn.Module()
    module.low, module.up = (nn.Parameter(torch.randn(4, 4) * .3) for _ in "ab")
    module.log_s = nn.Parameter(torch.randn(4) * .1)
    order = torch.tensor([2, 0, 3, 1])

    def there_and_back(x):
        low = module.low.tril(-1) + torch.eye(4)
        up = module.up.triu(1) + module.log_s.exp().diag()
        w = (low @ up)[order]
        y = F.conv2d(x, w[..., None, None])
        flat = y.flatten(2)[:, order.argsort()]
        back = torch.linalg.solve_triangular(low, flat, upper=False,
                                             unitriangular=True)
        back = torch.linalg.solve_triangular(up, back, upper=True)
        logdet = torch.linalg.slogdet(w)[1] * y.shape[2] * y.shape[3]
        return y, back.view_as(x), logdet
    return there_and_back, (leaf(n, 4, 3, 3),), module


@program
def rational_spline(n):
    """A monotone spline flow: searchsorted, gathers, and where outside."""
    def spline(x, w, h, d):
        w, h = w.softmax(-1) * 2, h.softmax(-1) * 2
        d = F.softplus(d) + 1e-3
        cw = F.pad(w.cumsum(-1), (1, 0)) - 1
        ch = F.pad(h.cumsum(-1), (1, 0)) - 1
        inside = (x >= -1) & (x <= 1)
        v = x.clamp(-0.999, 0.999)
        k = (torch.searchsorted(cw.detach(), v[..., None].detach(), right=True)
             - 1).clamp(0, w.shape[-1] - 1)
        g = lambda t: t.gather(-1, k).squeeze(-1)
        xi = (v - g(cw)) / g(w)
        s = g(h) / g(w)
        d0, d1 = g(d), d.gather(-1, k + 1).squeeze(-1)
        below = s + (d1 + d0 - 2 * s) * xi * (1 - xi)
        y = g(ch) + g(h) * (s * xi ** 2 + d0 * xi * (1 - xi)) / below
        logdet = 2 * s.log() + torch.log(d1 * xi ** 2 + 2 * s * xi * (1 - xi)
                                         + d0 * (1 - xi) ** 2) - 2 * below.log()
        return torch.where(inside, y, x), torch.where(inside, logdet, 0.0)
    return spline, (leaf(n, 3), leaf(n, 3, 5), leaf(n, 3, 5), leaf(n, 3, 6)), None


@program
def gaussian_process(n):
    """The marginal likelihood of a Gaussian process and its prediction."""
    def regress(x, y, log_scale, log_noise, new):
        kernel = lambda a, b: torch.exp(-0.5 * torch.cdist(a, b).square()
                                        / log_scale.exp() ** 2)
        k = kernel(x, x) + (log_noise.exp() + 1e-2) * torch.eye(x.shape[0])
        chol = torch.linalg.cholesky(k)
        alpha = torch.cholesky_solve(y[:, None], chol)
        likelihood = -0.5 * y @ alpha[:, 0] - chol.diagonal().log().sum() - \
            0.5 * x.shape[0] * math.log(2 * math.pi)
        cross = kernel(new, x)
        v = torch.linalg.solve_triangular(chol, cross.mT, upper=False)
        return likelihood, cross @ alpha, 1 - v.square().sum(0)
    return regress, (torch.randn(n, 2), torch.randn(n), leaf(), leaf(),
                     torch.randn(3, 2)), None


@program
def kernel_by_differences(n):
    """A kernel of squared differences, with zero distances on its diagonal."""
    def kernel(x, scale):
        d = (x[:, None] - x[None]) / scale
        r = d.pow(2).sum(-1).clamp_min(1e-12).sqrt()
        matern = (1 + math.sqrt(3) * r) * torch.exp(-math.sqrt(3) * r)
        return matern, torch.logdet(matern + 0.1 * torch.eye(x.shape[0]))
    return kernel, (leaf(n, 3), leaf(3)), None


@program
def ode_steps(n):
    """Runge-Kutta steps of a neural vector field, and the path's energy."""
    net = network(4, 8, 3)

    def solve(x, t0, t1):
        field = lambda t, v: net(torch.cat([v, t.expand(v.shape[0], 1)], -1))
        h, t, path = (t1 - t0) / 4, t0, [x]
        for _ in range(4):
            k1 = field(t, x)
            k2 = field(t + h / 2, x + h / 2 * k1)
            k3 = field(t + h / 2, x + h / 2 * k2)
            k4 = field(t + h, x + h * k3)
            x, t = x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4), t + h
            path.append(x)
        path = torch.stack(path)
        return x, (path[1:] - path[:-1]).square().sum((0, 2))
    return solve, (leaf(n, 3), torch.tensor(0.0), torch.tensor(0.7)), net


@program
def ray_marching(n):
    """Volume rendering along rays: positional encoding, exclusive products."""
    net = network(15, 16, 4, act=nn.ReLU)

    def render(origins, directions):
        t = torch.linspace(0.5, 2, 7)
        points = origins[:, None] + directions[:, None] * t[:, None]
        encoded = torch.cat([points] + [f(points * 2 ** i) for i in range(2)
                                        for f in (torch.sin, torch.cos)], -1)
        raw = net(encoded)
        density, colour = F.softplus(raw[..., 0]), raw[..., 1:].sigmoid()
        step = torch.cat([t[1:] - t[:-1], torch.tensor([1e10])])
        alpha = 1 - torch.exp(-density * step)
        through = torch.cumprod(torch.cat([torch.ones_like(alpha[:, :1]),
                                           1 - alpha + 1e-10], -1), -1)[:, :-1]
        weight = alpha * through
        depth = (weight * t).sum(-1)
        return (weight[..., None] * colour).sum(1), depth, \
            weight.sum(-1).clamp(max=1)
    return render, (leaf(n, 3), F.normalize(torch.randn(n, 3), dim=-1)), net


@program
def signed_distance(n):
    """Sphere tracing with a soft shadow and normals by differences."""
    def scene(p, radius):
        ball = p.norm(dim=-1) - radius
        q = (p - torch.tensor([1., 0., 0.])).abs() - 0.3
        box = q.clamp_min(0).norm(dim=-1) + q.amax(-1).clamp_max(0)
        return torch.minimum(ball, box)

    def trace(o, d, radius):
        t = torch.zeros(o.shape[0])
        alive = torch.ones(o.shape[0], dtype=torch.bool)
        for _ in range(6):
            s = scene(o + d * t[:, None], radius)
            alive = alive & (s > 1e-3)
            t = torch.where(alive, t + s, t)
        p = o + d * t[:, None]
        e = torch.eye(3) * 1e-2
        normal = torch.stack([scene(p + e[i], radius) - scene(p - e[i], radius)
                              for i in range(3)], -1)
        normal = F.normalize(normal, dim=-1)
        light = torch.tensor([0.3, 0.5, 0.8])
        return (normal @ light).relu(), t, ~alive
    return trace, (leaf(n, 3), F.normalize(torch.randn(n, 3), dim=-1),
                   torch.tensor(0.5).requires_grad_()), None


@program
def sinkhorn(n):
    """Entropic transport in the logarithmic domain, until a fixed count."""
    def transport(x, y):
        cost = torch.cdist(x, y, p=2) ** 2
        f, g = cost.new_zeros(x.shape[0]), cost.new_zeros(y.shape[0])
        la = -math.log(x.shape[0])
        for _ in range(5):
            f = -0.5 * torch.logsumexp((g[None] - cost) / 0.5 - math.log(
                y.shape[0]), 1)
            g = -0.5 * torch.logsumexp((f[:, None] - cost) / 0.5 + la, 0)
        plan = torch.exp((f[:, None] + g[None] - cost) / 0.5 + la)
        return (plan * cost).sum(), plan
    return transport, (leaf(n, 2), leaf(5, 2)), None


@program
def stein_and_score(n):
    """Sliced score matching and an RBF Stein estimate."""
    net = network(3, 8, 3, act=nn.Softplus)

    def loss(x, v):
        with torch.enable_grad():
            x = x.detach().requires_grad_()
            score = net(x)
            vjp, = torch.autograd.grad((score * v).sum(), x, create_graph=True)
        d2 = torch.cdist(x, x).pow(2)
        bandwidth = d2.detach().flatten().median() / math.log(x.shape[0] + 1)
        k = torch.exp(-d2 / (bandwidth + 1e-3))
        return ((vjp * v).sum(-1) + 0.5 * score.square().sum(-1)).mean(), \
            k @ score
    return loss, (torch.randn(n, 3), torch.randn(n, 3)), net


@program(captured=False)
def langevin(n):
    """Sampling along an energy's gradient inside of the compiled function."""
    energy = network(3, 8, 1, act=nn.SiLU)

    def sample(x, noise):
        for number in range(3):
            with torch.enable_grad():
                z = x.detach().requires_grad_()
                slope, = torch.autograd.grad(energy(z).sum(), z)
            x = z.detach() - 0.1 * slope + 0.05 * noise[number]
        return energy(x).mean() - energy(noise[0]).mean(), x
    return sample, (torch.randn(n, 3), torch.randn(3, n, 3)), energy


@program
def diffusion_step(n):
    """DDPM: a schedule indexed by each sample's step, and a sampling step."""
    net = network(9, 16, 4, act=nn.SiLU)
    beta = torch.linspace(1e-4, 0.02, 50)
    bar = (1 - beta).cumprod(0)

    def loss(x, noise, t):
        a = bar[t][:, None]
        noisy = a.sqrt() * x + (1 - a).sqrt() * noise
        f = torch.exp(-math.log(10000) * torch.arange(2) / 2)
        angle = t[:, None] * f[None]
        emb = torch.cat([angle.sin(), angle.cos(), (t / 50)[:, None]], -1)
        guess = net(torch.cat([noisy, emb], -1))
        before = torch.where(t > 0, bar[(t - 1).clamp_min(0)], 1.0)[:, None]
        mean = (noisy - beta[t][:, None] / (1 - a).sqrt() * guess) / (
            1 - beta[t][:, None]).sqrt()
        return F.mse_loss(guess, noise), mean, before
    return loss, (torch.randn(n, 4), torch.randn(n, 4),
                  torch.arange(n) * 7 % 50), net


@program
def complex_wave(n):
    """A network of complex numbers: phases, conjugates, absolute values."""
    layer = nn.Linear(4, 4)

    def wave(x, k):
        z = torch.complex(layer(x), x.flip(-1))
        z = z * torch.exp(1j * k) + z.conj() * (0.3 - 0.2j)
        inner = torch.einsum("nd,md->nm", z, z.conj())
        return z.abs(), z.angle(), inner.real, inner, torch.view_as_real(
            z / (1 + z.abs().square()))
    return wave, (leaf(n, 4), leaf(4)), layer


@program
def rotations(n):
    """Quaternions, Rodrigues' formula, Gram-Schmidt and SVD projections."""
    def rotate(q, w, m, points):
        q = F.normalize(q, dim=-1)
        a, b, c, d = q.unbind(-1)
        r = torch.stack([1 - 2 * (c * c + d * d), 2 * (b * c - a * d),
                         2 * (b * d + a * c), 2 * (b * c + a * d),
                         1 - 2 * (b * b + d * d), 2 * (c * d - a * b),
                         2 * (b * d - a * c), 2 * (c * d + a * b),
                         1 - 2 * (b * b + c * c)], -1).view(-1, 3, 3)
        angle = w.norm(dim=-1, keepdim=True).clamp_min(1e-6)
        x, y, z = (w / angle).unbind(-1)
        o = torch.zeros_like(x)
        skew = torch.stack([o, -z, y, z, o, -x, -y, x, o], -1).view(-1, 3, 3)
        s, co = angle.sin()[..., None], angle.cos()[..., None]
        rodrigues = torch.eye(3) + s * skew + (1 - co) * skew @ skew
        e1 = F.normalize(m[:, 0], dim=-1)
        e2 = F.normalize(m[:, 1] - (e1 * m[:, 1]).sum(-1, keepdim=True) * e1,
                         dim=-1)
        six = torch.stack([e1, e2, torch.cross(e1, e2, dim=-1)], -2)
        moved = torch.einsum("nij,njk,nkl,pl->npi", r, rodrigues, six, points)
        trace = (r.mT @ rodrigues).diagonal(dim1=-2, dim2=-1).sum(-1)
        return moved, torch.acos(((trace - 1) / 2).clamp(-0.99, 0.99)), \
            torch.linalg.det(six)
    return rotate, (leaf(n, 4), leaf(n, 3), leaf(n, 2, 3), torch.randn(5, 3)), \
        None
