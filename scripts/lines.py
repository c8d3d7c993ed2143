#!/usr/bin/env python3
"""Counts the lines of the project by language, without tests and generated
text; with --check, whether README.md's counts are right within a tenth."""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LANGUAGES = {"C": (".c", ".h", ".inc"), "C++": (".cpp",), "TableGen": (".td",),
             "Python": (".py",)}


def count():
    lines = dict.fromkeys(LANGUAGES, 0)
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True,
                           capture_output=True, text=True).stdout.split()
    for name in files:
        if name.startswith("test/"):
            continue
        # The shim's headers are C++ but for those that C includes.
        for language, ends in LANGUAGES.items():
            if name.endswith(ends):
                shim = name.startswith("lib/shim/") and name.endswith(".h")
                with open(os.path.join(ROOT, name), errors="ignore") as file:
                    lines["C++" if shim else language] += len(file.readlines())
    return lines


def main():
    lines = count()
    text = ", ".join(f"{language} {n}" for language, n in lines.items())
    print(text)
    if "--check" not in sys.argv:
        return
    with open(os.path.join(ROOT, "README.md")) as file:
        readme = file.read().split("(`scripts/lines.py`)")[-1]
    for language, n in lines.items():
        said = re.search(re.escape(language) + r" (\d+)", readme)
        if not said or abs(int(said.group(1)) - n) > n / 10:
            sys.exit(f"README.md is out of date: {language} {n}")


main()
