"""Every number of bf16 and f16 through functions of exponentials: each result is
the exact one rounded to the type, but for 1/16 of a rounding, in the kernels of
a GPU, whose own 2^x and 1/x such results are made of (docs/numerics.md), or
without a GPU on the emulator (test/gpu), and in those of a CPU, of which those
with AVX-512 have such forms."""
import os
import sys
import unittest

from Inputs.torch_case import BUILD, Case
import torch

EMULATOR = str(BUILD / "lib/libtcemulate.so")
CUDA = torch.cuda.is_available()
if not CUDA and os.environ.get("LD_PRELOAD") != EMULATOR:
    os.environ["LD_PRELOAD"] = EMULATOR
    os.execv(sys.executable, [sys.executable, *sys.argv])

F = torch.nn.functional
# name -> (function, the function of f64, an error relative to its argument that
# is allowed besides: erf and tanh beside 1 are off by 2^-21).
FUNCTIONS = {
    "silu": (F.silu, lambda x: x * logistic(x), 0),
    "sigmoid": (torch.sigmoid, lambda x: logistic(x), 0),
    "gelu": (F.gelu, lambda x: x / 2 * torch.special.erfc(-x / 2 ** 0.5),
             2 ** -22),
    "gelu_tanh": (lambda x: F.gelu(x, approximate="tanh"),
                  lambda x: x * logistic(
                      2 * (2 / torch.pi) ** 0.5 * (x + 0.044715 * x ** 3)),
                  2 ** -21),
    "tanh": (torch.tanh, torch.tanh, 0),
    "softplus": (F.softplus, lambda x: torch.logaddexp(
        x, torch.zeros_like(x)), 2 ** -20),
    "mish": (F.mish, lambda x: x * torch.tanh(torch.logaddexp(
        x, torch.zeros_like(x))), 0),
    "exp": (torch.exp, torch.exp, 0),
}


def logistic(x):
    """(PyTorch's own is 0 where it is below the normal numbers.)"""
    e = torch.exp(-x.abs())
    return torch.where(x < 0, e, 1) / (1 + e)


def every(dtype):
    return torch.arange(-2 ** 15, 2 ** 15).to(torch.int16).view(dtype)


def rounding(y, dtype):
    """Half the distance of neighbours at y, in f64."""
    info = torch.finfo(dtype)
    exponent = torch.frexp(y.abs().clamp(min=info.tiny))[1] - 1
    return torch.ldexp(torch.full_like(y, info.eps / 2), exponent)


class Narrow(Case):
    options = {} if CUDA else {"route": "direct", "target": "emulate"}
    device = "cuda" if CUDA else "cpu"

    def compiled_of(self, function):
        return torch.compile(function, backend="tc", options=self.options)

    def near(self, got, x, exact, beside):
        dtype, got = got.dtype, got.double()
        want = exact.to(dtype).double()
        error = rounding(exact, dtype) * (1 + 1 / 16) + x.abs() * beside
        same = (got == want) | (got.isnan() & want.isnan())
        wrong = ~(same | ((got - exact).abs() <= error))
        self.assertFalse(
            wrong.any(), f"{x[wrong][:8]}: {got[wrong][:8]}, not "
            f"{want[wrong][:8]}; {int(wrong.sum())} in all")

    def test_every_number(self):
        for dtype in (torch.bfloat16, torch.float16):
            x = every(dtype).to(self.device)
            for name, (function, wide, beside) in FUNCTIONS.items():
                with self.subTest(name, dtype=dtype), torch.no_grad():
                    torch._dynamo.reset()
                    got = self.compiled_of(function)(x)
                    self.near(got.cpu(), x.cpu().double(),
                              wide(x.cpu().double()), beside)


class NarrowOnCpu(Narrow):
    options, device = {"route": "direct"}, "cpu"


if __name__ == "__main__":
    unittest.main()
