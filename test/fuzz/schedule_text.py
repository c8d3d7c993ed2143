"""Schedules as Python values, and random changes of them: `loop.schedule` in
the text of a module (docs/ir/schedule.md)."""
import re

from schedule_parts import copy, inner

TOKEN = re.compile(r'\s*(?:("(?:[^"\\]|\\.)*")|(#tc\.size<[^>]*>)|(-?\d+)'
                   r'(?: : i64)?|([A-Za-z_][\w.]*)|(.))')


UNITS = ("fma", "vector", "dot.bf16", "dot.i8", "dot.256.i8", "amx.bf16",
         "amx.bf16x6", "amx.i8", "mma.m16n8k16.bf16", "wgmma.m64n64k16.bf16",
         "wgmma.m64n128k16.bf16", "wgmma.m64n256k16.bf16")
# Words that an entry of a GPU's schedule may be.
WORDS = {
    "engine": ("plain", "cp.async", "tma"),
    "to": ("grid", "persist", "group", "warp", "thread", "lane", "seq",
           "unroll", "vector", "shared", "registers"),
    "order": ("reverse", "turns", "paired"),
    "tail": ("mask", "peel", "clamp", "none"),
    "role": ("load", "multiply"),
    "unit": UNITS,
    "as": ("partial", "owners"),
}

# What a number may well be.
NUMBERS = {
    "ring": (2, 3, 4, 5, 6),
    "ahead": (1, 2, 3, 4),
    "group": (1, 2, 4, 8),
    "resident": (1, 2),
    "step": (1, 2, 4, 16, 32, 64, 128, 192, 256),
    "threads": (32, 64, 128, 256, 384, 512, 640),
    "warps": (4, 8, 12, 16),
    "registers": (24, 32, 40, 112, 160, 232, 240),
    "parts": (2, 3, 4, 8, 16),
    "skew": (0, 1),
}


class Raw(str):
    """What is written as it is."""


class Parser:
    def __init__(self, text, at):
        self.text, self.at = text, at

    def next(self):
        match = TOKEN.match(self.text, self.at)
        self.at = match.end()
        return match

    def peek(self):
        return TOKEN.match(self.text, self.at)[5]

    def items(self, end, item):
        out = []
        while self.peek() != end:
            out.append(item())
            if self.peek() == ",":
                self.next()
        self.next()
        return out

    def pair(self):
        key = self.next()
        key = key[1][1:-1] if key[1] else key[4]
        if self.peek() != "=":
            return key, None
        self.next()
        return key, self.value()

    def value(self):
        match = self.next()
        if match[1]:
            return match[1][1:-1]
        if match[2] or match[4]:
            return Raw(match[2] or match[4])
        if match[3]:
            return int(match[3])
        return dict(self.items("}", self.pair)) if match[5] == "{" \
            else self.items("]", self.value)


def show(value):
    if isinstance(value, dict):
        return "{" + ", ".join(
            key if one is None else f"{key} = {show(one)}"
            for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(show, value)) + "]"
    if isinstance(value, Raw):
        return str(value)
    return f'"{value}"' if isinstance(value, str) else str(value)


class Kernel:
    """A kernel of a module: its schedule, where it stands, and its names."""

    def __init__(self, text, at):
        head = text.rfind("loop.kernel", 0, at)
        iters = re.search(r"iters\(([^)]*)\)", text[head:at])
        self.iters = re.findall(r"(\w+) = ", iters[1]) if iters else []
        self.symbols = sorted(set(re.findall(
            r"#tc\.dims<\[([^\]]*)\]", text[head:at])))
        self.symbols = sorted({name for dims in self.symbols for name in
                               re.findall(r"\b[a-z]\w*\b", dims)}
                              - {"floordiv", "mod", "min", "max", "ceildiv"})
        self.start = at
        parser = Parser(text, at)
        self.schedule = parser.value()
        # Iterators that code generation has joined: "b.s" of b and s.
        self.iters += sorted(set(re.findall(r'"(\w+(?:\.\w+)+)"',
                                            text[at:parser.at]))
                             - set(UNITS))
        self.end = parser.at
        self.streams = "loop.stream" in text[head:text.find("\n", self.end)]


def kernels(text):
    return [Kernel(text, match.end())
            for match in re.finditer(r"loop\.schedule = (?={)", text)]


#===- Changes of CPU schedules ---------------------------------------------===


def some(draw, items):
    items = list(items)
    draw.shuffle(items)
    return items[:draw.randint(0, len(items))]


def set_or_drop(phase, key, value):
    if value is None:
        phase.pop(key, None)
    else:
        phase[key] = value


def change_iter(draw, kernel, phase, key):
    names = [*kernel.iters, None] + (["nobody"] if draw.random() < .05 else [])
    set_or_drop(phase, key, draw.choice(names))


def change_stages(draw, phases):
    """Stages pass from one phase to the next, or are a phase of their own, or
    share one, or stand in another order."""
    at = draw.randrange(len(phases))
    stages = phases[at].get("stages", [])
    how = draw.randrange(4)
    if how == 0 and len(stages) > 1:
        cut = draw.randint(1, len(stages) - 1)
        phases.insert(at, {**phases[at], "stages": stages[:cut]})
        phases[at + 1]["stages"] = stages[cut:]
    elif how == 1 and at + 1 < len(phases):
        phases[at]["stages"] = stages + phases.pop(at + 1).get("stages", [])
    elif how == 2 and at + 1 < len(phases):
        phases[at + 1]["stages"] = [
            *stages[-1:], *phases[at + 1].get("stages", [])]
    else:
        draw.shuffle(stages)


def change_product(draw, kernel, phase):
    product = phase.setdefault(
        "product", {"tiles": 1, "panels": 1, "rows": 6, "vectors": 2})
    if not product or product == 3 or draw.random() < .3:
        set_or_drop(phase, "product", draw.choice([None, {}, 3]))
        return
    if draw.random() < .3:
        product[draw.choice(["panels_inner", "packs_ahead", "inside"])] = None
        return
    if draw.random() < .3:
        key = draw.choice(["rows_from", "columns_from", "stores", "column",
                           "segments"])
        product[key] = draw.choice([*kernel.iters, "rows", "nobody"]) \
            if key in ("column", "stores", "segments") else draw.choice(
                ["panels", "windows", "images", "lines", "packed", "steps",
                 "strip", "registers", "blocks"])
        return
    key = draw.choice(["tiles", "panels", "rows", "vectors", "together",
                       "terms", "between", "ahead", "packing_between",
                       "iteration", "unroll",
                       "packing_unroll", "steps_ahead", "packing_ahead",
                       "maps", "parts", "blocks", "steps"])
    sizes = [f"#tc.size<{size}>" for symbol in [*kernel.symbols, "nobody"]
             for size in (symbol, f"max({symbol}, 1)", f"{symbol} + 1")]
    set_or_drop(product, key, draw.choice(
        [None, 0, 1, 2, 3, 4, 8, 32, 100, 784, -1, 1 << 40,
         Raw(draw.choice(sizes))]))


def change_nests(draw, kernel, phase):
    """Any entry of a nest, its stages, or all nests, of a phase or a launch."""
    nests = phase.setdefault("nests", [
        {"stages": list(phase.get("stages", []))}])
    if not nests or draw.random() < .2:
        phase.pop("nests")
        return
    one = draw.choice(nests)
    key = draw.choice(["stages", "form", "vector", "lanes", "order", "rows",
                       "columns", "ranges", "unroll", "few", "ahead"])
    if key == "stages":
        stages = one.get("stages", [])
        how = draw.randrange(3)
        if how == 0 and len(stages) > 1:
            nests.insert(nests.index(one) + 1, {"stages": stages[1:]})
            one["stages"] = stages[:1]
        elif how == 1 and len(nests) > 1:
            other = nests.pop(draw.randrange(len(nests)))
            nests[0]["stages"] = sorted(
                nests[0].get("stages", []) + other.get("stages", []))
        else:
            draw.shuffle(stages)
    elif key == "form":
        set_or_drop(one, key, draw.choice(
            ["loops", "update", "unit", "tiles", None]))
    elif key == "vector":
        change_iter(draw, kernel, one, key)
    elif key == "order":
        names = list(kernel.iters)
        draw.shuffle(names)
        one[key] = names[:draw.randint(0, len(names))]
    elif key in ("unroll", "few"):
        if one.pop(key, 0) == 0:
            one[key] = None
    else:
        set_or_drop(one, key, draw.choice(
            [None, 0, 1, 2, 3, 4, 6, 8, 16, 32, 64, 4096, -1]))


def change_phase(draw, kernel, phase):
    if draw.random() < .3 and "product" not in phase:
        change_nests(draw, kernel, phase)
        return
    key = draw.choice(["tasks"] * 3 + ["vector"] * 3 + [
        "lanes", "chunk", "chunk_size", "split", "split_parts", "grain",
        "owners", "product", "unit", "any"])
    if key == "tasks":
        phase["tasks"] = some(draw, kernel.iters)
    elif key in ("vector", "chunk", "split"):
        change_iter(draw, kernel, phase, key)
    elif key == "lanes":
        phase["lanes"] = draw.choice([1, 2, 4, 8, 16, 32, 64, 3, 0, 128])
    elif key in ("chunk_size", "split_parts", "grain"):
        phase[key] = draw.choice([1, 2, 3, 5, 7, 16, 64, 100, 1000, 0, -1])
    elif key == "product":
        change_product(draw, kernel, phase)
        phase.setdefault("tasks", some(draw, kernel.iters))
    elif key == "unit":
        set_or_drop(phase, "unit", draw.choice([*UNITS[:7], None]))
    elif key == "owners":
        set_or_drop(phase, key, draw.choice([2, 4, 8, 64, 3, 0, None]))
    elif phase:
        phase.pop(draw.choice(list(phase)))


def change_phases(draw, kernel, phases):
    for _ in range(draw.randint(1, 4)):
        if draw.random() < .2:
            change_stages(draw, phases)
        else:
            change_phase(draw, kernel, draw.choice(phases))


def condition(draw, kernel):
    symbol = draw.choice(kernel.symbols)
    size = draw.choice([symbol, f"2*{symbol} + 1", f"{symbol} + 1"])
    bounds = {"size": Raw(f"#tc.size<{size}>")}
    for key, values in (("least", [0, 1, 2, 5]), ("most", [0, 1, 4, 100]),
                        ("divisible", [1, 2, 3])):
        if draw.random() < .4:
            bounds[key] = draw.choice(values)
    return bounds


def change_iters(draw, kernel, version):
    """What is split or joined."""
    entry = draw.choice([None, {"group": draw.choice([1, 2, 4, 8])},
                         {"with": some(draw, kernel.iters)}, 3])
    if draw.random() < .5 or not kernel.iters:
        version.pop("iters", None)
    else:
        set_or_drop(version.setdefault("iters", {}), draw.choice(kernel.iters),
                    entry)


def changed_cpu(draw, kernel):
    """Another schedule, maybe in versions."""
    schedule = copy(kernel.schedule)
    versions = schedule.get("versions", [schedule])
    if kernel.symbols and draw.random() < .4:
        versions = [{**copy(draw.choice(versions)),
                     "when": [condition(draw, kernel)]}
                    for _ in range(draw.randint(1, 2))] + versions
    for version in versions:
        if draw.random() < .15:
            change_iters(draw, kernel, version)
        if draw.random() < .8 and version.get("phases"):
            change_phases(draw, kernel, version["phases"])
    return {"versions": versions} if len(versions) > 1 else versions[0]


#===- Changes of GPU schedules ---------------------------------------------===


def places(value):
    """(container, key) of everything inside of a value."""
    keys = value if isinstance(value, dict) else range(len(value))
    for key in list(keys):
        yield value, key
        if isinstance(value[key], (dict, list)):
            yield from places(value[key])


def change_place(draw, kernel, holder, key):
    value = holder[key]
    if isinstance(value, int):
        holder[key] = draw.choice([value * 2, value // 2, value + 1, 1, 4, 32,
                                   64, 128, 0])
    elif isinstance(value, str) and not isinstance(value, Raw):
        words = WORDS.get(key, ()) or (*kernel.iters, *WORDS["to"])
        holder[key] = draw.choice([*words, draw.choice(kernel.iters or [value])])
    elif isinstance(value, list):
        draw.shuffle(value)
        if draw.random() < .2 and value:
            value.pop()
    elif draw.random() < .3:
        del holder[key]


def change_alike(draw, schedule):
    """Of all entries that are the same, as the levels of a launch's grid are."""
    alike = {}
    for holder, key in places(schedule):
        known = NUMBERS.get(key, ()) or WORDS.get(key, ())
        if known and isinstance(holder[key], (int, str)):
            alike.setdefault((key, holder[key]), []).append(holder)
    if not alike:
        return
    key, value = draw.choice(sorted(alike, key=str))
    new = draw.choice(NUMBERS.get(key, ()) or WORDS[key])
    for holder in alike[key, value]:
        holder[key] = new


def change_launch(draw, kernel, schedule):
    """Loops of a thread, and loads before stores."""
    version = draw.choice(schedule.get("versions", [schedule]))
    launch = draw.choice(version["launches"])
    if draw.random() < .3:
        set_or_drop(launch, "load_words", draw.choice(
            [None, 0, 1, 2, 64, 256, 257, "all"]))
        return
    launch["stages"] = [node["run"] for node in inner(launch)
                        if "run" in node]
    change_nests(draw, kernel, launch)
    del launch["stages"]


def changed_gpu(draw, kernel):
    schedule = copy(kernel.schedule)
    if draw.random() < .2:
        change_launch(draw, kernel, schedule)
        return schedule
    if draw.random() < .6:
        for _ in range(draw.randint(1, 2)):
            change_alike(draw, schedule)
        return schedule
    for _ in range(draw.randint(1, 2)):
        everything = list(places(schedule))
        numbers = [one for one in everything
                   if isinstance(one[0][one[1]], int)]
        change_place(draw, kernel, *draw.choice(
            numbers if numbers and draw.random() < .6 else everything))
    return schedule
