#!/usr/bin/env python3
"""programs.py BUILD [--filter REGEX] [--share K/N] [--keep DIR]: that programs
lowered by mlir-opt with tc's plugin, loop-to-cpu and upstream's passes give the
bits of tc-compile's artifacts. Of the suite's programs those whose number is K
modulo N; without --share all. A program that ends with an error when it runs
has to end there, too."""
import argparse
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "..", "suite"))
import cases  # noqa: E402

LLVM = "/usr/lib/llvm-22/bin"
TARGET = "x86-64-v3"
UPSTREAM = ("canonicalize,cse,convert-scf-to-cf,expand-strided-metadata,"
            "arith-expand,convert-vector-to-llvm,finalize-memref-to-llvm,"
            "convert-arith-to-llvm,convert-cf-to-llvm,convert-func-to-llvm,"
            "reconcile-unrealized-casts")


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True,
                          errors="replace", stdin=subprocess.DEVNULL)
    if done.returncode:
        raise RuntimeError((done.stdout + done.stderr)[-3000:]
                           or f"{command[0]}: exit code {done.returncode}")
    return done.stdout


def with_target(build, source, out):
    """The program for the target, which passes before code generation ask for,
    too."""
    text = run(f"{build}/bin/tc-opt", source)
    text = re.sub("^module( attributes {)?", lambda m: 'module attributes '
                  f'{{tc.target = "{TARGET}"' + (", " if m[1] else "}"),
                  text, count=1, flags=re.M)
    with open(out, "w", encoding="utf-8") as file:
        file.write(text)


def lower(build, source, folder, parallel):
    """A shared object of `source` by upstream's tools."""
    plugin = f"{build}/lib/libtc.so"
    options = "fill-weights=true" + (" parallel=true" if parallel else "")
    with_target(build, source, source := f"{folder}/target.mlir")
    module, llvm = f"{folder}/lowered.mlir", f"{folder}/lowered.ll"
    run(f"{LLVM}/mlir-opt", f"--load-dialect-plugin={plugin}",
        f"--load-pass-plugin={plugin}", source, "-o", module,
        f"--pass-pipeline=builtin.module(tc-cpu,loop-to-cpu{{{options}}},"
        f"{UPSTREAM})")
    run(f"{LLVM}/mlir-translate", "--mlir-to-llvmir", module, "-o", llvm)
    run(f"{LLVM}/clang", "-O1", "-w", "-shared", "-fPIC", llvm, "-o",
        f"{folder}/lowered.so")


CALL = """
import sys
sys.path.insert(0, {here!r})
import memrefs
program = memrefs.Program({artifact!r}, {lowered!r}, {runtime!r})
with open({out!r}, "wb") as file:
    for result in program.call():
        file.write(result)
with open({types!r}, "w") as file:
    for value in program.d.results[:program.d.num_results]:
        file.write(f"{{value.dtype}} ")
"""


def call(build, folder):
    """In a process of its own: an assertion ends it."""
    here = os.path.dirname(os.path.abspath(__file__))
    return run(sys.executable, "-c", CALL.format(
        here=here, artifact=f"{folder}/program.so",
        lowered=f"{folder}/lowered.so", runtime=f"{build}/lib/libtcrt.so",
        out=f"{folder}/lowered.out", types=f"{folder}/types"))


def first_difference(one, other):
    if len(one) != len(other):
        return f"{len(other)} bytes, not {len(one)}"
    at = next(i for i, (a, b) in enumerate(zip(one, other)) if a != b)
    different = sum(a != b for a, b in zip(one, other))
    return (f"{different} of {len(one)} bytes differ, the first at {at}: "
            f"{one[at & ~7:at + 8].hex()} {other[at & ~7:at + 8].hex()}")


def contents(path):
    with open(path, "rb") as file:
        return file.read()


def compare(build, case, folder, parallel):
    """None, or what is wrong."""
    source = case.path
    if case.reference or case.text is not None or case.options:
        source = f"{folder}/source.mlir"
        with open(source, "w", encoding="utf-8") as file:
            file.write(case.source())
    tools = f"{build}/bin"
    try:
        run(f"{tools}/tc-compile", source, f"--target={TARGET}",
            *case.options, "-o", f"{folder}/program.so")
    except RuntimeError as error:
        return f"is not compiled: {re.search('TC-[0-9]*', str(error))}"
    try:
        run(f"{tools}/tc-run", f"{folder}/program.so", "--repeat=0",
            "--threads=1", "--out", f"{folder}/program.out")
    except RuntimeError as error:
        if not case.fails:
            return f"tc-run: {error}"
    if case.options:
        return "skipped: a part of a joint graph"
    try:
        lower(build, source, folder, parallel)
    except RuntimeError as error:
        return f"is not lowered: {error}"
    try:
        call(build, folder)
    except RuntimeError as error:
        return None if case.fails else f"does not run: {error}"
    if case.fails:
        return f"ran without the error {case.fails}"
    want, got = (contents(f"{folder}/{name}.out")
                 for name in ("program", "lowered"))
    return None if want == got else first_difference(want, got)


def chosen(args):
    rows = os.path.join(args.build, "gen/tc/gen/PrimDomains.txt")
    every = [case for case in cases.all_cases(rows)
             if re.search(args.filter, case.name)
             and case.family != "models"]
    first, step = map(int, args.share.split("/"))
    return every[first % step::step]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build")
    parser.add_argument("--filter", default="")
    parser.add_argument("--share", default="0/1")
    parser.add_argument("--keep", help="a folder for what is made")
    args = parser.parse_args()
    args.build = os.path.abspath(args.build)
    wrong = skipped = 0
    programs = chosen(args)
    for number, case in enumerate(programs):
        with tempfile.TemporaryDirectory() as folder:
            if args.keep:
                folder = os.path.join(args.keep, case.name.replace("/", "-"))
                os.makedirs(folder, exist_ok=True)
            said = compare(args.build, case, folder, number % 2)
        if said and said.startswith("skipped"):
            skipped += 1
        elif said:
            wrong += 1
            print(f"{case.name}: {said}", flush=True)
    print(f"{len(programs) - wrong - skipped} programs have the same bits, "
          f"{wrong} wrong, {skipped} skipped")
    sys.exit(bool(wrong) or len(programs) == skipped)


main()
