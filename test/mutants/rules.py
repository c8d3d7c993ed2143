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
derivatives and the units of rules. Which use what is found once (TC_BREAK_LOG),
and kept in build/rules.json: --fresh finds it again. A rule is tried on --most
of its tests."""
import argparse
import collections
from concurrent.futures import ThreadPoolExecutor
import ctypes
import glob
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
LIT = "/usr/lib/llvm-22/bin/lit"
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
    library = ctypes.CDLL(os.path.join(build, "lib/libtc.so"))
    library.tcCompileOverload.restype = ctypes.c_char_p
    library.tcCompileOverload.argtypes = [ctypes.c_size_t]
    index = 0
    while name := library.tcCompileOverload(index):
        yield name.decode()
        index += 1


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
                    LIT, "-q", "--param", f"build={build}", path]
    for name in UNITS:
        found[f"unit/{name}"] = [os.path.join(build, "test/unit", name)]
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
    """Whether the test passes, and the seconds."""
    start = time.monotonic()
    test = subprocess.Popen(command, cwd=ROOT, start_new_session=True,
                            env={**os.environ, **environment},
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            text=True, errors="replace")
    try:
        said, _ = test.communicate(timeout=PATIENCE)
        right = test.returncode == 0 and "WRONG" not in said
    except subprocess.TimeoutExpired:
        os.killpg(test.pid, signal.SIGKILL)  # with what it started
        test.communicate()
        right = False
    return right, time.monotonic() - start


def coverage(build, options):
    """{name of a rule: tests that use it, the fastest first}; only tests that
    pass."""
    path = os.path.join(build, "rules.json")
    if not options.fresh and os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    found = collections.defaultdict(list)
    commands = tests(build)

    def one(name):
        with tempfile.TemporaryDirectory() as folder:
            log = os.path.join(folder, "log")
            right, seconds = runs(commands[name], TC_BREAK_LOG=log)
            if not right or not os.path.exists(log):
                return name, seconds, set()
            with open(log, encoding="utf-8") as file:
                return name, seconds, set(file.read().split())

    with ThreadPoolExecutor(options.jobs) as pool:
        for name, seconds, used in pool.map(one, commands):
            for rule in used:
                found[rule].append((seconds, name))
                base, _, how = rule.rpartition(".")
                if rule.startswith("simplify.") and how == "wrong":
                    found[f"{base}.off"].append((seconds, name))
    known = {rule: [name for _, name in sorted(some)]
             for rule, some in found.items()}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(known, file, indent=1)
    return known


def killer(rule, known, commands, most):
    """The test that fails; None if all pass. The room's own tests come first,
    then the fastest."""
    own = f"test/passes/{rule.split('.')[0]}/"
    names = sorted((name for name in known.get(rule, ()) if name in commands),
                   key=lambda name: not name.startswith(own))
    return next((name for name in names[:most]
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
    return parser.parse_args()


def main():
    options = parse()
    build = os.path.abspath(options.build)
    known, commands = coverage(build, options), tests(build)
    names = [name for name in sorted(all_names(build, known))
             if name.startswith(options.only)
             and name.startswith(options.room or "")]
    by, table = {}, collections.Counter()
    with ThreadPoolExecutor(options.jobs) as pool:
        killers = pool.map(lambda name: killer(name, known, commands,
                                               options.most), names)
        for name, by[name] in zip(names, killers):
            table[name.split(".")[0], bool(by[name])] += 1
            if not by[name]:
                print(f"no test notices {name}" + (
                    "" if known.get(name) else ": none uses it"), flush=True)
            elif options.verbose:
                print(f"{name}: {by[name]}", flush=True)
    for room in ROOMS:
        killed, alive = table[room, True], table[room, False]
        if killed + alive:
            print(f"{room:10} {killed:4} of {killed + alive:4} broken rules "
                  "fail a test")
    killed = sum(by[name] is not None for name in names)
    print(f"{'all':10} {killed:4} of {len(names):4}")
    return 0 if killed == len(names) else 1


if __name__ == "__main__":
    sys.exit(main())
