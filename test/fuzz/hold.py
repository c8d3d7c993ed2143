#!/usr/bin/env python3
"""The checks of a fuzzer on one program. As a command, on a file:

    hold.py FILE --name=exact_7 --column=cpu
    hold.py FILE --passes=cse,prim-to-loop
    hold.py FILE --gradients
    hold.py FILE --target=x86-64-v3

ends with 0, with 1 and what is wrong, or by the signal of the tool that
crashed: what tc-reduce asks (finds.py)."""
import argparse
import os
import pathlib
import shlex
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "suite")]
import cases  # noqa: E402
import columns  # noqa: E402
import tile_registers  # noqa: E402


def again(tools, *options):
    """The command, with {} where the path is to stand."""
    return " ".join(["python3", shlex.quote(os.path.join(HERE, "hold.py")),
                     "{}", *map(shlex.quote, options), "--build="
                     + shlex.quote(os.path.dirname(tools.bin))])


def is_undecided(text):
    """Only what a check could not decide: an argmax among what roundings may
    exchange."""
    wrong = [line for line in text.splitlines() if " WRONG: " in line]
    return bool(wrong) and all(" WRONG: error 0 " in line for line in wrong)


def column(text, name, which, tools):
    """Runs the program in a column of the suite."""
    case = cases.Case(f"kernels/{name}", text=text, oracle=True)
    return failure(case, tools, columns.COLUMNS[which])


def passes(text, order, tools):
    """A pipeline keeps what the interpreter gives."""
    def run(cell):
        cell.call("tc-interpret", cell.program(), f"--pipeline={order}",
                  "--check")
    failed = failure(cases.Case("kernels/passes", text=text, oracle=True),
                     tools, run)
    return None if failed and is_undecided(str(failed)) else failed


def gradients(text, tools):
    """Derivatives are those of finite differences."""
    def run(cell):
        cell.call("tc-interpret", cell.write("program.mlir", text),
                  "--gradients=1")
    return failure(cases.Case("kernels/gradients", text=text), tools, run)


def tiles(text, target, tools):
    """Runs the program on tile registers, or on what stands in for them."""
    def run(cell):
        artifact, = cell.compile(cell.program(),
                                 options=(f"--target={target}",))
        emulator = tile_registers.emulator(tools)
        if emulator:
            path = pathlib.Path(artifact)
            path.write_bytes(tile_registers.renamed(path.read_bytes()))
        cell.check(artifact, *columns.guard(cell),
                   **({"preload": emulator} if emulator else {}))
    return failure(cases.Case("kernels/tiles", text=text, oracle=True), tools,
                   run)


def on_target(text, target, tools):
    """Runs kernels that are compiled for a CPU, on several threads and on one."""
    def run(cell):
        artifact, = cell.compile(cell.program(),
                                 options=(f"--target={target}",))
        columns.on_threads(cell, artifact)
    return failure(cases.Case("kernels/target", text=text, oracle=True), tools,
                   run)


def failure(case, tools, run):
    """columns.Failed, or None."""
    with tempfile.TemporaryDirectory() as folder:
        return columns.run_cells([columns.Cell(case, tools, folder)],
                                 run)[0].error


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--name", default="program")
    parser.add_argument("--column", choices=list(columns.COLUMNS))
    parser.add_argument("--passes")
    parser.add_argument("--gradients", action="store_true")
    parser.add_argument("--tiles", metavar="TARGET")
    parser.add_argument("--target")
    parser.add_argument("--build")
    options = parser.parse_args()
    tools = columns.find_tools(options.build)
    with open(options.file, encoding="utf-8") as file:
        text = file.read()
    with tempfile.TemporaryDirectory() as tools.memory:
        if options.passes:
            failed = passes(text, options.passes, tools)
        elif options.gradients:
            failed = gradients(text, tools)
        elif options.tiles:
            failed = tiles(text, options.tiles, tools)
        elif options.target:
            failed = on_target(text, options.target, tools)
        else:
            failed = column(text, options.name, options.column or "cpu", tools)
    if failed:
        print(failed)
        return 128 - failed.code if (failed.code or 0) < 0 else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
