"""The seeded generator of weights and inputs, twin of lib/runtime/fill.c.

Element e of stream t is word e % 4 of Philox4x32-10 with
counter = {e/4 low, e/4 high, t low, t high} and key = {seed, 0x7463}.
u = (word >> 8) * 2^-24; uniform: mean + sqrt(12) * std * (u - 0.5) in double,
rounded once; randint: low + word % (high - low)."""
import numpy as np

SQRT12 = 3.4641016151377544
KEY1 = 0x7463
M0, M1 = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
W0, W1 = 0x9E3779B9, 0xBB67AE85
LOW, HIGH = np.uint64(0xFFFFFFFF), np.uint64(32)


def philox(counters, stream, seed):
    """Words [n, 4] (u32) for n 64-bit counters."""
    c0, c1 = counters & LOW, counters >> HIGH
    c2 = np.full_like(c0, stream & 0xFFFFFFFF)
    c3 = np.full_like(c0, stream >> 32)
    k0, k1 = seed & 0xFFFFFFFF, KEY1
    for _ in range(10):
        p0, p1 = M0 * c0, M1 * c2
        c0, c2 = (p1 >> HIGH) ^ c1 ^ np.uint64(k0), \
                 (p0 >> HIGH) ^ c3 ^ np.uint64(k1)
        c1, c3 = p1 & LOW, p0 & LOW
        k0, k1 = (k0 + W0) & 0xFFFFFFFF, (k1 + W1) & 0xFFFFFFFF
    return np.stack([c0, c1, c2, c3], axis=1).astype(np.uint32)


def words(start, count, stream, seed):
    """The words of elements start .. start + count - 1."""
    first, last = start // 4, (start + count + 3) // 4
    block = philox(np.arange(first, last, dtype=np.uint64), stream, seed)
    skip = start - 4 * first
    return block.reshape(-1)[skip:skip + count]


def fill(init, shape, start, count):
    """Elements start .. start + count - 1 (row-major) of a tensor of `shape`
    as float64 or int64: the caller rounds once to the tensor's type."""
    kind = init["kind"]
    if kind == "constant":
        return np.full(count, init["value"])
    index = np.arange(start, start + count, dtype=np.int64)
    if kind == "iota":
        return init["start"] + init["step"] * index
    if kind == "tril":
        cols = shape[-1]
        return (index % cols <= index // cols % shape[-2]).astype(np.int64)
    word = words(start, count, init["stream"], init["seed"])
    if kind == "uniform":
        u = (word >> np.uint32(8)) * 2.0**-24
        return init["mean"] + SQRT12 * init["std"] * (u - 0.5)
    if kind == "randint":
        span = np.uint32(init["high"] - init["low"])
        return init["low"] + (word % span).astype(np.int64)
    raise ValueError(f"unknown fill {kind!r}")


STORAGE = {"f32": np.float32, "f64": np.float64, "f16": np.float16,
           "i64": np.int64, "i32": np.int32, "i16": np.int16, "i8": np.int8,
           "u8": np.uint8, "bool": np.bool_}


def rounded(values, dtype):
    """Values of `fill` rounded once, to nearest even, to the type named as in
    MLIR ("f32", "bf16", ..., "bool"); bf16 comes as its bits, in uint16."""
    if dtype == "bf16":
        return bf16_bits(values.astype(np.float64))
    if dtype not in ("f32", "f64", "f16", "bool"):
        values = values.astype(np.int64)  # toward 0, then the low bits
    return values.astype(STORAGE[dtype])


def bf16_bits(values):
    """By way of float32 rounded to odd, which keeps what decides a tie."""
    near = values.astype(np.float32)
    back = near.astype(np.float64)
    toward = np.where(np.abs(back) > np.abs(values),
                      np.nextafter(near, np.float32(0)), near)
    bits = toward.view(np.uint32) | (back != values).astype(np.uint32)
    return ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype(np.uint16)
