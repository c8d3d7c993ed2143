#!/usr/bin/env python3
"""Lets each C library call of tc's own code fail once, in whole runs of the
tools: the tool must end with a result or a numbered message, and its output
file must be complete or absent.

  faults.py memory|system [--sample=N|--seconds=N] [--seed=N] [--build=DIR]

Without --sample each call fails once (an hour); with it N of them, spread
over all scenarios, with --seconds as many as there is time for. --part=0/4 is
the first quarter of them all. Prints what went wrong; the exit code is then 1."""
import argparse
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
LIMIT = 600  # seconds of a hang: a loaded machine is slow

PROGRAM = """module attributes {tc.version = "0.1", tc.sizes = {n = 3}} {
  prim.weight @w : tensor<16x24xf32> {init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}
  func.func @main(%x: tensor<?x16xf32, #tc.dims<[n, 16]>> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}) -> tensor<?x24xf32, #tc.dims<[n, 24]>> {
    %w = prim.get_weight @w : tensor<16x24xf32>
    %0 = prim.dot_general %x, %w batch [], [] contract [1], [0] : tensor<?x16xf32, #tc.dims<[n, 16]>>, tensor<16x24xf32>
    %1 = prim.tanh %0 : tensor<?x24xf32, #tc.dims<[n, 24]>>
    %2, %3 = prim.sort %1 dim 1 : tensor<?x24xf32, #tc.dims<[n, 24]>>
    return %2 : tensor<?x24xf32, #tc.dims<[n, 24]>>
  }
}
"""


class Scenario:
    """A command, the file that it writes, if any, with its full size, and what
    it reads."""

    def __init__(self, name, command, output=None, reads=""):
        self.name, self.command, self.output = name, command, output
        self.reads, self.calls = reads, 0

    def whole(self):
        return os.path.getsize(self.output) if self.output else 0


def session(text):
    """What a client says to the language server that opens a document."""
    messages = [
        {"id": 0, "method": "initialize", "params": {
            "processId": None, "rootUri": None, "capabilities": {}}},
        {"method": "textDocument/didOpen", "params": {"textDocument": {
            "uri": "file:///p.mlir", "languageId": "mlir", "version": 1,
            "text": text}}},
        {"id": 1, "method": "shutdown"}, {"method": "exit"}]
    bodies = [json.dumps({"jsonrpc": "2.0", **m}) for m in messages]
    return "".join(f"Content-Length: {len(b)}\r\n\r\n{b}" for b in bodies)


def scenarios(tools, folder):
    program = os.path.join(folder, "program.mlir")
    with open(program, "w") as file:
        file.write(PROGRAM)
    artifact = os.path.join(folder, "program.so")
    subprocess.run([tools("tc-compile"), program, "-o", artifact], check=True)
    written = os.path.join(folder, "written")
    return [
        # Facts of the machine that a fault hides would be others, and the code.
        Scenario("compile", [tools("tc-compile"), program, "--target=host,"
                             "l1=32768,l2=1048576,l3=33554432", "-o", written],
                 written),
        Scenario("header", [tools("tc-compile"), program, "--target=cuda",
                            "--emit=ptx", "-o", written], None),
        Scenario("run", [tools("tc-run"), artifact, "--repeat=2",
                         "--threads=2"]),
        Scenario("guard", [tools("tc-run"), artifact, "--guard",
                           "--threads=1", "--repeat=1"]),
        Scenario("interpret", [tools("tc-interpret"), program, "--print"]),
        Scenario("opt", [tools("tc-opt"), program, "--tc-cpu", "-o",
                         os.devnull]),
        Scenario("reduce", [tools("tc-reduce"), program, "-o", written, "--",
                            "false"]),
        Scenario("lsp", [tools("tc-lsp-server")], reads=session(PROGRAM)),
    ]


class Injector:
    def __init__(self, kind, library, folder):
        self.kind, self.library = kind, library
        self.count = os.path.join(folder, "count")

    def run(self, scenario, number):
        """(exit code, what it said)."""
        environment = dict(os.environ, LD_PRELOAD=self.library,
                           TC_FAULT=str(number), TC_FAULT_KIND=self.kind,
                           TC_FAULT_COUNT=self.count)
        try:
            done = subprocess.run(
                scenario.command, env=environment, timeout=LIMIT,
                capture_output=True, input=scenario.reads.encode())
        except subprocess.TimeoutExpired:
            return None, f"still running after {LIMIT} s"
        return done.returncode, (done.stdout + done.stderr).decode(
            errors="replace")

    def calls(self, scenario):
        """Of the whole run: the process of the tool ends last."""
        if os.path.exists(self.count):
            os.unlink(self.count)
        code, said = self.run(scenario, 0)
        if code:
            sys.exit(f"{scenario.name} fails without a fault: {said}")
        with open(self.count) as file:
            return max(int(line) for line in file)


def verdict(scenario, code, said, whole):
    """Why that is wrong; None if it is right."""
    if code is None:
        return said
    if code < 0 or code > 2:
        return f"ends by {code}: {said[-600:]}"
    if code and not re.search(r"\[?TC-\d{4}", said):
        return f"fails without a number: {said[-600:]}"
    if scenario.output and os.path.exists(scenario.output):
        size = os.path.getsize(scenario.output)
        if size != whole:
            return f"leaves {size} bytes of {whole}: {said[-300:]}"
    return None


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("kind", choices=("memory", "system"))
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--part", default="0/1", metavar="I/N")
    parser.add_argument("--only", help="some scenarios, comma-separated")
    parser.add_argument("--number", metavar="N[-M]",
                        help="one call of each scenario, or some in a row")
    parser.add_argument("--gives", metavar="TC-N",
                        help="one of the calls must end with this number")
    parser.add_argument("--seed", type=int,
                        default=random.SystemRandom().randrange(10**9))
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    options = parser.parse_args()
    first, _, last = (options.number or "1-").partition("-")
    numbers = range(int(first), int(last or first) + 1)
    folder = tempfile.mkdtemp()
    injector = Injector(options.kind, os.path.join(
        options.build, "test", "drivers", "libtcfault.so"), folder)
    points, tried, wrong, given = [], 0, 0, set()
    start = time.monotonic()
    for s in scenarios(lambda name: os.path.join(options.build, "bin", name),
                       folder):
        if options.only and s.name not in options.only.split(","):
            continue
        s.calls = injector.calls(s)
        size = s.whole()
        points += [(s, n, size) for n in range(1, s.calls + 1)
                   if not options.number or n in numbers]
        print(f"{s.name}: {s.calls} calls")
    every = len(points)
    random.Random(options.seed).shuffle(points)
    part, parts = map(int, options.part.split("/"))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(3))
    try:
        for s, n, size in points[part::parts][:options.sample]:
            if time.monotonic() - start > options.seconds:
                break
            if s.output and os.path.exists(s.output):
                os.unlink(s.output)
            code, said = injector.run(s, n)
            given.update(re.findall(r"TC-\d{4}", said))
            why = verdict(s, code, said, size)
            tried += 1
            if why:
                wrong += 1
                print(f"WRONG {s.name} {n}: {why}\n  again: faults.py "
                      f"{options.kind} --only={s.name} --number={n}",
                      flush=True)
    finally:  # also of what is ended
        shutil.rmtree(folder)
        print(f"seed {options.seed}: of {every} faults\n{tried} tried\n"
              f"{wrong} found", flush=True)
    if options.gives and options.gives not in given:
        print(f"none ends with {options.gives}, but with {sorted(given)}")
        return 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
