"""Elementwise functions, and the numbers at which they go wrong: zeros of both
signs, infinities, NaN, denormals, the ends of each type's range and halves."""
import torch
import torch.nn.functional as F

DTYPES = (torch.float32, torch.float64, torch.bfloat16, torch.float16,
          torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8,
          torch.bool)


def specials(dtype):
    if dtype is torch.bool:
        return torch.tensor([False, True])
    if not dtype.is_floating_point:
        ends = torch.iinfo(dtype)
        values = [0, 1, 2, 3, 7, 63, 64, 100, ends.max, ends.max - 1,
                  ends.min, ends.min + 1]
        return torch.tensor(values + ([-1, -2, -3, -7, -64, -100]
                                      if ends.min < 0 else []), dtype=dtype)
    ends = torch.finfo(dtype)
    values = [0, torch.inf, ends.tiny, ends.tiny / 4, ends.max, ends.eps, 1,
              0.5, 1.5, 2.5, 2, 3, 100, 1e4, ends.max ** 0.5, 3.14159, 88,
              89.5, 104, 710, 746, 1 + ends.eps, 1 - ends.eps, 1e-3, 10, 20,
              0.1, 0.999, 123456, 2.0 ** 31, 0.49999997]
    values = torch.tensor(values, dtype=torch.float64)
    return torch.cat([values, -values, values.new_tensor([torch.nan])]).to(
        dtype)


def named(names, room=torch):
    found = {}
    for name in names.split():
        function = room
        for part in name.split("."):
            function = getattr(function, part)
        found[name] = function
    return found


UNARY = {
    **named("""abs acos acosh angle asin asinh atan atanh bitwise_not ceil cos
        cosh deg2rad digamma erf erfc erfinv exp exp2 expm1 floor frac frexp
        isfinite isinf isnan isneginf isposinf lgamma log log10 log1p log2
        logical_not logit nan_to_num neg rad2deg reciprocal relu round rsqrt
        sgn sigmoid sign signbit sin sinc sinh sqrt square tan tanh trunc i0
        special.entr special.erfcx special.i0e special.i1 special.i1e
        special.log_ndtr special.ndtr special.ndtri"""),
    **named("""relu6 elu gelu silu mish hardswish hardsigmoid hardtanh selu
        celu softplus softsign tanhshrink logsigmoid hardshrink softshrink
        leaky_relu""", F),
    "gelu tanh": lambda x: F.gelu(x, approximate="tanh"),
    "threshold": lambda x: F.threshold(x, 0.5, -3),
    "whole threshold": lambda x: F.threshold(x, 2, 3),
    "round 2": lambda x: torch.round(x, decimals=2),
    "round -2": lambda x: torch.round(x, decimals=-2),
    **{f"to {dtype}": lambda x, dtype=dtype: x.to(dtype)
       for dtype in (*DTYPES, torch.complex64)},
    **{f"power {p}": lambda x, p=p: x ** p for p in (
        0, 1, 2, 3, -1, -2, 0.5, -0.5, 2.5, torch.inf, torch.nan)},
}
NUMBERS = {
    "+": lambda x, s: x + s, "-": lambda x, s: s - x, "*": lambda x, s: x * s,
    "/": lambda x, s: x / s, "number /": lambda x, s: s / x,
    "number **": lambda x, s: s ** x, "//": lambda x, s: x // s,
    "%": lambda x, s: x % s, "fmod": torch.fmod, "xlogy": torch.xlogy,
    "trunc": lambda x, s: torch.div(x, s, rounding_mode="trunc"),
    "number %": lambda x, s: torch.remainder(s, x),
    "at least": lambda x, s: x.clamp(min=s),
    "at most": lambda x, s: x.clamp(max=s),
    "==": torch.eq, "<": torch.lt, ">=": torch.ge,
    **named("bitwise_and bitwise_xor bitwise_left_shift "
            "bitwise_right_shift"),
}
UNARY |= {f"{name} {s}": lambda x, s=s, f=f: f(x, s)
          for name, f in NUMBERS.items() for s in (
              0, -1, 3, -2.5, torch.inf, torch.nan, True)}
BINARY = {
    **named("""add sub mul div floor_divide remainder fmod pow atan2 hypot
        copysign nextafter ldexp logaddexp logaddexp2 maximum minimum fmax fmin
        heaviside xlogy special.xlog1py eq ne lt le gt ge bitwise_and
        bitwise_or bitwise_xor bitwise_left_shift bitwise_right_shift
        float_power logical_and logical_or logical_xor isclose complex
        polar"""),
    "floor": lambda x, y: torch.div(x, y, rounding_mode="floor"),
    "trunc": lambda x, y: torch.div(x, y, rounding_mode="trunc"),
    "where": lambda x, y: torch.where(x > y, x, y),
    "lerp": lambda x, y: torch.lerp(x, y, 0.25),
    "lerp back": lambda x, y: torch.lerp(x, y, 0.75),
    "lerp by y": lambda x, y: torch.lerp(x, y, y),
    "addcmul": lambda x, y: torch.addcmul(x, x, y),
    "addcdiv": lambda x, y: torch.addcdiv(x, x, y),
    "clamp": lambda x, y: torch.clamp(x, min=y, max=x),
    **{name: lambda x, y, f=f: f(*torch.broadcast_tensors(x, y),
                                 reduction="none")
       for name, f in named("smooth_l1_loss mse_loss huber_loss soft_margin_loss "
                            "binary_cross_entropy_with_logits", F).items()},
    "masked_fill": lambda x, y: x.masked_fill(y > 0, 1),
}
# Where division or shifts are undefined, and eager's kernels may end the
# process.
DIVIDES = ("floor_divide", "remainder", "fmod", "floor", "trunc", "//", "%")
