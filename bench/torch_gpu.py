#!/usr/bin/env python3
"""python3 bench/torch_gpu.py [--modes M,...] [ROW...]: models of PyTorch on a
GPU, in bf16: milliseconds a call, of several in a row, of a forward (ROW is
NAME or NAME@BATCH; NAME.f32 in f32, with products of TF32 permitted,
NAME.strict as PyTorch's flags are if nobody sets them) or
(NAME.train) of a training step (autocast, forward and backward), in eager mode
and under torch.compile with Inductor and with tc, one line of JSON a row
(decode: a step of a decoder with 2,048 keys, and floor_ms, its bytes by the
bandwidth). With --ceilings each row says its ceiling (bench/ceiling.py) and
every mode's share of it. The last line: the fastest peer's time over tc's
fastest, geometric mean and least. Each row is a process; all compile at once
(first_s says little), then each measures alone, its modes in turns. Needs a
GPU, transformers, torchvision; weights are random."""
import argparse
import json
import math
import os
import pathlib
import signal
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, os.environ.get("TC_PYTHON", str(ROOT / "build/python")))
MODES = {  # name -> arguments of torch.compile
    "eager": None,
    "inductor": {},
    "inductor-ro": {"mode": "reduce-overhead"},
    "tc": {"backend": "tc"},
    "tc-ro": {"backend": "tc", "mode": "reduce-overhead"},
    "tc-products": {"backend": "tc", "options": {"leave": [
        "aten.mm.default", "aten.addmm.default", "aten.bmm.default",
        "aten.convolution.default", "aten.convolution_backward.default",
        "aten.scaled_dot_product_attention.default"]}},
}
# Only on request: Inductor's search (minutes a row), launches that start when
# the one before has ended, and one route alone.
ON_REQUEST = {
    "inductor-max": {"mode": "max-autotune-no-cudagraphs"},
    "tc-ro-apart": {"backend": "tc", "options": {
        "cuda_graphs": True, "target": "cuda,dependent-launch=0"}},
    "tc-direct": {"backend": "tc", "options": {"route": "direct"}},
    "tc-direct-ro": {"backend": "tc", "options": {
        "route": "direct", "cuda_graphs": True}},
    "tc-aot-ro": {"backend": "tc", "options": {
        "route": "aot", "cuda_graphs": True}},
    "tc-aot": {"backend": "tc", "options": {"route": "aot"}},
}
DEFAULT = list(MODES)
MODES |= ON_REQUEST
BATCH = {"resnet50": 64, "bert": 32, "gpt2": 8, "llama": 2, "vit": 64,
         "decode": 8, "mixer": 64}
ROWS = (*BATCH, "resnet50@1", "bert@1", "decode@1", "resnet50.train",
        "gpt2.train", "mixer.train", "resnet50.f32", "bert.f32", "vit.f32",
        "bert.strict", "vit.strict", "gpt2.strict")
ROUNDS = 7
# A mode's calls in a row: so many at least, and as many as take so long, since
# the GPU waits for the host to launch the first one.
CALLS, CALLS_MS = 4, 20


def make(name, batch):
    """(module, arguments, the tensor of its result)."""
    import torch
    import transformers

    def tokens(count, *sizes):
        return torch.randint(0, count, sizes, device="cuda")

    def images():
        return torch.randn(batch, 3, 224, 224, device="cuda",
                           dtype=torch.bfloat16)
    if name == "decode":
        from decoder import Decoder
        return Decoder(batch), (tokens(32000, batch, 1), torch.tensor(
            [2047], device="cuda")), lambda r: r
    if name == "resnet50":
        import torchvision
        return torchvision.models.resnet50(), (images(),), lambda r: r
    if name == "mixer":
        x = torch.randn(batch, 196, 768, device="cuda", dtype=torch.bfloat16)
        return mixer(), (x,), lambda r: r
    if name == "vit":
        model = transformers.ViTModel(transformers.ViTConfig(),
                                      add_pooling_layer=False)
        return model, (images(),), lambda r: r.last_hidden_state
    if name == "bert":
        model = transformers.BertModel(transformers.BertConfig(
            hidden_dropout_prob=0, attention_probs_dropout_prob=0),
            add_pooling_layer=False)
        return model, (tokens(30522, batch, 128),), lambda r: r.last_hidden_state
    if name == "gpt2":
        model = transformers.GPT2LMHeadModel(transformers.GPT2Config(
            use_cache=False, resid_pdrop=0, embd_pdrop=0, attn_pdrop=0))
        return model, (tokens(50257, batch, 1024),), lambda r: r.logits
    model = transformers.LlamaForCausalLM(transformers.LlamaConfig(
        vocab_size=32000, hidden_size=768, intermediate_size=2048,
        num_hidden_layers=12, num_attention_heads=12, num_key_value_heads=4,
        use_cache=False))
    return model, (tokens(32000, batch, 2048),), lambda r: r.logits


def mixer(width=768, places=196, layers=12):
    """An MLP-Mixer (Tolstikhin et al. 2021) behind its patches."""
    from torch import nn

    class Layer(nn.Module):
        def __init__(self):
            super().__init__()
            self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(2))
            self.mix, self.mlp = (nn.Sequential(
                nn.Linear(n, wide), nn.GELU(), nn.Linear(wide, n))
                for n, wide in ((places, width // 2), (width, 4 * width)))

        def forward(self, x):
            y = self.mix(self.norms[0](x).transpose(1, 2)).transpose(1, 2)
            x = x + y
            return x + self.mlp(self.norms[1](x))
    return nn.Sequential(*(Layer() for _ in range(layers)),
                         nn.LayerNorm(width))


def prepare(row, kind):
    import torch
    torch.manual_seed(0)
    train = kind == "train"
    if kind == "f32":
        torch.set_float32_matmul_precision("high")  # of convolutions it is so
    name, _, batch = row.partition("@")
    model, args, result = make(name, int(batch or BATCH[name]))
    model = model.cuda().train(train)
    if not kind:
        model = model.to(torch.bfloat16)
    if name in ("resnet50", "mixer", "vit") and kind:
        args = (args[0].float(),)

    def call(compiled):
        if not train:
            with torch.no_grad():
                return result(compiled(*args))
        model.zero_grad(set_to_none=True)
        with torch.autocast("cuda", torch.bfloat16):
            y = result(compiled(*args))
        y.float().square().mean().backward()
        return y.detach()
    return model, call


def first_call(model, call, options):
    """(what is called, seconds until its first result)."""
    import torch
    start = time.perf_counter()
    compiled = model if options is None else torch.compile(model, **options)
    call(compiled)
    torch.cuda.synchronize()
    return compiled, time.perf_counter() - start


def late(*_):
    raise TimeoutError("it took too long")


def measure(call, compiled, calls=CALLS):
    """Milliseconds a call, of so many in a row."""
    import torch
    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    start.record()
    for _ in range(calls):
        call(compiled)
    end.record()
    end.synchronize()
    return start.elapsed_time(end) / calls


def calls_in_a_row(call, compiled):
    return max(CALLS, math.ceil(CALLS_MS / measure(call, compiled)))


def run(name, modes, kind, limit, ceilings):
    import torch
    import tc.torch  # noqa: F401
    signal.signal(signal.SIGALRM, late)
    model, call = prepare(name, kind)
    torch._dynamo.config.recompile_limit = 64  # a mode is one of them
    found, row = {}, {"model": name, "kind": kind}
    if hasattr(model, "floor_ms"):
        row["floor_ms"] = round(model.floor_ms(), 3)
    for mode in modes:
        signal.alarm(limit)
        try:
            compiled, seconds = first_call(model, call, MODES[mode])
            found[mode] = compiled
            row[mode] = {"first_s": round(seconds, 2)}
            for _ in range(4):
                value = call(compiled)
            value = value.float()
            if mode == "eager":
                want = value.clone()
            elif "eager" in modes:
                row[mode]["distance"] = float(
                    (value - want).norm() / want.norm())
        except Exception as error:
            row[mode] = {"error": repr(error)[:300]}
            found.pop(mode, None)
        signal.alarm(0)
    print(row, file=sys.stderr)
    print("ready", flush=True)
    sys.stdin.readline()
    times = {mode: [] for mode in found}
    calls = {mode: calls_in_a_row(call, compiled)
             for mode, compiled in found.items()}
    for _ in range(ROUNDS):
        for mode, compiled in found.items():
            times[mode].append(measure(call, compiled, calls[mode]))
    for mode, ms in times.items():
        row[mode]["ms"] = round(statistics.median(ms), 3)
    if ceilings:
        from ceiling import ceiling
        row["ceiling"] = least = ceiling(model, call)
        for mode in times:
            row[mode]["of_ceiling"] = round(least["ms"] / row[mode]["ms"], 2)
    counts = tc.torch.counters()
    row["tc_counters"] = {k: counts[k] for k in (
        "pieces", "ops_compiled", "fallback_ops", "failures", "kernels")}
    print(json.dumps(row), flush=True)


def start(row, modes, limit, ceilings):
    name, _, kind = row.partition(".")
    return subprocess.Popen(
        [sys.executable, __file__, "--here", "--modes", modes, "--limit",
         str(limit), "--kind", kind, *["--ceilings"] * ceilings, name],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def together(rows, modes, limit, before=lambda: None, ceilings=False):
    """The rows' lines; `before` is called when all have compiled."""
    running = [start(row, modes, limit, ceilings) for row in rows]
    alive = [p for p in running if any(line == "ready\n"
                                       for line in iter(p.stdout.readline, ""))]
    before()
    for process in alive:
        yield process.communicate("go\n")[0].strip()
    for process in running:
        process.kill()


def summary(rows):
    """The last line, of the rows in which a peer and tc ran."""
    ratios = {}
    for row in rows:
        ms = {mode: row[mode]["ms"] for mode in MODES
              if "ms" in row.get(mode, ())}
        ours = [ms.pop(mode) for mode in list(ms) if mode.startswith("tc")]
        if ours and ms:
            name = ".".join(filter(None, (row["model"], row["kind"])))
            ratios[name] = min(ms.values()) / min(ours)
    if not ratios:
        return {}
    mean = math.exp(statistics.fmean(map(math.log, ratios.values())))
    return {"rows": len(ratios), "fastest_peer_over_tc": round(mean, 2),
            "least": [min(ratios, key=ratios.get),
                      round(min(ratios.values()), 2)]}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--modes", default=",".join(DEFAULT),
                        help="of " + ",".join(MODES))
    parser.add_argument("--limit", type=int, default=300,
                        help="seconds that compiling a mode may take")
    parser.add_argument("--here", action="store_true",
                        help="in this process; waits for a line of input")
    parser.add_argument("--kind", default="", help="with --here: train, f32, strict")
    parser.add_argument("--ceilings", action="store_true",
                        help="print each row's ceiling (bench/ceiling.py), too")
    parser.add_argument("rows", nargs="*", default=ROWS)
    options = parser.parse_args()
    if options.here:
        run(*options.rows, options.modes.split(","), options.kind,
            options.limit, options.ceilings)
        return
    rows = []
    for line in together(options.rows, options.modes, options.limit,
                         ceilings=options.ceilings):
        print(line, flush=True)
        rows += [json.loads(line)] if line else []
    print(json.dumps(summary(rows)), flush=True)


if __name__ == "__main__":
    main()
