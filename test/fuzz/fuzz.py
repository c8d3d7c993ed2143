#!/usr/bin/env python3
"""Random programs through every level and target, compared.

  fuzz.py graphs --seconds=60          random graphs of prims: interpreter on
                                       kernels, CPU, emulated GPU, CUDA
  fuzz.py numbers --seconds=60         the same, and the suite's programs, with
                                       random numbers of heuristics
  fuzz.py passes --seconds=60          random orders of passes keep the meaning
  fuzz.py text|bytecode --seconds=60   mutated modules: an error or a program,
                                       never a crash or a hang
  fuzz.py files --seconds=60           mutated safetensors files
  fuzz.py tiles --seconds=60           random products and convolutions of bf16
                                       and bytes on tile registers (AMX), or on
                                       what stands in for them
  fuzz.py loops --seconds=60           random kernels of streamed loops, with
                                       random schedules, on CPUs
  fuzz.py gradients --seconds=60       derivatives of random graphs against
                                       finite differences
  fuzz.py ... --seed=7 --count=1       one program again

Each run prints its seed, a new one unless it is told; each find is made small
(tc-reduce), printed, kept in --out with the command that shows it, and makes
the exit code 1."""
import argparse
import contextlib
import os
import random
import signal
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "suite")]
import bytes_of_files  # noqa: E402
import columns  # noqa: E402
import finds as found  # noqa: E402
import graphs  # noqa: E402
import heuristics  # noqa: E402
import hold  # noqa: E402
import loop_kernels  # noqa: E402
import pass_orders  # noqa: E402
import tile_products  # noqa: E402

DEFAULT_COLUMNS = "loop,cpu,emulate"


def each_seed(options):
    """Seeds, until the time or the count is used up."""
    start = time.monotonic()
    while (options.tried < options.count if options.count
           else time.monotonic() - start < options.seconds):
        yield options.seed + options.tried
        options.tried += 1


def run_graphs(options, tools, finds):
    for seed in each_seed(options):
        draw = random.Random(seed)
        kind = draw.choice(options.kinds.split(","))
        text = graphs.Graph(draw, kind, draw.randint(3, options.ops)).text()
        name = f"{kind}_{seed}"
        for column in options.columns.split(","):
            failed = hold.column(text, name, column, tools)
            if failed:
                finds.add(f"{name}_{column}", text, str(failed), hold.again(
                    tools, f"--name={name}", f"--column={column}"))


def run_gradients(options, tools, finds):
    for seed in each_seed(options):
        draw = random.Random(seed)
        text = graphs.Graph(draw, "smooth", draw.randint(3, options.ops),
                            floats=("f64",), differentiable=True).text()
        failed = hold.gradients(text, tools)
        if failed:
            finds.add(f"gradients_{seed}", text, str(failed),
                      hold.again(tools, "--gradients"))


def run_passes(options, tools, finds):
    for seed in each_seed(options):
        pass_orders.run_one(seed, options, tools, finds)


def run_numbers(options, tools, finds):
    for seed in each_seed(options):
        heuristics.run_one(seed, options, tools, finds)


def run_tiles(options, tools, finds):
    for seed in each_seed(options):
        tile_products.run_one(seed, tools, finds)


def run_loops(options, tools, finds):
    for seed in each_seed(options):
        loop_kernels.run_one(seed, tools, finds)


def run_bytes(options, tools, finds):
    for seed in each_seed(options):
        bytes_of_files.run_one(options.what, seed, tools, finds)


RUNS = {"graphs": run_graphs, "gradients": run_gradients,
        "numbers": run_numbers, "passes": run_passes, "tiles": run_tiles,
        "loops": run_loops, "text": run_bytes, "bytecode": run_bytes,
        "files": run_bytes}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("what", choices=list(RUNS))
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int,
                        default=random.SystemRandom().randrange(10**9))
    parser.add_argument("--count", type=int, help="programs, instead of time")
    parser.add_argument("--columns", default=DEFAULT_COLUMNS,
                        help="of graphs: " + ", ".join(columns.COLUMNS))
    parser.add_argument("--kinds", default="exact,smooth",
                        help="of graphs (graphs.py says what they are)")
    parser.add_argument("--ops", type=int, default=16,
                        help="most ops in a graph")
    parser.add_argument("--out", default="build/fuzz", help="where finds go")
    parser.add_argument("--reduce", type=float, default=200, metavar="SECONDS",
                        help="for making finds small, all together")
    parser.add_argument("--build", help="the build folder to test")
    options = parser.parse_args()
    options.tried = 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(3))
    tools = columns.find_tools(options.build)
    tools.timeout = 200  # a hang, however loaded the machine is
    print(f"fuzz {options.what} --seed={options.seed}", flush=True)
    finds = found.Finds(options.out, tools, options.reduce)
    with tempfile.TemporaryDirectory() as memory:
        tools.memory = memory
        if "cuda" in options.columns:
            columns.find_gpu(tools)
            if tools.no_gpu:
                sys.exit(f"no GPU: {tools.no_gpu}")
            tools.gpu_lock = contextlib.nullcontext()
        try:
            RUNS[options.what](options, tools, finds)
        finally:  # also of what is ended
            print(f"{options.tried} tried\n{len(finds.names)} found",
                  flush=True)
    return 1 if finds.names else 0


if __name__ == "__main__":
    sys.exit(main())
