#!/usr/bin/env python3
"""python3 bench/torch_kernels_gpu.py [--size N] [--modes eager,inductor,tc]
[--groups kernels] [--train] [--bf16] [ROW...]: the rows of bench/torch_rows, if
not said otherwise one or a few operations on arrays of N x N, on an NVIDIA GPU,
through torch.compile; --train: forward and backward, of rows with gradients.
Prints the GPU's microseconds of a call, the median of calls by turns, each
behind work that the host overtakes, and the other modes' time over tc's; then
what is slower than eager. Needs PyTorch with CUDA, and the package tc."""
import argparse
import os
import statistics
import sys
import time
import warnings

from gpu_timing import geometric_mean

AHEAD = 2_000_000  # least cycles for which the GPU has something else to do
CLOCK = 2e9  # cycles of a GPU a second, at most


def differs(got, want, bf16):
    """Whether results are of other shapes or types than eager's, or differ by
    more than 1e-3 of its largest (cuDNN's convolutions are in TF32), in bf16
    by more than 2^-5."""
    import torch
    from torch_models import leaves
    share = 2 ** -5 if bf16 else 1e-3
    pairs = list(zip(leaves([got]), leaves([want]), strict=True))
    return any(a.shape != b.shape or a.dtype != b.dtype for a, b in pairs) or \
        any(not torch.allclose(a.double(), b.double(), 0,
                               share * max(b[b.isfinite()].abs().max(), 1), True)
            for a, b in pairs if a.is_floating_point() and b.numel())


def measure(name, options):
    """mode -> microseconds, and the modes whose results differ."""
    import torch
    from torch_models import built, caller
    function, arguments, prepare = built(name, options)
    torch._dynamo.reset()
    modes = options.modes
    calls = {m: caller(function if m == "eager" else
                       torch.compile(function, backend=m), arguments,
                       options.train) for m in modes}
    times, ahead = {m: [] for m in modes}, {}
    results = {}
    for m, call in calls.items():
        prepare()
        results[m] = call()
    wrong = [m for m in modes
             if differs(results[m], results[modes[0]], options.bf16)]
    del results
    for i in range(options.repeat + 2):
        for mode, call in calls.items():
            start, end = (torch.cuda.Event(enable_timing=True)
                          for _ in range(2))
            prepare()
            torch.cuda._sleep(ahead.get(mode, AHEAD))
            host = time.perf_counter()
            start.record()
            call()
            end.record()
            host = time.perf_counter() - host
            torch.cuda.synchronize()
            if i:
                ahead[mode] = max(AHEAD, int(1.5 * host * CLOCK))
            times[mode].append(start.elapsed_time(end) * 1e3)
    return {m: statistics.median(t[2:]) for m, t in times.items()}, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=4096)
    parser.add_argument("--repeat", type=int, default=12)
    parser.add_argument("--train", action="store_true")
    parser.add_argument("--bf16", action="store_true")
    parser.add_argument("--batch", type=int, default=0)
    parser.add_argument("--modes", type=lambda s: s.split(","),
                        default=["eager", "tc"])
    parser.add_argument("--groups", type=lambda s: s.split(","),
                        default=["kernels"])
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    os.environ["TC_ROW_SIZE"] = str(args.size)
    warnings.filterwarnings("ignore")
    import torch
    if not torch.cuda.is_available():
        sys.exit("bench/torch_kernels_gpu.py: PyTorch finds no CUDA GPU here")
    import tc.torch  # noqa: F401
    torch.set_default_device("cuda")
    from torch_rows import load
    slower, ratios = [], {m: [] for m in args.modes[:-1]}
    print(f"{'us':24}" + "".join(f"{m:>12} ratio" for m in args.modes[:-1]) +
          f"{args.modes[-1]:>12}")
    for name, row in load(args.groups).items():
        if (args.names and name not in args.names) or (
                args.train and not row.train) or (args.bf16 and not row.bf16):
            continue
        torch.manual_seed(0)
        try:
            times, wrong = measure(f"{row.group}.{name}", args)
        except Exception as e:  # the row says why, the others go on
            print(f"{name:24}{type(e).__name__}: {str(e).splitlines()[0][:90]}",
                  flush=True)
            continue
        ours = times[args.modes[-1]]
        text = f"{name:24}"
        for m in args.modes[:-1]:
            ratios[m].append(times[m] / ours)
            text += f"{times[m]:12.1f} {times[m] / ours:5.2f}"
        print(text + f"{ours:12.1f}" + "  differs: " * bool(wrong) +
              ", ".join(wrong), flush=True)
        if times[args.modes[0]] < 0.95 * ours:
            slower.append(f"{name} {times[args.modes[0]] / ours:.2f}")
    for m, r in ratios.items():
        print(f"geometric mean of {m} over {args.modes[-1]}: "
              f"{geometric_mean(r):.2f}")
    print("slower than eager:", ", ".join(slower) or "none")


if __name__ == "__main__":
    main()
