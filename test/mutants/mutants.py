#!/usr/bin/env python3
"""The yardstick tested: programs of the suite made wrong in one place
(operators.py), compiled, and held against the original's results and bounds. A
mutant counts if it moves an element in f64 by more than 2^-40 of its
magnitude, on one of five seeds, on odd integers, on negative ones, or at one of
the sizes that the program runs at in the suite (0, 1, odd). Without `ordered` a sum
is the same in f64: such a mutant counts on a target (this CPU, the emulated GPU) for
which it is compiled to code that gives other bits than the original's, and has to be
called wrong there. The others are listed as equivalent. One
that counts is called wrong if the suite calls it so, on its own fills, on odd or
negative integers, or at one of its sizes: by the results, or else, where it is
compiled to the original's launches, by one of them, held against the original's
kernel on what it really got. What moves on another seed alone is judged on that
seed. Refused are those that no program is made of, and those whose run ends with
an error (an index out of range): noticed, too.

  test/mutants/mutants.py --out DIR             all programs; again: goes on
  test/mutants/mutants.py --out DIR --part 1/4  a quarter of them
  test/mutants/mutants.py --out DIR --table     of what is there
  test/mutants/mutants.py --sample 24 --seed 1  that many, without a folder
  test/mutants/mutants.py --out DIR --classes constant,ordered   these alone
  test/mutants/mutants.py --out DIR --moves --equivalent         (another DIR)
         which are equivalent; those that count are not judged: ten times as fast

Of a class, a program gives at most --each mutants (default 4), chosen by its
name: what is made of one program a hundred times says little. Models have no
bounds of the whole and give none."""
import argparse
import collections
import hashlib
import json
import math
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "suite"))
import cases  # noqa: E402
import columns  # noqa: E402
import library  # noqa: E402
import operators  # noqa: E402

SEEDS = 5
TARGETS = ["host", "emulate"]  # of `ordered`; the others on the first
PATIENCE = 120       # seconds for one mutant
EQUIVALENT = 0.10    # of a class
ALL, EACH = 0.99, 0.95  # called wrong: in all, in each class and dtype


WEIGHT = {"none": 0, "equivalent": 1, "refused": 2, "right": 3, "wrong": 4,
          "counts": 4}


#===- Programs -------------------------------------------------------------===


def programs(tools):
    """{name: [text at one of the suite's sizes]}."""
    found = collections.defaultdict(list)
    for case in cases.all_cases(tools.rows):
        cell = columns.Cell(case, tools, None)
        if cell.has_bounds() and not case.options:
            found[case.name.split("@")[0]].append(cell.source())
    return found


def with_seed(text, seed):
    """The program on other numbers."""
    def other(fill):
        rest = re.sub(r", seed = \d+", "", fill[0])
        return f"{rest[:-1]}, seed = {seed}}}"
    return cases.without_expected(re.sub(
        r'\{[^{}]*kind = "(?:uniform|randint)"[^{}]*\}', other, text))


Form = collections.namedtuple("Form", "text expected state values")


def expected_of(text, names=("tc.expected", "tc.expected_state")):
    """The module's attributes that say what its results are."""
    found = []
    for name in names:
        start = text.find(f"{name} = [")
        if start >= 0:
            end = cases.end_of_list(text, start + len(name) + 4)
            found.append(text[start:end])
    return ", ".join(found)


def with_expected(text, expected):
    if not expected:
        return text
    start = "module attributes {"
    if not text.startswith(start):
        return text.replace("module {", f"{start}{expected}}} {{", 1)
    rest = text[len(start):]
    return f"{start}{expected}{'' if rest.startswith('}') else ', '}{rest}"


class Program:
    """Its forms: what the suite runs, and more seeds for whether mutants
    count. Each is prepared when it is asked for."""

    def __init__(self, name, texts, lib):
        self.name, self.lib, self.known = name, lib, {}
        self.run = [*texts, *filter(None, map(cases.with_odd_fills, texts))]
        for text in texts if cases.takes_indices(name) else ():
            self.run += cases.negative_forms(text, lambda one: self.form(
                one, operators.LEVEL["swap"]))
        self.seeds = [with_seed(texts[-1], seed) for seed in range(1, SEEDS)]

    def form(self, text, level):
        """The program as operators see it, what is expected of it, and all
        that its results are in f64; None if the yardstick has none."""
        key = (text, level)
        if key not in self.known:
            try:
                made = self.lib.expect(text, level)
                plain = cases.without_expected(made)
                if level != operators.LEVEL["cast"]:
                    plain = operators.with_detached(
                        plain, self.lib.expect(text, operators.PRIMS))
                # Weights that are written to are results that have to be named.
                state = expected_of(made, ("tc.expected_state",))
                self.known[key] = Form(plain, expected_of(made), state,
                                       library.values(self.lib.expect(
                                           with_expected(plain, state))))
            except library.Failed:
                self.known[key] = None
        return self.known[key]

    def mutants(self, kind, each):
        """(number, element type, place) of some, of all forms the same."""
        form = self.form(self.run[0], operators.LEVEL[kind])
        made = [(dtype, where) for dtype, _, where in
                operators.OPERATORS[kind](form.text)] if form else []
        rng = random.Random(zlib.crc32(f"{self.name} {kind}".encode()))
        chosen = range(len(made)) if len(made) <= each else sorted(
            rng.sample(range(len(made)), each))
        for number in chosen:
            yield number, *made[number]

    def mutated(self, text, kind, number, other):
        """That mutant of the form of `text`; and the form."""
        form = self.form(text, operators.LEVEL[kind])
        made = operators.OPERATORS[kind](form.text, other) if form else ()
        return next((changed for k, (_, changed, _) in enumerate(made)
                     if k == number), None), form


#===- One mutant -----------------------------------------------------------===


def differ(a, b, noise):
    if math.isfinite(a) and math.isfinite(b):
        return abs(a - b) > 2.0 ** -40 * max(abs(a), abs(b)) + noise
    return not (a == b or (math.isnan(a) and math.isnan(b)))


def moves(made, original):
    """Whether a result has an element that moves; `noise` is what f64 itself
    leaves where terms as large as the largest element cancel, of floats."""
    (made, _), (original, rounds) = made, original
    noise = rounds * 2.0 ** -48 * max(
        (abs(x) for x in original if math.isfinite(x)), default=0)
    return any(differ(a, b, noise) for a, b in zip(made, original))


KERNEL = re.compile(r"( loop\.kernel [^\n]*) iters\([^\n]*\n.*?\n  }\n", re.S)


def launches_of(plan):
    """A plan without what its kernels do, and without their names."""
    names, text = {}, without_results(KERNEL.sub(r"\1", plan))
    return re.sub(r"@k\d+\w*",
                  lambda m: names.setdefault(m[0], f"@{len(names)}"), text)


def without_results(plan):
    return cases.without_expected(plan)


class Judge:
    """Files of one mutant lie in `folder`."""

    def __init__(self, tools, lib, folder, only_moves=False):
        self.tools, self.lib, self.folder = tools, lib, folder
        self.only_moves = only_moves
        self.originals = {}  # their programs and plans

    def moves(self, text, form):
        """Whether an element moves in f64; None if there is no such program."""
        try:
            made = library.values(self.lib.expect(
                with_expected(text, form.state)))
        except library.Failed:
            return None
        return any(map(moves, made, form.values))

    def moves_code(self, text, form, target):
        """Whether code of it for the target gives other bits; None if there is
        no code, or it does not run."""
        original = self.original(form, target)
        path = self.compile(text, form, target)
        if not path or not original:
            return None
        found = [self.bits(one, target) for one in (original[0], path)]
        return None if None in found else found[0] != found[1]

    def targets(self, text, form, kind):
        """Those on which it counts; None where there is no such program."""
        if kind != "ordered":
            moved = self.moves(text, form)
            return None if moved is None else TARGETS[:moved]
        moved = {target: self.moves_code(text, form, target)
                 for target in TARGETS}
        return None if None in moved.values() else [
            target for target in TARGETS if moved[target]]

    def compile(self, text, form, target="host"):
        """The path; None if it cannot be compiled."""
        path = os.path.join(self.folder, "mutant.so")
        try:
            self.lib.compile(with_expected(text, form.expected), path, target)
        except library.Failed:
            return None
        return path

    def run(self, path, target, *options):
        """tc-run's error, and its exit code; None if it takes too long."""
        environment = dict(self.tools.environment)
        if target == "emulate":
            environment["LD_PRELOAD"] = self.tools.emulator
        try:
            done = subprocess.run(
                [self.tools.path("tc-run"), path, "--repeat=1", "--threads=1",
                 *options], stdout=subprocess.DEVNULL, env=environment,
                stderr=subprocess.PIPE, text=True, errors="replace",
                timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            return None
        return done.stderr, done.returncode

    def check(self, path, target, *options):
        """Whether tc-run calls it wrong; None if it ends in another way."""
        done = self.run(path, target, "--check", *options)
        if not done or done[1] and "TC-1703" not in done[0]:
            return None
        return done[1] != 0

    def bits(self, path, target):
        """The results' bytes, or None."""
        out = os.path.join(self.folder, "results")
        done = self.run(path, target, f"--out={out}")
        if not done or done[1]:
            return None
        with open(out, "rb") as file:
            return file.read()

    def original(self, form, target="host"):
        """The paths of its program and its plan, and its launches; None if it
        has none."""
        key = (form.text, target)
        if key not in self.originals:
            path = os.path.join(self.folder,
                                f"original{len(self.originals)}.so")
            try:
                self.lib.compile(form.text, path, target)
                plan = library.plan_of(path)
                self.originals[key] = path, plan, launches_of(
                    cases.text_of(plan))
            except library.Failed:
                self.originals[key] = None
        return self.originals[key]

    def is_called_wrong(self, text, form, target="host"):
        """How: by its results, or by a launch of the original's that does not
        give what it should; None if it cannot be compiled or run."""
        path = self.compile(text, form, target)
        wrong = self.check(path, target, "--results") if path else None
        if wrong is None or wrong:
            return wrong and "results"
        original, own = self.original(form, target), library.plan_of(path)
        if not original or launches_of(cases.text_of(own)) != original[2]:
            return False
        return self.check(path, target, f"--plan={original[1]}") and "launches"

    def is_wrong_on(self, text, form, targets):
        """The same, on one of the targets."""
        found = [self.is_called_wrong(text, form, target)
                 for target in targets]
        return next(filter(None, found), None if None in found else False)

    def judge(self, program, kind, number):
        """The verdict; of the other way where the first moves nothing."""
        first = self.judge_way(program, kind, number, False)
        if first["verdict"] not in ("equivalent", "refused"):
            return first
        other = self.judge_way(program, kind, number, True)
        return max(first, other, key=lambda one: WEIGHT[one["verdict"]])

    def judge_way(self, program, kind, number, other):
        """verdict: wrong (by: results, launches or seeds), right, refused (somewhere it
        ends with an error), equivalent; none if there is no other way. With
        `only_moves` counts, in place of wrong and right."""
        made = counts = refused = False
        for text in program.run:
            changed, form = program.mutated(text, kind, number, other)
            if not changed:
                continue
            targets = self.targets(changed, form, kind)
            if targets and self.only_moves:
                return {"verdict": "counts"}
            wrong = targets and self.is_wrong_on(changed, form, targets)
            if wrong:
                return {"verdict": "wrong", "by": wrong}
            made, counts = True, counts or bool(targets)
            refused |= wrong is None
        if refused or not made:
            return {"verdict": "refused" if refused else "none"}
        for text in () if counts else program.seeds:
            changed, form = program.mutated(text, kind, number, other)
            targets = changed and self.targets(changed, form, kind)
            if targets and self.only_moves:
                return {"verdict": "counts", "by": "seeds"}
            if targets:
                wrong = self.is_wrong_on(changed, form, targets)
                return {"verdict": "wrong", "by": "seeds"} if wrong else {
                    "verdict": "right"}
        return {"verdict": "right" if counts else "equivalent"}


#===- Many -----------------------------------------------------------------===


def judge_program(tools, name, kind, texts, options, write):
    """All of one class, in a process of its own: what crashes is one mutant's,
    and the rest of the class are not judged."""
    with tempfile.TemporaryDirectory() as folder:
        lib = library.find(tools, folder)
        program = Program(name, texts, lib)
        judge = Judge(tools, lib, folder, options.moves)
        for number, dtype, where in program.mutants(kind, options.each):
            write({"kind": kind, "dtype": dtype, "where": where.strip()[:120],
                   "verdict": "crashed"})  # until it is known
            signal.alarm(PATIENCE * 4)
            begin = time.monotonic()
            verdict = judge.judge(program, kind, number)
            write({**verdict, "seconds": round(time.monotonic() - begin, 2)})
            signal.alarm(0)
        write({"verdict": "done"})


def start(tools, unit, texts, options, path):
    """The process."""
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        os.setpgid(0, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        with open(path + ".part", "w", encoding="utf-8") as file:
            def write(line):
                file.write(json.dumps(line) + "\n")
                file.flush()
            judge_program(tools, *unit, texts, options, write)
        os.rename(path + ".part", path)
        code = 0
    finally:
        sys.stderr.flush()
        os._exit(code)


def path_of(folder, unit):
    name, kind = unit
    return os.path.join(folder, f"{name.replace('/', '+')}@{kind}.jsonl")


def out_of_time(*_):
    raise TimeoutError


def run_all(tools, work, options, folder):
    """Programs by classes, what takes longest first. What has not ended by
    then is begun again by the next call."""
    units = [(name, kind) for name in work for kind in options.classes]
    left = sorted((unit for unit in units
                   if not os.path.exists(path_of(folder, unit))),
                  key=lambda unit: (sum(map(len, work[unit[0]])), unit))
    running = {}
    signal.signal(signal.SIGALRM, out_of_time)
    signal.setitimer(signal.ITIMER_REAL, options.seconds)
    try:
        while left or running:
            while left and len(running) < options.jobs:
                unit = left.pop()
                running[start(tools, unit, work[unit[0]], options,
                              path_of(folder, unit))] = unit
            child, state = os.wait()
            path = path_of(folder, running.pop(child))
            if state and os.path.exists(path + ".part"):
                os.rename(path + ".part", path)  # what it found, it found
    except TimeoutError:
        print(f"out of time: {len(left) + len(running)} of {len(units)} left")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        for child in running:
            os.killpg(child, signal.SIGKILL)


def results(folder):
    """(program, mutant with its verdict) of all that is in the folder."""
    for entry in sorted(os.listdir(folder)):
        if not entry.endswith(".jsonl"):
            continue
        name, mutant = entry.split("@")[0].replace("+", "/"), None
        with open(os.path.join(folder, entry), encoding="utf-8") as file:
            for line in map(json.loads, file):
                if "kind" not in line and mutant:
                    yield name, {**mutant, **line}
                mutant = line if "kind" in line else None
        if mutant:
            yield name, mutant


def share_of(part, whole):
    return f"{100 * part / whole:>7.1f} %" if whole else f"{'-':>9}"


def row_of(name, row, sampled):
    """A line of the table; and whether its shares are as they should be. (That of
    equivalents in a sample is chance.)"""
    of = row["wrong"] + row["right"]
    made = of + row["counts"] + row["equivalent"]
    print(f"{name:14}{row['wrong']:>7}{of:>7}{share_of(row['wrong'], of)}"
          f"{row['launches']:>10}{row['seeds']:>7}{row['equivalent']:>12}"
          f"{share_of(row['equivalent'], made)}{row['refused']:>9}"
          f"{row['crashed']:>9}")
    few = sampled or name not in operators.OPERATORS \
        or row["equivalent"] <= EQUIVALENT * made
    return few and row["wrong"] >= (ALL if name == "all" else EACH) * of \
        and not row["crashed"]


def table(found, sampled):
    """By class, then by element type: called wrong of those that count, how
    many of them by their launches alone, or on other seeds alone than the suite's.
    True if all shares are as they should be."""
    rows = collections.defaultdict(collections.Counter)
    for _, mutant in found:
        for row in (mutant["kind"], mutant["dtype"], "all"):
            rows[row][mutant["verdict"]] += 1
            rows[row][mutant.get("by")] += 1
    print(f"{'':14}{'wrong':>7}{'of':>7}{'share':>9}{'launches':>10}{'seeds':>7}"
          f"{'equivalent':>12}{'share':>9}{'refused':>9}{'crashed':>9}")
    good = [row_of(name, rows[name], sampled) for name in sorted(
        rows, key=lambda n: (n == "all", n not in operators.OPERATORS, n))]
    return bool(good) and all(good)


def listed(found):
    """Those that are called right, with what crashed, and the equivalent."""
    for name, mutant in found:
        if mutant["verdict"] in ("right", "crashed"):
            print(f"called right: {name}: {mutant['kind']} at "
                  f"{mutant['where']}" if mutant["verdict"] == "right" else
                  f"crashed: {name}: {mutant['kind']} at {mutant['where']}")


def sampled(tools, options):
    """Some programs. One that comes to the suite changes that by no more than
    itself."""
    def key(name):
        return hashlib.md5(f"{options.seed} {name}".encode()).digest()
    work = {name: texts for name, texts in programs(tools).items()
            if re.search(options.filter, name) and len(texts[0]) < 20000}
    return {name: work[name]
            for name in sorted(work, key=key)[:options.sample]}


def parse():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", metavar="DIR")
    parser.add_argument("--part", default="1/1", metavar="I/N")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--equivalent", action="store_true",
                        help="list those, too")
    parser.add_argument("--classes", default=",".join(operators.OPERATORS),
                        metavar="CLASS,...")
    parser.add_argument("--moves", action="store_true")
    parser.add_argument("--each", type=int, default=4)
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--filter", default="", metavar="REGEX")
    parser.add_argument("--build")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=0,
                        help="after which it stops")
    options = parser.parse_args()
    options.classes = options.classes.split(",")
    if unknown := set(options.classes) - {*operators.OPERATORS}:
        parser.error(f"no class is named {', '.join(sorted(unknown))}")
    if options.seed is None:
        options.seed = int(time.time())
    return options


def work_of(tools, options):
    if options.sample:
        options.each = 1
        print(f"seed {options.seed}")
        return sampled(tools, options)
    part, of = map(int, options.part.split("/"))
    found = programs(tools)
    return {name: found[name] for i, name in enumerate(sorted(found))
            if i % of == part - 1 and re.search(options.filter, name)}


def main():
    options = parse()
    tools = columns.find_tools(options.build)
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.out or scratch
        os.makedirs(folder, exist_ok=True)
        if not options.table:
            run_all(tools, work_of(tools, options), options, folder)
        found = list(results(folder))
    listed(found)
    for name, mutant in found if options.equivalent else ():
        if mutant["verdict"] == "equivalent":
            print(f"equivalent: {name}: {mutant['kind']} at {mutant['where']}")
    return 0 if table(found, bool(options.sample)) else 1


if __name__ == "__main__":
    sys.exit(main())
