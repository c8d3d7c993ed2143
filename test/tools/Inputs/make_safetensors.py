"""Writes the weights of test/tools/Inputs/linear.mlir as .safetensors: the
name of the file, then what to leave out or to get wrong."""
import json
import struct
import sys

path, what = sys.argv[1], sys.argv[2:]
header, data = {}, b""
for name, shape, values in [("w", [3, 2], [1, 2, 3, 4, 5, 6]),
                            ("b", [3], [0.5, 0.25, 0.125])]:
    if f"no-{name}" in what:
        continue
    packed = struct.pack(f"<{len(values)}f", *values)
    if "transposed" in what:
        shape = shape[::-1]
    header[name] = {"dtype": "F64" if "wide" in what else "F32",
                    "shape": shape,
                    "data_offsets": [len(data), len(data) + len(packed)]}
    data += packed
text = json.dumps(header).encode()
whole = struct.pack("<Q", len(text)) + text + data
with open(path, "wb") as file:
    file.write(whole[:-1] if "short" in what else whole)
