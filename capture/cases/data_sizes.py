"""Sizes that data decides: the whole way, from the op that finds them to
results of those sizes."""
import torch

from .table import bools, case, ints, reals


@case(ints(0, 3, 4, 6), reals(4, 6))
def boolean_index(i, x):
    mask = i > 0
    picked = x[mask]
    rows = x[mask.any(1)]
    return picked, picked * 2, rows.sum(), torch.masked_select(x, mask).exp()


@case(ints(0, 3, 4, 6), reals(4, 6))
def boolean_index_writes(i, x):
    y = x.clone()
    y[i > 1] = 3.0
    z = x.clone()
    z[i == 0] = z[i == 0] * 2
    return y, z


@case(ints(0, 5, 11), reals(3, 4))
def sizes_from_items(x, y):
    n = x.sum().item()
    torch._check(n >= 0)
    torch._check(n <= 1000)
    line = torch.arange(n)
    wide = y.sum(0)[None].expand(n, 4)
    return line * 2, wide, torch.zeros(2, n).sum(), torch.full((n,), 1.5)


@case(ints(1, 4, 9), reals(9, 5))
def tiles_from_items(x, y):
    n = x.max().item()
    torch._check(n >= 1)
    torch._check(n <= 64)
    tiles = torch.arange(128 * n).view(n, 128)
    return tiles, tiles.sum(1), y.repeat(n, 1)


@case(ints(0, 4, 7), reals(7, 3), ints(0, 3, 3))
def repeats_by_counts(counts, x, columns):
    return (torch.repeat_interleave(counts), x.repeat_interleave(counts, 0),
            x.repeat_interleave(columns, 1))


@case(ints(0, 6, 5, 4), ints(0, 3, 12))
def unique_values(x, runs):
    values, inverse, counts = torch.unique(x, return_inverse=True, return_counts=True)
    short, lengths = torch.unique_consecutive(runs, return_counts=True)
    return values, inverse, counts, short, lengths, torch.unique(runs)


@case(ints(0, 9, 20), reals(20))
def counted_numbers(x, w):
    return torch.bincount(x), torch.bincount(x, w), torch.bincount(x, minlength=15)


@case(reals(6, 4), bools(6))
def positions_of_rows(x, keep):
    rows, = torch.where(keep)
    chosen = x.index_select(0, rows)
    scores = chosen @ x.t()
    return rows, chosen, scores.softmax(-1), chosen.sum(0)
