"""Indexing, shapes, types, images and numbers at their ends."""

from Inputs.users.base import leaf, network, program
import torch
from torch import nn
from torch.nn import functional as F


@program
def untaken_branches(n):
    """Where: what is not taken is NaN or infinite, forward or backward."""
    def safe(x):
        ok = x > 0
        return (torch.where(ok, torch.where(ok, x, 1.0).log(), 0.0),
                torch.where(ok, x.abs().sqrt(), x ** 2),
                torch.where(x == 0, 1.0, x.sin() / x), torch.xlogy(x.relu(), x.relu()),
                torch.special.entr(x.relu()), torch.nan_to_num(1 / x.relu(), 3.0,
                                                               posinf=9.0))
    x = torch.randn(n, 6)
    x[:, 0], x[:, 1] = 0.0, 2.0
    return safe, (x.requires_grad_(),), None


@program
def extreme_chains(n):
    """log1p, expm1, logsigmoid, erf chains where naive forms lose all digits."""
    def chain(x):
        s = x * 40
        return (torch.log1p(torch.exp(-s.abs())), torch.expm1(x * 1e-6),
                F.logsigmoid(s), F.softplus(s), -torch.expm1(-F.softplus(x)),
                torch.logaddexp(s, -s), torch.special.log_ndtr(x * 5),
                torch.special.erfcx(x.abs()), torch.sinc(x), F.mish(s),
                torch.log1p(-torch.exp(-s.abs() - 1e-3)), torch.logit(
                    torch.sigmoid(x), 1e-6), torch.asinh(s), torch.atanh(
                        torch.tanh(x) * .9), torch.special.expit(s),
                torch.lgamma(x.abs() + 1), torch.digamma(x.abs() + 1))
    return chain, (leaf(n, 8),), None


@program
def cumulative(n):
    """Cumulative sums, products, maxima; zeros in the products."""
    def run(x):
        z = x.clone()
        z[:, 2] = 0
        return (z.cumsum(1), z.cumprod(1), z.cummax(1)[0], z.cummin(0).values,
                z.logcumsumexp(1), x.flip(1).cumsum(1).flip(1),
                torch.cumulative_trapezoid(x, dim=1), z.prod(1), x.diff(2, 1),
                torch.trapezoid(x, dx=0.5), x.renorm(2, 0, 1.0))
    return run, (leaf(n, 5),), None


@program
def data_dependent(n):
    """unique, nonzero, bincount, masks: sizes that depend on data."""
    def run(x, label):
        names, inverse, count = label.unique(return_inverse=True,
                                             return_counts=True)
        mean = x.new_zeros(names.shape[0], x.shape[1]).index_add(
            0, inverse, x) / count[:, None]
        picked = x[label > 1]
        rows, = torch.nonzero(label == 0, as_tuple=True)
        weight = torch.bincount(label, minlength=5)
        return mean, picked * 2, x[rows].sum(0), weight, torch.histc(
            x.detach(), 4, -2, 2), torch.repeat_interleave(
                x, label, dim=0), x.masked_select(x > 0).sum()
    return run, (leaf(n, 3), torch.arange(n) * 2 % 4), None


@program
def histograms(n):
    """A soft histogram, bucketize, one by scatter, mutual information."""
    def run(x, y):
        centre = torch.linspace(-1, 1, 5)
        soft = torch.exp(-(x[..., None] - centre).square() / 0.1)
        soft = soft / soft.sum(-1, keepdim=True)
        other = torch.exp(-(y[..., None] - centre).square() / 0.1)
        joint = torch.einsum("ni,nj->ij", soft, other / other.sum(
            -1, keepdim=True)) / x.shape[0]
        px, py = joint.sum(1, keepdim=True), joint.sum(0, keepdim=True)
        info = (joint * (joint / (px * py + 1e-9) + 1e-9).log()).sum()
        where = torch.bucketize(x.detach(), centre)
        hard = torch.zeros(6).scatter_add(0, where, torch.ones_like(x))
        return info, where, hard, soft.sum(0)
    return run, (leaf(n), leaf(n)), None


@program
def odd_einsums(n):
    def run(a, b, c):
        return (torch.einsum("bij,bkj->ikb", a, b), torch.einsum("bii->bi", a),
                torch.einsum("bij,jl,bkl->bik", a, c, b),
                torch.einsum("...ij,...kj->...", a, b),
                torch.einsum("bij->jb", a), torch.einsum("ij,kl->kjil", c, c),
                torch.einsum("bij,bij,bij->j", a, b, a), torch.tensordot(
                    a, b, ([0, 2], [0, 1])), torch.einsum("bij->", b),
                torch.kron(c, c[:2]), torch.einsum(a, [0, 1, 2], c, [2, 3], [3, 0]),
                torch.einsum("zij,zkj->zik", a[:, None, 0], b.transpose(1, 2)))
    return run, (leaf(n, 3, 3), leaf(n, 3, 3), leaf(3, 3)), None


@program
def patches(n):
    """Patches by unfold, fold, strides and shuffles; windows that shift."""
    def run(x):
        cols = F.unfold(x, 3, padding=1, stride=2)
        back = F.fold(cols, (8, 8), 3, padding=1, stride=2)
        tiles = x.unfold(2, 4, 4).unfold(3, 4, 2)
        win = x.roll((-2, 1), (2, 3)).view(-1, 2, 2, 4, 2, 4).permute(
            0, 2, 4, 3, 5, 1).reshape(-1, 16, 2)
        up = F.pixel_shuffle(x.repeat(1, 2, 1, 1), 2)
        return (cols, back, tiles.std((-2, -1)), win.softmax(1),
                F.pixel_unshuffle(up, 4), F.channel_shuffle(up, 1),
                x.as_strided((3, 5), (2, 1), 1) * 2, x[..., ::3, 1::2],
                F.pad(x, (1, 2, 3, 0), "circular"), F.pad(x, (1, 0, 0, 2), "replicate"))
    return run, (leaf(n, 2, 8, 8),), None


@program
def resizing(n):
    """All modes of interpolate, adaptive pools, grids."""
    def run(x):
        theta = torch.tensor([[[.9, .2, .1], [-.1, 1.1, 0.]]]).expand(
            x.shape[0], -1, -1)
        grid = F.affine_grid(theta, (x.shape[0], 2, 4, 5), align_corners=False)
        size = lambda mode, to, **more: F.interpolate(x, to, mode=mode, **more)
        return (size("nearest", (9, 4)), size("nearest-exact", (9, 4)),
                size("bilinear", (9, 11)), size("bicubic", (9, 4)),
                size("bilinear", (3, 2), antialias=True),
                size("bicubic", (3, 11), antialias=True),
                size("bicubic", (9, 4), align_corners=True), size("area", (4, 3)),
                F.interpolate(x, scale_factor=(1.5, .7), mode="bilinear"),
                F.adaptive_avg_pool2d(x, (3, 5)), F.adaptive_max_pool2d(x, (5, 2)),
                F.grid_sample(x, grid, align_corners=False),
                F.grid_sample(x, grid * 1.5, mode="bicubic",
                              padding_mode="reflection", align_corners=True),
                F.lp_pool2d(x.abs() + .1, 2, 2), F.avg_pool2d(
                    x, 3, 2, 1, ceil_mode=True, count_include_pad=False))
    return run, (leaf(n, 2, 6, 7),), None


@program
def byte_images(n):
    """Arithmetic of uint8 images: it wraps, divides, shifts, compares."""
    def run(image):
        bright = image + 100
        gray = (image[..., 0] * 77 + image[..., 1] * 150 + image[..., 2] * 29) >> 8
        real = (image.float() / 255 - 0.5) / 0.25
        back = ((real * 0.25 + 0.5) * 255).round().clamp(0, 255).to(torch.uint8)
        return (bright, 255 - image, image // 3, image % 7, gray, back, ~image,
                image.sum(), image.max(0).values, image / 2, image * 2.5,
                image & 15 | 1, image.to(torch.int8), -image, image << 1,
                image.float().mean((1, 2)), image > 127, image.cumsum(1),
                torch.bitwise_xor(image, 85), image.flip(2), image ** 2)
    return run, ((torch.arange(n * 48) * 37 % 256).to(torch.uint8).view(
        n, 4, 4, 3),), None


@program
def wrapping_integers(n):
    """Overflow, shifts, floor and truncated division, bool arithmetic."""
    def run(a, b):
        t = a > b
        return (a * 1000003 * a, a.to(torch.int16) * 300, a // b, a % b,
                torch.div(a, b, rounding_mode="trunc"), torch.fmod(a, b),
                a << 3, a >> 2, t + t, t * 3, t & ~t, t.sum(), t.float() - t.int(),
                t | (a == 3), a.abs().neg(), torch.gcd(a, b), a.pow(3), a / b,
                (a.to(torch.int32) + 2 ** 31 - 5), a.float().to(torch.uint8)
                if False else a.clamp(0, 9), torch.where(t, a, 2.5),
                t.cumsum(0), t.all(), t.prod(), a.bool() ^ t, a.sign() * b,
                a.to(torch.int8).sum(), torch.remainder(a, -3), t.int().argmax(),
                a.min(), torch.bitwise_not(a), a.float().floor_divide(3))
    return run, (torch.arange(n) * 7 - 11, torch.arange(n) % 4 - 5), None


@program(near=2e-2)
def promotions(n):
    """Halves, bfloat16, floats, integers, numbers and 0-dim tensors mixed."""
    def run(x, i):
        h, b = x.half(), x.bfloat16()
        one, wide = torch.tensor(1.5), torch.tensor(2.5, dtype=torch.float64)
        return (h + b, h * 2.7, b * one, h + wide, i * 2.5, i + one, h * i,
                b / 3, (i > 1) * h, h @ h.t(), b.sum(), h.softmax(-1),
                torch.where(i > 1, h, 0.1), torch.cat([h, x.float()], 0),
                torch.stack([b, b * 2]).mean(0), h.float() + b, h.clamp(-.5, wide),
                torch.lerp(b, b * 2, 0.3), torch.addcmul(x, x, x, value=0.1),
                h.var(0), b.cumsum(0), torch.result_type(h, i) == torch.half,
                h ** 2, 2 ** b, i ** 2, 2 ** i, i / 2, i.sin(), b.exp().log())
    return run, (leaf(n, 3), torch.arange(3)), None


@program
def empties(n):
    """Tensors without elements and without dimensions."""
    net = network(3, 4, 2)

    def run(x, s):
        none = x[:0]
        return (net(none), none.sum(0), none.sum(), torch.cat([none, x]) * s,
                none.mean(1), x[:, :0] @ x[:, :0].t(), s.expand(3), s * s.sin(),
                s[None].cumsum(0), s.view(1, 1) @ s.view(1, 1), none.flatten(),
                none.prod(0), s.softmax(0), none.softmax(1), s.reshape(1).sort()[0],
                x[:, None, :0].transpose(0, 2), none.all(), none.any(0),
                torch.einsum("ni,mi->nm", none, x), s.argmax(), x.sum((0, 1)),
                F.pad(none, (1, 1)), x.new_zeros(0, 2).norm())
    return run, (leaf(n, 3), torch.tensor(0.7).requires_grad_()), net


@program
def aliases(n):
    """Arguments that share memory, expanded and strided ones, views written."""
    def run(x, row, strided, wide):
        row.mul_(2)
        strided[:, 1] += row[0]
        y = x * 3
        x.t()[1].add_(wide[0])
        view = x.view(-1)[1:-1]
        view[::2].clamp_(max=0.5)
        return y, x.sum(), strided.t(), wide[:, :3] * row[:3], view[2:], x[:, 1]
    base = torch.randn(n, 4)
    return run, (base, base[0], torch.randn(4, 8)[::2, 1::2], torch.randn(
        1, 1).expand(3, n)), None


@program
def written_views(n):
    """In place on views of leaves' results, with gradients through them."""
    def run(x, w):
        y = x * 1.0
        y[:, 0].mul_(w[0])
        y.view(-1)[::2].sin_()
        z = y.unfold(1, 2, 1).clone()
        z[..., 1] -= z[..., 0]
        z.diagonal(dim1=1, dim2=2).zero_()
        t = torch.zeros(x.shape[0], 4)
        t[:, 1:3] = x[:, :2]
        t[t > 0] = 0.25
        t[0, :] = w
        t.index_put_((torch.tensor([1, 1]), torch.tensor([0, 3])),
                     w[:2], accumulate=True)
        t.masked_scatter_(t < -1, x)
        t[[0, 2], [1, 1]] += 1
        u = t.narrow(1, 1, 2)
        u.copy_(u.flip(1))
        return y, z, t.cumsum(1), y.fill_diagonal_(3.0)
    return run, (leaf(n, 4), leaf(4)), None


@program
def gathers_and_scatters(n):
    def run(x, i, v):
        wide = i[:, None].expand(-1, x.shape[1])
        return (x.scatter_add(0, wide, v), x.scatter_reduce(
                    0, wide, v, "prod"), x.scatter_reduce(0, wide, v, "mean"),
                x.scatter_reduce(0, wide, v, "amin", include_self=False),
                x.index_add(0, i, v, alpha=-2), x.index_copy(
                    1, torch.tensor([2, 0]), v[:, :2]),
                x.index_put((i, i % 3), v[:, 0], accumulate=True),
                x.take(i * 2), torch.take_along_dim(x, x.argsort(1), 1),
                x.take_along_dim(i[:, None] % 3, 1), x[i][:, [2, 0]], x[..., i % 3],
                x[i, :, None], x[:, [0, -1]], x.index_select(1, i % 3),
                x.masked_fill(x > x.mean(), 0), x.put(i, v[:, 0]),
                x.index_fill(0, i[:1], 3), torch.put(x, i, v[:, 1], True),
                x.select_scatter(v[:, 0], 1, 1), x.slice_scatter(
                    v[:, :2], 1, 1, 3), x.diagonal_scatter(torch.zeros(3)))
    return run, (leaf(n, 3), torch.arange(n) // 2, leaf(n, 3)), None


@program(heavy=True)
def huge_sums(n):
    """Ten million elements: sums, means, variances keep their digits."""
    def run(x):
        y = x + 1
        return y.sum(), y.mean(), y.var(), y.norm(), (y * y).sum(), \
            y.view(10, -1).sum(1), y.logsumexp(0), y.cumsum(0)[-1]
    return run, (torch.rand(10_000_000),), None


@program
def shapes_of_all_kinds(n):
    """Reshapes, tiles, flips, rotations, meshes, triangles, blocks."""
    def run(x):
        return (x.tile(2, 1, 2), x.repeat_interleave(2, 1), x.rot90(1, (1, 2)),
                torch.block_diag(x[0], x[1]), torch.cartesian_prod(
                    x[0, 0], x[0, 1]), torch.combinations(x[0, 0]),
                x.unflatten(2, (2, -1)), x.movedim(0, -1), x.swapaxes(0, 2),
                torch.vander(x[0, 0].detach()), torch.tril(x), x.triu(1), torch.hstack(
                    [x, x]), torch.dstack([x, x]), x.tensor_split(2, 2)[1],
                torch.trace(x[0, :3, :3]), x.diag_embed(), torch.atleast_3d(x[0]),
                torch.broadcast_tensors(x[0], x)[0], torch.cdist(x, x, p=1),
                x.expand(2, *x.shape).sum(0), torch.linspace(0, 1, 4) * x,
                x.mT @ x, torch.bucketize(x.detach(), torch.tensor([-1., 0, 1])),
                x.unbind(1)[0], torch.meshgrid(x[0, 0], x[0, 1], indexing="xy")[0])
    return run, (leaf(n, 3, 4),), None


@program
def norms_of_all_kinds(n):
    """Norms and normalisations, by hand and by name, and their gradients."""
    def run(x, w):
        rms = x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6) * w
        mean, var = x.mean(-1, keepdim=True), x.var(-1, keepdim=True,
                                                    unbiased=False)
        return (rms, (x - mean) / (var + 1e-5).sqrt() * w, F.rms_norm(
                    x, (6,), w), F.layer_norm(x, (4, 6)), F.group_norm(
                        x.transpose(1, 2), 3), F.instance_norm(x),
                F.local_response_norm(x[:, :, None], 2), F.batch_norm(
                    x, None, None, training=True), F.normalize(x, 1.5, 1),
                torch.linalg.vector_norm(x, 3, -1), torch.linalg.matrix_norm(x),
                x.norm(float("inf"), 1), x.norm(1), torch.linalg.norm(
                    x, "nuc", (1, 2)), x.std(1), torch.std_mean(x, 2)[1],
                x.norm(0, 1), torch.linalg.cond(x[:, :4, :4]),
                torch.aminmax(x, dim=1).max, x.logsumexp((0, 2)))
    return run, (leaf(n, 4, 6), leaf(6)), None


@program
def linear_algebra(n):
    """Factorisations and what is made of them."""
    def run(a):
        s = a @ a.mT + torch.eye(3)
        q, r = torch.linalg.qr(a)
        values, vectors = torch.linalg.eigh(s)
        half = vectors @ values.sqrt().diag_embed() @ vectors.mT
        u, d, v = torch.linalg.svd(a)
        return (torch.linalg.inv(s), torch.linalg.det(a), torch.logdet(s), half,
                values, d, r.diagonal(dim1=-2, dim2=-1).abs(), torch.linalg.solve(
                    s, a), torch.matrix_exp(a * .1), torch.linalg.matrix_power(
                        a, 3), torch.linalg.pinv(a), torch.linalg.lstsq(
                            s, a).solution, torch.cholesky_inverse(
                                torch.linalg.cholesky(s)), u.abs() @ v.abs(),
                torch.linalg.multi_dot([a[0], s[0], a[0]]), q.abs().sum())
    return run, (leaf(n, 3, 3),), None


@program
def special_functions(n):
    def run(x):
        a = x.abs() + 0.1
        return (torch.special.i0(x), torch.special.i0e(x), torch.special.i1e(x),
                torch.special.ndtr(x), torch.special.ndtri(x.sigmoid()),
                torch.polygamma(1, a), torch.special.multigammaln(a + 2, 2),
                torch.special.gammainc(a.detach(), a), torch.special.zeta(
                    a.detach() + 1.5, 2.0), torch.erfinv(x.tanh()),
                torch.special.xlog1py(x, a), torch.ldexp(x, torch.tensor(3)),
                torch.frexp(x.detach())[0], torch.copysign(a, x), torch.hypot(x, a),
                torch.atan2(x, a), torch.special.bessel_j0(x.detach()),
                torch.frac(x), torch.heaviside(x.detach(), a.detach()),
                torch.signbit(x), torch.nextafter(x.detach(), a.detach()),
                torch.fmod(x, 0.3), torch.remainder(x, -0.3), x.trunc(), torch.float_power(
                    a, 1.5), torch.logaddexp2(x, a), torch.dist(x, a), torch.exp2(x),
                torch.rsqrt(a), torch.deg2rad(x), x.clip(-.5, .5).square())
    return run, (leaf(n, 5),), None


@program
def pooled_indices(n):
    """Max pools that give indices, unpools, 1-D and 3-D, dilated."""
    def run(x, v):
        y, at = F.max_pool2d(x, 2, return_indices=True)
        one, two = F.max_pool1d(x[:, :, 0], 3, 2, 1, return_indices=True)
        return (y, at, F.max_unpool2d(y, at, 2), one, two, F.max_pool2d(
                    x, 2, 1, dilation=2), F.max_pool3d(v, 2, ceil_mode=True),
                F.adaptive_max_pool1d(x[:, 0], 4, return_indices=True),
                F.avg_pool3d(v, 2, divisor_override=3), F.adaptive_avg_pool3d(
                    v, (1, 2, None)), F.fractional_max_pool2d(
                        x, 2, output_size=3, _random_samples=torch.full(
                            (x.shape[0], 2, 2), 0.4)))
    return run, (leaf(n, 2, 6, 6), leaf(n, 2, 3, 3, 5)), None


@program
def convolutions(n):
    """Transposed, dilated, grouped, one-, two- and three-dimensional."""
    net = nn.ModuleList([
        nn.ConvTranspose2d(4, 6, 3, 2, 1, 1, groups=2), nn.Conv2d(
            6, 6, 3, padding="same", dilation=2, groups=6), nn.Conv2d(
                6, 4, (1, 3), stride=(2, 1), padding_mode="circular", padding=(0, 1)),
        nn.Conv1d(4, 2, 4, 2), nn.ConvTranspose1d(2, 3, 5, 3), nn.Conv3d(1, 2, 2)])

    def run(x):
        y = net[2](F.hardswish(net[1](F.gelu(net[0](x), approximate="tanh"))))
        z = net[4](F.glu(net[3](y.flatten(2)).repeat(1, 2, 1), 1).tanh())
        return y, z, net[5](x[:, None]).amax((2, 3, 4)), F.bilinear(
            z[..., 0], z[..., 1], torch.ones(2, 3, 3))
    return run, (leaf(n, 4, 4, 5),), net
