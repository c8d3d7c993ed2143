#!/usr/bin/env python3
"""Random functions of tensors with views and mutation, eager and through
torch.compile(backend="tc"), in one of several ways (WAYS): results, and arguments
after the call, have the same dtype, shape and strides, and are right.

  torch_programs.py python      statements as people write them, on small
                                integers in every dtype: equal to the bit
  torch_programs.py aten        calls of ATen overloads that docs/support.md
                                has, drawn by their schemas; equal to the bit
  torch_programs.py smooth      the same on floats, within the bound of
                                test/conformance
  torch_programs.py gradients   the same; gradients of a sum of the results
  torch_programs.py sessions    several calls of functions, with writes, views and
                                gradients between them (torch_session.py)
      [--seconds=60] [--seed=N] [--count=N] [--lines=N] [--out=DIR]

Prints its seed; a find prints the function's source, made shorter, which stays
in --out. Needs PyTorch and the package tc (PYTHONPATH=build/python)."""
import argparse
import faulthandler
import functools
import logging
import os
import pathlib
import random
import re
import sys
import time
import warnings

import torch
from torch._subclasses.fake_tensor import FakeTensorMode

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "conformance")]
import tc  # noqa: E402
import aten_calls  # noqa: E402
import torch_statements  # noqa: E402
from compare import compare  # noqa: E402
from session_judge import SessionJudge, WAYS as SESSION_WAYS  # noqa: E402
import torch_session  # noqa: E402
from torch_numbers import are_exact, are_near, are_small  # noqa: E402
from torch_program import REFUSALS, Writer, in_f64, reduced  # noqa: E402

COMPILE = functools.partial(torch.compile, backend="tc")
WAYS = {"tc.compile": tc.compile, "torch.compile": COMPILE,
        "dynamic=True": functools.partial(COMPILE, dynamic=True),
        "route=aot": functools.partial(COMPILE, options={"route": "aot"}),
        "dynamic=True, route=aot": functools.partial(
            COMPILE, dynamic=True, options={"route": "aot"})}
LEAST_COMPILED = 0.9  # of the ops; the others were left to the framework


#===- What is drawn --------------------------------------------------------===


def shape_of(draw):
    return [draw.choice((1, 2, 3, 4, 6)) for _ in range(draw.randint(1, 3))]


def small_integers(draw):
    shape, dtype = shape_of(draw), draw.choice(aten_calls.DTYPES)
    if len(shape) == 2 and draw.random() < 0.3:
        return f"torch.randint(-2, 3, {shape[::-1]}).to({dtype}).mT"
    return f"torch.randint(-2, 3, {shape}).to({dtype})"


def square_shape(draw):
    """Few sizes, so that many pairs of tensors fit."""
    return [draw.choice((2, 2, 3)) for _ in range(draw.randint(1, 4))]


def few_integers(draw):
    return f"torch.randint(-2, 3, {square_shape(draw)})" \
           f".to({draw.choice(aten_calls.DTYPES)})"


def floats(dtypes):
    def argument(draw):
        if draw.random() < 0.2:
            return f"torch.randint(0, 2, {square_shape(draw)})"
        return f"torch.randn({square_shape(draw)}).to({draw.choice(dtypes)})"
    return argument


FLOATS = ("torch.float32", "torch.float64")
MODES = {  # argument, statement, what is kept, whether in f64 too
    "python": (small_integers, torch_statements.statement, are_small, False),
    "aten": (few_integers, lambda w: aten_calls.call(w, False), are_exact,
             True),
    "smooth": (floats((*FLOATS, "torch.bfloat16")),
               lambda w: aten_calls.call(w, True), are_near, True),
    "gradients": (floats(FLOATS), lambda w: aten_calls.call(w, True), are_near,
                  True),
}


#===- How it is judged -----------------------------------------------------===


def flat_strides(t):
    return [s for s, n in zip(t.stride(), t.shape) if n > 1]


def difference(name, want, got, strided=True):
    if not isinstance(got, torch.Tensor):
        return f"{name} is no tensor"
    for what in ("dtype", "shape"):
        if getattr(want, what) != getattr(got, what):
            return f"{name}: {what} {getattr(got, what)}, " \
                   f"eager {getattr(want, what)}"
    if strided and want.numel() > 1 and flat_strides(want) != flat_strides(got):
        return f"{name}: strides {got.stride()}, eager {want.stride()}"
    if not torch.equal(want, got):
        return f"{name}: {got.flatten()[:8].tolist()}, eager " \
               f"{want.flatten()[:8].tolist()}"
    return None


# docs/numerics.md, "PyTorch's numbers": what eager computes in f64 roughly.
F32 = torch.finfo(torch.float32).eps
ROUGH = re.compile(r"polygamma|digamma")
ROUGH_GRADIENTS = re.compile(r"hardsigmoid|digamma|polygamma")


def unit_of(t):
    """What a rounding of a value may be."""
    if not isinstance(t, torch.Tensor) or not t.is_floating_point():
        return 0.0
    return torch.finfo(t.dtype).eps


def units_of(program, gradients):
    """Of each result the coarsest rounding among the values that it comes from;
    of what else is compared, of all values."""
    scope, units = {"torch": torch}, {}
    for (name, _), value in zip(program.arguments, program.values()):
        scope[name], units[name] = value, unit_of(value)
    for line in program.lines:
        exec(line, scope)  # pylint: disable=exec-used
        named = [n for n in re.findall(r"\b[av]\d+\b", line) if n in scope]
        rough = (ROUGH_GRADIENTS if gradients else ROUGH).search(line)
        unit = max([F32 if rough else 0.0, *(units.get(n, 0.0) for n in named),
                    *(unit_of(scope[n]) for n in named)])
        # What is written to is read by others perhaps.
        units.update({n: max(unit, units.get(n, 0.0)) for n in named})
    # A result is a value, or an argument as `a0 + 0`.
    return [units[re.match(r"\w+", r)[0]] for r in program.results], \
        max(units.values())


def with_gradients(function):
    """Results, and gradients of the arguments of their weighted sum."""
    def called(*arguments):
        leaves = [a.requires_grad_() if a.is_floating_point() else a
                  for a in arguments]
        results = function(*(a.clone() if a.is_floating_point() else a
                             for a in leaves))
        ends = [r for r in results if r.requires_grad]
        asked = [a for a in leaves if a.requires_grad]
        torch.manual_seed(1)
        weights = [torch.randn(r.shape, dtype=torch.float64).to(r.dtype)
                   for r in ends]
        found = torch.autograd.grad(ends, asked, weights, allow_unused=True) \
            if ends and asked else ()
        return (*results, *(torch.zeros(()) if g is None else g for g in found))
    return called


class Judge:
    def __init__(self, mode):
        self.mode, self.way = mode, "tc.compile"
        self.bitwise = mode in ("python", "aten")
        self.wrap = with_gradients if mode == "gradients" else lambda f: f

    def why(self, program):
        """What differs from eager, or None."""
        eager = program.values()
        try:
            want = self.wrap(program.function())(*eager)
            if not self.bitwise:
                with in_f64():
                    self.wrap(program.function(wide=True))(
                        *program.values(wide=True))
        except REFUSALS:
            return None  # resizing of views, derivatives of what is written to
        told = self.as_told(program, want)
        why = self.held(program, WAYS[self.way], told, eager)
        if why and "strides" in why and self.lies_otherwise(program, want):
            why = self.held(program, WAYS[self.way], told, eager, strided=False)
        # What PyTorch's own trace does otherwise is not of tc's making.
        if why and self.held(program, lambda f: torch.compile(
                f, backend="aot_eager"), want, eager):
            return None
        return why

    def told(self, program):
        """PyTorch's own fake tensors of the results: what a back end is told of
        them, and Dynamo has folded code on."""
        with FakeTensorMode() as mode:
            return self.wrap(program.function())(
                *map(mode.from_tensor, program.values()))

    def as_told(self, program, want):
        """Eager's results in the dtypes that a back end is told: huber_loss of
        bf16 and f32 is f32 there, bf16 in eager. Values are compared all the
        same, within roundings of the coarser type."""
        try:
            told = self.told(program)
        except Exception:  # pylint: disable=broad-except
            return want  # sizes that data decides
        return tuple(w.to(t.dtype) if w.is_floating_point() and
                     t.dtype.is_floating_point else w
                     for w, t in zip(want, told))

    def lies_otherwise(self, program, want):
        """Whether these have other strides than eager. Values are compared all
        the same."""
        try:
            got = self.told(program)
        except REFUSALS:
            return False  # sizes that data decides
        return any(w.shape == g.shape and flat_strides(w) != flat_strides(g)
                   for w, g in zip(want, got))

    def held(self, program, compiler, want, eager, strided=True):
        torch._dynamo.reset()
        arguments = program.values()
        try:
            got = self.wrap(compiler(program.function()))(*arguments)
        except Exception as error:  # pylint: disable=broad-except
            return f"{type(error).__name__}: {str(error)[:300]}"
        if self.bitwise:
            pairs = [(f"result {i}", w, g)
                     for i, (w, g) in enumerate(zip(want, got))]
            pairs += [(f"argument {i} after the call", w, g)
                      for i, (w, g) in enumerate(zip(eager, arguments))]
            return next(filter(None, (difference(*p, strided)
                                      for p in pairs)), None)
        return self.compared(program, want, got, eager, arguments, strided)

    def compared(self, program, want, got, eager, arguments, strided):
        wide = program.values(wide=True)
        with in_f64():
            exact = self.wrap(program.function(wide=True))(*wide)
        # Roundings add up over the lines, of eager and of tc.
        own, all_of = units_of(program, self.mode == "gradients")
        units = own + [all_of] * (len(want) - len(own)) + [0.0] * len(eager)
        slack = [4 * len(program.lines) * max(unit, unit_of(w)) *
                 e.detach().abs().max().item()
                 if w.is_floating_point() and w.numel() else 0.0
                 for w, e, unit in zip((*want, *eager), (*exact, *wide),
                                       units)]
        return compare([*got, *arguments], [*want, *eager], [*exact, *wide],
                       slack=slack,
                       strided=len(program.results) if strided else 0) or None


def write(mode, seed, lines):
    if mode == "sessions":
        return torch_session.write(seed, lines)
    draw = random.Random(seed)
    argument, statement, accepts, wide = MODES[mode]
    writer = Writer(draw, argument, statement, accepts, wide)
    return writer.write(draw.randint(2, lines))


#===- Runs -----------------------------------------------------------------===


class Totals:
    """Over the programs; tc counts since the last reset."""

    def __init__(self):
        self.compiled, self.left, self.failures = 0, {}, {}

    def add(self):
        now = tc.counters()
        self.compiled += now["ops_compiled"]
        for to, of in ((self.left, now["fallback_ops"]),
                       (self.failures, now["failures"])):
            for name, n in of.items():
                to[name] = to.get(name, 0) + n
        tc.reset()
        return [n for n in now["failures"] if n != "TC-8103"]

    def share(self):
        left = sum(self.left.values())
        return self.compiled / max(1, self.compiled + left)

    def __str__(self):
        worst = sorted(self.left.items(), key=lambda item: -item[1])[:8]
        return f"{self.compiled} ops compiled ({100 * self.share():.1f} %), " \
               f"left to the framework: {worst}"


def keep(options, seed, program, why):
    text = f"# torch_programs.py {options.mode} --seed={seed} --count=1\n" \
           f"# {why}\n{program.text()}"
    print(f"FOUND --seed={seed} --count=1: {why}\n{program.source()}",
          flush=True)
    os.makedirs(options.out, exist_ok=True)
    with open(os.path.join(options.out, f"torch_{options.mode}_{seed}.py"),
              "w") as file:
        file.write(text)


def kind(why):
    """What a smaller program has to show as well."""
    return re.split(r"[\d:]", why)[0] if why else None


def each(options):
    start, done = time.monotonic(), 0
    while (done < options.count if options.count
           else time.monotonic() - start < options.seconds):
        yield options.seed + done
        done += 1
    print(f"{done} tried", flush=True)


def parse():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("mode", choices=[*MODES, "sessions"])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int,
                        default=random.SystemRandom().randrange(10**9))
    parser.add_argument("--count", type=int)
    parser.add_argument("--lines", type=int, default=9)
    parser.add_argument("--out", default="build/fuzz")
    return parser.parse_args()


def main():
    options = parse()
    warnings.filterwarnings("ignore")
    logging.disable(logging.CRITICAL)  # what PyTorch says of refused calls
    print(f"torch_programs {options.mode} --seed={options.seed}", flush=True)
    judge, ways = (SessionJudge(), SESSION_WAYS) \
        if options.mode == "sessions" else (Judge(options.mode), WAYS)
    totals, found = Totals(), 0
    faulthandler.enable()
    running = pathlib.Path(options.out) / f"{options.mode}.{options.seed}.now"
    running.parent.mkdir(parents=True, exist_ok=True)
    for seed in each(options):
        running.write_text(f"{seed}\n", encoding="utf-8")
        program = write(options.mode, seed, options.lines)
        judge.way = random.Random(f"way {seed}").choice(list(ways))
        why = judge.why(program)
        failed = totals.add()
        if why or failed:
            found += 1
            why = why or f"the compiler failed: {failed}"
            keep(options, seed, reduced(
                program, lambda p: kind(judge.why(p)) == kind(why)),
                f"{why} ({judge.way})")
            tc.reset()
    running.unlink(missing_ok=True)
    few = options.count and totals.share() < LEAST_COMPILED
    print(f"{found} found, {totals}{': too few' if few else ''}")
    return 1 if found or few else 0


if __name__ == "__main__":
    sys.exit(main())
