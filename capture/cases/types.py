"""D4 and D5: element types, promotion, casts, integer division, complex."""
import torch
import torch.nn.functional as F

from .table import bools, case, ints, reals

F16, BF16, F64 = torch.float16, torch.bfloat16, torch.float64
I32, U8, I8 = torch.int32, torch.uint8, torch.int8


@case(reals(3, 4), ints(-5, 5, 3, 4), ints(0, 9, 4, dtype=I32))
def promotion(x, i, j):
    return x + i, i + j, i / j.add(1), i * 2.5, j + 3, x * j


@case(reals(2, 5, std=60.0), ints(-300, 300, 2, 5))
def casts(x, i):
    return (x.to(torch.int32), x.to(torch.int64), x.to(torch.bool),
            i.to(torch.float32), i.to(torch.uint8), i.to(torch.int8),
            i.bool(), i.to(F64))


@case(ints(-9, 10, 24), ints(1, 5, 24))
def integer_division(x, y):
    return (x // y, x % y, torch.div(x, y, rounding_mode="trunc"),
            torch.fmod(x, y), x // -3, torch.remainder(x, -3))


@case(reals(24), reals(24, mean=2.0, std=0.3))
def real_division(x, y):
    x = torch.where(x > 1, y * 2, torch.where(x < -1, x * 0, x))
    return (torch.div(x, y, rounding_mode="floor"), torch.fmod(x, y),
            torch.remainder(x, y), torch.remainder(x, -y), x / 3)


@case(ints(0, 256, 3, 8, 8, dtype=U8))
def image_bytes(image):
    mean = torch.tensor([0.485, 0.456, 0.406]).view(3, 1, 1)
    return (image.to(torch.float32) / 255.0 - mean) * 4.0, image.flip(2)


@case(ints(0, 256, 16, dtype=U8), ints(0, 256, 16, dtype=U8))
def bytes_wrap(x, y):
    return x + y, x * y, x - y, x // 7, x > y, torch.maximum(x, y), x >> 3


@case(ints(-128, 128, 4, 8, dtype=I8), ints(-128, 128, 8, 3, dtype=I8))
def int8_product(x, y):
    return x.to(I32) @ y.to(I32)


@case(reals(4, 32), ints(-128, 128, 24, 32, dtype=I8), reals(24), reals(24))
def int8_linear(x, w, scale, bias):
    """A linear layer of int8 weights whose inputs are quantised by row, with
    torch._int_mm, as in dynamic quantisation."""
    rows = x.abs().amax(-1, keepdim=True).clamp(min=1e-5) / 127
    codes = torch.clamp(torch.round(x / rows), -128, 127).to(I8)
    y = torch._int_mm(codes, w.t()).to(torch.float32)
    return y * rows * scale + bias


@case(bools(4, 6), bools(4, 6), reals(4, 6))
def booleans(p, q, x):
    return (p & q, p | ~q, p ^ q, torch.logical_and(p, x > 0),
            torch.where(p, x, 0.0), p.any(1), q.all(0), p.sum(1),
            torch.logical_not(x), p.to(torch.float32).mean())


@case(ints(0, 1 << 20, 12), ints(0, 1 << 20, 12))
def bitwise(x, y):
    return x & y, x | y, x ^ y, ~x, x << 3, y >> 2


@case(reals(4, 16, dtype=BF16), reals(16, 8, dtype=BF16), reals(8, dtype=BF16))
def bfloat16_product(x, y, bias):
    return torch.relu(x @ y + bias)


@case(reals(2, 5, 9, 8, dtype=BF16), reals(6, 5, 3, 3, dtype=BF16, std=0.3),
      reals(6, dtype=BF16), reals(5, 4, 3, 3, dtype=BF16, std=0.3),
      reals(4, dtype=BF16))
def bfloat16_convolutions(x, weight, bias, turned, other):
    """Each is rounded once: the bias joins sums in f32."""
    return (F.conv2d(x, weight, bias, 2, 1),
            F.conv_transpose2d(x, turned, other, 2, 1, 1))


@case(reals(4, 32, dtype=BF16), reals(32, dtype=BF16, mean=1.0, std=0.1))
def bfloat16_norm(x, weight):
    wide = x.to(torch.float32)
    scale = torch.rsqrt(wide.pow(2).mean(-1, keepdim=True) + 1e-6)
    return (wide * scale).to(BF16) * weight, x.sum(-1), x.softmax(-1)


@case(reals(33, dtype=F16), reals(33, dtype=F16))
def float16_pointwise(x, y):
    return torch.sigmoid(x) * y + 0.5, x.exp(), x / y.abs().add(1), x.cumsum(0)


@case(reals(5, 7, dtype=F64), reals(7, 3, dtype=F64))
def float64_product(x, y):
    return x @ y, x.exp().sum(), x.tanh()


@case(reals(3, 4, dtype=torch.complex64), reals(3, 4, dtype=torch.complex64))
def complex_arithmetic(x, y):
    return x * y, x + y.conj(), x / (y.abs() + 1), x.real - y.imag, x.abs()


@case(reals(2, 6, 8), reals(6, 4), reals(6, 4))
def complex_rotary(x, cosine, sine):
    pairs = torch.view_as_complex(x.reshape(2, 6, 4, 2))
    turned = pairs * torch.complex(cosine, sine)
    return torch.view_as_real(turned).flatten(2)
