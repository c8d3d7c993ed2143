"""A random function of tensors as source, with its arguments; written line by
line, and reduced once it shows a bug."""
import contextlib
import re

import torch

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
            value = eval(text, {"torch": torch})  # pylint: disable=eval-used
            found.append(value.double() if wide and value.is_floating_point()
                         else value)
        return found


class Writer:
    """Writes a program while it is run on its arguments, so that each line is
    known to be valid. `accepts(writer)` says whether what `line`, the last one,
    left is to be kept; with `wide` the lines run in f64 as well, in the scope `exact`."""

    def __init__(self, draw, argument, statement, accepts, wide):
        self.draw, self.accepts, self.wide = draw, accepts, wide
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
        self.scope, self.exact = {"torch": torch}, {"torch": torch}
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
    """Without each line, result and argument that `shows(program)` does without."""
    def attempt(smaller):
        try:
            smaller.function()(*smaller.values())
            return smaller.results and shows(smaller)
        except Exception:  # pylint: disable=broad-except
            return False

    def without(items, i):
        return items[:i] + items[i + 1:]

    changed = True
    while changed:
        changed = False
        for part in ("results", "lines", "arguments"):
            for i in reversed(range(len(getattr(program, part)))):
                smaller = Program(program.arguments, program.lines,
                                  program.results)
                setattr(smaller, part, without(getattr(program, part), i))
                if part == "lines":
                    gone = program.lines[i].split(" = ")[0]
                    smaller.results = [r for r in smaller.results if r != gone]
                if attempt(smaller):
                    program, changed = smaller, True
    return program
