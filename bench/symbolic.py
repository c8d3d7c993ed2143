#!/usr/bin/env python3
"""python3 bench/symbolic.py [--train] [--sizes 1x64,4x128] [--threads 1,2]
[ROW...]: what one compilation for all batch sizes and lengths costs beside one
for each.
Models of transformers: the least milliseconds of a call at each size, by
torch.compile(backend="tc", dynamic=False) for that size alone and by
tc.compile, once, in turns. On a CPU in one thread, processor time, and in two,
time of a clock: a launch of few rows is to be tasks for all threads, too.
--threads 1,4,16 is for other numbers of them, where there are as many cores.
With --tasks 1,2,16 tasks timed alone by tc-run, as so many threads would share
them (symbolic_tasks.py), f32 on a CPU: rows bert, gpt2, llama and, of 1, 2, 4
and 8 images, resnet50; --base DIR: another build, whose symbolic programs stand
first. With --device cuda time of the GPU in bf16: of a call that is recorded and
replayed, so that no host is waited for (with --train of a call). Weights are
random. --keep DIR writes each compiled text, for tc-run --profile."""
import argparse
import os
import pathlib
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, os.environ.get("TC_PYTHON", str(ROOT / "build/python")))
import torch  # noqa: E402
import transformers as T  # noqa: E402
import tc.torch  # noqa: E402
from tc.torch import piece  # noqa: E402
import symbolic_tasks as tasks  # noqa: E402


def bert(layers):
    return T.BertModel(T.BertConfig(
        num_hidden_layers=layers, hidden_dropout_prob=0,
        attention_probs_dropout_prob=0), add_pooling_layer=False)


def gpt2(layers):
    return T.GPT2LMHeadModel(T.GPT2Config(
        n_layer=layers, use_cache=False, resid_pdrop=0, embd_pdrop=0,
        attn_pdrop=0))


def llama(layers):
    return T.LlamaForCausalLM(T.LlamaConfig(
        vocab_size=32000, hidden_size=768, intermediate_size=2048,
        num_hidden_layers=layers, num_attention_heads=12,
        num_key_value_heads=4, use_cache=False))


ROWS = {f.__name__: f for f in (bert, gpt2, llama)}
SIZES = {"cpu": "1x64,2x128,3x50,4x256", "cuda": "1x128,8x512,3x333,16x128"}


def of_result(result):
    first = result[0]
    return first if isinstance(first, torch.Tensor) else first[0]


class Row:
    """A model and how it is called and timed."""

    def __init__(self, name, options):
        torch.manual_seed(0)
        self.name, self.options = name, options
        self.model = ROWS[name](options.layers).train(options.train)
        if options.device == "cuda":
            self.model = self.model.cuda()
            if not options.train:
                self.model = self.model.to(torch.bfloat16)

    def tokens(self, size):
        return torch.randint(0, 1000, size, device=self.options.device)

    def call(self, compiled, ids):
        if not self.options.train:
            with torch.no_grad():
                return of_result(compiled(ids))
        self.model.zero_grad(set_to_none=True)
        with torch.autocast("cuda", torch.bfloat16,
                            enabled=self.options.device == "cuda"):
            result = of_result(compiled(ids))
        result.float().square().mean().backward()
        return result.detach()

    def caller(self, compiled, ids):
        """What calls it, or replays a call of it."""
        if self.options.device != "cuda" or self.options.train:
            return lambda: self.call(compiled, ids)
        stream, graph = torch.cuda.Stream(), torch.cuda.CUDAGraph()
        with torch.cuda.stream(stream):
            self.call(compiled, ids)
            torch.cuda.synchronize()
            with torch.cuda.graph(graph, stream=stream):
                self.call(compiled, ids)
        return graph.replay

    def time(self, call):
        """Milliseconds of a call."""
        if self.options.device == "cuda":
            start, end = (torch.cuda.Event(enable_timing=True)
                          for _ in range(2))
            start.record()
            call()
            end.record()
            end.synchronize()
            return start.elapsed_time(end)
        clock = time.perf_counter if torch.get_num_threads() > 1 else \
            time.process_time
        start = clock()
        call()
        return (clock() - start) * 1e3

    def compile(self, kind, size):
        """Compiled at its first call."""
        texts = recorded()
        compiled = tc.compile(self.model) if kind == "symbolic" else \
            torch.compile(self.model, backend="tc", dynamic=False)
        self.call(compiled, self.tokens(size))
        for i, text in enumerate(texts):
            keep(self.options, f"{self.name}.{kind}.{i}", text)
        return compiled


def recorded():
    """The texts that are compiled from now on."""
    texts, build = [], getattr(piece.build, "build", piece.build)

    def note(text, *rest):
        texts.append(text)
        return build(text, *rest)
    note.build = build
    piece.build = note
    return texts


def keep(options, name, text):
    if not options.keep:
        return
    mode, suffix = ("w", "mlir") if isinstance(text, str) else ("wb", "mlirbc")
    options.keep.mkdir(parents=True, exist_ok=True)
    with open(options.keep / f"{name}.{suffix}", mode) as file:
        file.write(text)


def measure(row, size, symbolic):
    """(static, symbolic) milliseconds at a size; with the right results."""
    static = row.compile("x".join(map(str, size)), size)
    ids = row.tokens(size)
    found = {"static": static, "symbolic": symbolic}
    mine, theirs = (row.call(f, ids).float() for f in found.values())
    if (mine - theirs).norm() > 2e-2 * theirs.norm():
        sys.exit(f"{row.name} {size}: the results differ")
    with torch._dynamo.config.patch(error_on_recompile=True):
        times = {kind: [] for kind in found}
        calls = {kind: row.caller(f, ids) for kind, f in found.items()}
        for _ in range(row.options.calls):
            for kind, call in calls.items():
                times[kind].append(row.time(call))
    return [min(times[kind]) for kind in found]


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--train", action="store_true")
    parser.add_argument("--device", default="cpu", choices=SIZES)
    parser.add_argument("--threads", help="on a CPU, default 1,2")
    parser.add_argument("--layers", type=int, default=2)
    parser.add_argument("--calls", type=int, default=7)
    parser.add_argument("--sizes", help="batch x length, ...")
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--tasks", help="numbers of threads")
    parser.add_argument("--base", help="with --tasks, another build")
    parser.add_argument("rows", nargs="*")
    return parser.parse_args()


def parse_sizes(text):
    return [tuple(map(int, size.split("x"))) for size in text.split(",")]


def report(name, size, static, symbolic):
    threads = torch.get_num_threads()
    print(f"{name:8} {size:10} {threads} threads  static {static:8.2f} ms  "
          f"symbolic {symbolic:8.2f} ms  ratio {symbolic / static:5.2f}",
          flush=True)


def print_row(name, options, sizes):
    row = Row(name, options)
    symbolic, total = row.compile("symbolic", (3, 47)), [0.0, 0.0]
    for size in sizes:
        times = measure(row, size, symbolic)
        report(name, "x".join(map(str, size)), *times)
        total = [a + b for a, b in zip(total, times)]
    report(name, "all", *total)


def print_tasks(options):
    threads = [int(n) for n in options.tasks.split(",")]
    builds = [b for b in (options.base, ROOT / "build") if b]
    for name in options.rows or [*ROWS, "resnet50"]:
        torch.manual_seed(0)
        kind = "images" if name == "resnet50" else "tokens"
        model = tasks.Images() if kind == "images" else \
            tasks.Tokens(ROWS[name](options.layers))
        sizes = "1,2,4,8" if kind == "images" else \
            options.sizes or SIZES["cpu"]
        tasks.print_row(name, model.eval(), kind, parse_sizes(sizes), threads,
                        builds)


def main():
    options = parse()
    if options.tasks:
        print_tasks(options)
        return
    default = "1,2" if options.device == "cpu" else "1"
    torch._dynamo.config.recompile_limit = 64  # each size, and all sizes
    sizes = parse_sizes(options.sizes or SIZES[options.device])
    for threads in (options.threads or default).split(","):
        torch.set_num_threads(int(threads))
        torch._dynamo.reset()  # its code is for a number of threads
        for name in options.rows or ROWS:
            print_row(name, options, sizes)


if __name__ == "__main__":
    main()
