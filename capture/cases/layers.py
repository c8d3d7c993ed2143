"""Ops that are whole layers, or what such layers are made of."""
import torch
import torch.nn.functional as F
from torch import nn

from .table import bools, case, ints, reals

aten = torch.ops.aten
BF16 = torch.bfloat16


# PyTorch's kernel of this takes no f64: products of slices, which it is.
def grouped_mm(x, w, offs=None, bias=None, out_dtype=None):
    if offs is None:
        return x @ w
    parts, start = [], 0
    for i, end in enumerate(offs.tolist()):
        left = x[i] if x.dim() == 3 else x[start:end] if w.dim() == 3 else x[:, start:end]
        right = w[i] if w.dim() == 3 else w[:, start:end] if x.dim() == 3 else w[start:end]
        parts.append(left @ right)
        start = end
    if x.dim() == 2 and w.dim() == 2:
        return torch.stack(parts)
    return torch.cat(parts, 0 if w.dim() == 3 else 1)


cpu = torch.library.Library("aten", "IMPL", "CPU")
cpu.impl("_grouped_mm", grouped_mm, allow_override=True)


# torch.export cannot trace these two, whose steps are data: they stand under
# another name until the program is written.
@torch.library.custom_op("tc_cases::lstm_data", mutates_args=())
def lstm_data(rows: torch.Tensor, sizes: torch.Tensor, hx: list[torch.Tensor],
              params: list[torch.Tensor], has_biases: bool, num_layers: int, dropout: float,
              train: bool, bidirectional: bool) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    return aten.lstm.data(rows, sizes, hx, params, has_biases, num_layers, dropout, train,
                          bidirectional)


@lstm_data.register_fake
def _(rows, sizes, hx, params, has_biases, num_layers, dropout, train, bidirectional):
    width = hx[0].shape[2] * (2 if bidirectional else 1)
    return rows.new_empty(rows.shape[0], width), torch.empty_like(hx[0]), torch.empty_like(hx[1])


@torch.library.custom_op("tc_cases::gru_data", mutates_args=())
def gru_data(rows: torch.Tensor, sizes: torch.Tensor, hx: torch.Tensor,
             params: list[torch.Tensor], has_biases: bool, num_layers: int, dropout: float,
             train: bool, bidirectional: bool) -> tuple[torch.Tensor, torch.Tensor]:
    return aten.gru.data(rows, sizes, hx, params, has_biases, num_layers, dropout, train,
                         bidirectional)


@gru_data.register_fake
def _(rows, sizes, hx, params, has_biases, num_layers, dropout, train, bidirectional):
    width = hx.shape[2] * (2 if bidirectional else 1)
    return rows.new_empty(rows.shape[0], width), torch.empty_like(hx)


# Mixtures of experts.

@case(ints(0, 5, 24), reals(30))
def histograms(experts, x):
    return (torch.histc(experts.float(), bins=5, min=0, max=4),
            torch.histc(x, bins=7, min=-1.5, max=1.0), torch.histc(x, bins=4))


@case(reals(11, 16, dtype=BF16), reals(4, 16, 8, std=0.3, dtype=BF16),
      reals(16, 32, dtype=BF16), reals(32, 8, dtype=BF16))
def grouped_products(x, w, rows, columns):
    ends = torch.tensor([3, 3, 8, 11], dtype=torch.int32)
    parts = torch.tensor([8, 8, 24, 32], dtype=torch.int32)
    return (aten._grouped_mm(x, w, ends), aten._grouped_mm(rows, columns, parts),
            aten._grouped_mm(w.mT, rows, parts), aten._grouped_mm(w, w.mT))


@case(reals(11, 6), reals(4, 6, 5, std=0.3), reals(11, 5))
def grouped_products_of_transformers(x, w, dy):
    import transformers.integrations.moe  # registers the op
    ops = torch.ops.transformers
    ends = torch.tensor([3, 3, 8, 11])
    y = ops.grouped_mm_fallback(x, w, ends)
    return (y, *ops.grouped_mm_fallback_backward(x, w, ends, dy))


@case(reals(50, 8), reals(40, 8, 5, std=0.3), reals(50, 5))
def grouped_products_of_many(x, w, dy):
    import transformers.integrations.moe  # registers the op
    ops = torch.ops.transformers
    ends = (torch.arange(40) * 5 - 3) // 4 + 2
    y = ops.grouped_mm_fallback(x, w, ends)
    return (y, *ops.grouped_mm_fallback_backward(x, w, ends, dy))


# Weights.

@case(reals(4, 3, 5), reals(4, 1, 1), reals(1, 1, 5), reals(4, 3, 5))
def weight_norms(v, g, h, dw):
    w, norms = aten._weight_norm_interface(v, g, 0)
    last, sizes = aten._weight_norm_interface(v, h, 2)
    return (torch._weight_norm(v, g, 0), w, norms, last,
            *aten._weight_norm_interface_backward(dw, v, g, norms, 0),
            *aten._weight_norm_interface_backward(dw, v, h, sizes, 2))


# Recurrent networks.

@case(reals(3, 7, 5), scales=((".*", 0.0, 0.4),))
class lstm_layers(nn.Module):
    def __init__(self):
        super().__init__()
        self.deep = nn.LSTM(5, 4, 2, batch_first=True, bidirectional=True)
        self.projected = nn.LSTM(8, 6, proj_size=3)

    def forward(self, x):
        y, (h, c) = self.deep(x)
        z, (last, cell) = self.projected(y)
        return y, h, c, z, last, cell


@case(reals(5, 3, 5), reals(2, 3, 4), scales=((".*", 0.0, 0.4),))
class gru_layers(nn.Module):
    def __init__(self):
        super().__init__()
        self.gru = nn.GRU(5, 4, bidirectional=True)
        self.tanh = nn.RNN(8, 3, bias=False)
        self.relu = nn.RNN(3, 3, nonlinearity="relu")

    def forward(self, x, h):
        y, last = self.gru(x, h)
        z, other = self.tanh(y)
        return y, last, z, other, *self.relu(z)


@case(reals(9, 5), reals(2, 3, 4), reals(2, 3, 4), scales=((".*", 0.0, 0.4),),
      renames={"tc_cases.lstm_data.default": "aten.lstm.data",
               "tc_cases.gru_data.default": "aten.gru.data"})
class packed_sequences(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(5, 4, bidirectional=True)
        self.gru = nn.GRU(5, 4, 2)

    def forward(self, rows, h, c):
        sizes = torch.tensor([3, 3, 2, 1])
        ops = torch.ops.tc_cases
        y = ops.lstm_data(rows, sizes, [h, c], self.lstm._flat_weights, True, 1, 0.0, False, True)
        z = ops.gru_data(rows, sizes, h, self.gru._flat_weights, True, 2, 0.0, False, False)
        return (*y, *z)


# Images.

@case(reals(2, 3, 6, 7), reals(2, 12, 12))
def image_columns(x, columns):
    return (F.unfold(x, 3), F.unfold(x, (2, 3), 2, 1, (2, 1)), F.unfold(x[0], 2),
            F.fold(columns, (4, 5), 2), F.fold(columns, (7, 6), 2, 1, 1, (2, 3)))


@case(reals(2, 3, 5, 6), reals(2, 3, 8, 9))
def bicubic(x, g):
    return (F.interpolate(x, (8, 9), mode="bicubic"),
            F.interpolate(x, scale_factor=0.5, mode="bicubic"),
            F.interpolate(x, (8, 9), mode="bicubic", align_corners=True),
            aten.upsample_bicubic2d_backward(g, [8, 9], [2, 3, 5, 6], False))


@case(reals(2, 3, 5, 6), reals(2, 4, 5, 2, std=0.8), reals(2, 3, 4, 5))
def grid_samples(x, grid, g):
    return (F.grid_sample(x, grid, align_corners=False),
            F.grid_sample(x, grid, padding_mode="border", align_corners=True),
            F.grid_sample(x, grid, padding_mode="reflection", align_corners=False),
            F.grid_sample(x, grid, mode="nearest", align_corners=False),
            F.grid_sample(x, grid, mode="bicubic", align_corners=False),
            *aten.grid_sampler_2d_backward(g, x, grid, 0, 0, False, [True, True]))


@case(reals(2, 3, 4, 5, 6), reals(2, 3, 4, 5, 3, std=0.8), reals(2, 3, 3, 4, 5))
def grid_samples_3d(x, grid, g):
    return (F.grid_sample(x, grid, align_corners=False),
            F.grid_sample(x, grid, padding_mode="border", align_corners=True),
            F.grid_sample(x, grid, padding_mode="reflection", align_corners=False),
            F.grid_sample(x, grid, mode="nearest", align_corners=True),
            aten.grid_sampler_3d(x, grid, 0, 1, False),
            *aten.grid_sampler_3d_backward(g, x, grid, 0, 0, False, [True, True]))


# Places.

@case(reals(4, 5), bools(4, 5), reals(20), reals(4, 5))
def masked_scatters(x, mask, source, g):
    return (x.masked_scatter(mask, source), x.masked_scatter(mask[0], source),
            aten.masked_scatter_backward(g, mask, [20]))


@case(reals(9, 4), ints(0, 9, 11), reals(11))
def embedding_bags(w, i, factors):
    starts = torch.tensor([0, 4, 4, 7])
    return (F.embedding_bag(i, w, starts, mode="sum"), F.embedding_bag(i, w, starts, mode="mean"),
            F.embedding_bag(i, w, starts, mode="max"),
            F.embedding_bag(i, w, starts, mode="sum", per_sample_weights=factors))


# Distances and products.

@case(reals(2, 5, 4), reals(2, 3, 4), reals(2, 5, 3))
def distances(x, y, g):
    d = torch.cdist(x, y)
    return (d, torch.cdist(x, y, 1.0), torch.cdist(x, y, 3.0), torch.cdist(x, y, float("inf")),
            F.pdist(x[0]), F.pairwise_distance(x[:, :3], y),
            aten._cdist_backward(g, x, y, 2.0, d))


@case(reals(6, 5), reals(6, 5), reals(6, 5))
def triplets(a, p, n):
    return (F.triplet_margin_loss(a, p, n), F.triplet_margin_loss(a, p, n, 0.3, 1.0, swap=True),
            F.triplet_margin_loss(a, p, n, reduction="none"))


@case(reals(2, 3, 4), reals(2, 4, 3), reals(3, 3), reals(1, 4))
def einstein_sums(x, y, square, row):
    return (torch.einsum("...ij,...jk->...ik", x, y), torch.einsum("ii->i", square),
            torch.einsum("ii", square), torch.einsum("...ij,jk", x, x[0].t()),
            torch.einsum("b...i,xi->...bx", x, row), torch.einsum("ij,ij->i", x[0], row))


@case(reals(2, 5, 5, std=0.3), reals(2, 5, 3), reals(2, 3, 5))
def triangular_systems(a, b, c):
    a = a + 3 * torch.eye(5)
    solve = torch.linalg.solve_triangular
    return (solve(a, b, upper=True), solve(a, b, upper=False),
            solve(a, c, upper=True, left=False),
            solve(a, b, upper=False, unitriangular=True))
