#!/usr/bin/env python3
"""What the numbers of heuristics buy (lib/cost/numbers.inc). Each of the target
(those of the search, which change no code, on request) is halved and doubled; programs whose code changes with it are timed with the number as it is
and as varied, alternately on the same cores, the least time of each. A ratio
above 1 says that the number as it is is faster. The results of both are compared:
"same" are those with the same bits; "right", or WRONG, those with others, each of
whose launches is then judged (docs/numerics.md). A number that changes no program
here has a row that says so; so has a program that does not compile with a value.
That, and WRONG, is an error of the compiler's.

    bench/vary_numbers.py                          programs of one or a few kernels
    bench/vary_numbers.py --models                 also examples/ (minutes each)
    bench/vary_numbers.py cpu_tasks cpu_max_chunk  those numbers alone
    bench/vary_numbers.py --factors=0.25,4         other factors
    bench/vary_numbers.py --values=1,1099511627776 those values rather than multiples
    bench/vary_numbers.py --target=cuda            on a GPU of this machine
    bench/vary_numbers.py --compile-only           only which programs change"""
import argparse
import concurrent.futures
import json
import os
import subprocess
import tempfile

import kernels
import number_programs
from programs import PRODUCT_SHAPES, PRODUCT_TEXT

EXAMPLES = ("resnet50", "bert", "bert_dynamic", "gpt2", "llama",
            "gpt2_block_train", "resnet50_train")


def is_gpu(target):
    return target != "host" and not target.startswith("x86")


def texts(args):
    """{name: path of a program's text}."""
    rows = {p.name: p.text() for p in kernels.programs()}
    rows |= {p.name: p.text() for p in (
        number_programs.on_gpus() if is_gpu(args.target)
        else number_programs.on_cpus())}
    for name, m, n, k in PRODUCT_SHAPES:
        text = PRODUCT_TEXT.format(m=m, n=n, k=k)
        rows |= {name: text, name + " f32": text.replace("bf16", "f32")}
    paths = {}
    for i, (name, text) in enumerate(rows.items()):
        paths[name] = os.path.join(args.folder, f"{i}.mlir")
        with open(paths[name], "w", encoding="utf-8") as file:
            file.write(text)
    if args.models:
        paths |= {m: f"examples/{m}.mlir" for m in EXAMPLES}
    return {n: p for n, p in paths.items()
            if not args.programs or any(w in n for w in args.programs)}


def numbers(args):
    """{name: value}."""
    out = subprocess.run([f"{args.bin}/tc-compile", "--numbers"], check=True,
                         capture_output=True, text=True).stdout
    all_of = {row.split("\t")[0]: int(row.split("\t")[1])
              for row in out.splitlines()}
    unknown = set(args.numbers) - set(all_of)
    if unknown:
        raise SystemExit(f"no such numbers: {', '.join(sorted(unknown))}")
    other = "cpu_" if is_gpu(args.target) else "gpu_"
    mine = {n: v for n, v in all_of.items() if not n.startswith(other)
            and not n.startswith("search_")}
    return {n: all_of[n] for n in args.numbers} or mine


def plan_of(out):
    return os.path.splitext(out)[0] + ".plan"


def compiled(args, path, numbers_text, out):
    """The bytes of the program's shared object, compiled into `out` with its
    plan beside it, or, where it does not compile, why."""
    chip = [f"--target-cpu={args.target_cpu}"] if args.target_cpu else []
    ran = subprocess.run(
        [f"{args.bin}/tc-compile", path, "-o", out, "--threads=1",
         f"--plan={plan_of(out)}",
         f"--target={args.target}", *chip],
        check=False, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        text=True, env=os.environ | {"TC_NUMBERS": numbers_text})
    if ran.returncode:
        lines = ran.stderr.strip().splitlines() or [f"exit {ran.returncode}"]
        return next((x for x in lines if "error" in x), lines[-1])
    with open(out, "rb") as file:
        return file.read()


def milliseconds(args, path):
    out = subprocess.run(
        [f"{args.bin}/tc-run", path, "--json", f"--threads={args.threads}",
         f"--repeat={args.repeat}"], check=True, capture_output=True)
    return json.loads(out.stdout)["min_ms"]


def results(args, path):
    """The bytes of a program's results."""
    with tempfile.NamedTemporaryFile() as file:
        subprocess.run(
            [f"{args.bin}/tc-run", path, f"--threads={args.threads}",
             "--repeat=0", "--out", file.name], check=True,
            stdout=subprocess.DEVNULL)
        return file.read()


def verdict(args, base, varied):
    """What the results of `varied` are, beside those of `base`."""
    if results(args, base) == results(args, varied):
        return "same"
    ran = subprocess.run(
        [f"{args.bin}/tc-run", varied, "--check=distinct", "--repeat=0",
         f"--plan={plan_of(varied)}", f"--threads={args.threads}"],
        check=False, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        text=True)
    return f"WRONG: {ran.stderr.strip()}" if ran.returncode else "right"


def as_is(args, i, item):
    """(program, (path of its object, its bytes)) with all numbers as they are."""
    program, path = item
    out = os.path.join(args.folder, f"base{i}.so")
    return program, (out, compiled(args, path, "", out))


def changed(args, pool, programs, base, name, value):
    """[(program, path of its object, its bytes)] whose code the value changes."""
    def one(item):
        i, (program, path) = item
        out = os.path.join(args.folder, f"varied{i}.so")
        return program, out, compiled(args, path, f"{name}={value}", out)
    rows = pool.map(one, enumerate(programs.items()))
    return [row for row in rows if row[2] != base[row[0]][1]]


def print_row(args, base, name, value, varied, row):
    """Whether the varied program is as it should be."""
    program, out, code = row
    line = f"{name:22} {value:>8} {varied:>8} {program:30}"
    if isinstance(code, str):
        print(f"{line} does not compile: {code}", flush=True)
        return False
    if args.compile_only:
        print(line, flush=True)
        return True
    said = "" if args.times_alone else verdict(args, base[program][0], out)
    mine = theirs = float("inf")
    for _ in range(args.turns):
        mine = min(mine, milliseconds(args, base[program][0]))
        theirs = min(theirs, milliseconds(args, out))
    print(f"{line} {mine:9.3f} {theirs:9.3f} {theirs / mine:6.2f} {said}",
          flush=True)
    return not said.startswith("WRONG")


def values(args, value):
    if args.values:
        return [int(v) for v in args.values.split(",")]
    return [max(1, round(value * float(f))) for f in args.factors.split(",")]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default="build/bin")
    parser.add_argument("--target", default="host")
    parser.add_argument("--target-cpu", help="of a GPU")
    parser.add_argument("--factors", default="0.5,2")
    parser.add_argument("--values", help="rather than factors")
    parser.add_argument("--models", action="store_true")
    parser.add_argument("--programs", action="append", default=[],
                        help="those whose names have this, several times")
    parser.add_argument("--compile-only", action="store_true")
    parser.add_argument("--times-alone", action="store_true",
                        help="results are not compared: judging a large product "
                        "takes minutes")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--repeat", type=int, default=10)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("numbers", nargs="*")
    args = parser.parse_args()
    print(f"{'number':22} {'value':>8} {'varied':>8} {'program':30} "
          f"{'ms':>9} {'varied ms':>9} {'ratio':>6} results")
    with tempfile.TemporaryDirectory() as args.folder, \
            concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        programs, broken = texts(args), 0
        base = dict(pool.map(lambda item: as_is(args, *item),
                             enumerate(programs.items())))
        for name, value in numbers(args).items():
            for varied in values(args, value):
                rows = ([] if varied == value else
                        changed(args, pool, programs, base, name, varied))
                for row in rows:
                    broken += not print_row(args, base, name, value, varied,
                                            row)
                if not rows:
                    print(f"{name:22} {value:>8} {varied:>8} changes nothing "
                          "here", flush=True)
    raise SystemExit(broken > 0)


if __name__ == "__main__":
    main()
