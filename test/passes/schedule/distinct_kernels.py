"""distinct_kernels.py ASSEMBLY N: there are N functions, and each has other
instructions than all others."""
import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    parts = re.split(r"^\t\.globl\t(\w+)$", file.read(), flags=re.M)
code = {}
for name, text in zip(parts[1::2], parts[2::2]):
    body = re.sub(r"\.L\w+|\b%s\b" % name, "", text.split(".Lfunc_end")[0])
    other = code.setdefault(body, name)
    assert other == name, f"{name} and {other} are the same"
assert len(code) == int(sys.argv[2]), sorted(code.values())
