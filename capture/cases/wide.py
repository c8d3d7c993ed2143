"""Ops beyond the models and the programs that tc was first made for, one or
few to a case, so that a missing op fails alone. Written to test/exec/wide."""
import torch
import torch.nn.functional as F
from torch import nn

from .table import case, ints, reals


@case(reals(37))
def trigonometry(x):
    return x.atan(), x.sinh(), x.cosh(), x.tan(), torch.atan2(x, x + 1)


@case(reals(4, 11, std=2.0))
def rare_activations(x):
    return (F.hardswish(x), F.hardsigmoid(x), F.relu6(x), F.mish(x),
            F.logsigmoid(x), F.glu(x, 0), F.softmin(x, 1))


@case(reals(4, 5), reals(4, 5))
def classify(x, y):
    x = x / (x.abs() < 1)  # infinite where it is not
    return (torch.isfinite(x / y), torch.isinf(x), torch.isclose(x, x + 1e-9),
            torch.isclose(x, x * (1 + 2e-5 * y)))


@case(reals(3, 6))
def running_extremes(x):
    x = (x * 2).round() / 2  # with equal ones
    values, index = x.cummax(1)
    return values, index, x.logcumsumexp(1), x.cumprod(1)


@case(reals(5, 6), ints(0, 5, 5, 6), ints(0, 5, 3), reals(5, 6))
def scatter_family(x, index, rows, source):
    return (x.scatter(0, index, 0.5),
            x.scatter_reduce(0, index, source, "amax"),
            x.index_add(0, rows, source[:3]))


@case(ints(0, 7, 10))
def buckets(x):
    return torch.bucketize(x, torch.tensor([2, 4, 6]))


@case(reals(2, 3, 4))
def view_aliases(x):
    p, q = torch.tensor_split(x, 2, 1)
    return x.movedim(0, 2), x.swapaxes(0, 1).mT, p.sum() - q


@case(reals(2, 3), reals(2, 3))
def stacks(x, y):
    return torch.hstack([x, y]), torch.vstack([x, y])


@case(reals(2, 4))
def turns(x):
    return (x.tile(2), x.repeat_interleave(2, 1), torch.rot90(x),
            x.roll((1, -1), (0, 1)))


@case(reals(2, 3, 4))
def mirrored_pads(x):
    return (F.pad(x, (1, 1), mode="reflect"), F.pad(x, (1, 2), "replicate"),
            F.pad(x, (1, 1), "circular"))


@case(reals(4, 5))
def diagonals(x):
    return torch.diag(x[0]), torch.eye(4, 5) + x, x.trace()


@case(reals(3))
def grids(x):
    rows, columns = torch.meshgrid(x, torch.arange(2.0), indexing="ij")
    return rows * columns, torch.linspace(0, 1, 5) + x[0]


@case(reals(2, 3, 4), reals(2, 5, 4), reals(4, 6, 5))
def einsums(x, y, z):
    return (torch.einsum("bik,bjk->bij", x, y),
            torch.einsum("bik,khj->bihj", x, z),
            torch.einsum("bij->bj", x))


@case(reals(2, 4, 12), reals(6, 4, 3, std=0.3), reals(1, 2, 4, 4, 4),
      reals(3, 2, 2, 2, 2))
def convolutions_1d_3d(x, w, volume, kernel):
    return F.conv1d(x, w, None, 2, 1), F.conv3d(volume, kernel, None, 1, 1)


@case(reals(2, 4, 5, 5), reals(4, 3, 3, 3, std=0.3), reals(3),
      reals(2, 4, 12), reals(4, 3, 4, std=0.3))
def convolutions_transposed(x, w, b, line, kernel):
    return (F.conv_transpose2d(x, w, b, 2, 1, 1), F.conv_transpose2d(x, w),
            F.conv_transpose1d(line, kernel, None, 2, 1, 1))


@case(reals(1, 4, 4, 5))
def resize(x):
    return (F.interpolate(x, scale_factor=2), F.interpolate(
        x, size=(7, 8), mode="bilinear", align_corners=False),
        F.pixel_shuffle(x, 2), F.adaptive_max_pool2d(x, 1))


@case(reals(3, 5, 8))
class instance_norm(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.InstanceNorm1d(5, affine=True)

    def forward(self, x):
        return self.norm(x)


@case(reals(6, 9), ints(0, 9, 6), reals(6, 9))
def rare_losses(x, target, y):
    return (F.cross_entropy(x, target, label_smoothing=0.1),
            F.l1_loss(x, y, reduction="sum"), F.smooth_l1_loss(x, y),
            F.binary_cross_entropy_with_logits(x, y.sigmoid()),
            F.kl_div(x.log_softmax(1), y.softmax(1), reduction="batchmean"))


@case(ints(0, 4, 3, 4, dtype=torch.int32), reals(6), native=True)
def bit_views(x, y):
    return x.view(torch.float32).view(torch.int32) + 1, y.view(torch.int32)
