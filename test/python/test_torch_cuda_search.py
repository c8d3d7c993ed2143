"""mode="max-autotune" on a GPU: schedules are measured within the budget, kept
in files, used by another process, and broken files are ignored with a warning.
Needs a GPU (exit code 77 without)."""
import glob
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import warnings

from Inputs.torch_case import Case
import tc
import torch
from torch import nn
from tc.torch import report

if not torch.cuda.is_available():
    print("skipped: no GPU")
    sys.exit(77)

CUDA = torch.device("cuda", 0)
BUDGET = 12.0  # seconds, for the products of one layer of BERT
NEAR = {"rtol": 2e-2, "atol": 2e-2}  # bf16, sums of 3072


class Layer(nn.Module):
    """The products of one layer of BERT, 1x128."""

    def __init__(self):
        super().__init__()
        torch.manual_seed(3)
        self.qkv = nn.Linear(768, 2304)
        self.up, self.down = nn.Linear(768, 3072), nn.Linear(3072, 768)

    def forward(self, x):
        return self.down(nn.functional.gelu(self.up(x))) + x, self.qkv(x)


def made():
    layer = Layer().to(CUDA, torch.bfloat16)
    return layer, torch.randn(128, 768, device=CUDA, dtype=torch.bfloat16)


class Noted:
    """The statistics of all that is compiled."""

    def __enter__(self):
        from tc.torch import piece
        self.stats, self.build = [], piece.compile_text

        def build(*args, **options):
            program = self.build(*args, **options)
            self.stats.append(program.stats)
            return program
        piece.compile_text = build
        return self

    def __exit__(self, *_):
        from tc.torch import piece
        piece.compile_text = self.build

    def __getitem__(self, name):
        return sum(s[name] for s in self.stats)


def run(folder, seconds):
    """(statistics, results, what is right) of a compilation and a call."""
    layer, x = made()
    torch._dynamo.reset()
    tc.reset()
    compiled = torch.compile(layer, backend="tc", options={
        "autotune_seconds": seconds, "schedules": folder})
    with Noted() as noted, torch.no_grad():
        return noted, compiled(x), layer(x)


class Search(Case):
    def right(self, got, want):
        for a, b in zip(got, want):
            self.close(a, b, **NEAR)

    def test_mode(self):
        """The mode by name, in a folder of its own."""
        layer, x = made()
        with tempfile.TemporaryDirectory() as folder:
            compiled = torch.compile(layer, backend="tc", options={
                **tc.list_modes()["max-autotune"], "autotune_seconds": 3,
                "schedules": folder})
            with torch.no_grad():
                self.right(compiled(x), layer(x))
            self.assertTrue(os.listdir(folder))

    def test_finds(self):
        with tempfile.TemporaryDirectory() as folder:
            start = time.monotonic()
            noted, got, want = run(folder, BUDGET)
            took = time.monotonic() - start
            self.right(got, want)
            print(f"measured {noted['schedules_searched']} kernels in "
                  f"{noted['search_seconds']:.1f} s ({took:.1f} in all), "
                  f"{noted['schedules_better']} faster", flush=True)
            # A compilation that has begun when the time is over ends.
            self.assertLess(noted["search_seconds"], BUDGET + 5)
            measured = noted["schedules_searched"]
            self.assertGreater(measured, 0)
            files = sorted(glob.glob(f"{folder}/*"))
            self.assertEqual(len(files), measured)
            for path in files:
                self.has_key(pathlib.Path(path).read_text())
            self.another_process(folder, measured)
            self.broken(folder, files, measured)

    def has_key(self, text):
        for part in (r"^tc schedule 1, \d+ bytes",
                     r"\ntc \d+\.\d+, build [0-9a-f]+\n",
                     r"\ncuda,tune=sm_\d+", r"driver .*assembler ",
                     r"threads\n", r"loop\.contract|loop\.map",
                     r"launches = "):
            self.assertRegex(text, part)
        self.assertTrue(re.search(r"driver NVRM version: .*\d", text)
                        or not os.path.exists("/proc/driver/nvidia/version"))

    def another_process(self, folder, measured):
        script = (
            "import sys; sys.path.insert(0, sys.argv[1])\n"
            "from test_torch_cuda_search import run\n"
            "noted, got, want = run(sys.argv[2], 0)\n"
            "print('found', noted['schedules_found'], "
            "noted['schedules_searched'], (got[0] - want[0]).abs().max() < 1)")
        here = str(pathlib.Path(__file__).parent)
        done = subprocess.run([sys.executable, "-c", script, here, folder],
                              capture_output=True, text=True)
        self.assertIn(f"found {measured} 0 tensor(True", done.stdout,
                      done.stderr)

    def broken(self, folder, files, measured):
        whole = pathlib.Path(files[0]).read_bytes()
        for bad in (whole[:len(whole) // 2], b"", whole[:-3] + b"xyz",
                    whole.replace(b"launches", b"lunches_")):
            pathlib.Path(files[0]).write_bytes(bad)
            report.state.clear()
            with warnings.catch_warnings(record=True) as said:
                warnings.simplefilter("always")
                noted, got, want = run(folder, 0)
            self.right(got, want)
            self.assertEqual(noted["schedules_found"], measured - 1)
            self.assertTrue(any("TC-1610" in str(w.message) for w in said))


if __name__ == "__main__":
    import unittest
    unittest.main()
