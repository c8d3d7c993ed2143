"""Tests that are programs, for lit: built C programs, and Python drivers."""
import json
import os
import subprocess
import tempfile

import lit.formats
import lit.Test
import measured

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


def verdict(code):
    codes = {0: lit.Test.PASS, 77: lit.Test.UNSUPPORTED}
    return codes.get(code, lit.Test.FAIL)


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
        return verdict(done.returncode), \
            f"{done.stdout}\nexit code {done.returncode}"


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

    def run(self, test, command):
        if self.always:
            return super().run(test, command)
        return fork_server(self.python, test.config.environment).run(
            command[1:], test.config.environment,
            os.path.dirname(test.suite.source_root))


class PythonRuns(PythonDriver):
    """Scripts of a folder with arguments, each run by its name:
    {name: (script, argument...)}."""

    def __init__(self, python, runs):
        super().__init__(python)
        self.runs = runs

    def getTestsInDirectory(self, suite, path_in_suite, lit_config, config):
        folder = suite.getSourcePath(path_in_suite)
        for name, (script, *_) in self.runs.items():
            if os.path.exists(os.path.join(folder, script)):
                yield lit.Test.Test(suite, (*path_in_suite, name), config)

    def command(self, test):
        script, *arguments = self.runs[test.path_in_suite[-1]]
        found = super().command(test)
        return found and [self.python, os.path.join(os.path.dirname(
            test.getSourcePath()), script), *arguments]


class ForkServer:
    """The process of fork_server.py that belongs to this one of lit."""

    def __init__(self, python, environment):
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                              "fork_server.py")
        self.process = subprocess.Popen(
            [python, script], env=environment, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def run(self, command, environment, folder):
        with tempfile.NamedTemporaryFile() as output:
            request = {"command": command, "environment": dict(environment),
                       "folder": folder, "output": output.name,
                       "seconds": TIMEOUT}
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
            answer = self.process.stdout.readline()
            if not answer:
                return lit.Test.FAIL, "fork_server.py has ended"
            code, used = json.loads(answer)
            measured.count(used)
            text = output.read().decode("utf-8", "replace")
        if code is None:
            text += f"\nstill running after {TIMEOUT} s"
        return verdict(code), f"{text}\nexit code {code}"


servers = {}  # of this process, by Python


def fork_server(python, environment):
    if python not in servers:
        servers[python] = ForkServer(python, environment)
    return servers[python]


def has_torch(python):
    probe = [python, "-c", "import torch, numpy"]
    return subprocess.run(probe, capture_output=True).returncode == 0
