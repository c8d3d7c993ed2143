"""Which reads of a kernel's stage that fall outside their operand matter: of a
concatenation, `where` takes each operand only where it has elements. For
operators.py."""
import re

from flow import names_in, parts, reads_of, sizes_of

LINE = re.compile(r"(%\w+) = (?:loop|prim)\.(\w+) ([^\n]*)")
TERM = re.compile(r"([+-]?)\s*((?:\d+|[A-Za-z_]\w*)(?:\s*\*\s*(?:\d+|[A-Za-z_]\w*))*)")


def linear(text):
    """{product of names: factor} of a sum; None of what is not one. Sizes and
    iterators are 0 at least."""
    rest, found = text.strip(), {}
    while rest:
        m = TERM.match(rest)
        if not m:
            return None
        factor, names = -1 if m[1] == "-" else 1, []
        for one in m[2].split("*"):
            one = one.strip()
            if one.isdigit():
                factor *= int(one)
            else:
                names.append(one)
        key = "*".join(sorted(names))
        found[key] = found.get(key, 0) + factor
        rest = rest[m.end():].strip()
    return found


def minus(a, b):
    return {key: a.get(key, 0) - b.get(key, 0) for key in {*a, *b}}


def is_never_negative(sum_of):
    return all(factor >= 0 for factor in sum_of.values())


class Guards:
    """The one stage of a kernel."""

    def __init__(self, kernel):
        self.kernel = kernel
        self.ops = {m[1]: (m[2], m[3]) for m in LINE.finditer(kernel)}
        self.reads = {f"%{read[0]}": read for read in reads_of(kernel)}
        self.extents = {}
        head = kernel.split("\n")[0].rpartition("iters(")[2].rpartition(")")[0]
        for one in parts(head):
            name, _, extent = one.partition(" = ")
            self.extents[name] = linear(extent)
        self.outside = set()
        for value in re.findall(r"loop\.yield ([^:\n]*) :", kernel)[:1]:
            for one in parts(value):
                self.walk(one, {}, 0)

    def bound(self, condition):
        """(iterator, the size that it is less than) of a comparison."""
        how, text = self.ops.get(condition, ("", ""))
        m = re.match(r"(%\w+), (%\w+) :", text)
        if how != "lt" or not m:
            return None
        index, size = self.ops.get(m[1], ("", "")), self.ops.get(m[2], ("", ""))
        if index[0] != "index" or size[0] not in ("constant", "index"):
            return None
        name = index[1].strip("<>")
        limit = linear(size[1].split(" : ")[0].strip("<>"))
        return (name, limit) if name in self.extents and limit is not None \
            and not names_in(size[1].strip("<>")) & {*self.extents} else None

    def walk(self, value, known, depth):
        """What a value is computed from, where iterators lie as `known`, which
        has (least, end) of some."""
        if value in self.reads:
            if not self.is_inside(self.reads[value], known):
                self.outside.add(value)
            return
        how, text = self.ops.get(value, ("", ""))
        operands = re.findall(r"%\w+", text)
        bound = self.bound(operands[0]) if how == "where" and operands else None
        if depth > 64 or not bound:
            for one in operands if depth <= 64 else self.reads:
                self.walk(one, known, min(depth + 1, 64))
            return
        name, limit = bound
        least, end = known.get(name, ({}, self.extents[name]))
        self.walk(operands[1], {**known, name: (least, limit)}, depth + 1)
        self.walk(operands[2], {**known, name: (limit, end)}, depth + 1)

    def is_inside(self, read, known):
        sizes = sizes_of(self.kernel, [read] * len(read[2]), None)
        return all(self.is_between(expr, size, known)
                   for expr, size in zip(read[2], sizes))

    def is_between(self, expr, size, known):
        """Whether an index (an iterator, and a size) is from 0 to below another
        size."""
        sum_of, size = linear(expr), size and linear(size)
        names = names_in(expr) & {*self.extents}
        if sum_of is None or size is None or len(names) > 1:
            return False
        if not names:
            least = last = sum_of
        else:
            name, = names
            low, end = known.get(name, ({}, self.extents[name]))
            if sum_of.pop(name, 0) != 1 or end is None:
                return False
            least = minus(sum_of, {k: -v for k, v in low.items()})
            last = minus(minus(sum_of, {k: -v for k, v in end.items()}),
                         {"": 1})
        return is_never_negative(least) \
            and is_never_negative(minus(minus(size, last), {"": 1}))
