#!/usr/bin/env python3
"""Times memory-bound programs of one or a few kernels (and transposed
convolutions at the end): their time, the bytes that they must move (arguments
once, results once), and their bandwidth as a share of memcpy's on the same
cores. For attention instead the operations, 4 for each feature of each pair of
a query and a key whether masked or not, 10 for its gradients, and their share
of the cores' f32 multiply-adds. PyTorch eager beside them, where it is
importable."""
import argparse
import ctypes
import json
import os
import subprocess
import tempfile
import threading
import time

from programs import (Program, attention, attention_backward, call,
                      conv_transposed, cross_entropy_training, gelu_chain,
                      grid_sample, index_put, layer_norm, one, scatter_add,
                      tensor, transposed, transposed_read)


def losses():
    """Of GPT-2's vocabulary, and of images."""
    for dtype in ("f32", "bf16"):
        for shape in ([512, 50257], [4096, 50257], [2, 19, 256, 256]):
            p = cross_entropy_training(shape, dtype)
            p.name = f"{p.name}, {'x'.join(map(str, shape))} {dtype}"
            yield p


def programs():
    rows = [4096, 1024]
    return [
        one("copy (x + 1)", "add.Tensor", [2048, 2048], ", 1",
            eager=lambda t, x: x + 1),
        one("softmax", "softmax.int", rows, ", -1",
            eager=lambda t, x: x.softmax(-1)),
        one("softmax of long rows", "softmax.int", [16, 1000000], ", -1",
            eager=lambda t, x: x.softmax(-1)),
        one("softmax of columns", "softmax.int", rows, ", 0",
            eager=lambda t, x: x.softmax(0)),
        layer_norm(rows),
        gelu_chain(rows),
        one("bf16 x + 1", "add.Tensor", [2048, 2048], ", 1", dtype="bf16",
            eager=lambda t, x: x + 1),
        one("max pool 3x3 / 2", "max_pool2d.default", [4, 64, 112, 112],
            ", [3, 3], [2, 2], [1, 1]", [4, 64, 56, 56],
            eager=lambda t, x: t.nn.functional.max_pool2d(x, 3, 2, 1)),
        one("sum of all", "sum.default", [4096, 1024], "", [],
            eager=lambda t, x: x.sum()),
        one("sums of rows", "sum.dim_IntList", [4096, 1024], ", [1]", [4096],
            eager=lambda t, x: x.sum(1)),
        one("sums of columns", "sum.dim_IntList", [4096, 1024], ", [0]",
            [1024], eager=lambda t, x: x.sum(0)),
        transposed([2048, 2048]),
        *(transposed([n, n], name=f"transposed {n}")
          for n in (1440, 1984, 4096)),
        transposed_read(1440), transposed_read(2048),
        Program("heads (0, 2, 1, 3)", [([4, 256, 16, 64], "f32")],
                [call("0", "permute.default", "%a0, [0, 2, 1, 3]",
                      [tensor([4, 256, 16, 64])], tensor([4, 16, 256, 64])),
                 call("1", "add.Tensor", "%0, 1", [tensor([4, 16, 256, 64])],
                      tensor([4, 16, 256, 64]))],
                [("%1", ([4, 16, 256, 64], "f32"))],
                lambda t, x: x.permute(0, 2, 1, 3).contiguous() + 1),
        one("running sums", "cumsum.default", rows, ", 1",
            eager=lambda t, x: x.cumsum(1)),
        one("running sums of a row", "cumsum.default", [1 << 20], ", 0",
            eager=lambda t, x: x.cumsum(0)),
        one("running products of a row", "cumprod.default", [1 << 20], ", 0",
            eager=lambda t, x: x.cumprod(0)),
        one("running log-sum-exps", "logcumsumexp.default", rows, ", 1",
            eager=lambda t, x: x.logcumsumexp(1)),
        one("running log-sum-exps of a row", "logcumsumexp.default",
            [1 << 20], ", 0", eager=lambda t, x: x.logcumsumexp(0)),
        Program("sort of a row", [([1 << 20], "f32")],
                ['%0:2 = fx.call "aten.sort.default"(%a0) : '
                 "(tensor<1048576xf32>) -> (tensor<1048576xf32>, "
                 "tensor<1048576xi64>)"],
                [("%0#0", ([1 << 20], "f32")), ("%0#1", ([1 << 20], "i64"))],
                lambda t, x: x.sort()),
        Program("50 greatest of a row", [([1 << 20], "f32")],
                ['%0:2 = fx.call "aten.topk.default"(%a0, 50) : '
                 "(tensor<1048576xf32>) -> (tensor<50xf32>, tensor<50xi64>)"],
                [("%0#0", ([50], "f32")), ("%0#1", ([50], "i64"))],
                lambda t, x: x.topk(50)),
        scatter_add("elements added, 4 MB", 1 << 20, 1 << 20),
        scatter_add("elements added, 64 KB", 1 << 14, 1 << 20),
        scatter_add("elements added, 256 B", 1 << 6, 1 << 20),
        index_put("elements added, 2-D", 1 << 10, 1 << 10, 1 << 20),
        one("histogram", "histc.default", [1 << 20], ", 100, -2, 2", [100],
            eager=lambda t, x: x.histc(100, -2, 2)),
        *losses(),
        grid_sample([1, 16, 64, 64]),
        conv_transposed("conv_transpose1d 16/8", [4, 128, 512], 64, 16, 8, 4),
        conv_transposed("conv_transpose2d 2/2", [1, 128, 64, 64], 64, 2, 2, 0),
        conv_transposed("conv_transpose2d 4/2", [1, 64, 64, 64], 64, 4, 2, 1),
        conv_transposed("conv_transpose2d 4/2 bf16", [1, 64, 64, 64], 64, 4,
                        2, 1, dtype="bf16"),
        conv_transposed("conv_transpose3d 3/2", [1, 32, 16, 16, 16], 32, 3, 2,
                        1, 1),
        attention(12, 256, 64),
        attention(12, 256, 64, causal=True),
        attention(16, 1024, 64),
        attention(16, 1024, 128, causal=True),
        attention(16, 1024, 64, dtype="bf16"),
        attention(16, 1024, 64, queries=1),
        attention_backward(8, 1024, 64),
        attention_backward(8, 1024, 64, causal=True),
        attention_backward(8, 1024, 64, dtype="bf16"),
    ]


def best(repeat, work):
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def memcpy_ms(threads, size, repeat):
    """Of `size` bytes read and written together."""
    size //= 2
    source = ctypes.create_string_buffer(size)
    target = ctypes.create_string_buffer(size)
    part = size // threads

    def copy(i):
        ctypes.memmove(ctypes.byref(target, i * part),
                       ctypes.byref(source, i * part), part)

    def work():
        others = [threading.Thread(target=copy, args=(i,))
                  for i in range(1, threads)]
        for t in others:
            t.start()
        copy(0)
        for t in others:
            t.join()
    ctypes.memset(source, 1, size)
    return 1e3 * best(repeat, work)


def run_tc(args, program):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "p.mlir")
        with open(path, "w", encoding="utf-8") as file:
            file.write(program.text())
        out = subprocess.run(
            [f"{args.bin}/tc-run", path, "--json",
             f"--threads={args.threads}", f"--repeat={args.repeat}"],
            capture_output=True, text=True)
    if not out.stdout.startswith("{"):
        raise SystemExit(f"{program.name}: {out.stderr}")
    return json.loads(out.stdout)


def run_eager(args, program):
    try:
        import torch
    except ImportError:
        return None
    if not program.eager:
        return None
    torch.set_num_threads(args.threads)
    arguments = [torch.randint(program.positions, s) if d == "i64" else
                 torch.randn(s).to(getattr(torch, {"f32": "float32",
                 "bf16": "bfloat16"}[d])) for s, d in program.arguments]
    with torch.no_grad():
        program.eager(torch, *arguments)
        return 1e3 * best(args.repeat,
                          lambda: program.eager(torch, *arguments))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", default="build/bin")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--repeat", type=int, default=20)
    parser.add_argument("--print", action="store_true",
                        help="the programs' texts, run nothing")
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    chosen = [p for p in programs()
              if not args.names or any(n in p.name for n in args.names)]
    if args.print:
        print("\n".join(p.text() for p in chosen))
        return
    print(f"{'program':26} {'tc ms':>8} {'GB/s':>6} {'memcpy ms':>9} "
          f"{'share':>6} {'eager ms':>9}")
    for p in chosen:
        row, eager = run_tc(args, p), run_eager(args, p)
        ms = row["min_ms"]
        if hasattr(p, "flop"):
            rate = p.flop / ms * 1e-6
            print(f"{p.name:26} {ms:8.2f} {rate:6.0f} GFLOP/s of "
                  f"{row['peak_gflops']:.0f} {rate / row['peak_gflops']:6.0%} "
                  + (f"{eager:9.2f}" if eager else ""), flush=True)
            continue
        copy = memcpy_ms(args.threads, p.bytes(), args.repeat)
        print(f"{p.name:26} {ms:8.2f} {p.bytes() / ms * 1e-6:6.1f} "
              f"{copy:9.2f} {copy / ms:6.0%} "
              + (f"{eager:9.2f}" if eager else ""), flush=True)


if __name__ == "__main__":
    main()
