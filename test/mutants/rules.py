#!/usr/bin/env python3
"""The tests tested: each rule of simplify, decompose, autodiff, fuse and
schedule is broken alone (TC_BREAK, lib/ir/break.h), and the tests that use it
run until one fails. What no test notices is listed.

  test/mutants/rules.py                   all of them
  test/mutants/rules.py --room fuse       one room
  test/mutants/rules.py --only fuse.rows  names that begin so

How a rule is broken:
  simplify   what it gives is another value (wrong); it is not used (off)
  decompose  all its results are other values (wrong)
  autodiff   the gradient of its first, second, or another operand is wrong
  fuse       it is not used (off); one of its conditions is taken to hold
  schedule   the same, of the rules that have names

Tests are those of test/passes, the captured programs on prims, their first
derivatives and the units of rules. Which use what is found once for each test
(TC_BREAK_LOG), again where its file changed, and kept in build/rules.json; the
test that fails for a rule in build/rules.verdicts.json, so that a call goes on
where the last one stopped, and tries again what no test noticed. --fresh keeps
nothing. A rule is tried on --most of its tests, of which half evaluate programs."""
import argparse
import collections
from concurrent.futures import ThreadPoolExecutor
import glob
import json
import math
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
LIT = next(filter(os.path.exists, (os.environ.get("LIT", ""),
                                   "/usr/lib/llvm-22/bin/lit")),
           shutil.which("lit"))
FOLDERS = ("passes/simplify", "passes/decompose", "passes/autodiff",
           "passes/fuse", "passes/stream", "passes/schedule", "passes/layout",
           "passes/plan", "passes/lower", "interp", "loop")
UNITS = ("test_rewrite", "test_vjp")
ON_PRIMS = """t=$(mktemp); c="--pipeline=tc-to-prim --check"
("$1" "$2" --expect >$t && "$1" $t $c) || "$1" "$2" $c; r=$?; rm $t; exit $r"""
ROOMS = ("simplify", "decompose", "autodiff", "fuse", "schedule")
PATIENCE = 60  # seconds for one test: a rule that finds no end fails it


def source(*path):
    for name in sorted(glob.glob(os.path.join(ROOT, *path))):
        with open(name, encoding="utf-8") as file:
            yield file.read()


def overloads(build):
    return subprocess.run([os.path.join(build, "bin/tc-worker"), "--overloads"],
                          stdout=subprocess.PIPE, text=True,
                          check=True).stdout.split()


def rules(build):
    """All names, by room, as the sources have them."""
    simplify = re.findall(r"^TC_RULE\((\w+),",
                          "\n".join(source("passes/simplify/*.c")), re.M)
    simplify += re.findall(r'^    \{"(\w+)", NULL, "', "\n".join(
        source("passes/simplify/prim-simplify.c")), re.M)
    derivatives = re.findall(r"^TC_PRIM_VJP\(TC_PRIM_(\w+), (\w+)\)", "\n".join(
        source(os.path.join(build, "gen/tc/gen/PrimVjp.inc"))), re.M)
    fuse = "\n".join(source("passes/fuse/*.c"))
    held = re.findall(r'TC_FUSE_HOLDS\(\s*"(\w+)",\s*"(\w+)"', fuse)
    off = {*re.findall(r"RULE\((\w+), tcFuse", fuse),
           *re.findall(r'tcBreaksNow\("fuse", "(\w+)", "off"\)', fuse)}
    schedule = "\n".join(source("passes/schedule/*.c"))
    silent = set(re.findall(r'"([^"]*)", "[^"]* -> \(\)"', "\n".join(
        source("dialects/fx/schemas.inc"))))  # they have no results
    return [
        *(f"simplify.{name}.{how}" for name in simplify
          for how in ("wrong", "off")),
        *(f"decompose.{name}.wrong" for name in overloads(build)
          if name not in silent),
        *(f"autodiff.prim.{name.lower()}.first"
          for name, rule in derivatives if rule != "tcVjpZero"),
        *(f"fuse.{name}.off" for name in sorted(off)),
        *(f"fuse.{rule}.{how}" for rule, how in held),
        *(f"schedule.{rule}.{how}" for rule, how in re.findall(
            r'"schedule",\s*"(\w+)",\s*"(\w+)"', schedule))]


def all_names(build, known):
    """Those of the sources and of the log, which says of which operands a
    derivative has gradients."""
    gradients = {name for name in known if name.startswith("autodiff.")}
    used = {name.rpartition(".")[0] for name in gradients}
    return gradients | {name for name in rules(build)
                        if name.rpartition(".")[0] not in used}


def tests(build):
    """{name: command} of what may notice."""
    found = {}
    bin = os.path.join(build, "bin")
    for folder in FOLDERS:
        for path in sorted(glob.glob(os.path.join(ROOT, "test", folder, "*"))):
            if path.endswith((".mlir", ".test")):
                found[os.path.relpath(path, ROOT)] = [
                    LIT, "-q", "--param", f"build={build}", "--param",
                    "out={out}", "--param", "torch=no", path]
    for name in UNITS:
        path = os.path.join(build, "test/unit", name)
        if os.path.exists(path):  # not in the self-contained package
            found[f"unit/{name}"] = [path]
    for family in ("fx", "wide"):
        for path in sorted(glob.glob(os.path.join(
                ROOT, "test/exec", family, "*.mlir"))):
            name = os.path.relpath(path, ROOT)
            # As the suite does it; where no bounds are known, within twice
            # PyTorch's error.
            found[f"{name} on prims"] = [
                "sh", "-c", ON_PRIMS, "sh",
                os.path.join(bin, "tc-interpret"), path]
            if family == "fx":
                found[f"{name} derived"] = [
                    os.path.join(bin, "tc-interpret"), path,
                    "--pipeline=tc-to-prim,prim-widen", "--gradients=1"]
    return found


def runs(command, **environment):
    """Whether the test passes, and the seconds. Its files are its own: the same
    test may run beside it."""
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        test = subprocess.Popen(
            [word.replace("{out}", folder) for word in command], cwd=ROOT,
            start_new_session=True, env={**os.environ, **environment},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            errors="replace")
        try:
            said, _ = test.communicate(timeout=PATIENCE)
            right = test.returncode == 0 and "WRONG" not in said
        except subprocess.TimeoutExpired:
            os.killpg(test.pid, signal.SIGKILL)  # with what it started
            test.communicate()
            right = False
    return right, time.monotonic() - start


class Kept:
    """A dictionary in a file, written as it grows."""

    def __init__(self, path, fresh):
        self.path, self.known = path, {}
        if not fresh and os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                self.known = dict(json.loads(line) for line in file)
        else:
            with open(path, "w", encoding="utf-8"):
                pass

    def add(self, key, value):
        self.known[key] = value
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(json.dumps([key, value]) + "\n")


def stamp(name):
    """Of the test's file; of a unit none."""
    path = os.path.join(ROOT, name.split(" ")[0])
    return os.stat(path).st_mtime if os.path.exists(path) else 0


def used_by(command):
    """The seconds that a test takes and the rules that it uses; none if it
    fails."""
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "log")
        right, seconds = runs(command, TC_BREAK_LOG=log)
        if not right or not os.path.exists(log):
            return seconds, []
        with open(log, encoding="utf-8") as file:
            return seconds, sorted(set(file.read().split()))


def coverage(build, commands, options):
    """{name of a rule: tests that use it, the fastest first}; only tests that
    pass."""
    kept = Kept(os.path.join(build, "rules.json"), options.fresh)
    stale = [name for name in commands
             if kept.known.get(name, [None])[0] != stamp(name)]
    with ThreadPoolExecutor(options.jobs) as pool:
        for name, found in zip(stale, pool.map(
                lambda name: used_by(commands[name]), stale)):
            kept.add(name, [stamp(name), *found])
    found = collections.defaultdict(set)
    for name in commands:
        _, seconds, used = kept.known[name]
        for rule in used:
            found[rule].add((seconds, name))
            base, _, how = rule.rpartition(".")
            if rule.startswith("simplify.") and how == "wrong":
                found[f"{base}.off"].add((seconds, name))
    return {rule: [name for _, name in sorted(some)]
            for rule, some in found.items()}


def chosen(rule, names, most):
    """Those of the tests that are tried: the room's own, then the fastest, of which
    half evaluate programs. (What looks at IR may use a rule and see no number.)
    Derivatives are compared with differences of the same program: what is wrong
    in both is not seen there, so these come last but for autodiff."""
    room = rule.split(".")[0]
    own = [name for name in names if name.startswith(f"test/passes/{room}/")]
    programs = sorted(
        (name for name in names if name.startswith("test/exec/")),
        key=lambda name: name.endswith(" derived") == (room != "autodiff"))
    others = [name for name in names if name not in {*own, *programs}]
    left = max(most - len(own), 0)
    half = max(left // 2, left - len(others))
    return [*own, *programs[:half], *others][:most]


def killer(rule, known, commands, most):
    """The test that fails; None if all pass."""
    names = [name for name in known.get(rule, ()) if name in commands]
    return next((name for name in chosen(rule, names, most)
                 if not runs(commands[name], TC_BREAK=rule)[0]), None)


def parse():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--room", choices=ROOMS)
    parser.add_argument("--only", default="", metavar="PREFIX")
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--most", type=int, default=30, metavar="N",
                        help="tests that are tried for one rule")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=math.inf,
                        help="after which no further rule is tried")
    return parser.parse_args()


def judged(names, known, commands, options):
    """{name: the test that fails, or None}, of those for which there was time."""
    kept = Kept(os.path.join(os.path.abspath(options.build),
                             "rules.verdicts.json"), options.fresh)
    end = time.monotonic() + options.seconds
    by = {name: kept.known[name] for name in names if kept.known.get(name)}

    def one(name):
        return time.monotonic() < end and killer(name, known, commands,
                                                 options.most)

    left = [name for name in names if name not in by]
    with ThreadPoolExecutor(options.jobs) as pool:
        for name, test in zip(left, pool.map(one, left)):
            if test is not False:
                kept.add(name, test)
                by[name] = test
    return by


def main():
    options = parse()
    build = os.path.abspath(options.build)
    commands = tests(build)
    known = coverage(build, commands, options)
    names = [name for name in sorted(all_names(build, known))
             if name.startswith(options.only)
             and name.startswith(options.room or "")]
    by, table = judged(names, known, commands, options), collections.Counter()
    for name, test in sorted(by.items()):
        table[name.split(".")[0], bool(test)] += 1
        if not test:
            print(f"no test notices {name}" + (
                "" if known.get(name) else ": none uses it"))
        elif options.verbose:
            print(f"{name}: {test}")
    for room in ROOMS:
        killed, alive = table[room, True], table[room, False]
        if killed + alive:
            print(f"{room:10} {killed:4} of {killed + alive:4} broken rules "
                  "fail a test")
    killed = sum(test is not None for test in by.values())
    print(f"{'all':10} {killed:4} of {len(by):4}" + (
        f", {len(names) - len(by)} not tried yet" if len(by) < len(names)
        else ""))
    return 0 if killed == len(names) else 1


if __name__ == "__main__":
    sys.exit(main())
