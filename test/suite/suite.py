#!/usr/bin/env python3
"""Runs all programs on all targets and prints the table: rows are programs
(cases.py), columns what is done with them (columns.py). Needs the tools and
Python alone. Exit code 1 if a cell is wrong; what is known not to work stands
in unsupported.txt, with the number of the error that it has to end with."""
import argparse
from concurrent.futures import ThreadPoolExecutor, as_completed
import collections
import contextlib
import json
import os
import platform
import re
import shlex
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cases  # noqa: E402
import columns  # noqa: E402
from columns import RIGHT, SKIPPED, UNSUPPORTED, WRONG  # noqa: E402


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    known = ",".join(columns.COLUMNS)
    parser.add_argument("--targets", default=known, metavar="LIST",
                        help=f"columns (default: {known})")
    parser.add_argument("--filter", default="", metavar="REGEX",
                        help="only programs whose FAMILY/NAME has a match")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--gpu-jobs", type=int, default=4,
                        help="processes on the GPU at a time")
    parser.add_argument("--sanitize", choices=("memcheck", "racecheck",
                                               "synccheck", "initcheck"),
                        help="the cuda column, without models unless "
                        "--filter is given, under compute-sanitizer")
    parser.add_argument("--require", default="", metavar="LIST",
                        help="columns that must not be skipped")
    parser.add_argument("--limit", type=float, metavar="SECONDS",
                        help="begin no cell after this time; those are "
                        "skipped (default with --sanitize: 240)")
    parser.add_argument("--build", help="the folder with bin/ and lib/")
    parser.add_argument("--json", metavar="FILE", help="the table (default: "
                        "suite.json beside the folder of the tools)")
    parser.add_argument("--work", metavar="FOLDER",
                        help="keep all files of all cells there")
    parser.add_argument("--table", action="store_true",
                        help="print every row")
    parser.add_argument("--verbose", action="store_true",
                        help="print the commands of every cell")
    options = parser.parse_args()
    options.columns = options.targets.split(",")
    if options.sanitize:
        options.columns = ["cuda"]
        options.limit = options.limit or 240
    unknown = set(options.columns) - set(columns.COLUMNS)
    if unknown:
        parser.error(f"no column {', '.join(sorted(unknown))}")
    return options


def sanitizer(tool):
    """What runs in front of tc-run."""
    if not tool:
        return ()
    program = columns.find_program("compute-sanitizer")
    if not program:
        sys.exit("compute-sanitizer is not in PATH, nor in /usr/local/cuda/bin")
    return (program, "--tool", tool, "--error-exitcode", "99",
            "--print-limit", "3")


def choose(options, tools):
    """The cases; with a sanitizer, families take turns, so that those that
    time is left for are of every kind."""
    chosen = [case for case in cases.all_cases(tools.rows)
              if re.search(options.filter, case.name)]
    if options.sanitize and not options.filter:
        chosen = [case for case in chosen if case.family != "models"]
        place = {}
        for case in chosen:
            place[case] = sum(c.family == case.family for c in place)
        chosen.sort(key=place.get)
    return chosen


#===- Running --------------------------------------------------------------===


def run_all(options, tools, chosen, folder):
    """Results, as they come."""
    known = cases.known_failures(cases.all_cases(tools.rows), columns.COLUMNS)
    if "cuda" in options.columns:
        columns.find_gpu(tools)
    start = time.monotonic()

    def cells(name, group, column):
        if options.limit and time.monotonic() - start > options.limit:
            return [columns.Result(case.name, column, SKIPPED,
                                   "no time is left") for case in group]
        return columns.run(group, column, tools, known, os.path.join(
            folder, name.replace("/", "."), column))

    with ThreadPoolExecutor(options.jobs) as pool:
        running = [pool.submit(cells, name, group, column)
                   for column in options.columns
                   for name, group in columns.groups(
                       chosen, column, tools, bool(options.filter)).items()]
        for done in as_completed(running):
            yield from done.result()


def run(options, tools, chosen):
    place = contextlib.nullcontext(options.work) if options.work \
        else tempfile.TemporaryDirectory()
    with place as folder:
        os.makedirs(folder, exist_ok=True)
        tools.memory = os.path.join(folder, "expected")
        results, said = [], time.monotonic()
        for result in run_all(options, tools, chosen, folder):
            results.append(result)
            if time.monotonic() - said > 30:
                said = time.monotonic()
                print(f"{len(results)} of {len(chosen) * len(options.columns)}"
                      " cells", file=sys.stderr, flush=True)
            if result.state == WRONG:
                print(failure(options, result), flush=True)
            if options.verbose:
                print("\n".join(result.commands), flush=True)
    return results


def failure(options, result):
    """One line: what, why, and how to see it again."""
    said = re.search("WRONG: .*|.* WRONG: .*", result.text) or re.search(
        ".*(?:error:|TC-).*", result.text) or re.search(".+", result.text)
    again = [sys.executable, os.path.relpath(__file__),
             f"--filter=^{re.escape(result.case)}$",
             f"--targets={result.column}", "--verbose"]
    for name in ("sanitize", "build"):
        if getattr(options, name):
            again.append(f"--{name}={getattr(options, name)}")
    return (f"WRONG {result.case} {result.column}: {said[0][:300] if said else 'no text'}  # "
            + shlex.join(again))


#===- The table ------------------------------------------------------------===

STATES = (RIGHT, WRONG, UNSUPPORTED, SKIPPED)
MARKS = {RIGHT: "ok", WRONG: "WRONG", UNSUPPORTED: "-", SKIPPED: "."}


def counts(results):
    return {state: sum(r.state == state for r in results) for state in STATES}


def entry(results):
    """`98`, and what is not right: `95 2 wrong 3 unsupported`."""
    n = counts(results)
    if results and n[SKIPPED] == len(results):
        return "skipped"
    parts = [str(n[RIGHT])]
    parts += [f"{n[s]}{mark}" for s, mark in
              ((WRONG, " wrong"), (UNSUPPORTED, "u"), (SKIPPED, "s")) if n[s]]
    return " ".join(parts)


def print_table(rows):
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        print("  ".join(cell.ljust(width) if i == 0 else cell.rjust(width)
                        for i, (cell, width) in enumerate(zip(row, widths))))


def family_table(options, results):
    rows = [["programs", *options.columns]]
    for family in cases.FAMILIES:
        of = [r for r in results if r.case.split("/")[0] == family]
        if of:
            rows.append([family] + [entry([r for r in of if r.column == c])
                                    for c in options.columns])
    rows.append(["all"] + [entry([r for r in results if r.column == c])
                           for c in options.columns])
    return rows


def full_table(options, results):
    state = {(r.case, r.column): r.state for r in results}
    yield ["program", *options.columns]
    for name in dict.fromkeys(sorted(r.case for r in results)):
        yield [name] + [MARKS[state[name, c]] for c in options.columns]


def notes(results):
    """{what is not judged: of which programs}."""
    found = collections.defaultdict(list)
    for r in results:
        if r.note:
            found[f"{r.column}: {r.note}"].append(r.case)
    return found


def summarise(options, results, seconds):
    if options.table:
        print_table(list(full_table(options, results)))
    print_table(family_table(options, results))
    for why in sorted({f"{r.column}: {r.text}" for r in results
                       if r.state == SKIPPED}):
        print(f"skipped {why}")
    for note, names in sorted(notes(results).items()):
        print(f"{note}: {', '.join(sorted(names))}")
    n = counts(results)
    print(", ".join(f"{n[state]} {state}" for state in STATES)
          + f" in {seconds:.0f} s")


def write_json(options, tools, results, seconds):
    document = {
        "machine": platform.node(), "time": time.strftime("%Y-%m-%dT%H:%M:%S"),
        "seconds": round(seconds, 1), "sanitize": options.sanitize,
        "columns": {c: counts([r for r in results if r.column == c])
                    for c in options.columns},
        "cells": [vars(r) for r in sorted(
            results, key=lambda r: (r.case, r.column))],
    }
    path = options.json or os.path.join(os.path.dirname(tools.bin),
                                        "suite.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(document, file, indent=1)


def main():
    options = parse()
    tools = columns.find_tools(options.build)
    tools.gpu = sanitizer(options.sanitize)
    tools.gpu_lock = threading.BoundedSemaphore(options.gpu_jobs)
    chosen = choose(options, tools)
    if not chosen:
        sys.exit(f"no program matches {options.filter}")
    start = time.monotonic()
    results = run(options, tools, chosen)
    seconds = time.monotonic() - start
    summarise(options, results, seconds)
    write_json(options, tools, results, seconds)
    missing = [c for c in options.require.split(",") if c and all(
        r.state == SKIPPED for r in results if r.column == c)]
    for column in missing:
        print(f"error: column {column} is required and was skipped")
    return bool(missing or any(r.state == WRONG for r in results))


if __name__ == "__main__":
    sys.exit(main())
