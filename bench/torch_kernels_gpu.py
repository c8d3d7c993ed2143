#!/usr/bin/env python3
"""python3 bench/torch_kernels_gpu.py [--size N] [--modes eager,inductor,tc]
[--groups kernels] [--train] [--bf16] [--jobs N] [ROW...]: the rows of
bench/torch_rows, if not said otherwise one or a few operations on arrays of N x
N, on an NVIDIA GPU, through torch.compile; --train: forward and backward, of
rows with gradients. Prints the GPU's microseconds of a call, the median of
calls by turns, each behind work that the host overtakes, and the other modes'
time over tc's; then what is slower than eager. --modes=tc:direct,tc:aot compares
tc's routes. With --jobs so many rows compile
at once, each in a process of its own, and all others are stopped while one
measures; a row that has not compiled after --limit seconds is given up. Needs
PyTorch with CUDA, and the package tc."""
import argparse
import json
import os
import queue
import signal
import statistics
import subprocess
import sys
import threading
import time
import warnings

from gpu_timing import geometric_mean

AHEAD = 2_000_000  # least cycles for which the GPU has something else to do
CLOCK = 2e9  # cycles of a GPU a second, at most
DRAIN = 0.3  # seconds in which a GPU runs what stopped processes sent


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
    from torch_models import built, caller, compiled
    function, arguments, prepare = built(name, options)
    torch._dynamo.reset()
    modes = options.modes
    calls = {m: caller(compiled(function, m), arguments, options.train)
             for m in modes}
    times, results = {m: [] for m in modes}, {}
    for m, call in calls.items():
        prepare()
        results[m] = call()
    wrong = [m for m in modes
             if differs(results[m], results[modes[0]], options.bf16)]
    del results
    turn(options)
    timed(options, calls, prepare, times)
    return {m: statistics.median(t[2:]) for m, t in times.items()}, wrong


def turn(options):
    """A job waits until all others stand still."""
    if options.job:
        print("ready", flush=True)
        sys.stdin.readline()


def timed(options, calls, prepare, times):
    """Appends the microseconds of each mode's calls, by turns."""
    import torch
    ahead = {}
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


def records(names, options):
    """One of each row: its name and its times and what differs, or why it has
    none."""
    import torch
    from torch_rows import ROWS
    import tc.torch  # noqa: F401
    torch.set_default_device("cuda")
    for name in names:
        torch.manual_seed(0)
        try:
            times, wrong = measure(f"{ROWS[name].group}.{name}", options)
            yield {"name": name, "times": times, "wrong": wrong}
        except Exception as e:  # the row says why, the others go on
            why = (str(e).splitlines() or [""])[0][:90]
            yield {"name": name, "error": f"{type(e).__name__}: {why}"}


def start(name):
    return subprocess.Popen(
        [sys.executable, __file__, *sys.argv[1:], f"--job={name}"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        start_new_session=True,
        env={**os.environ, "TORCHINDUCTOR_COMPILE_THREADS": "1"})


def said(job):
    """The first line of a job that is "ready" or a record; "" if it ended."""
    for line in job.stdout:
        if line == "ready\n" or line.startswith('{"name"'):
            return line
    return ""


def signal_all(jobs, number):
    for job in jobs:
        try:
            os.killpg(job.pid, number)
        except ProcessLookupError:
            pass


def ended(name, job, line, others):
    """The record of a job whose first line this is. The others stand still
    while it measures, and so does the GPU, once it has run what they sent."""
    if line == "ready\n":
        signal_all(others, signal.SIGSTOP)
        time.sleep(DRAIN)
        line = job.communicate("go\n")[0]
        signal_all(others, signal.SIGCONT)
    else:
        job.communicate()
    return json.loads(line) if line.strip() else {
        "name": name, "error": f"its process ended: {job.returncode}"}


def by_jobs(names, options):
    """The records, in the order in which the rows are compiled."""
    waiting, running, first = list(names), {}, queue.SimpleQueue()

    def listen(name, job):
        alarm = threading.Timer(options.limit, signal_all,
                                ([job], signal.SIGKILL))
        alarm.start()
        line = said(job)
        alarm.cancel()
        first.put((name, line))
    try:
        while waiting or running:
            while waiting and len(running) < options.jobs:
                name = waiting.pop(0)
                running[name] = start(name)
                threading.Thread(target=listen, args=(name, running[name]),
                                 daemon=True).start()
            name, line = first.get()
            job = running.pop(name)
            yield ended(name, job, line, running.values())
    finally:
        signal_all(running.values(), signal.SIGKILL)


def show(found, modes):
    """A line for each record, and what they say together."""
    slower, ratios = [], {m: [] for m in modes[:-1]}
    print(f"{'us':24}" + "".join(f"{m:>12} ratio" for m in modes[:-1]) +
          f"{modes[-1]:>12}", flush=True)
    for row in found:
        name = row["name"]
        if "error" in row:
            print(f"{name:24}{row['error']}", flush=True)
            continue
        times, ours = row["times"], row["times"][modes[-1]]
        text = f"{name:24}"
        for m in modes[:-1]:
            ratios[m].append(times[m] / ours)
            text += f"{times[m]:12.1f} {times[m] / ours:5.2f}"
        print(text + f"{ours:12.1f}" + "  differs: " * bool(row["wrong"]) +
              ", ".join(row["wrong"]), flush=True)
        if times[modes[0]] < 0.95 * ours:
            slower.append(f"{name} {times[modes[0]] / ours:.2f}")
    for m, r in ratios.items():
        print(f"geometric mean of {m} over {modes[-1]}: "
              f"{geometric_mean(r):.2f}")
    print("slower than eager:", ", ".join(slower) or "none")


def chosen(options):
    from torch_rows import load
    rows = load(options.groups)
    names = [options.job] if options.job else options.names
    return [n for n, row in rows.items() if (not names or n in names)
            and (row.train or not options.train)
            and (row.bf16 or not options.bf16)]


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
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--limit", type=float, default=600)
    parser.add_argument("--job", help="of a job: its row")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    os.environ["TC_ROW_SIZE"] = str(options.size)
    warnings.filterwarnings("ignore")
    import torch
    if not torch.cuda.is_available():
        sys.exit("bench/torch_kernels_gpu.py: PyTorch finds no CUDA GPU here")
    names = chosen(options)
    if options.job:
        for row in records(names, options):
            print(json.dumps(row), flush=True)
    else:
        show(by_jobs(names, options) if options.jobs > 1
             else records(names, options), options.modes)


if __name__ == "__main__":
    main()
