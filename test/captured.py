"""Captured programs as tests, for lit: each reads back as it was written, and
those under fx/ run. A run goes the whole way: compiled to an artifact, which
is loaded, called and compared with what PyTorch expects, then again with each
buffer against an unmapped page.

xfail/cpu.txt lists what does not pass yet, a line each, `NAME [TC-nnnn] why`:
it has to fail, and to say that number."""
import os
import re
import shutil
import subprocess

import lit.formats
import lit.Test

TIMEOUT = 60  # seconds
LINE = re.compile(r"(\w+) +(\[TC-\d{4}\]) +\S")


def expected_failures(path, folder):
    """{name: number}; every name is a program that exists."""
    failures = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            if not line.strip() or line.startswith("#"):
                continue
            match = LINE.match(line)
            if not match:
                raise ValueError(f"{path}: not NAME [TC-nnnn] why: {line}")
            name, number = match.groups()
            if not os.path.exists(os.path.join(folder, name + ".mlir")):
                raise ValueError(f"{path}: there is no program {name}")
            failures[name] = number
    return failures


class RoundTrip(lit.formats.ShTest):
    """Read, verified, written, and read again to the same text."""

    def __init__(self):
        super().__init__(preamble_commands=[
            "tc-opt --mlir-print-debuginfo %s -o %t.1",
            "tc-opt --mlir-print-debuginfo %t.1 -o %t.2",
            "cmp %t.1 %t.2",
        ])


class Run(RoundTrip):
    """The round trip, then compiled and run."""

    def __init__(self, failures):
        super().__init__()
        self.failures = failures

    def execute(self, test, lit_config):
        result = super().execute(test, lit_config)
        if result.code != lit.Test.PASS:
            return result
        name = os.path.splitext(test.path_in_suite[-1])[0]
        code, text = run(test)
        number = self.failures.get(name)
        if not number:
            return (lit.Test.FAIL if code else lit.Test.PASS), text
        if not code:
            return lit.Test.XPASS, "passes: take it out of xfail/cpu.txt"
        expected = code == 1 and number in text
        return (lit.Test.XFAIL if expected else lit.Test.FAIL), text


def run(test):
    """The exit code of the first command that fails, or 0; all that was said."""
    artifact = test.getExecPath() + ".so"
    os.makedirs(os.path.dirname(artifact), exist_ok=True)
    check = ["tc-run", artifact, "--check", "--repeat", "1", "--threads", "2"]
    commands = [["tc-compile", test.getSourcePath(), "-o", artifact], check,
                check + ["--guard"]]
    text = ""
    for command in commands:
        code, said = call(command, test.config.environment)
        text += " ".join(command) + "\n" + said
        if code:
            return code, f"{text}\nexit code {code}"
    return 0, text


def call(command, environment):
    try:
        path = shutil.which(command[0], path=environment["PATH"])
        done = subprocess.run([path, *command[1:]], env=environment, text=True,
                              errors="replace", timeout=TIMEOUT,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    except subprocess.TimeoutExpired:
        return 124, f"error: still running after {TIMEOUT} seconds\n"
    return done.returncode, done.stdout
