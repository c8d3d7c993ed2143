"""Fourier transforms: small sizes, powers, composites, primes, one and several
dimensions, real and complex."""
import torch

from .table import case, reals

aten = torch.ops.aten
NONE, ROOT, ALL = 0, 1, 2  # what a transform is divided by


def pairs(z):
    return torch.view_as_real(z)


@case(reals(3, 6, 5, 2))
def fourier_complex(x):
    z = torch.view_as_complex(x)
    return (pairs(aten._fft_c2c(z, [2], NONE, True)),
            pairs(aten._fft_c2c(z, [0], ALL, False)),
            pairs(aten._fft_c2c(z, [0, 1, 2], ROOT, True)),
            pairs(aten._fft_c2c(z, [2, 1], ALL, True)),
            pairs(aten._fft_c2c(z[:, :, :1], [2], ROOT, True)))


@case(reals(2, 7, 12), reals(3, 1))
def fourier_real(x, one):
    return (pairs(aten._fft_r2c(x, [2], NONE, True)),
            pairs(aten._fft_r2c(x, [1, 2], ROOT, True)),
            pairs(aten._fft_r2c(x, [2, 0, 1], ALL, True)),
            pairs(aten._fft_r2c(x, [1], NONE, False)),
            pairs(aten._fft_r2c(one, [1], NONE, True)))


@case(reals(2, 5, 7, 2))
def fourier_inverse_of_real(x):
    z = torch.view_as_complex(x)
    return (aten._fft_c2r(z, [2], ALL, 12), aten._fft_c2r(z, [2], NONE, 13),
            aten._fft_c2r(z, [0, 1, 2], ROOT, 12),
            aten._fft_c2r(z[:, :1], [1], ALL, 1),
            aten._fft_c2r(z[:, :, :3], [2], ALL, 5))


@case(reals(2, 16, 48))
def fourier_real_part(x):
    y = aten._fft_r2c(x, [2], NONE, False)
    return aten._fft_c2c(y, [1], NONE, True).real


@case(reals(2, 120), reals(2, 97), reals(1, 263),
      reals(1, 534))
def fourier_sizes(composite, prime, large, twice):
    return pairs(aten._fft_c2c(composite.to(torch.complex64), [1], NONE, True)), *(
        pairs(aten._fft_r2c(x, [1], NONE, True))
        for x in (prime, large, twice))


@case(reals(2, 4096), reals(60, dtype=torch.float64))
def fourier_long(x, wide):
    return (pairs(aten._fft_r2c(x, [1], NONE, True)),
            pairs(aten._fft_r2c(wide, [0], NONE, True)))
