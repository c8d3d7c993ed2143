#!/usr/bin/env python3
"""python3 bench/cpu_models.py [--threads N] [--train] [--bf16] [--modes LIST]
[--eager] [ROW...]: the models of `make demo` and ViT-B/16, batch 1 and 8, on a
CPU: tc beside every peer that is installed. Prints the least milliseconds of a
call and the best peer's over tc's best. Calls take turns; with one thread times
are processor time, so that what else runs counts little.

tc: torch.compile(backend="tc"), weights arguments of each call. frozen: with
freeze=True. aot: tc.export, tc-compile. inductor+: Inductor with freezing. ort,
openvino: the model that torch.onnx exports, in f32. A training step is a
forward and a backward of the loss."""
import argparse
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import warnings

HERE = pathlib.Path(__file__).resolve()
ROOT = HERE.parents[1]
sys.path[:0] = [os.environ.get("TC_PYTHON", str(ROOT / "build/python")),
                str(ROOT)]
BIN = pathlib.Path(os.environ.get("TC_BUILD", str(ROOT / "build"))) / "bin"
OURS = ("tc", "frozen", "aot")
PEERS = ("eager", "inductor", "inductor+", "ort", "openvino")
TRAINED = {"eager", "inductor", "tc"}
NARROW = {"eager", "inductor", "inductor+", "tc", "frozen", "aot"}
SECONDS, LEAST, MOST = 1.5, 5, 50  # of calls of a mode
# glibc's: memory that a call gives back stays in the process. GPT-2's result for
# 8 texts is 412 MB; a system that is short of free pages spent up to 3 s a call on
# new ones, in whichever mode's turn it fell.
KEEPS_MEMORY = {"MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": str(1 << 40)}


def vit():
    import transformers as T
    return T.ViTForImageClassification(T.ViTConfig(num_labels=1000))


def gpt2_training():
    import transformers as T
    return T.GPT2LMHeadModel(T.GPT2Config(
        use_cache=False, resid_pdrop=0.0, embd_pdrop=0.0, attn_pdrop=0.0))


def rows(options):
    """name -> (makes the model, makes the argument)."""
    import torch
    from capture.models import bert, gpt2, llama, resnet50

    def images(n):
        return torch.randn(n, 3, 224, 224, dtype=options.dtype)

    def tokens(length, words):
        return lambda n: torch.randint(0, words, (n, length))
    if options.train:
        return {"gpt2-1": (gpt2_training, tokens(256, 50257), 1),
                "resnet50-8": (resnet50, images, 8)}
    models = {"resnet50": (resnet50, images),
              "bert": (bert, tokens(128, 30522)),
              "gpt2": (gpt2, tokens(256, 50257)),
              "llama": (llama, tokens(256, 32000)), "vit": (vit, images)}
    return {f"{name}-{n}": (*model, n) for name, model in models.items()
            for n in (1, 8)}


def first_tensor(value):
    """The result that is compared and that a loss is of."""
    return value if hasattr(value, "backward") else value[0]


class Tensor:
    """A model as a function of one tensor to one tensor."""

    def __new__(cls, model, narrow):
        import torch

        class Module(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.model = model

            def forward(self, x):
                return first_tensor(self.model(x))
        module = Module()
        return module.to(torch.bfloat16) if narrow else module


def exported(model, x, folder):
    import torch
    path = os.path.join(folder, "model.onnx")
    if not os.path.exists(path):
        torch.onnx.export(model, (x,), path, verbose=False)
    return path


def onnx_runtime(model, x, options, folder):
    import onnxruntime
    import torch
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = options.threads
    session = onnxruntime.InferenceSession(
        exported(model, x, folder), settings,
        providers=["CPUExecutionProvider"])
    name = session.get_inputs()[0].name
    return lambda: torch.from_numpy(session.run(None, {name: x.numpy()})[0])


def openvino(model, x, options, folder):
    import openvino as ov
    import torch
    core = ov.Core()
    compiled = core.compile_model(exported(model, x, folder), "CPU", {
        "INFERENCE_NUM_THREADS": options.threads, "NUM_STREAMS": 1,
        "INFERENCE_PRECISION_HINT": "f32"})
    request = compiled.create_infer_request()

    def call():
        return torch.from_numpy(request.infer(
            [x.numpy()], share_inputs=True, share_outputs=True)[0])
    return call


def ahead_of_time(model, x, options, folder):
    """tc.export, tc-compile, and the program called from here."""
    import tc
    text = tc.export(model, (x,), os.path.join(folder, "model"))
    program = os.path.join(folder, "model.so")
    subprocess.run([str(BIN / "tc-compile"), text, "-o", program], check=True)
    loaded = tc.load(program)
    loaded.set_weights(os.path.join(folder, "model.safetensors"))
    return lambda: loaded(x)


def compiled(mode, model, x, options, folder):
    """The call of `mode`, or None where it cannot be."""
    import torch
    build = {"ort": onnx_runtime, "openvino": openvino,
             "aot": ahead_of_time}.get(mode)
    if build:
        try:
            return build(model, x, options, folder)
        except ImportError:
            return None
    torch._dynamo.reset()
    torch._inductor.config.freezing = mode == "inductor+"
    f = {"eager": lambda: model,
         "inductor": lambda: torch.compile(model),
         "inductor+": lambda: torch.compile(model),
         "tc": lambda: torch.compile(model, backend="tc"),
         "frozen": lambda: torch.compile(model, backend="tc",
                                         options={"freeze": True})}[mode]()
    if not options.train:
        return lambda: f(x)

    def step():
        for p in model.parameters():
            p.grad = None
        loss = torch.nn.functional.cross_entropy(
            f(x).flatten(0, -2), torch.zeros(
                math.prod(step.shape[:-1]), dtype=torch.int64))
        loss.backward()
        return loss.detach()
    step.shape = [x.shape[0], 1000] if x.dim() == 4 else [*x.shape, 50257]
    return step


def measure(name, options):
    """mode -> (least milliseconds, error beside eager)."""
    import torch
    import tc.torch  # noqa: F401
    warnings.filterwarnings("ignore")
    torch.set_num_threads(options.threads)
    torch.manual_seed(0)
    options.dtype = torch.bfloat16 if options.bf16 else torch.float32
    make, argument, batch = rows(options)[name]
    model = Tensor(make(), options.bf16).train(options.train)
    x = argument(batch)
    clock = time.process_time if options.threads == 1 else time.perf_counter
    calls, errors, wanted = {}, {}, None
    with tempfile.TemporaryDirectory() as folder, \
            torch.set_grad_enabled(options.train):
        for mode in options.modes:
            call = compiled(mode, model, x, options, folder)
            if call is None:
                continue
            found = call().float()
            wanted = found if wanted is None else wanted
            errors[mode] = float((found - wanted).norm() / wanted.norm())
            call()
            calls[mode] = call
        times, spent = {mode: [] for mode in calls}, 0
        while min(map(len, times.values())) < LEAST or (
                spent < SECONDS * len(calls)
                and min(map(len, times.values())) < MOST):
            for mode, call in calls.items():
                start = clock()
                call()
                times[mode].append(clock() - start)
                spent += times[mode][-1]
    return {mode: (min(t) * 1e3, errors[mode]) for mode, t in times.items()}


def ratio(found):
    """The best peer's time over our best."""
    ours = [found[m][0] for m in OURS if m in found]
    theirs = [found[m][0] for m in PEERS if m in found]
    return min(theirs) / min(ours) if ours and theirs else math.nan


def run(name, options):
    command = [sys.executable, str(HERE), name, "--child",
               f"--threads={options.threads}",
               f"--modes={','.join(options.modes)}"]
    command += ["--train"] * options.train + ["--bf16"] * options.bf16
    environment = os.environ | KEEPS_MEMORY | {
        "OMP_NUM_THREADS": str(options.threads)}
    out = subprocess.run(command, capture_output=True, text=True,
                         env=environment)
    if out.returncode or not out.stdout.strip():
        last = (out.stderr.strip().splitlines() or ["no message"])[-1]
        print(f"{name:12}{out.returncode}: {last[:160]}", flush=True)
        return math.nan
    found = json.loads(out.stdout.strip().splitlines()[-1])
    line = f"{name:12}" + "".join(
        f"{found[m][0]:10.1f}" if m in found else f"{'-':>10}"
        for m in options.modes)
    worst = max((found[m][1] for m in OURS if m in found), default=math.nan)
    print(f"{line}{ratio(found):10.2f}{worst:10.1e}", flush=True)
    return ratio(found)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--train", action="store_true")
    parser.add_argument("--bf16", action="store_true")
    parser.add_argument("--modes", type=lambda s: s.split(","),
                        default=PEERS + OURS)
    parser.add_argument("--child", action="store_true")
    parser.add_argument("rows", nargs="*")
    options = parser.parse_args()
    options.modes = [m for m in options.modes
                     if (m in TRAINED or not options.train)
                     and (m in NARROW or not options.bf16)]
    if options.child:
        print(json.dumps(measure(options.rows[0], options)))
        return
    import torch
    options.dtype = torch.float32
    names = [n for n in rows(options) if not options.rows
             or n in options.rows or n.rsplit("-", 1)[0] in options.rows]
    print(f"{'ms':12}" + "".join(f"{m:>10}" for m in options.modes)
          + f"{'peer/tc':>10}{'error':>10}")
    ratios = [r for r in (run(n, options) for n in names) if r > 0]
    if ratios:
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        print(f"geometric mean {mean:.2f}, least {min(ratios):.2f}, "
              f"{len(ratios)} of {len(names)} rows")


if __name__ == "__main__":
    main()
