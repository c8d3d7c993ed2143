#!/usr/bin/env python3
"""schedules.py BUILD [--seconds S] [--each N] [--seed N] [--filter REGEX]
                [--target T]... [--shard I/N] [--tally FILE] [--jobs N]
                [--out DIR]
Random schedules of the suite's programs. One that is allowed gives the results
that the interpreter expects, of the same bits on any number of threads; any other
is an error with a number, 0610 to 0612.
With --each N (300: everything) N schedules of each program, for S seconds at
most if that is given, too, else programs and schedules at random for S seconds
(60). --shard I/N takes every N-th pair of a program and a target, from I of 0 to
N - 1 on, so that several machines or calls with one --seed share the work.
--tally FILE notes each pair that is done, and passes over those noted there: a
long run may be several calls. A find is kept in DIR.

Each starts from the chosen schedule, from another one that a search would
measure, or from what is chosen without one form, and is changed: most by what
docs/ir/schedule.md calls free (schedule_moves.py), the others anyhow. Of each
form, what is allowed is counted, and has to be the share LEGAL at least."""
import argparse
import collections
import concurrent.futures
import functools
import hashlib
import os
import random
import re
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "suite")]
import cases  # noqa: E402
import columns  # noqa: E402
import schedule_moves as moves  # noqa: E402
import schedule_parts  # noqa: E402
import schedule_text as text_of  # noqa: E402
import tile_registers  # noqa: E402
import worker  # noqa: E402

REFUSED = re.compile(r"\[TC-061[012]\]")
# Another version for more threads may add in another order.
THREADS = re.compile(r'size = "threads"')
OUTCOMES = "equal", "same", "refused", "wrong", "failed"
LEGAL, FEW = .5, 20  # of a form's schedules; fewer say nothing
FORMS = ("rows", "columns", "owners", "tiles", "products", "units", "streams",
         "splits", "versions", "threads", "bins", "windows")
AMX = tile_registers.TARGET
TARGETS = "x86-64-v3", "host", AMX, "emulate", "emulate,units=80"
FAMILIES = ("loop", "kernels", "sizes", "fx", "wide", "prims")
# Of test/gpu: forms that the suite's programs are too small for, or of which the
# tests have schedules by hand (the copy engine, roles, blocks that persist).
GPU_FORMS = ("tensor", "tensor_batch", "persist", "stream_roles", "stream_join",
             "ahead", "residual", "split_steps", "parts_order", "stream_wide",
             "stream_heads", "stream_versions", "attention_parts",
             "attention_sums", "doubles", "images", "tf32", "block_owners",
             "owned_base", "beside", "aligned_rows", "bins",
             "scans_in_chunks", "sorts_in_chunks", "direct", "windows",
             "windows_by_lines", "depthwise_vectors")


def run(environment, *command):
    """(exit code, what it says)."""
    try:
        done = subprocess.run(command, capture_output=True, text=True,
                              errors="replace", timeout=120, env=environment,
                              stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return 124, "still running after 120 s"
    return done.returncode, done.stdout + done.stderr


def hash_of(data):
    return hashlib.sha256(data).digest()


def gpu_form(name):
    return cases.Case(f"gpu/{name}", os.path.join(
        cases.ROOT, "test", "gpu", f"{name}.mlir"), oracle=True)


class Program:
    """A program with a schedule in each kernel, for one target."""

    def __init__(self, tools, case, target, folder, compiler):
        self.tools, self.name, self.target = tools, case.name, target
        self.worker = compiler
        self.folder = folder
        self.gpu = not target.startswith(("x86", "host"))
        self.environment = dict(os.environ)
        if target.startswith("emulate"):
            self.environment["LD_PRELOAD"] = tools.emulator
        self.renames = target == AMX and not tile_registers.machine_has(
            "amx_tile")
        if self.renames:
            self.environment["LD_PRELOAD"] = os.path.join(
                os.path.dirname(tools.emulator), "libtcamx.so")
        cell = columns.Cell(case, tools, folder)
        source = cell.program()
        if "tc.expected" not in cases.text_of(source):
            raise ValueError("nothing is expected of it")
        self.plain = self.file("plain.mlir", self.call(
            "tc-opt", self.file("target.mlir", self.for_target(
                self.call("tc-opt", source))),
            "--tc-gpu" if self.gpu else "--tc-cpu",
            *(["--prim-expand-math"] if self.gpu else [])))
        self.texts = {}
        self.text, self.kernels = self.scheduled("")
        if target == AMX and '"amx.' not in self.text:
            self.kernels = []  # others run it as well
            return
        code, said, artifact = self.compile(self.text)
        if not code:
            code, said = self.run(artifact)
        if code:
            raise ValueError(said[-500:])
        # Hashes of those that have given what is expected, on so many threads.
        self.right = {(hash_of(artifact), 1)}

    def path(self, name):
        return os.path.join(self.folder, name)

    def file(self, name, text):
        path = self.path(name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def call(self, tool, *arguments):
        code, said = run(None, self.tools.path(tool), *arguments)
        if code:
            raise ValueError(said[-500:])
        return said

    def for_target(self, text):
        """A module that tc-opt printed, for this target."""
        text = re.sub(r'(^module.*?)tc\.target = "[^"]*"(, )?', r"\1", text,
                      count=1, flags=re.M)
        return re.sub(
            "^module( attributes {)?", lambda m: 'module attributes '
            f'{{tc.target = "{self.target}"' + (", " if m[1] else "}"), text,
            count=1, flags=re.M)

    def compile(self, text):
        """(exit code, what is said, the shared object) of launches of kernels:
        what is before them has run."""
        code, said, artifact = self.worker.compile(text, self.target,
                                                   "loop-plan-memory")
        if self.renames:
            artifact = tile_registers.renamed(artifact)
        return code, said, artifact

    def scheduled(self, option):
        """(text, kernels) with the schedules that the pass writes."""
        if option not in self.texts:
            text = self.call("tc-opt", self.plain, "--loop-schedule="
                             f"target={self.target} {option}".strip())
            self.texts[option] = text, text_of.kernels(text)
        return self.texts[option]

    def start(self, draw):
        """Where a random schedule starts from."""
        how = draw.random()
        option = f"alternative={draw.randint(1, 12)}" if how < .25 else \
            f"disable={draw.choice(FORMS)}" if how < .5 else ""
        text, kernels = self.scheduled(option)
        return (text, kernels) if kernels else self.scheduled("")

    def changed(self, draw):
        """The program with other schedules of some kernels, and their
        forms."""
        start, kernels = self.start(draw)
        if draw.random() < .75:
            def change(draw, kernel):
                return moves.moved(draw, kernel.schedule, kernel.streams)
        else:
            change = text_of.changed_gpu if self.gpu else text_of.changed_cpu
        chosen = set(draw.sample(range(len(kernels)),
                                 min(len(kernels), draw.choice([1, 1, 2]))))
        text, end, forms = "", 0, set()
        for number, kernel in enumerate(kernels):
            if number in chosen:
                text += start[end:kernel.start] + text_of.show(
                    change(draw, kernel))
                end = kernel.end
                forms |= schedule_parts.forms(kernel.schedule, kernel.streams)
        return text + start[end:], forms

    def run(self, artifact, threads=1):
        """Whether the results are right: (0, ""), or not."""
        with open(self.path("program.so"), "wb") as file:
            file.write(artifact)
        return self.run_again(threads, "--check", "--guard")

    def run_again(self, threads, *options):
        out = self.path(f"{threads}.out")
        return run(self.environment, self.tools.path("tc-run"),
                   self.path("program.so"), "--repeat=0", f"--out={out}",
                   f"--threads={threads}", *options)

    def has_bits_of(self, threads, others):
        """Whether as many threads as `others` give the bits that `threads`
        gave: (0, ""), or not."""
        code, said = self.run_again(others)
        if code:
            return code, said
        with open(self.path(f"{threads}.out"), "rb") as one, \
                open(self.path(f"{others}.out"), "rb") as other:
            same = one.read() == other.read()
        return (0, "") if same else (
            1, f"other bits on {others} threads than on {threads}")

    def check(self, draw):
        """(what became of a random schedule, its text, its forms, what was
        said)."""
        text, forms = self.changed(draw)
        code, said, artifact = self.compile(text)
        if code == 1 and REFUSED.search(said):
            return "refused", text, forms, said
        if code:
            return "failed", text, forms, said
        threads = draw.choice([1, 3])
        known = hash_of(artifact), threads
        if known in self.right:
            return "same", text, forms, said
        code, said = self.run(artifact, threads)
        if not code and not self.gpu and not THREADS.search(text):
            code, said = self.has_bits_of(threads, draw.choice([2, 16]))
        if not code:
            self.right.add(known)
        return ("equal" if not code else "wrong"), text, forms, said


class Finds:
    """What became of schedules, by family and by form; bad ones are kept."""

    def __init__(self, folder):
        self.folder, self.counts = folder, collections.Counter()
        self.bad = self.passed = 0
        self.forms = collections.defaultdict(collections.Counter)
        self.families = collections.defaultdict(collections.Counter)

    def add(self, program, seed, what, text, forms, said):
        self.counts[what] += 1
        self.families[program.name.split("/")[0]][what] += 1
        for form in forms:
            kind = "GPU" if program.gpu else "CPU"
            self.forms[f"{kind} {form}"][what] += 1
        if what not in ("wrong", "failed"):
            return
        self.bad += 1
        os.makedirs(self.folder, exist_ok=True)
        name = re.sub(r"\W+", "_", f"{program.name}_{program.target}_{seed}")
        path = os.path.join(self.folder, f"{name}.mlir")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        print(f"{what}: {path} (--target={program.target})\n"
              f"{said[-1500:]}", flush=True)

    def join(self, other):
        self.counts += other.counts
        self.bad += other.bad
        self.passed += other.passed
        for form, counts in other.forms.items():
            self.forms[form] += counts
        for family, counts in other.families.items():
            self.families[family] += counts

    def show_families(self):
        for family, counts in sorted(self.families.items()):
            print(f"{family}: {counts['programs']} programs done, " + ", ".join(
                f"{counts[what]} {what}" for what in OUTCOMES))

    def rare(self):
        """Prints what became of each form; those that are too rarely legal."""
        rare = []
        for form, counts in sorted(self.forms.items()):
            n, refused = sum(counts.values()), counts["refused"]
            print(f"{form}: {n - refused} of {n} legal, "
                  f"{counts['equal']} run")
            if n >= FEW and n - refused < LEGAL * n:
                rare.append(form)
        return rare


def tries(args, case, target):
    """Finds of a program on a target."""
    finds = Finds(args.out)
    draw = random.Random(f"{args.seed} {case.name} {target}")
    with tempfile.TemporaryDirectory() as folder, \
            worker.Worker(args.tools.path("tc-worker")) as compiler:
        try:
            program = Program(args.tools, case, target, folder, compiler)
        except (ValueError, columns.Failed) as error:
            finds.passed = 1  # the suite says why
            note(args, case, target, "passed over")
            if args.verbose:
                print(f"{case.name} {target}: {error}", flush=True)
            return finds
        for _ in range((args.each or 10) if program.kernels else 0):
            if time.monotonic() > args.stop:
                break
            seed = draw.getrandbits(32)
            finds.add(program, seed, *program.check(random.Random(seed)))
        else:
            finds.families[case.family]["programs"] += 1
            note(args, case, target, *outcomes(finds))
    if args.verbose:
        print(case.name, target, *outcomes(finds), flush=True)
    return finds


def outcomes(finds):
    return [f"{n} {what}" for what, n in sorted(finds.counts.items())]


def note(args, case, target, *words):
    """A line of the tally, written at once, since processes share it."""
    if args.tally:
        with open(args.tally, "a", encoding="utf-8") as file:
            file.write(" ".join([case.name, target, *words]) + "\n")


def noted(args):
    """(program, target) of the tally's lines."""
    if not args.tally or not os.path.exists(args.tally):
        return set()
    with open(args.tally, encoding="utf-8") as file:
        return {tuple(line.split()[:2]) for line in file}


def chosen(args):
    """Programs with targets, in a random order."""
    every = [case for case in cases.all_cases(args.tools.rows)
             if case.family in FAMILIES]
    every += [case for case in map(gpu_form, GPU_FORMS)
              if os.path.exists(case.path)]  # they are not in a package
    pairs = [(case, target) for case in every
             if re.search(args.filter, case.name)
             for target in args.target or TARGETS
             if (case.family != "gpu" or target.startswith("emulate")) and
             (target != AMX or tile_registers.machine_has("avx512f"))]
    random.Random(args.seed).shuffle(pairs)
    first, step = args.shard
    done = noted(args)
    return [(case, target) for case, target in pairs[first::step]
            if (case.name, target) not in done]


def shard(text):
    """(I, N) of "I/N"."""
    first, step = map(int, text.split("/"))
    if not 0 <= first < step:
        raise ValueError(text)
    return first, step


def in_time(args, pair):
    return tries(args, *pair) if time.monotonic() < args.stop \
        else Finds(args.out)


def all_finds(args):
    finds = Finds(args.out)
    with tempfile.TemporaryDirectory() as args.tools.memory, \
            concurrent.futures.ProcessPoolExecutor(args.jobs) as pool:
        for found in pool.map(functools.partial(in_time, args), chosen(args)):
            finds.join(found)
    return finds


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build")
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--each", type=int, default=0)
    parser.add_argument("--seed", type=int,
                        default=random.SystemRandom().getrandbits(30))
    parser.add_argument("--filter", default="")
    parser.add_argument("--target", action="append",
                        help="several times; default: " + " ".join(TARGETS))
    parser.add_argument("--shard", type=shard, default=(0, 1))
    parser.add_argument("--tally")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", default="schedules.finds")
    parser.add_argument("--verbose", action="store_true",
                        help="say what became of each program")
    args = parser.parse_args()
    args.tools = columns.find_tools(args.build)
    args.stop = time.monotonic() + (
        args.seconds or (float("inf") if args.each else 60))
    finds = all_finds(args)
    print(f"seed {args.seed}: " + ", ".join(
        f"{count} {what}" for what, count in sorted(finds.counts.items()))
        + f"; {finds.passed} programs passed over")
    print(f"{sum(finds.counts.values())} tried\n{finds.bad} found")
    finds.show_families()
    kinds = {"equal", "refused"} - set(finds.counts)
    rare = finds.rare()
    if rare:
        print(f"fewer than {LEGAL:.0%} are legal: {', '.join(rare)}")
    sys.exit(bool(finds.bad or rare or (args.each and kinds)))


if __name__ == "__main__":
    main()
