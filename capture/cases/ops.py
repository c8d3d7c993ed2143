"""Single ops and small families of them, as PyTorch spells them."""
import torch
import torch.nn.functional as F

from .table import bools, case, ints, reals


# Pointwise.

@case(reals(37))
def pointwise_smooth(x):
    return (x.exp(), x.expm1(), x.sin(), x.cos(), x.tanh(), x.erf(),
            x.sigmoid(), x.exp2())


@case(reals(37, mean=2.0, std=0.5))
def pointwise_positive(x):
    return (x.log(), x.log2(), x.log1p(), x.sqrt(), x.rsqrt(), x.reciprocal(),
            x.pow(2.5), x**3, x**-1, 2.0**x, torch.pow(x, x), x.pow(0.5))


@case(reals(37, std=2.0), reals(37))
def pointwise_pieces(x, y):
    return (x.abs(), x.neg(), x.sign(), x.floor(), x.ceil(), x.trunc(),
            x.round(), torch.maximum(x, y), torch.minimum(x, y),
            x.clamp(-1.0, 0.5), x.clamp(min=0), x.square())


@case(reals(3, 11, std=2.0))
def activations(x):
    return (F.relu(x), F.gelu(x), F.gelu(x, approximate="tanh"), F.silu(x),
            F.leaky_relu(x, 0.2), F.elu(x), F.softplus(x), F.hardtanh(x))


@case(reals(3, 4), reals(4), reals(3, 1))
def broadcast_chain(x, y, z):
    return torch.addcmul(x, y, z, value=0.5), torch.lerp(x, y, 0.25), \
        torch.where(x > z, x, y), torch.addcdiv(x, z, y.square() + 1)


@case(reals(4, 5), reals(4, 5))
def comparisons(x, y):
    return (x < y, x >= y, x == x, x != y, (x > 0.5).sum(), torch.isnan(x))


# Reductions.

@case(reals(3, 4, 5))
def reductions(x):
    return (x.sum(), x.sum(1), x.sum((0, 2), keepdim=True), x.mean(-1),
            x.mean(), x.amax(1), x.amin((1, 2)), x.prod(2), x.logsumexp(1),
            x.sum(1, dtype=torch.float64))


@case(reals(3, 4, 5))
def reductions_with_index(x):
    values, index = x.max(1)
    least, where = x.min(-1, keepdim=True)
    return (values, index, least, where, x.argmax(), x.argmin(0), x.max(),
            x.min())


@case(reals(4, 9))
def variances(x):
    var, mean = torch.var_mean(x, 1, correction=0)
    return (x.var(1), x.std(0), x.var(1, correction=0), var, mean,
            torch.linalg.vector_norm(x))


@case(reals(3, 6))
def scans(x):
    return x.cumsum(0), x.cumsum(-1), x.flip(1).cumsum(1).flip(1)


# Sorting, selection, indexing.

@case(reals(4, 9), ints(0, 5, 3, 8))
def sorting(x, i):
    values, order = x.sort(1, descending=True)
    stable, places = torch.sort(i, stable=True, dim=1)
    return values, order, stable, places, x.argsort(0)


@case(reals(4, 10))
def top_k(x):
    largest, where = x.topk(3, 1)
    least, low = x.topk(2, 0, largest=False)
    return largest, where, least, low


@case(reals(5, 6), ints(0, 5, 5, 6), ints(0, 5, 3), reals(5, 6))
def gather_scatter(x, index, rows, source):
    return (x.gather(0, index), x.index_select(0, rows), x[rows - 2],
            torch.zeros(5, 6).scatter_add(0, index, source))


@case(reals(4, 5, 6), ints(0, 4, 3), ints(0, 6, 3), ints(-5, 5, 2, 1))
def advanced_indexing(x, i, k, j):
    return x[i, :, k], x[:, j], x[i], x[..., k], x[i, 1:3], x[:, j, None]


@case(reals(5, 3, 4), ints(0, 5, 2, 6), reals(2, 6, 3, 4))
def index_put_by_matrix(t, i, v):
    """An index of higher rank than what it replaces."""
    return t.index_put((i,), v, accumulate=True)


@case(reals(4, 5), ints(0, 4, 6), ints(0, 5, 6), reals(6), bools(4, 5))
def index_writes(x, i, j, v, mask):
    x.index_put_((i, j), v, accumulate=True)
    y = x.clone()
    y[1] = 3.0
    y[:, j[:1]] = 0.5
    return x.masked_fill(mask, -1.0), y, x.clone().masked_fill_(~mask, 2.0)


@case(ints(0, 7, 10))
def one_hot_and_counts(x):
    hot = F.one_hot(x, 7)
    return hot, hot.sum(0)


# Shapes.

@case(reals(2, 3, 4))
def view_family(x):
    return (x.permute(2, 0, 1), x.transpose(0, 2), x.unsqueeze(1),
            x.unsqueeze(1).squeeze(1), x.reshape(6, 4), x.flatten(1),
            x.unflatten(2, (2, 2)), x.narrow(2, 1, 2), x[None, ..., 0],
            x.view(2, -1), x[:, -2:, ::3])


@case(reals(4, 6))
def split_family(x):
    a, b = x.split(2)
    c, d, e = x.chunk(3, 1)
    f, g = x.split([2, 4], 1)
    first, *_ = x.unbind(1)
    return a + b, c * d - e, f.sum() + g, first


@case(reals(2, 3), reals(2, 3))
def join_family(x, y):
    return torch.cat([x, y]), torch.cat([x, y], -1), torch.stack([x, y], 1)


@case(reals(2, 4))
def repeat_family(x):
    return x.repeat(2, 3), x.roll(1, 1), x.flip(0, 1), x.expand(3, 2, 4)


@case(reals(2, 3, 4))
def pads(x):
    return (F.pad(x, (1, 2)), F.pad(x, (0, 1, 2, 0), value=3.0),
            F.pad(x, (-1, 1)))


@case(reals(7, 4), ints(0, 7, 3), reals(0, 4))
def padded_gathers(x, i, empty):
    """What is gathered, under reads that fall outside of the result."""
    rows = F.embedding(i, x)
    none = F.embedding(i[:0], empty)
    return (F.pad(rows, (1, 2)), torch.cat([rows, x[i - 3]], -1),
            F.pad(x.gather(0, i[None, :1]), (1, 0, 2, 1), value=2.0),
            F.pad(none, (0, 0, 1, 1), value=3.0))


@case(reals(4, 5))
def triangles(x):
    return x.tril(), x.triu(1), x.tril(-1), x.diagonal()


@case(reals(3))
def factories(x):
    return (torch.arange(1, 10, 3), torch.full((2,), 3), torch.zeros_like(x),
            x.new_full((2,), 1.5), torch.arange(0.0, 1.0, 0.25),
            x.new_zeros(1), torch.scalar_tensor(2.0) * x)


@case(reals(2, 3, 4))
def empty_permuted(x):
    """Memory that lies in another order, written before it is read."""
    return torch.empty_permuted((2, 3, 4), (0, 2, 1)).fill_(2.0) * x


# Products.

@case(reals(3, 4), reals(4, 5), reals(3, 5), reals(4), reals(5))
def products(x, y, c, u, v):
    return (torch.mm(x, y), x @ u, torch.addmm(c, x, y, beta=0.5, alpha=2.0),
            torch.dot(u, u), torch.outer(u, v), torch.addmm(v, x, y),
            torch.mv(x, u), F.linear(x, y.t(), v))


@case(reals(2, 3, 4), reals(2, 4, 5), reals(4, 5), reals(2, 3, 5), reals(4))
def batched_products(x, y, z, c, v):
    return (torch.bmm(x, y), x @ z, torch.baddbmm(c, x, y), x @ v,
            v @ y, x.unsqueeze(1) @ y)


# Convolution and pooling.

@case(reals(2, 4, 9, 9), reals(6, 2, 3, 3, std=0.3), reals(6),
      reals(4, 1, 3, 3, std=0.3))
def convolutions(x, grouped, bias, depthwise):
    return (F.conv2d(x, grouped, bias, 1, 1, 1, 2),
            F.conv2d(x, depthwise, None, 2, 1, 1, 4),
            F.conv2d(x, grouped, None, (2, 1), (0, 2), (2, 1), 2),
            F.conv2d(x, depthwise, None, 1, "same", 1, 4))


@case(reals(2, 3, 9, 10))
def pooling(x):
    best, where = F.max_pool2d(x, 3, 2, 1, return_indices=True)
    return (best, where, F.max_pool2d(x, 2, ceil_mode=True),
            F.max_pool2d(x, 3, 1, 0, 2), F.adaptive_avg_pool2d(x, 1))


@case(reals(2, 3, 9, 10))
def average_pooling(x):
    return (F.avg_pool2d(x, 3, 2, 1), F.adaptive_avg_pool2d(x, (3, 5)),
            F.avg_pool2d(x, 3, 2, 1, count_include_pad=False))
