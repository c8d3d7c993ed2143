"""Special functions, parts of numbers, order statistics, positions that are
counted through."""
import torch

from .table import bools, case, ints, reals

aten = torch.ops.aten


@case(reals(61, std=3.0), reals(61, std=0.4))
def special_errors(x, y):
    y = y.clamp(-0.98, 0.98)
    z = y.abs() + 0.005
    return (aten.erfc(x), aten.special_erfc(x), aten.special_erfcx(x), aten.erfinv(y),
            aten.special_erfinv(y), aten.special_ndtri(z))


@case(reals(61, std=8.0))
def special_bessel(x):
    return (aten.i0(x), aten.special_i0(x), aten.special_i0e(x), aten.special_i1(x),
            aten.special_i1e(x))


# All that the formulas distinguish has several elements: arguments below and
# above zero, up to 8 and 10 and beyond (x), and the parts of 0..2 (y).
@case(reals(151, std=7.0), reals(151, std=1.2))
def special_gamma(x, y):
    x = torch.where((x - x.round()).abs() < 0.2, x + 0.4, x)
    y = y.abs() + 0.1
    return (aten.lgamma(x), aten.lgamma(y * 40), aten.digamma(x), aten.special_gammaln(y),
            aten.special_digamma(y), aten.polygamma(0, y), aten.polygamma(1, x),
            aten.polygamma(2, x), aten.special_polygamma(3, x))


@case(reals(4, 9, std=2.0), reals(4, 9), ints(-6, 6, 4, 9), bools(4, 9))
def parts_of_numbers(x, y, n, p):
    hole = torch.where(p, x, float("nan"))
    return (aten.sign(p), aten.angle(x), aten.ldexp(x, n), aten.ldexp(n, n), aten.round.decimals(x, decimals=2),
            aten.round.decimals(x * 100, decimals=-1), aten.fmax(hole, y), aten.fmin(y, hole),
            aten.fmax(n, 1 - n), aten.hypot(x, y))


@case(reals(4, 9, std=2.0), reals(4, 9), ints(-6, 6, 4, 9))
def bits_of_numbers(x, y, n):
    x = torch.where(n == 0, 0.0, torch.where(n == 1, -0.0, x))
    return (aten.signbit(x), aten.signbit(n), aten.copysign.Tensor(x, y),
            aten.copysign.Scalar(x, -1.0), aten.nextafter(x, y) > x,
            aten.nextafter(x, y).sub(x).abs() < 1e-6)


@case(reals(5, 8), ints(0, 4, 5, 8), reals(9))
def order_statistics(x, i, v):
    hole = torch.where(x > 1, float("nan"), x)
    return (aten.median.default(x), *aten.median.dim(x, 1), *aten.median.dim(x, 0, True),
            aten.nanmedian.default(hole), *aten.nanmedian.dim(hole, 1),
            *aten.kthvalue(x, 3, 1), *aten.kthvalue(v, 2, 0, True), aten.mode(i, 1)[0],
            aten.mode(v[0])[0])


@case(reals(7, std=2.0), reals(3, 12), reals(3, 5))
def searches(x, rows, values):
    line = x.sort().values
    rows = rows.sort(1).values
    order = torch.argsort(x)
    return (aten.searchsorted.Tensor(line, values), aten.searchsorted.Tensor(line, x, right=True),
            aten.searchsorted.Tensor(rows, values), aten.searchsorted.Scalar(line, 0.25),
            aten.searchsorted.Tensor(x, values, sorter=order, out_int32=True, side="right"))


@case(reals(4, 6), ints(-24, 24, 20), reals(20), ints(0, 4, 5), reals(5, 6))
def puts_and_takes(x, i, v, rows, src):
    unique = torch.arange(20) * 7 % 24
    return (aten.take(x, i), aten.put(x, unique, v), aten.put(x, i, v, True),
            *(aten.index_reduce(x, 0, rows, src, how, include_self=own)
              for how in ("prod", "mean", "amax", "amin") for own in (True, False)))


@case(reals(6, 4), reals(3, 4), reals(4), bools(6))
def rows_written_by_mask(x, rows, line, keep):
    even = torch.arange(6) % 2 == 0
    y, z, w = x.clone(), x.clone(), x.clone()
    y[even] = rows
    z[keep] = line
    w[even[:, None] & (torch.arange(4) < 2)] = rows.flatten()[:6]
    return (y, z, w, aten.index_put(x, [even], rows, True),
            aten.nonzero_static(keep, size=4), aten.nonzero_static(x > 1, size=9, fill_value=7))


@case(reals(4, 6), reals(4, 6))
def complex_numbers_given(x, y):
    z = torch.complex(x, y)
    return (torch.view_as_real(z * (1.5 - 2j)), torch.view_as_real(aten.add.Tensor(z, z, alpha=2j)),
            torch.view_as_real(x + (1 + 1j)))


@case(reals(3, 4, 5), reals(4, 4))
def copies_of_views(x, y):
    return (aten.permute_copy(x, [2, 0, 1]), aten.transpose_copy.int(x, 0, 2), aten.t_copy(y),
            aten.unsqueeze_copy(x, 1), aten.squeeze_copy(x[:1]), aten.squeeze_copy.dim(x[:1], 0),
            aten.squeeze_copy.dims(x[:1], [0]), aten.expand_copy(y[:1], [3, 4]),
            aten.diagonal_copy(y, 1), aten.unfold_copy(x, 2, 2, 3), aten.narrow_copy(x, 1, 1, 2),
            aten.slice_copy.Tensor(x, 2, 1, 5, 2), aten.select_copy.int(x, 1, 2),
            *aten.split_copy.Tensor(x, 2, 1), *aten.split_with_sizes_copy(x, [1, 3], 1),
            *aten.unbind_copy.int(x), aten.view_as_real_copy(torch.complex(y, y.t())),
            aten.view_as_complex_copy(torch.stack([y, y * 2], -1)))


@case(reals(3, 2, 4, 5), reals(3, 2, 5, 6), reals(4, 6), reals(7, 3), reals(7, 3))
def sums_of_products(x, y, m, a, b):
    x, y = x[:, 0], y[:, 0]
    return (aten.addbmm(m, x, y), aten.addbmm(m, x, y, beta=0.5, alpha=2.0), aten.dist(a, b),
            aten.dist(a, b, 1.0), aten.dist(a, b, 3.0))


@case(reals(4, 6, 5, 5), reals(6), reals(6), reals(6), reals(6))
def batch_norm_functional(x, w, bias, mean, spread):
    var = spread.abs() + 0.5
    update = aten._batch_norm_with_update_functional(x, w, bias, mean, var, 0.1, 1e-5)
    still = aten._native_batch_norm_legit_functional(x, w, bias, mean, var, False, 0.1, 1e-5)
    return (*update[:3], *update[4:], still[0], *still[3:])
