"""How values flow from launch to launch of a program on kernels of one prim each,
for operators.py: which places algebra shows to move nothing."""
import collections
import re

TYPE = r"(?:f64|f32|bf16|f16|i64|i32|i16|i8|ui8|i1|complex<f32>|complex<f64>)"
STAGE = re.compile(r"loop\.(map|reduce|contract|scan|scatter|sort) "
                   r"\(([^)]*)\)(?: over \(([^)]*)\))?([^\n]*)")
KERNEL = re.compile(r"loop\.kernel (?:private )?@(\S+?)\(.*?\n  }\n", re.S)
LAUNCH = re.compile(r"(%\w+)(?::\d+)? = loop\.launch @(\w+)\(([^)]*)\)"
                    r"( {tc\.detached})?")
READ = re.compile(r"%(\w+) = %(\w+)\[([^\]]*)\] : tensor<")
# Which combine elements in any order. (A contraction adds.)
COMMUTES = re.compile(r" \[(?:add|mul|max|min|or|and)\] ")


def parts(text):
    """A list of expressions, at its outermost commas."""
    out, depth = [""], 0
    for c in text:
        depth += {"(": 1, ")": -1}.get(c, 0)
        if c == "," and not depth:
            out.append("")
        else:
            out[-1] += c
    return [one.strip() for one in out] if text else []


def names_in(text):
    return set(re.findall(r"\w+", text))


def reads_of(kernel):
    """(name in the body, operand, index expressions) of all reads."""
    return [(m[1], m[2], parts(m[3])) for m in READ.finditer(kernel)]


def extents(kernel):
    """{iterator: extent}"""
    head = kernel.split("\n")[0].rpartition("iters(")[2].rpartition(")")[0]
    return dict(one.split(" = ") for one in parts(head))


class Flow:
    """The launches of a module with one function; of others, and of kernels that
    are launched more than once, nothing is known."""

    def __init__(self, text):
        self.kernels = {m[1]: m[0] for m in KERNEL.finditer(text)}
        self.launches = [(m[1], m[2], parts(m[3]), bool(m[4]))
                         for m in LAUNCH.finditer(text)] \
            if text.count("func.func ") == 1 else []
        times = collections.Counter(launch[1] for launch in self.launches)
        self.of = {launch[1]: launch for launch in self.launches
                   if times[launch[1]] == 1}
        self.uses = {}  # value -> (kernel, argument), None: by another op
        for _, kernel, arguments, _ in self.launches:
            for i, value in enumerate(arguments):
                self.uses.setdefault(value, []).append((kernel, i))
        others = re.sub(LAUNCH, "", KERNEL.sub("", text))
        for value in re.findall(r"%\w+(?:#\d+)?", others):
            self.uses.setdefault(value, []).append(None)
        self.constant = self.constant_arguments()
        self.shifts = self.shift_values()
        self.idle = self.idle_kernels()

    #===- Values that do not change along a dimension -----------------------===#

    def constant_arguments(self):
        """{(kernel, argument): dimensions along which it does not change}, of
        what is broadcast."""
        values, found = {}, {}
        for result, kernel, arguments, _ in self.launches:
            known = {i: values.get(value, set())
                     for i, value in enumerate(arguments)}
            if kernel in self.of:
                found.update({(kernel, i): dims for i, dims in known.items()})
            if kernel in self.kernels:
                values[result] = constant_dims(self.kernels[kernel], known)
        return found

    #===- Shifts that a formula's value does not depend on ------------------===#

    def shift_values(self):
        """What the decompositions call detached (the maximum in softmax), and
        what only moves elements of that."""
        found = set()
        for result, kernel, arguments, detached in self.launches:
            body = self.kernels.get(kernel, "")
            only_moves = arguments and " prim." not in body \
                and "loop.map" in body and set(arguments) <= found
            if detached or only_moves:
                found.add(result)
        return found

    def idle_kernels(self):
        """Those whose results only such shifts are computed from."""
        idle = set()
        for result, kernel, _, detached in reversed(self.launches):
            uses = self.uses.get(result, [])
            if kernel in self.of and (detached or uses and all(
                    use and use[0] in idle for use in uses)):
                idle.add(kernel)
        return idle

    def is_shift(self, kernel, argument):
        """Whether that argument of the kernel may be any of its elements."""
        launch = self.of.get(kernel)
        return bool(launch) and argument < len(launch[2]) \
            and launch[2][argument] in self.shifts

    #===- Elements of a sum in another order --------------------------------===#

    def absorbs(self, value, dim):
        """Whether it moves nothing if elements of a value are moved around the
        end along a dimension: all that reads them goes on to where they are
        combined in any order."""
        uses = self.uses.get(value, [])
        return bool(uses) and all(
            use and self.kernel_absorbs(*use, dim) for use in uses)

    def kernel_absorbs(self, kernel, argument, dim):
        """The same of one argument."""
        body = self.kernels.get(kernel)
        stages = STAGE.findall(body) if body else []
        if len(stages) != 1 or "loop.at" in body:
            return False
        how, own, over, rest = stages[0]
        reads = reads_of(body)
        mine = [r for r in reads if r[1] == f"arg{argument}"]
        if not mine or dim >= len(mine[0][2]):
            return False
        one = mine[0][2][dim]
        if not re.fullmatch(r"\w+", one) or not self.is_whole(body, mine, dim) \
                or re.search(rf"loop\.index <[^>]*\b{one}\b", body):
            return False
        elsewhere = [e for r in reads for d, e in enumerate(r[2])
                     if one in names_in(e)
                     and not (r in mine and d == dim and e == one)]
        if elsewhere or " else " in rest:
            return False
        if one in parts(over):
            return how == "contract" or how == "reduce" \
                and bool(COMMUTES.search(rest)) and " ordered " not in rest
        return how == "map" and one in parts(own) and kernel in self.of \
            and self.absorbs(self.of[kernel][0], parts(own).index(one))

    @staticmethod
    def is_whole(body, reads, dim):
        """Whether the iterator runs over all of the dimension, in all reads."""
        extent = extents(body).get(reads[0][2][dim])
        return all(r[2][dim] == reads[0][2][dim] for r in reads) and all(
            size == extent for size in sizes_of(body, reads, dim))


def sizes_of(body, reads, dim):
    """What the operands of the reads have there; None if it is not known. With
    no `dim`, of each read another one."""
    for d, (name, *_) in enumerate(reads):
        m = re.search(rf"%{name} = %\w+\[[^\]]*\] : tensor<([^#>]*?)"
                      r"(?:, #tc\.dims<\[(.*?)\]>)?>", body)
        shape = m and (parts(m[2]) if m[2] else m[1].split("x")[:-1])
        at = d if dim is None else dim
        yield shape[at] if shape and at < len(shape) else None


def constant_dims(kernel, known):
    """The dimensions of a kernel's result along which it does not change;
    `known`: those of its arguments."""
    stages = STAGE.findall(kernel)
    if len(stages) != 1 or stages[0][0] != "map" or " else " in kernel:
        return set()
    varying = names_in(" ".join(re.findall(r"loop\.index <([^>]*)>", kernel)))
    for _, operand, exprs in reads_of(kernel):
        for d, index in enumerate(exprs):
            if not operand.startswith("arg") or d not in known.get(
                    int(operand[3:]), ()):
                varying |= names_in(index)
    return {d for d, one in enumerate(parts(stages[0][1]))
            if one not in varying}
