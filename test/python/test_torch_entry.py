"""The one line, in a process that has imported torch alone: torch.compile(model,
backend="tc") finds the installed package by its entry point, without an import of
it; after an import of tc or of tc.torch, installed or not, it works as well."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from Inputs.torch_case import BUILD, ROOT

# Forks for each of its arguments, statements that stand before the line.
PROCESS = """
import gc
import os
import sys
import torch

gc.freeze()  # or the first collection of each child copies all pages
gc.set_threshold(50000, 10, 10)

LINE = '''
f = torch.compile(torch.nn.Linear(4, 3), backend="tc")
assert f(torch.ones(2, 4)).shape == (2, 3)
import tc
assert tc.counters()["graphs"] == 1, tc.counters()
'''

for before in sys.argv[1:]:
    child = os.fork()
    if not child:
        exec(before + LINE)
        sys.exit()
    if os.waitpid(child, 0)[1]:
        sys.exit("after '" + before + "'")
"""
BEFORE = ("", "import tc", "import tc.torch", "import tc; tc.list_modes()",
          "import torch._dynamo; torch._dynamo.list_backends(); import tc.torch",
          "import tc; tc.compile(torch.exp)(torch.ones(2)); tc.reset()")


class Entry(unittest.TestCase):
    def works(self, befores, *folders):
        path = os.pathsep.join(map(str, [*folders, BUILD / "python"]))
        done = subprocess.run(
            [sys.executable, "-c", PROCESS, *befores],
            env=os.environ | {"PYTHONPATH": path}, capture_output=True,
            text=True)
        self.assertEqual(done.returncode, 0, done.stderr[-2000:])

    def test_installed(self):
        project = (ROOT / "pyproject.toml").read_text()
        head = "[project.entry-points.torch_dynamo_backends]\n"
        line = project.partition(head)[2].partition("\n")[0].replace('"', "")
        self.assertIn("tc = ", line)
        with tempfile.TemporaryDirectory() as folder:
            info = pathlib.Path(folder, "tc_compiler-0.dist-info")
            info.mkdir()
            (info / "METADATA").write_text(
                "Metadata-Version: 2.1\nName: tc-compiler\nVersion: 0\n")
            (info / "entry_points.txt").write_text(
                f"[torch_dynamo_backends]\n{line}\n")
            self.works(BEFORE, folder)

    def test_not_installed(self):
        self.works(BEFORE[2:])


if __name__ == "__main__":
    unittest.main()
