"""negate_size.py BYTECODE SIZE OUT: the same bytecode with -SIZE - 1 in place of
SIZE. Bytecode has integers in zigzag, in which the two differ by one bit, and as
varints with as many bits 10...0 first as they have bytes."""
import sys


def varint(value):
    count = max(1, (value.bit_length() + 6) // 7)
    return ((value << count) | 1 << count - 1).to_bytes(count, "little")


path, size, out = sys.argv[1:]
with open(path, "rb") as file:
    data = file.read()
old, new = (varint(2 * int(size) + bit) for bit in (0, 1))
assert data.count(old) == 1, data.count(old)
with open(out, "wb") as file:
    file.write(data.replace(old, new))
