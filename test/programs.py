"""Tests that are programs, for lit: built C programs, and Python drivers."""
import os
import subprocess

import lit.formats
import lit.Test

TIMEOUT = 900  # seconds


def retried(test, once):
    """The result of `once()`, and again where it fails and lit was told to
    retry; what then passes is called flaky."""
    code, said = once()
    failed = said
    for _ in range(test.allowed_retries):
        if code != lit.Test.FAIL:
            break
        code, said = once()
        if code == lit.Test.PASS:
            return lit.Test.FLAKYPASS, failed
    return code, said


class Program(lit.formats.FileBasedTest):
    """A test is a command made of its path: exit code 0 passes, 77 skips."""

    def execute(self, test, lit_config):
        command = self.command(test)
        if not command:
            return lit.Test.UNSUPPORTED, "needs torch"
        return retried(test, lambda: self.run(test, command))

    @staticmethod
    def run(test, command):
        try:
            done = subprocess.run(command, text=True, timeout=TIMEOUT,
                                  env=test.config.environment,
                                  cwd=os.path.dirname(test.suite.source_root),
                                  stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, errors="replace")
        except (subprocess.TimeoutExpired, OSError) as error:
            return lit.Test.FAIL, str(error)
        codes = {0: lit.Test.PASS, 77: lit.Test.UNSUPPORTED}
        code = codes.get(done.returncode, lit.Test.FAIL)
        return code, f"{done.stdout}\nexit code {done.returncode}"


class Unit(Program):
    """test/unit/<name>.c is the program <build>/test/unit/<name>."""

    def __init__(self, build):
        self.build = build

    def command(self, test):
        name = os.path.splitext(test.path_in_suite[-1])[0]
        return [os.path.join(self.build, "test", "unit", name)]


class PythonDriver(Program):
    """A script that compares with PyTorch, run by the Python that has it; or,
    with `always`, one that needs no PyTorch, or says 77 itself."""

    def __init__(self, python, always=False):
        self.python, self.always = python, always

    def command(self, test):
        if not self.always and "torch" not in test.config.available_features:
            return None
        return [self.python, test.getSourcePath()]


def has_torch(python):
    probe = [python, "-c", "import torch, numpy"]
    return subprocess.run(probe, capture_output=True).returncode == 0
