"""Random kernels of a streamed loop, as loop-stream makes them of attention: a
loop over blocks of keys carries one to three values of the queries. In the loop
there are scores, products of a carried value, or of an operand, and the block's
keys; maps of scores; sums over the block's keys of what these give; and maps of
sums and of carried values, which are what is carried on. Sizes are those about
vectors, tiles of accumulators and blocks; the last block has fewer keys, or
not. They run with the chosen schedule and with some that are moved from it
(schedule_moves.py)."""
import random
import tempfile

import cases
import hold
import schedules
import tile_registers
import worker

QUERIES = (8, 15, 16, 17, 31, 32, 33, 50, 64, 65, 100)
KEYS = (1, 40, 64, 65, 70, 128, 130, 200)
SIZES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 24)
BLOCKS = (64, 64, 32, 16, 48)
ELEMENTS = ("f32",) * 4 + ("f64", "bf16")
TARGETS = "x86-64-v2", "x86-64-v3", "x86-64-v4", "host"
SCHEDULES = 5  # of each kernel, beside the chosen one
OWN = "[d0, d1, d2, d3]"
SCORE = "[d0, d1, d2, d4i]"


class Kernel:
    def __init__(self, draw):
        self.draw, self.element = draw, draw.choice(ELEMENTS)
        self.queries, self.keys = draw.choice(QUERIES), draw.choice(KEYS)
        self.size, self.block = draw.choice(SIZES), draw.choice(BLOCKS)
        self.row = self.tensor(self.queries)
        self.query = self.tensor(self.queries, self.size)
        self.key = self.tensor(self.keys, self.size)
        self.score = self.tensor(self.queries, self.block)
        self.keys_here = f"[d0, d1, {self.block}*d4b + d4i, d3]"
        self.carried = [f"%c{i}" for i in range(draw.randint(1, 3))]
        self.body, self.number = [], 0
        self.scores, self.terms, self.sums, self.values = [], [], [], []

    def tensor(self, *sizes):
        return "tensor<" + "x".join(map(str, (1, 2, *sizes))) + \
            f"x{self.element}>"

    def stage(self, head, kind, lines):
        """The name of a new stage in the loop."""
        self.number += 1
        name = f"%v{self.number}"
        self.body += [f"{name} = {head} -> {kind} {{", *(
            "  " + line for line in lines), "}"]
        return name

    def constant(self, name, value):
        return f"{name} = prim.constant {value} : {self.element}"

    def op(self, result, op, *operands):
        return f"{result} = prim.{op} {', '.join(operands)} : {self.element}"

    def result(self, *values):
        return f"loop.yield {', '.join(values)} : " + ", ".join(
            [self.element] * len(values))

    def reads_keys(self, name):
        return f"{name} = {self.draw.choice(('%k0', '%k1'))}{self.keys_here}" \
            f" : {self.key} else 0.0"

    def add_scores(self):
        of = self.draw.choice(["%q0", "%q1"] * 2 + self.carried)
        self.scores.append(self.stage(
            f"loop.contract (d0, d1, d2, d4i) over (d3) reads("
            f"{self.reads_keys('%x')}, %y = {of}{OWN} : {self.query})",
            self.score, [self.result("%y", "%x")]))

    def add_term(self):
        """A bounded map of scores, and of a value of the row."""
        draw = self.draw
        read = [draw.choice(self.scores)]
        if draw.random() < .5:
            read.append(draw.choice(self.scores + self.terms))
        reads = [f"%x{i} = {one}{SCORE} : {self.score}"
                 for i, one in enumerate(read)]
        lines, last = [], "%x0"
        if len(read) > 1:
            lines.append(self.op("%t0", draw.choice(("add", "sub", "mul")),
                                 last, "%x1"))
            last = "%t0"
        if draw.random() < .5:
            reads.append(f"%e = %row[0, d1, d2] : {self.row}")
            lines.append(self.op("%t1", draw.choice(("add", "sub")), last,
                                 "%e"))
            last = "%t1"
        lines += [self.op("%t2", draw.choice(("tanh", "sin", "tanh", "abs")),
                          last), self.result("%t2")]
        self.terms.append(self.stage(
            f"loop.map (d0, d1, d2, d4i) reads({', '.join(reads)})", self.score,
            lines))

    def add_sum(self):
        """Over the keys that exist."""
        of = self.draw.choice(self.terms)
        self.sums.append(self.stage(
            f"loop.contract (d0, d1, d2, d3) over (d4i) reads(%x = {of}{SCORE}"
            f" : {self.score}, {self.reads_keys('%y')})", self.query,
            [self.constant("%z", 0.0),
             f"%i = loop.index <{self.block}*d4b + d4i>",
             f"%n = loop.index <{self.keys}>",
             "%l = prim.lt %i, %n : i64",
             f"%w = prim.where %l, %x, %z : i1, {self.element}",
             self.result("%w", "%y")]))

    def index_of(self, value):
        """Of carried values sometimes in the other direction."""
        if value not in self.carried or self.draw.random() > .15:
            return OWN
        if self.draw.random() < .7:
            return f"[d0, d1, d2, -d3 + {self.size - 1}]"
        return f"[d0, d1, -d2 + {self.queries - 1}, d3]"

    def add_value(self):
        """What may be carried on: sums and carried values, weighted so that
        they stay small."""
        draw = self.draw
        read = [(draw.choice(self.sums), .05)]
        if draw.random() < .3:
            read.append((draw.choice(self.sums), .05))
        if self.values and draw.random() < .3:
            read.append((draw.choice(self.values), .3))
        some = .9 if len(self.carried) == 1 else .5
        read += [(one, .5) for one in self.carried if draw.random() < some]
        draw.shuffle(read)
        lines, last = [], None
        for i, (_, weight) in enumerate(read):
            lines += [self.constant(f"%f{i}", weight),
                      self.op(f"%m{i}", "mul", f"%x{i}", f"%f{i}")]
            if last:
                lines.append(self.op(f"%s{i}", "add", last, f"%m{i}"))
            last = f"%s{i}" if last else f"%m{i}"
        if draw.random() < .3:
            lines.append(self.op("%t", "tanh", last))
            last = "%t"
        reads = ", ".join(f"%x{i} = {one}{self.index_of(one)} : {self.query}"
                          for i, (one, _) in enumerate(read))
        self.values.append(self.stage(f"loop.map (d0, d1, d2, d3) reads({reads})",
                                      self.query, lines + [self.result(last)]))

    def draw_body(self):
        """What the loop carries on."""
        draw = self.draw
        for _ in range(draw.randint(1, 2)):
            self.add_scores()
        for _ in range(draw.randint(1, 3)):
            self.add_term()
        self.add_sum()
        self.add_value()
        for _ in range(draw.randint(1, 4)):
            (self.add_sum if draw.random() < .4 else self.add_value)()
        while len(self.values) < len(self.carried):
            self.add_value()
        few = len(self.carried) == 1
        out = [draw.choice(self.values + self.sums[-1:])
               if few or draw.random() < .85 else draw.choice(self.carried)
               for _ in self.carried]
        if set(out) <= set(self.carried):
            out[0] = self.values[-1]
        return out

    def text(self):
        out = self.draw_body()
        n = len(self.carried)
        types = ", ".join([self.query] * n)
        kind = f"({types})" if n > 1 else self.query
        several = f":{n}" if n > 1 else ""
        each = [f"#{i}" if n > 1 else "" for i in range(n)]
        start = ", ".join(
            f"{one} = {self.draw.choice(('%0', '%1', '%2'))} : {self.query}"
            for one in self.carried)
        names = "%k0", "%q0", "%k1", "%q1", "%row"
        given = self.key, self.query, self.key, self.query, self.row
        listed = ", ".join(map(": ".join, zip(names, given)))
        filled = ", ".join(
            f'{name}: {one} {{tc.init = {{kind = "uniform", mean = 0.0, std = '
            f"1.0, stream = {i + 1}}}}}"
            for i, (name, one) in enumerate(zip(names, given)))
        blocks = -(-self.keys // self.block)

        def copy(name, of):
            read = f" reads(%x = {of}{OWN} : {self.query})" if of else ""
            line = [] if of else [self.constant("%x", 0.0)]
            return [f"{name} = loop.map (d0, d1, d2, d3){read} -> {self.query}"
                    " {", *("  " + one for one in line),
                    "  " + self.result("%x"), "}"]

        lines = [*copy("%0", None), *copy("%1", "%q0"), *copy("%2", "%q1"),
                 f"%3{several} = loop.for d4b carry({start}) -> {kind} {{",
                 *("  " + line for line in self.body),
                 f"  loop.yield {', '.join(out)} : {types}", "}"]
        for i, of in enumerate(each):
            lines += [f"%r{i} = loop.map (d0, d1, d2, d3) reads(%x = %3{of}{OWN}"
                      f" : {self.query}) -> {self.query} {{",
                      "  " + self.constant("%k", 0.4),
                      "  " + self.op("%m", "mul", "%x", "%k"),
                      "  " + self.result("%m"), "}"]
        results = ", ".join(f"%r{i}" for i in range(n))
        returned = ", ".join(f"%0{of}" for of in each)
        body = "\n".join("  " + line for line in lines)
        return f"""module attributes {{tc.version = "0.1"}} {{
loop.kernel private @k({listed}) -> {kind} iters(d0 = 1, d1 = 2, d2 = {self.queries}, d3 = {self.size}, d4b = {blocks}, d4i = {self.block}) attributes {{loop.stream = {{block = "d4b", extent = #tc.size<{self.keys}>, point = "d4i"}}}} {{
{body}
  loop.yield {results} : {types}
}}
func.func @main({filled}) -> {kind} {{
  %0{several} = loop.launch @k({', '.join(names)}) : ({', '.join(given)}) -> {kind}
  return {returned} : {types}
}}
}}
"""


def target_for(draw):
    target = draw.choice(TARGETS)
    return target if target != "x86-64-v4" or tile_registers.machine_has(
        "avx512vl") else "x86-64-v3"


def wrong_ones(text, target, draw, tools):
    """(text, what is said) of the kernel with the schedule that is chosen, and
    with others."""
    case = cases.Case("kernels/loops", text=text, oracle=True)
    failed = hold.on_target(text, target, tools)
    if failed:
        yield text, str(failed)
        return
    with tempfile.TemporaryDirectory() as folder, \
            worker.Worker(tools.path("tc-worker")) as compiler:
        program = schedules.Program(tools, case, target, folder, compiler)
        for _ in range(SCHEDULES):
            what, moved, _, said = program.check(draw)
            if what in ("wrong", "failed"):
                yield moved, said


def run_one(seed, tools, finds):
    draw = random.Random(seed)
    text, target = Kernel(draw).text(), target_for(draw)
    found = wrong_ones(text, target, draw, tools)
    for i, (wrong, said) in enumerate(found):
        finds.add(f"loops_{seed}_{i}", wrong, said,
                  hold.again(tools, f"--target={target}"))
