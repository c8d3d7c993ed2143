#!/usr/bin/env python3
"""summary.py DIR: what the processes of scripts/fuzz.sh did, from the logs that
it left in DIR: a line each kind, and where its finds are. The exit code is 1 if
there is a find, or a process that did not end by itself."""
import collections
import glob
import os
import re
import sys


def total(pattern, text):
    return sum(int(number) for number in re.findall(pattern, text, re.M))


class Kind:
    def __init__(self):
        self.processes = self.tried = self.found = 0
        self.wall = self.cores = 0.0  # seconds
        self.failed = []              # logs of what ended otherwise

    def add(self, log, text, times):
        self.processes += 1
        self.tried += total(r"^(\d+) tried$", text)
        found = total(r"^(\d+) found", text)
        self.found += found
        code = total(r"^exit code (\d+)$", text)
        if code and not (code == 1 and found):
            self.failed.append(f"{os.path.basename(log)} (exit code {code})")
        self.wall += times[0]
        self.cores += times[1] + times[2]


def read(folder):
    kinds = collections.defaultdict(Kind)
    for log in sorted(glob.glob(os.path.join(folder, "*.log"))):
        with open(log, errors="replace") as file:
            text = file.read()
        with open(log + ".time") as file:
            times = [float(word) for word in file.read().split()[-3:]]
        kinds[os.path.basename(log).split(".")[0]].add(log, text, times)
    return kinds


def main():
    kinds = read(sys.argv[1])
    print(f"{'':16} processes  minutes  core-minutes    tried  found")
    for name, kind in kinds.items():
        print(f"{name:16} {kind.processes:9} {kind.wall / 60:8.1f} "
              f"{kind.cores / 60:13.1f} {kind.tried:8} {kind.found:6}"
              + "".join(f"  {log}" for log in kind.failed))
    found = sum(kind.found for kind in kinds.values())
    failed = sum(len(kind.failed) for kind in kinds.values())
    print(f"{found} finds, {failed} processes that did not end by themselves: "
          f"{sys.argv[1]} (docs/finding-bugs.md says what becomes of them)"
          if found or failed else "no finds")
    return 1 if found or failed or not kinds else 0


if __name__ == "__main__":
    sys.exit(main())
