"""A session as source: functions of tensors in containers, and steps: tensors that
are views of each other, calls of the functions, writes between calls, gradients.
Written step by step while it runs in eager mode, so that each step is valid."""
import random
import types

import session_values
import torch
from session_statements import EXACT, RANDOMLY, SMOOTHLY, statement_of
from torch_numbers import are_near, are_small
from torch_program import NARROW, REFUSALS, Program, Writer, in_f64

DTYPES = ("float32", "float32", "float64", "int64", "int32", "bool", "bfloat16",
          "uint8", "int8", "float16")
LIES = ("dense", "dense", "transposed", "expanded", "sliced", "flipped",
        "channels_last")
NUMBERS = ("0", "1", "2", "3", "-1", "2.0", "True", "False", "None")


#===- Functions ------------------------------------------------------------===


def packed(kind, names):
    """Values in a container."""
    first, rest = names[0], ", ".join(names[1:])
    return {"tuple": f"({first}, {rest})", "list": f"[{first}, {rest}]",
            "dict": "{" + ", ".join(f"'{i}': {n}"
                                    for i, n in enumerate(names)) + "}",
            "Box": f"Box({first}, [{rest}])",
            "Pair": f"Pair({first}, ({rest}{',' if rest else ''}))"}[kind]


def unpacked(kind, names):
    """Of the argument `p`."""
    if kind in ("Box", "Pair"):
        rest = ", ".join(names[1:])
        return f"{names[0]} = p.first" + (
            f"; [{rest}] = p.rest" if rest else "")
    values = "p.values()" if kind == "dict" else "p"
    return f"[{', '.join(names)}] = {values}"


KINDS = ("tuple", "list", "dict", "Box", "Pair")


class Function:
    """`program`: what it does; `takes`, `gives`: containers; None, plain ones."""

    def __init__(self, name, program, takes, gives):
        self.name, self.program = name, program
        self.takes, self.gives = takes, gives

    def source(self):
        names = [name for name, _ in self.program.arguments]
        lines = [unpacked(self.takes, names)] if self.takes else []
        lines += self.program.lines
        results = self.program.results
        lines.append("return " + (packed(self.gives, results)
                                  if self.gives else results[0]))
        head = "p" if self.takes else ", ".join(names)
        return f"def {self.name}({head}, s=2):\n" + \
            "".join(f"    {line}\n" for line in lines)

    def call(self, names, number):
        given = packed(self.takes, names) if self.takes else ", ".join(names)
        return f"flat({self.name}({given}, {number}))"

    def removable(self):
        """Lines, and results, which become None: callers have names for all."""
        return [r for r in self.program.removable()
                if r[0] == "lines" or
                r[0] == "results" and self.program.results[r[1]] != "None"]

    def without(self, removed):
        part, i = removed
        old = self.program
        results, lines = list(old.results), list(old.lines)
        gone = lines.pop(i).split(" = ")[0] if part == "lines" else None
        results = ["None" if r == gone or part == "results" and k == i else r
                   for k, r in enumerate(results)]
        return Function(self.name, Program(old.arguments, lines, results),
                        self.takes, self.gives)


#===- Sessions -------------------------------------------------------------===


class Session:
    """`smooth`: floats are compared within a bound, else everything is exact."""

    def __init__(self, functions, steps, smooth):
        self.functions, self.steps = list(functions), list(steps)
        self.smooth = smooth

    def source(self):
        return "\n".join([f.source() for f in self.functions] + self.steps) + \
            "\n"

    def text(self):
        """Of a file of its own, beside session_values.py."""
        return "import torch\nfrom session_values import *\n\n" + self.source()

    def removable(self):
        return [("step", i) for i in reversed(range(len(self.steps)))] + \
            [(k, r) for k, f in enumerate(self.functions)
             for r in f.removable()]

    def without(self, removed):
        where, what = removed
        smaller = Session(self.functions, self.steps, self.smooth)
        if where == "step":
            del smaller.steps[what]
        else:
            smaller.functions[where] = self.functions[where].without(what)
        return smaller

    def runs(self):
        for _ in self.run():
            pass
        return True

    def run(self, compiler=lambda f: f, wide=False):
        """Gives the scope after each step."""
        scope = start(self.functions, compiler, wide)
        for step in self.steps:
            run(step, scope, wide)
            yield scope


def values_of(scope):
    """{name: value} of a session, gradients among them."""
    found = {n: v for n, v in scope.items() if n[0] == "x"}
    for name, value in list(found.items()):
        if isinstance(value, torch.Tensor) and (
                value.is_leaf or value.retains_grad):
            found[name + ".grad"] = value.grad
    return found


def start(functions, compiler, wide):
    scope = {"__name__": "session"}
    run("import torch\nfrom session_values import *", scope, False)
    for function in functions:
        run(function.source(), scope, wide)
        scope[function.name] = compiler(scope[function.name])
    return scope


def run(source, scope, wide):
    if not wide:
        exec(source, scope)  # pylint: disable=exec-used
        return
    with in_f64():
        exec(NARROW.sub("torch.float64", source), scope)  # pylint: disable=exec-used


#===- Written at random ----------------------------------------------------===


class SessionWriter:
    """Has `scope` and, where `wide`, `exact`, as a Writer of programs has."""

    def __init__(self, seed, length):
        self.draw = draw = random.Random(f"session {seed}")
        self.length = length
        self.smooth = draw.random() < 0.25
        self.random = not self.smooth and draw.random() < 0.15
        self.trains = draw.random() < 0.5
        floats = ("float32", "float64") if self.smooth or self.trains else \
            DTYPES
        self.dtypes = draw.sample(floats, 1 if self.smooth else 2)
        self.rank = draw.choice((1, 2, 2, 2, 3, 4))
        self.steps = []
        self.functions = [self.function(name)
                          for name in "fg"[:draw.choice((1, 1, 2))]]
        self.replay()

    @property
    def names(self):
        return [n for n, v in values_of(self.scope).items()
                if isinstance(v, torch.Tensor) and n in self.scope]

    def accepts(self):
        found = values_of(self.scope)
        seen = types.SimpleNamespace(
            scope=found, exact=values_of(self.exact),
            names=[n for n, v in found.items() if isinstance(v, torch.Tensor)])
        return (are_near if self.smooth else are_small)(seen)

    #===- Functions ---===

    def function(self, name):
        draw = self.draw
        shape = self.shape(draw.choice((2, 3, 4)))
        families = SMOOTHLY if self.smooth else \
            RANDOMLY if self.random else EXACT
        writer = Writer(
            draw, lambda _: self.tensor(shape, "dense"), statement_of(families),
            are_near if self.smooth else are_small, self.smooth,
            {**vars(session_values), "s": 2})
        program = writer.write(draw.randint(2, 8))
        names = writer.names
        # The last values, which depend on most, and others: arguments, too.
        chosen = [*names[-2:], *draw.sample(names, min(2, len(names)))]
        if draw.random() < 0.2:
            chosen.append(draw.choice(("None", "s")))
        gives = draw.choice((None, *KINDS))
        program = Program(program.arguments, program.lines,
                          chosen if gives else chosen[:1])
        return Function(name, program, draw.choice((None, None, *KINDS)), gives)

    def shape(self, size):
        return tuple(size + (i & 1) for i in range(self.rank))

    def tensor(self, shape, lies):
        seed = self.draw.randrange(1000)
        dtype = self.draw.choice(self.dtypes)
        made = f"tensor({shape}, torch.{dtype}, {seed}, '{lies}'" + \
            (", smooth=True)" if self.smooth else ")")
        trained = self.trains and self.draw.random() < 0.6
        return made + (".requires_grad_()" if trained else "")

    #===- Steps ---===

    def write(self):
        while len(self.names) < 2:
            self.attempt(self.fresh())
        for _ in range(2 * self.length):
            self.attempt(self.step())
        return Session(self.functions, self.steps, self.smooth)

    def step(self):
        kinds = [self.fresh, self.view, self.call, self.call, self.call,
                 self.call, self.change, self.change]
        if self.trains:
            kinds += [self.backward, self.backward, self.switch, self.hook]
        if self.random:
            kinds.append(lambda: f"torch.manual_seed({self.draw.randrange(9)})")
        return self.draw.choice(kinds)()

    def new(self):
        return f"x{sum(s.count(' = ') for s in self.steps)}_"

    def fresh(self):
        shape = self.shape(self.draw.choice((0, 1, 2, 2, 3, 4, 5)))
        return f"{self.new()} = " + self.tensor(shape, self.draw.choice(LIES))

    def view(self):
        return f"{self.new()} = " + self.draw.choice((
            "{0}[1:]", "{0}[:-1]", "{0}.mT", "{0}.detach()", "{0}.view(-1)",
            "{0}[..., ::2]", "{0}.transpose(0, -1)", "{0}[:1].expand({0}.shape)",
            "{0}.flip(0)", "{0}.view({0}.shape)", "{0}[0]", "{0}.clone()",
            "{0}[None][0]", "{0}.diagonal()")).format(self.pick())

    def pick(self):
        return self.draw.choice(self.names)

    def call(self):
        draw, function = self.draw, self.draw.choice(self.functions)
        first = self.pick()
        alike = [n for n in self.names
                 if self.scope[n].shape == self.scope[first].shape]
        count = len(function.program.arguments)
        given = [first] + [draw.choice(alike if draw.random() < 0.8 else
                                       self.names) for _ in range(count - 1)]
        mode = draw.choice(("",) * 6 + (
            "with torch.no_grad(): ", "with torch.inference_mode(): "))
        number = draw.choice(NUMBERS if draw.random() < 0.4 else ("2",))
        results = ", ".join(f"{self.new()}{i}" for i in range(
            len(function.program.results)))
        return f"{mode}{results}, = {function.call(given, number)}"

    def change(self):
        return "with torch.no_grad(): " + self.draw.choice((
            "{0}.add_(1)", "{0}.mul_(-1)", "{0}.zero_()", "{0}[:1].fill_(2)",
            "{0}.copy_({1})", "{0}[..., 0] = 1", "{0}.t_()", "{0}.neg_()",
            "{0}.unsqueeze_(0)", "{0}.data = {0}.clone()")).format(
                self.pick(), self.pick())

    def backward(self):
        keep = self.draw.choice(("", "retain_graph=True"))
        if self.draw.random() < 0.3:
            return f"{self.new()}, = torch.autograd.grad({self.pick()}.sum(), " \
                f"[{self.pick()}]{keep and ', ' + keep})"
        return f"{self.pick()}.sum().backward({keep})"

    def switch(self):
        return self.draw.choice((
            "{0}.requires_grad_()", "{0}.requires_grad_(False)",
            "{0}.grad = None")).format(self.pick())

    def hook(self):
        # PyTorch crashes on views of what has become a leaf afterwards.
        names = [n for n in self.names if not self.scope[n]._is_view()]
        if not names:
            return self.fresh()
        return self.draw.choice((
            "{0}.register_hook(double)", "{0}.retain_grad()",
            "{0}.register_post_accumulate_grad_hook(negate_in_place)")).format(
                self.draw.choice(names))

    def replay(self):
        self.scope = start(self.functions, lambda f: f, False)
        self.exact = start(self.functions, lambda f: f, True)
        for step in self.steps:
            self.run(step)

    def run(self, step):
        run(step, self.scope, False)
        if self.smooth:
            run(step, self.exact, True)

    def attempt(self, step):
        try:
            self.run(step)
            good = self.accepts()
        except REFUSALS:
            good = False
        if good:
            self.steps.append(step)
        else:  # what it wrote is undone
            self.replay()


def write(seed, length):
    return SessionWriter(seed, length).write()
