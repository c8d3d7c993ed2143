#!/usr/bin/env python3
"""round_trip.py [--share K/N] [--objects] [--numbers] TC-OPT TARGET FILE...: of the files, or
of those whose number is K modulo N, that the schedule that is written into each kernel of
the programs, printed and parsed again, gives the same code as the one that code
generation chooses; and that it is a fixed point. With --objects that tc-compile,
which is in PATH, makes the same bytes of both. With --numbers that no number of a
heuristic (tc-compile --numbers) changes the code of a schedule that is written.
Programs that a pipeline refuses
are passed over; how many were compared is said."""
import argparse
import os
import re
import subprocess
import sys
import tempfile


SPLIT = "// -----"


def run(tool, texts, *options, numbers=""):
    """What the pipeline makes of each text, None of those that it refuses and of
    None: by one process. (The suite verifies the same behind each pass.)"""
    given = [text for text in texts if text is not None]
    done = subprocess.run(
        [tool, "-", "--split-input-file", "--verify-each=0", *options],
        input=f"\n{SPLIT}\n".join(given), text=True, capture_output=True,
        env=os.environ | {"TC_NUMBERS": numbers})
    made = done.stdout.split(f"{SPLIT}\n")
    if len(made) != max(1, len(given)):
        sys.exit(f"{tool} {options}: exit code {done.returncode}: "
                 f"{done.stderr[-2000:]}")
    made = iter(made)
    return [None if text is None else next(made) or None for text in texts]


def all_numbers(value):
    """Each is this value."""
    rows = subprocess.run(["tc-compile", "--numbers"], check=True, text=True,
                          capture_output=True).stdout.splitlines()
    return ",".join(f"{row.split(chr(9))[0]}={value}" for row in rows)


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def code(text):
    """Of a CPU all that is left; of a GPU what stands beside the kernels."""
    if "loop.kernel" not in text:
        return text
    return text[text.index("gpu.module"):] if "gpu.module" in text else ""


def artifact(text, target):
    """What tc-compile makes of a program of kernels; None if it refuses it."""
    text = re.sub("^module( attributes {)?", lambda m: 'module attributes '
                  f'{{tc.target = "{target}"' + (", " if m[1] else "}"),
                  text, count=1, flags=re.M)
    with tempfile.TemporaryDirectory() as folder:
        source, out = os.path.join(folder, "p.mlir"), os.path.join(folder, "p")
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        done = subprocess.run(
            ["tc-compile", source, f"--target={target}", "-o", out,
             "--pipeline=loop-plan-memory"], capture_output=True)
        if done.returncode:
            return None
        with open(out, "rb") as file:
            return file.read()


class Forms:
    """Lists, by program: its kernels; their code as it is chosen; the schedules
    that are written, and written of those; their code, and with other numbers."""

    def __init__(self, tool, target, paths, numbers):
        kind = "cpu" if target.startswith("x86") else "gpu"
        lower = f"--loop-to-{kind}=target={target}"
        schedule = f"--loop-schedule=target={target}"
        self.kernels = run(tool, list(map(text_of, paths)), f"--tc-{kind}",
                           "--prim-expand-math")
        self.chosen = run(tool, self.kernels, lower)
        self.written = run(tool, [
            chosen and kernels for chosen, kernels in
            zip(self.chosen, self.kernels)], schedule)
        self.again = run(tool, self.written, schedule)
        self.read = run(tool, self.written, lower)
        self.others = {value: run(tool, self.written, lower, numbers=value)
                       for value in numbers}


def judge(forms, i, path, target, objects):
    """The number of schedules; None of what is refused, or what is wrong."""
    chosen, written = forms.chosen[i], forms.written[i]
    read = forms.read[i]
    if not chosen:
        return None
    if not written or forms.again[i] != written:
        return f"{path}: a schedule that was written is not read"
    if not read or code(read) != code(chosen):
        return f"{path}: what is read is other code than what is chosen"
    for value, others in forms.others.items():
        if not others[i] or code(others[i]) != code(read):
            return f"{path}: other code by {value[-16:]} and others"
    if objects:
        first = artifact(forms.kernels[i], target)
        if first is None or artifact(written, target) != first:
            return f"{path}: other bytes, or none"
    schedules = len(re.findall(r"loop\.schedule = ", written))
    return schedules if code(chosen) else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--share", default="0/1")
    parser.add_argument("--objects", action="store_true")
    parser.add_argument("--numbers", action="store_true")
    parser.add_argument("tool")
    parser.add_argument("target")
    parser.add_argument("paths", nargs="+")
    args = parser.parse_args()
    share, of = (int(n) for n in args.share.split("/"))
    numbers = [all_numbers(n) for n in (1, 1 << 40)] if args.numbers else []
    paths = args.paths[share::of]
    forms = Forms(args.tool, args.target, paths, numbers)
    found = [judge(forms, i, path, args.target, args.objects)
             for i, path in enumerate(paths)]
    wrong = [text for text in found if isinstance(text, str)]
    print("\n".join(wrong))
    counts = [n for n in found if isinstance(n, int)]
    print(f"{len(counts)} programs, {sum(counts)} schedules")
    sys.exit(bool(wrong) or not sum(counts))


main()
