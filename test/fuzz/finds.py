"""Bugs that the fuzzers find: a folder for each, with the program, its reduced
form, and the command that repeats it."""
import os
import re
import shlex
import subprocess
import time

RUN = 60  # seconds that one run of a command may take


def ends(command, path):
    """How a command ends: its exit code, the first TC number that it says, and
    the words of that message which stay as the program gets smaller: those of
    letters alone, as in driver/reducer_run.c."""
    try:
        done = subprocess.run(
            ["sh", "-c", command.replace("{}", shlex.quote(path))],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, timeout=RUN, check=False)
    except subprocess.TimeoutExpired:
        return "still running"
    message = re.search(rb"\[TC-\d{4}.*", done.stdout)
    if not message:
        return done.returncode, None
    words = [word.strip(b".,;:()'\"") for word in message[0].split()]
    return done.returncode, message[0][:8], [
        word for word in words
        if re.fullmatch(rb"[A-Za-z._-]{4,}|C\d", word)]


def without_lines(data, holds, deadline):
    """The bytes less the lines that `holds` does not need: of what is no
    module, for which tc-reduce has no edits."""
    lines = data.splitlines(keepends=True)
    size = len(lines)
    while size > 1:
        size //= 2
        at = 0
        while at < len(lines) and time.monotonic() < deadline:
            fewer = lines[:at] + lines[at + size:]
            if holds(b"".join(fewer)):
                lines = fewer
            else:
                at += size
    return b"".join(lines)


class Finds:
    """`tools`: whose tc-reduce; `seconds`: for reducing all finds."""

    def __init__(self, folder, tools, seconds):
        self.folder, self.tools, self.left = folder, tools, seconds
        self.names = []

    def add(self, name, text, why, command, reduce=True):
        """`command` fails on the program, whose path is {} in it."""
        self.names.append(name)
        folder = os.path.abspath(os.path.join(self.folder, name))
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, "program.mlir")
        data = text if isinstance(text, bytes) else text.encode()
        with open(path, "wb") as file:
            file.write(data)
        said = [line for line in why.splitlines() if line.strip()][-1:]
        print(f"FOUND {folder}: {''.join(said)[:200]}", flush=True)
        start = time.monotonic()
        if reduce and self.left >= 1:
            path = self.reduced(path, data, command) or path
        self.left -= time.monotonic() - start
        shown = command.replace("{}", shlex.quote(path))
        with open(os.path.join(folder, "why.txt"), "w",
                  encoding="utf-8") as file:
            file.write(f"{shown}\n\n{why}")
        print(f"  {shown}")
        if path.endswith("reduced.mlir"):
            with open(path, encoding="utf-8", errors="replace") as file:
                print(file.read(), flush=True)

    def reduced(self, path, data, command):
        """The path of the smaller program, if it could be made smaller."""
        small = path.replace("program.mlir", "reduced.mlir")
        done = subprocess.run(
            [self.tools.path("tc-reduce"), path, "-o", small,
             f"--timeout={RUN}", f"--limit={int(self.left)}", "--", command],
            env=self.tools.environment, stdin=subprocess.DEVNULL,
            capture_output=True, check=False)
        if not done.returncode:
            return small
        if data.startswith(b"ML\xefR"):
            return None
        wanted = ends(command, path)
        if wanted[0] == 0:
            print("  it does not show again")
            return None

        def holds(fewer):
            with open(small, "wb") as file:
                file.write(fewer)
            return ends(command, small) == wanted
        fewer = without_lines(data, holds, time.monotonic() + self.left)
        with open(small, "wb") as file:
            file.write(fewer)
        return small
