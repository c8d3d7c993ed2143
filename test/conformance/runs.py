"""The command line of opinfo.py and moduleinfo.py: chooses samples, splits them over
processes, and writes what became of each, so that another run can go on."""
import argparse
import collections
import json
import os
import pathlib
import random
import sys
import time
import warnings

import harness  # exits where PyTorch is missing
import jobs
import table
import torch
from tc.torch import report

SEED = 20260101
PROBLEMS = ("wrong", "error", "failure")
ON = {"cuda": " on CUDA"}  # in names of databases
ROUTES = {"direct": "auto", "AOT": "aot"}


def main(database, subjects, doc):
    """Runs what `subjects(device, gradients)` gives, as the command line says."""
    parser = argparse.ArgumentParser(
        description=doc, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("--shard", default="0/1")
    parser.add_argument("--jobs", type=int, default=1,
                        help="processes that share the work")
    parser.add_argument("--filter", default="")
    parser.add_argument("--dtype", default="")
    parser.add_argument("--samples", type=int, default=1,
                        help="of each pair, without --all")
    parser.add_argument("--ops", type=float, default=1.0,
                        help="share of pairs (op or module, dtype), "
                        "without --all")
    parser.add_argument("--each", type=int, default=0, metavar="N",
                        help="N dtypes of each op, without --all")
    parser.add_argument("--ways", action="store_true", help="each sample as a "
                        "function, a method, an operator and in place, on both "
                        "routes")
    parser.add_argument("--seconds", type=float, default=0,
                        help="stop then; what is left out is said")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--gradients", action="store_true")
    parser.add_argument("--device", default="cpu", help="cuda: on a GPU")
    parser.add_argument("--table", nargs="*", type=pathlib.Path)
    parser.add_argument("--kept", type=pathlib.Path, help="the table that ops "
                        "which are in none of these files are taken from; with "
                        "--jobs, those with most samples in it are first")
    options = parser.parse_args()
    warnings.filterwarnings("ignore")
    if options.table is not None:
        print(table.table(options.table, options.kept), end="")
        return 0
    if options.jobs > 1:
        torch.set_num_threads(1)
    todo = chosen(list(subjects(torch.device(options.device),
                                options.gradients)), options)
    if options.jobs > 1 and options.kept:
        todo.sort(key=table.weights(options.kept, options.gradients),
                  reverse=True)
    return jobs.share(options.jobs, todo,
                      lambda taken: go(database, taken, options))


def chosen(found, options):
    """What this process and those that share its work have to do."""
    total = len(found)
    found = [s for s in found
             if options.filter in s.key and options.dtype in s.key]
    if not options.all:
        random.Random(options.seed).shuffle(found)
        found = found[:max(1, int(len(found) * options.ops))]
    if options.each and not options.all:
        count = collections.Counter()
        found = [s for s in found if _is_early(s, count, options.each)]
    mine, parts = map(int, options.shard.split("/"))
    found = found[mine::parts]
    if len(found) < total:
        print(f"skipped: {total - len(found)} of {total} pairs")
    return found


def _is_early(subject, count, most):
    op = subject.key.split("/")[0]
    count[op] += 1
    return count[op] <= most


def ways_of(subject, options):
    """Pairs (spelling, route); None is the samples' own and the default."""
    if not options.ways:
        return [(None, None)]
    return [(spelling, route) for spelling in subject.spellings or (None,)
            for route in ROUTES]


def go(database, todo, options):
    done = known(options.out)
    start, totals, missing = time.time(), collections.Counter(), \
        collections.Counter()
    late = (lambda: time.time() - start > options.seconds) \
        if options.seconds else (lambda: False)
    for subject in todo:
        if late():
            print("skipped: what is left, for lack of time")
            break
        for way in ways_of(subject, options):
            name = ", ".join(filter(None, way))
            if (subject.key, name) in done:
                continue
            rows = run_way(subject, way, options, late)
            if rows is None:
                break
            for n, status, detail, fallbacks in rows:
                totals[status] += 1
                missing.update(fallbacks)
                if status in (*PROBLEMS, "not reached"):
                    print(f"{subject.key} #{n}{name and ' ' + name}: {status}: "
                          f"{detail}", flush=True)
            write(options, {"database": database + ON.get(options.device, ""),
                            "key": subject.key,
                            "way": name, "gradients": options.gradients,
                            "rows": rows})
    total = sum(totals.values())
    print(f"{total} samples in {time.time() - start:.0f} s: " + ", ".join(
        f"{n} {s}" for s, n in totals.most_common()))
    print("fallbacks: " + ", ".join(f"{n} {c}" for n, c in
                                    missing.most_common(60)), flush=True)
    return 1 if any(totals[s] for s in PROBLEMS) else 0


def run_way(subject, way, options, late):
    """Rows (number, status, detail, fallbacks) of a subject's samples, called
    one way; None if it is too late for all of them."""
    spelling, route = way
    try:
        samples = drawn(subject, options, spelling)
    except Exception as error:
        print(f"skipped: {subject.key}: no samples: {error!r}"[:200])
        return []
    rows = []
    for n, (function, args) in samples:
        if not options.all and len(rows) == options.samples:
            break
        if late():
            return None
        status, detail, fallbacks = harness.one(
            subject, function, args, options.gradients,
            ROUTES.get(route, "auto"))
        if route and not detail:
            detail = "; ".join(note for r in report.state.records
                               for note in r.notes)
        # Eager fails at x.op_(y), say, where y is larger.
        if options.all or status != "eager fails":
            rows.append([n, status, detail, fallbacks])
    return sorted(rows)


def drawn(subject, options, spelling):
    """Numbered samples: all, or all in the order in which a few are tried."""
    torch.manual_seed(SEED)
    words = {"spelling": spelling} if spelling else {}
    found = list(enumerate(subject.samples(torch.device(options.device),
                                           options.gradients, **words)))
    if not options.all:
        random.Random(f"{options.seed} {subject.key}").shuffle(found)
    return found


def write(options, row):
    """Adds a line at once: processes share the file."""
    if options.out:
        file = os.open(options.out, os.O_WRONLY | os.O_APPEND | os.O_CREAT,
                       0o644)
        os.write(file, (json.dumps(row) + "\n").encode())
        os.close(file)


def known(path):
    """(key, way) of the whole lines of a file; half of one, of a process that
    was ended, is cut off."""
    if not path or not path.exists():
        return set()
    text = path.read_bytes()
    whole = text[:text.rfind(b"\n") + 1]
    if len(whole) < len(text):
        path.write_bytes(whole)
    rows = map(json.loads, whole.splitlines())
    return {(row["key"], row.get("way", "")) for row in rows}
