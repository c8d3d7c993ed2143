#!/usr/bin/env python3
"""Lets each pass and kernel that a program meets fail, in every tool that runs
passes, and some of them crash; in tc-opt also each pass that it met in none. A failure is a numbered message that names the
pass; a crash is one, too. No output is left, and no temporary file.

  passes.py [--only=TOOL] [--build=DIR]

Prints what went wrong; the exit code is then 1."""
import argparse
import glob
import os
import re
import signal
import subprocess
import sys
import tempfile

import faults

GRAPH = """fx.graph @g(%x: tensor<2xf32>) -> (tensor<2xf32>) {
  fx.output %x : tensor<2xf32>
}
"""
FAILED, CRASHED = "TC-9001", "TC-7602"
CRASHES = 3  # a tool: at the first name, in the middle, at the last one


def tools(build, folder):
    """By name: a command, and what it writes or None."""
    program, out = (os.path.join(folder, name)
                    for name in ("program.mlir", "out"))
    with open(program, "w") as file:
        file.write(faults.PROGRAM)

    def tool(name, *arguments):
        return [os.path.join(build, "bin", name), program, *arguments]
    return {
        "opt": (tool("tc-opt", "--tc-cpu", "-o", out), out),
        "compile": (tool("tc-compile", "-o", out), out),
        "emit": (tool("tc-compile", "--target=cuda", "--emit=ptx", "-o", out),
                 out),
        "part": (tool("tc-compile", "--part=joint", "-o", out), out),
        "run": (tool("tc-run", "--check", "--repeat=1"), None),
        "bisect": (tool("tc-run", "--bisect", "--repeat=1", "--save", out), out),
        "interpret": (tool("tc-interpret", "--pipeline=tc-to-prim,prim-to-loop,"
                           "loop-fuse", "--print"), None),
        "expect": (tool("tc-interpret", "--expect"), None),
    }


def run(command, fault, scratch):
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, errors="replace", timeout=600,
        check=False,
        env=dict(os.environ, TC_WORKER_FAULT=fault, TMPDIR=scratch))
    return done.returncode, done.stdout


def names(command, folder):
    """Of the passes and kernels that it meets, in order."""
    trace = os.path.join(folder, "trace")
    if os.path.exists(trace):
        os.unlink(trace)
    code, said = run(command, f"trace:{trace}", folder)
    if code:
        sys.exit(f"{command} fails without a fault: {said}")
    with open(trace) as file:
        return list(dict.fromkeys(file.read().split()))


def registered(build):
    """The passes that are ours."""
    listed = subprocess.run([os.path.join(build, "bin", "tc-opt"),
                             "--list-passes"], check=True, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    found = set(re.findall(r"^  --([\w-]+)", listed.stdout, re.M))
    ours = set()
    for path in glob.glob(os.path.join(faults.ROOT, "passes", "**", "*.c"),
                          recursive=True):
        with open(path) as file:
            ours.update(re.findall(r'\.argument = "([\w-]+)"', file.read()))
    return sorted(found & ours)


def verdict(kind, name, code, said, output, scratch):
    """Why that is wrong; None if it is right."""
    number = FAILED if kind == "fail" else CRASHED
    ended = (1, 2) if kind == "fail" else (1, 2, -signal.SIGABRT)
    if code not in ended:
        return f"ends with {code}: {said[-400:]}"
    if not re.search(rf"\[{number}\]", said):
        return f"does not say {number}: {said[-400:]}"
    if name not in said:
        return f"does not name it: {said[-400:]}"
    if output and os.path.exists(output):
        return f"leaves {os.path.getsize(output)} bytes of output"
    left = os.listdir(scratch)
    return f"leaves {left}" if left else None


def tried(command, output, every, scratch):
    """Each fault of a tool: what it is, and why it is wrong or None."""
    some = every[::max(1, (len(every) - 1) // (CRASHES - 1))]
    for kind, of in (("fail", every), ("crash", some)):
        for name in of:
            if output and os.path.exists(output):
                os.unlink(output)
            code, said = run(command, f"{kind}:{name}", scratch)
            yield f"{kind}:{name}", verdict(kind, name, code, said, output,
                                            scratch)


def runs(build, folder, only):
    """(tool, command, output, names) of all."""
    every, met = tools(build, folder), set()
    for tool, (command, output) in every.items():
        if not only or tool in only.split(","):
            found = names(command, folder)
            met.update(found)
            yield tool, command, output, found
    (opt, program, _, *rest), output = every["opt"]
    if only:
        return
    graph = os.path.join(folder, "graph.mlir")
    with open(graph, "w") as file:
        file.write(GRAPH)
    for name in registered(build):
        if name not in met:
            source = graph if name.startswith("fx-") else program
            yield name, [opt, source, f"--{name}", *rest], output, [name]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--only", help="some tools, comma-separated")
    parser.add_argument("--build", default=os.path.join(faults.ROOT, "build"))
    options = parser.parse_args()
    wrong = 0
    with tempfile.TemporaryDirectory() as folder, \
            tempfile.TemporaryDirectory() as scratch:
        for tool, command, output, found in runs(options.build, folder,
                                                 options.only):
            count = 0
            for fault, why in tried(command, output, found, scratch):
                count += 1
                wrong += why is not None
                if why:
                    print(f"WRONG TC_WORKER_FAULT={fault} {' '.join(command)}: "
                          f"{why}", flush=True)
            print(f"{tool}: {count} faults", flush=True)
    print(f"{wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
