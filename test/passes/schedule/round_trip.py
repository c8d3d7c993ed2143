#!/usr/bin/env python3
"""round_trip.py [--share K/N] TC-OPT TARGET FILE...: of the files, or of those
whose number is K modulo N, that the schedule that is written into each kernel of
the programs, printed and parsed again, gives the same code as the one that code
generation chooses; and that it is a fixed point. Programs that a pipeline
refuses are passed over; how many were compared is said."""
import re
import subprocess
import sys

def run(tool, text, *options):
    done = subprocess.run([tool, "-", *options], input=text, text=True,
                          capture_output=True)
    return done.stdout if done.returncode == 0 else None


def code(text):
    """Of a CPU all that is left; of a GPU what stands beside the kernels."""
    if "loop.kernel" not in text:
        return text
    return text[text.index("gpu.module"):] if "gpu.module" in text else ""


def compare(tool, target, path):
    with open(path, encoding="utf-8") as file:
        source = file.read()
    kind = "cpu" if target.startswith("x86") else "gpu"
    kernels = run(tool, source, f"--tc-{kind}", "--prim-expand-math")
    lower = f"--loop-to-{kind}=target={target}"
    chosen = kernels and run(tool, kernels, lower)
    if not chosen:
        return None
    written = run(tool, kernels, f"--loop-schedule=target={target}")
    again = written and run(tool, written, f"--loop-schedule=target={target}")
    read = written and run(tool, written, lower)
    if again != written:
        return f"{path}: a schedule that was written is not read"
    if not read or code(read) != code(chosen):
        return f"{path}: what is read is other code than what is chosen"
    schedules = len(re.findall(r"loop\.schedule = ", written))
    return schedules if code(chosen) else 0


def main():
    arguments, share, of = sys.argv[1:], 0, 1
    if arguments[0] == "--share":
        share, of = (int(n) for n in arguments[1].split("/"))
        arguments = arguments[2:]
    tool, target, *paths = arguments
    paths = paths[share::of]
    found = [compare(tool, target, path) for path in paths]
    wrong = [text for text in found if isinstance(text, str)]
    print("\n".join(wrong))
    counts = [n for n in found if isinstance(n, int)]
    print(f"{len(counts)} programs, {sum(counts)} schedules")
    sys.exit(bool(wrong) or not sum(counts))


main()
