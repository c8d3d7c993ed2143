#!/usr/bin/env python3
"""schedules.py BUILD [--seconds S | --each N] [--seed N] [--filter REGEX]
                [--target T,...] [--out DIR]
Random schedules of the suite's programs. One that is allowed gives the results
that the interpreter expects; any other is an error with a number, 0610 to 0612.
With --each N (300: everything) N schedules of each program, else programs and
schedules at random for S seconds. A find is kept in DIR."""
import argparse
import collections
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
import schedule_text as text_of  # noqa: E402

REFUSED = re.compile(r"\[TC-061[012]\]")
FAMILIES = ("loop", "kernels", "sizes", "fx", "wide", "prims")
# Of test/gpu: forms that the suite's programs are too small for, or of which the
# tests have schedules by hand (the copy engine, roles, blocks that persist).
GPU_FORMS = ("tensor", "tensor_batch", "persist", "stream_roles", "ahead",
             "residual", "split_steps", "parts_order")


def run(environment, *command):
    """(exit code, what it says)."""
    try:
        done = subprocess.run(command, capture_output=True, text=True,
                              errors="replace", timeout=120, env=environment,
                              stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return 124, "still running after 120 s"
    return done.returncode, done.stdout + done.stderr


def gpu_forms():
    for name in GPU_FORMS:
        yield cases.Case(f"gpu/{name}", os.path.join(
            cases.ROOT, "test", "gpu", f"{name}.mlir"), oracle=True)


class Program:
    """A program with a schedule in each kernel, for one target."""

    def __init__(self, tools, case, target, folder):
        self.tools, self.name, self.target = tools, case.name, target
        self.folder = folder
        self.gpu = not target.startswith(("x86", "host"))
        self.environment = dict(os.environ)
        if target.startswith("emulate"):
            self.environment["LD_PRELOAD"] = tools.emulator
        cell = columns.Cell(case, tools, folder)
        source = cell.program()
        if "tc.expected" not in cases.text_of(source):
            raise ValueError("nothing is expected of it")
        with_target = self.file("target.mlir", re.sub(
            "^module( attributes {)?", lambda m: 'module attributes '
            f'{{tc.target = "{target}"' + (", " if m[1] else "}"),
            self.call("tc-opt", source), count=1, flags=re.M))
        self.text = self.call(
            "tc-opt", with_target, "--tc-gpu" if self.gpu else "--tc-cpu",
            *(["--prim-expand-math"] if self.gpu else []),
            f"--loop-schedule=target={target}")
        self.kernels = text_of.kernels(self.text)
        self.object = self.compiled(self.file("first.mlir", self.text))

    def file(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def call(self, tool, *arguments):
        code, said = run(None, self.tools.path(tool), *arguments)
        if code:
            raise ValueError(said[-500:])
        return said

    def compile(self, path, artifact):
        """Of launches of kernels: what is before them has run."""
        return run(None, self.tools.path("tc-compile"), path,
                   f"--target={self.target}", "--pipeline=loop-plan-memory",
                   "-o", artifact)

    def compiled(self, path):
        artifact = os.path.join(self.folder, "first.so")
        code, said = self.compile(path, artifact)
        if code:
            raise ValueError(said[-500:])
        with open(artifact, "rb") as file:
            return file.read()

    def changed(self, draw):
        """The program with other schedules of some kernels."""
        change = text_of.changed_gpu if self.gpu else text_of.changed_cpu
        chosen = set(draw.sample(range(len(self.kernels)),
                                 min(len(self.kernels), draw.choice([1, 1, 2]))))
        text, end = "", 0
        for number, kernel in enumerate(self.kernels):
            if number in chosen:
                text += self.text[end:kernel.start] + text_of.show(
                    change(draw, kernel))
                end = kernel.end
        return text + self.text[end:]

    def check(self, draw):
        """(what became of a random schedule, its text, what was said)."""
        text = self.changed(draw)
        path = self.file("changed.mlir", text)
        artifact = os.path.join(self.folder, "changed.so")
        code, said = self.compile(path, artifact)
        if code == 1 and REFUSED.search(said):
            return "refused", text, said
        if code:
            return "failed", text, said
        with open(artifact, "rb") as file:
            same = file.read() == self.object
        if same:
            return "same", text, said
        how = ["--guard", f"--threads={draw.choice([1, 3])}"]
        code, said = run(self.environment, self.tools.path("tc-run"), artifact,
                         "--check", "--repeat=0", *how)
        return ("equal" if not code else "wrong"), text, said


class Finds:
    def __init__(self, folder):
        self.folder, self.counts = folder, collections.Counter()
        self.bad = 0

    def add(self, program, seed, what, text, said):
        self.counts[what] += 1
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


def tries(args, draw, program, finds, stop):
    for _ in range(args.each or 10):
        if time.monotonic() > stop or not program.kernels:
            return
        seed = draw.getrandbits(32)
        finds.add(program, seed, *program.check(random.Random(seed)))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--each", type=int, default=0)
    parser.add_argument("--seed", type=int,
                        default=random.SystemRandom().getrandbits(30))
    parser.add_argument("--filter", default="")
    parser.add_argument("--target", default="x86-64-v3,host,emulate")
    parser.add_argument("--out", default="schedules.finds")
    parser.add_argument("--verbose", action="store_true",
                        help="say which programs are passed over, and why")
    args = parser.parse_args()
    tools = columns.find_tools(args.build)
    programs = [case for case in cases.all_cases(tools.rows)
                if case.family in FAMILIES]
    programs = [case for case in programs + list(gpu_forms())
                if re.search(args.filter, case.name)]
    draw, finds, passed = random.Random(args.seed), Finds(args.out), 0
    draw.shuffle(programs)
    stop = float("inf") if args.each else time.monotonic() + args.seconds
    with tempfile.TemporaryDirectory() as folder:
        tools.memory = os.path.join(folder, "memory")
        for case in programs:
            for target in args.target.split(","):
                if case.family == "gpu" and target != "emulate":
                    continue
                if time.monotonic() > stop:
                    break
                try:
                    program = Program(tools, case, target, folder)
                except (ValueError, columns.Failed) as error:
                    passed += 1  # the suite says why
                    if args.verbose:
                        print(f"{case.name} {target}: {error}", flush=True)
                    continue
                tries(args, draw, program, finds, stop)
    print(f"seed {args.seed}: " + ", ".join(
        f"{count} {what}" for what, count in sorted(finds.counts.items()))
        + f"; {passed} programs passed over")
    print(f"{sum(finds.counts.values())} tried\n{finds.bad} found")
    kinds = {"equal", "refused"} - set(finds.counts)
    sys.exit(bool(finds.bad or (args.each and kinds)))


main()
