"""Convolutions alone, as networks have them: grouped (ResNeXt, RegNet,
ShuffleNet), dense, strided, dilated and transposed ones in one to three
dimensions. Operands and results lie by channels first."""
import torch
from torch.nn import functional as F

from . import row


def conv(name, make, data, weight, **options):
    def build():
        tensors = [torch.randn(*s, requires_grad=True) for s in (data, weight)]
        return lambda x, w: make(x, w, **options), tensors
    build.__name__, build.__module__ = name, __name__
    row(train=True)(build)


conv("grouped_4", F.conv2d, (1, 128, 56, 56), (128, 4, 3, 3), padding=1,
     groups=32)
conv("grouped_8", F.conv2d, (1, 256, 28, 28), (256, 8, 3, 3), padding=1,
     groups=32)
conv("grouped_8_strided", F.conv2d, (1, 256, 56, 56), (256, 8, 3, 3),
     padding=1, stride=2, groups=32)
conv("grouped_16", F.conv2d, (1, 512, 14, 14), (512, 16, 3, 3), padding=1,
     groups=32)
conv("grouped_24", F.conv2d, (1, 216, 28, 28), (216, 24, 3, 3), padding=1,
     groups=9)
conv("grouped_32", F.conv2d, (1, 1024, 7, 7), (1024, 32, 3, 3), padding=1,
     groups=32)
conv("grouped_points", F.conv2d, (1, 240, 28, 28), (240, 80, 1, 1), groups=3)
conv("grouped_8_images", F.conv2d, (8, 256, 28, 28), (256, 8, 3, 3),
     padding=1, groups=32)
conv("dense", F.conv2d, (1, 64, 56, 56), (64, 64, 3, 3), padding=1)
conv("dense_28", F.conv2d, (1, 128, 28, 28), (128, 128, 3, 3), padding=1)
conv("dense_14", F.conv2d, (1, 256, 14, 14), (256, 256, 3, 3), padding=1)
conv("dense_points", F.conv2d, (1, 256, 28, 28), (128, 256, 1, 1))
conv("dense_strided", F.conv2d, (1, 64, 56, 56), (128, 64, 3, 3), padding=1,
     stride=2)
conv("dense_dilated", F.conv2d, (1, 64, 56, 56), (64, 64, 3, 3), padding=2,
     dilation=2)
conv("dense_line", F.conv1d, (4, 256, 512), (256, 256, 3), padding=1)
conv("dense_volume", F.conv3d, (1, 32, 16, 28, 28), (32, 32, 3, 3, 3),
     padding=1)
conv("transposed", F.conv_transpose2d, (1, 128, 28, 28), (128, 64, 3, 3),
     padding=1)
conv("transposed_2", F.conv_transpose2d, (1, 128, 28, 28), (128, 64, 2, 2),
     stride=2)
conv("transposed_4", F.conv_transpose2d, (1, 128, 28, 28), (128, 64, 4, 4),
     stride=2, padding=1)
conv("transposed_3", F.conv_transpose2d, (1, 128, 28, 28), (128, 64, 3, 3),
     stride=2, padding=1, output_padding=1)
conv("transposed_dilated", F.conv_transpose2d, (1, 64, 56, 56),
     (64, 64, 3, 3), padding=2, dilation=2)
conv("transposed_grouped", F.conv_transpose2d, (1, 128, 28, 28),
     (128, 16, 4, 4), stride=2, padding=1, groups=8)
conv("transposed_line", F.conv_transpose1d, (4, 256, 256), (256, 128, 8),
     stride=4, padding=2)
conv("transposed_volume", F.conv_transpose3d, (1, 64, 8, 14, 14),
     (64, 32, 4, 4, 4), stride=2, padding=1)


def block(name, channels, inner, groups, size):
    """The branch of a residual block: by points, grouped, by points."""
    def build():
        layers = [torch.nn.Conv2d(channels, inner, 1), torch.nn.ReLU(),
                  torch.nn.Conv2d(inner, inner, 3, padding=1, groups=groups),
                  torch.nn.ReLU(), torch.nn.Conv2d(inner, channels, 1)]
        return torch.nn.Sequential(*layers), [
            torch.randn(1, channels, size, size, requires_grad=True)]
    build.__name__, build.__module__ = name, __name__
    row(train=True)(build)


block("block_resnext", 512, 256, 32, 28)
block("block_regnet", 216, 216, 9, 28)
