#!/usr/bin/env python3
"""The first call of the models of examples/ through torch.compile, and of one
with a call that tc leaves to PyTorch (`left`), tc beside PyTorch's back ends:
seconds from the call to its result, and processor seconds of the process and
of all that it starts (compilers), which other processes do not disturb. Each
in a process of its own that has compiled something small before; PyTorch's
caches are off. The last columns: what tc adds to the first call over
backend="eager", what Inductor adds, and their ratio (the aim: 0.1).

    python3 bench/first_peers.py [--kinds inference,training] [MODEL...]
"""
import argparse
import json
import os
import pathlib
import resource
import subprocess
import sys
import time
import warnings

ROOT = pathlib.Path(__file__).resolve().parents[1]
BACKENDS = ("eager", "aot_eager", "inductor", "tc")
MODELS = ("bert", "gpt2", "llama", "resnet50", "left")
TICK = os.sysconf("SC_CLK_TCK")


def processor_seconds():
    """Of this process, of its children that have ended, and of tc's workers."""
    from tc import _core
    done = sum(u.ru_utime + u.ru_stime for u in map(resource.getrusage, (
        resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)))
    for pid in _core.workers()[0]:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text() \
            .rpartition(")")[2].split()
        done += (int(fields[11]) + int(fields[12])) / TICK
    return done


def left():
    """A network in whose middle is a Fourier transform."""
    import torch
    from torch import nn

    class Transform(nn.Module):
        def forward(self, x):
            return torch.fft.fft2(x).real
    layers = [nn.Sequential(nn.Linear(64, 64), nn.GELU(), nn.LayerNorm(64))
              for _ in range(8)]
    return nn.Sequential(*layers[:4], Transform(), *layers[4:]).eval()


def given(name, training):
    """A model, its arguments, and what of its result a loss is."""
    import torch
    from capture.models import bert, gpt2, llama, resnet50
    model = {"bert": bert, "gpt2": gpt2, "llama": llama, "left": left,
             "resnet50": resnet50}[name]().train(training)
    torch.manual_seed(0)
    if name == "left":
        return model, torch.randn(32, 64)
    if name == "resnet50":
        return model, torch.randn(2, 3, 64, 64)
    return model, torch.randint(0, 30000, (2, 64))


def one(name, kind, backend):
    """{"wall": ..., "processor": ...} of the first call."""
    sys.path[:0] = [str(ROOT), os.environ.get("TC_PYTHON",
                                              str(ROOT / "build/python"))]
    warnings.filterwarnings("ignore")
    import torch
    import tc.torch  # noqa: F401
    training = kind == "training"
    torch.set_num_threads(1)

    def call(model, x):
        compiled = torch.compile(model, backend=backend)
        with torch.set_grad_enabled(training):
            y = compiled(x)
            y = y if isinstance(y, torch.Tensor) else y[0]
            if training:
                y.float().square().mean().backward()
    call(torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.GELU()),
         torch.randn(2, 8))
    torch._dynamo.reset()
    model, x = given(name, training)
    wall, processor = time.perf_counter(), processor_seconds()
    call(model, x)
    return {"wall": time.perf_counter() - wall,
            "processor": processor_seconds() - processor}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--one", nargs=3, help=argparse.SUPPRESS)
    parser.add_argument("--kinds", default="inference,training")
    parser.add_argument("models", nargs="*", default=MODELS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(one(*options.one)))
        return
    environment = os.environ | {"TORCHINDUCTOR_FORCE_DISABLE_CACHES": "1",
                                "TORCHINDUCTOR_COMPILE_THREADS": "1"}
    print(f"{'processor s (s)':20}" + "".join(f"{b:>17}" for b in BACKENDS)
          + f"{'tc adds':>9}{'inductor':>9}{'ratio':>7}")
    for name in options.models:
        for kind in options.kinds.split(","):
            found = {}
            for backend in BACKENDS:
                done = subprocess.run(
                    [sys.executable, __file__, "--one", name, kind, backend],
                    env=environment, capture_output=True, text=True)
                if done.returncode:
                    sys.exit(done.stderr[-2000:])
                found[backend] = json.loads(done.stdout.splitlines()[-1])
            cpu = {b: found[b]["processor"] for b in BACKENDS}
            adds = [cpu[b] - cpu["eager"] for b in ("tc", "inductor")]
            print(f"{name + ', ' + kind:20}" + "".join(
                f"{cpu[b]:9.2f} {found[b]['wall']:7.2f}" for b in BACKENDS)
                + f"{adds[0]:9.2f}{adds[1]:9.2f}{adds[0] / adds[1]:7.2f}",
                flush=True)


if __name__ == "__main__":
    main()
