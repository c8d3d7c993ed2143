"""A random function of tensors as source, with its arguments; written line by
line, and reduced once it shows a bug."""
import contextlib
import re

import torch

from session_values import tensor

NAMES = {"torch": torch, "tensor": tensor}  # those of arguments' values
NARROW = re.compile(r"torch\.(float32|bfloat16|float16)\b")
REFUSALS = (RuntimeError, IndexError, TypeError, ValueError,
            NotImplementedError, ZeroDivisionError)


@contextlib.contextmanager
def in_f64():
    """What makes floats of integers makes f64."""
    torch.set_default_dtype(torch.float64)
    try:
        yield
    finally:
        torch.set_default_dtype(torch.float32)


class Program:
    """`arguments`: (name, text of its value); `lines`; `results`: names."""

    def __init__(self, arguments, lines, results):
        self.arguments, self.lines = list(arguments), list(lines)
        self.results = list(results)

    def source(self):
        names = ", ".join(name for name, _ in self.arguments)
        body = "".join(f"    {line}\n" for line in self.lines)
        values = "".join(f"# {name} = {text}\n"
                         for name, text in self.arguments)
        return f"{values}def f({names}):\n{body}" \
               f"    return ({', '.join(self.results)},)\n"

    def text(self):
        """Of a file of its own."""
        return "import torch\n" + self.source()

    def removable(self):
        """What `without` takes, the last of a part first."""
        return [(part, i) for part in ("results", "lines", "arguments")
                for i in reversed(range(len(getattr(self, part))))]

    def without(self, removed):
        """A program without one result, line or argument."""
        part, i = removed
        smaller = Program(self.arguments, self.lines, self.results)
        gone = getattr(smaller, part).pop(i)
        if part == "lines":
            name = gone.split(" = ")[0]
            smaller.results = [r for r in smaller.results if r != name]
        return smaller

    def runs(self):
        """Whether it is a program; raises an error perhaps."""
        self.function()(*self.values())
        return bool(self.results)

    def function(self, wide=False):
        scope = {"torch": torch}
        source = NARROW.sub("torch.float64", self.source()) if wide \
            else self.source()
        exec(source, scope)  # pylint: disable=exec-used
        return scope["f"]

    def values(self, wide=False):
        """New arguments; floats as f64 of the same numbers if `wide`."""
        found = []
        for name, text in self.arguments:
            torch.manual_seed(int(name[1:]) + 1)
            value = eval(text, dict(NAMES))  # pylint: disable=eval-used
            found.append(value.double() if wide and value.is_floating_point()
                         else value)
        return found


class Writer:
    """Writes a program while it is run on its arguments, so that each line is
    known to be valid. `accepts(writer)` says whether what `line`, the last one,
    left is to be kept; with `wide` the lines run in f64 as well, in the scope `exact`.
    `given`: other values that lines may name."""

    def __init__(self, draw, argument, statement, accepts, wide, given=()):
        self.draw, self.accepts, self.wide = draw, accepts, wide
        self.given = dict(given)
        self.arguments, self.lines, self.names = [], [], []
        for i in range(draw.randint(1, 3)):
            self.arguments.append((f"a{i}", argument(draw)))
            self.names.append(f"a{i}")
        self.statement = statement
        self.replay()

    def write(self, lines):
        tries = 0
        while len(self.lines) < lines and tries < 12 * lines:
            tries += 1
            line = self.statement(self)
            if line:
                self.attempt(line)
        return Program(self.arguments, self.lines,
                       self.names[len(self.arguments):] or ["a0 + 0"])

    def replay(self):
        program = Program(self.arguments, [], [])
        self.scope = {"torch": torch, **self.given}
        self.exact = dict(self.scope)
        for i, (name, _) in enumerate(self.arguments):
            self.scope[name] = program.values()[i]
            if self.wide:
                self.exact[name] = program.values(wide=True)[i]
        for line in self.lines:
            self.run(line)

    def run(self, line):
        exec(line, self.scope)  # pylint: disable=exec-used
        if self.wide:
            with in_f64():  # pylint: disable=exec-used
                exec(NARROW.sub("torch.float64", line), self.exact)

    def attempt(self, line):
        target = line.split(" = ")[0]
        fresh = target.isidentifier() and target not in self.names
        names, self.line = self.names, line
        try:
            self.run(line)
            if fresh:
                self.names = names + [target]
            good = all(isinstance(self.scope[n], torch.Tensor)
                       for n in self.names) and self.accepts(self)
        except REFUSALS:
            good = False
        if good:
            self.lines.append(line)
        else:  # what it wrote is undone
            self.names = names
            self.replay()

    def pick(self):
        return self.draw.choice(self.names)

    def new(self):
        return f"v{len(self.names)}"


def reduced(program, shows):
    """Without everything `removable` that `shows(program)` does without."""
    def attempt(smaller):
        try:
            return smaller.runs() and shows(smaller)
        except Exception:  # pylint: disable=broad-except
            return False

    changed = True
    while changed:
        changed = False
        for removed in program.removable():
            smaller = program.without(removed)
            if attempt(smaller):
                program, changed = smaller, True
    return program
