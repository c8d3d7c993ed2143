"""Fourier transforms between maps: the cut that a call of PyTorch's is, is part
of what they cost. Those beyond `fft_work` (docs/ir/numbers.md) are PyTorch's;
TC_NUMBERS=fft_work=1099511627776 compiles all of them."""
import torch

from . import row


def one(name, make, *sizes, dtype=None):
    def build():
        return make, (torch.randn(*sizes, dtype=dtype),)
    build.__name__, build.__module__ = name, __name__
    row()(build)


def mixed(x):  # FNet's layer
    return torch.fft.fftn(torch.relu(x), dim=(1, 2)).real + x


def filtered(x):  # a spectral layer
    y = torch.fft.rfft(torch.relu(x)) * 0.5
    return torch.fft.irfft(y, n=x.shape[-1]) + x


def frames(x):  # of 25 ms, each 10 ms, of speech
    y = torch.fft.rfft(x.unfold(-1, 400, 160), n=512)
    return y.real.square() + y.imag.square()


def scaled(z):
    return torch.view_as_real(torch.fft.fft(z * 2)) + 1


one("fourier_fnet", mixed, 2, 512, 768)
one("fourier_fnet_small", mixed, 1, 32, 64)
one("fourier_frames", frames, 16, 16000)
one("fourier_images", lambda x: torch.fft.fft2(x).abs(), 64, 3, 224, 224)
one("fourier_prime", scaled, 64, 1009, dtype=torch.complex64)
for rows, n in ((16, 16), (256, 16), (32, 64), (64, 64), (16, 256), (64, 256)):
    one(f"fourier_filter_{rows}x{n}", filtered, rows, n)
    one(f"fourier_{rows}x{n}", scaled, rows, n, dtype=torch.complex64)
