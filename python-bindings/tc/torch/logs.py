"""The back end's log streams: loggers "tc.NAME". TORCH_LOGS=tc prints those of
level INFO, TORCH_LOGS=+tc all; TC_LOGS=kernels,fusion only these; a stream can
be configured like any other logger."""
import contextlib
import logging
import os
import re
import threading
import time

import tc

STREAMS = {
    "graphs": "a line for each graph: what was compiled, what was not, why",
    "kernels": "of each piece: kernels, and the seconds that they took",
    "pieces": "the text of each piece, for tc-opt and tc-compile",
    "fusion": "the kernels of each piece: loops, ops, lines of the source",
    "code": "the Python function that calls the pieces of a graph",
    "guards": "PyTorch's: what a captured graph is valid for",
    "recompiles": "PyTorch's: why a function was captured again",
    "progress": "what is being compiled, when it takes long",
}
DYNAMO = ("guards", "recompiles")
PATIENCE = 10.0  # seconds of one compilation until it is said

root = logging.getLogger("tc")
graphs, kernels, pieces, fusion, code, progress = (
    logging.getLogger(f"tc.{name}") for name in
    ("graphs", "kernels", "pieces", "fusion", "code", "progress"))


def enable(names):
    """Prints these streams, a list of names, to the standard error."""
    unknown = [n for n in names if n not in STREAMS]
    if unknown:
        root.warning("TC_LOGS: no stream %r; there are %s", unknown[0],
                     ", ".join(STREAMS))
    wanted = {n: True for n in names if n in DYNAMO}
    if wanted:
        import torch
        torch._logging.set_logs(**wanted)
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(name)s: %(message)s"))
    for name in names:
        if name in STREAMS and name not in DYNAMO:
            stream = logging.getLogger(f"tc.{name}")
            stream.setLevel(logging.DEBUG)
            stream.handlers = [handler]
            stream.propagate = False


@contextlib.contextmanager
def patience(what):
    """Says every while that `what` is still being compiled."""
    start, done = time.monotonic(), threading.Event()

    def watch():
        wait = PATIENCE
        while not done.wait(wait):
            progress.warning("compiling %s since %.0f s", what,
                             time.monotonic() - start)
            wait *= 2
    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()


def describe_fusion(text, pipeline, sources):
    """Lines that say which ops became one kernel; sources are the places of
    the piece's nodes by number."""
    module = tc.Module.parse(text).run(pipeline)
    for op in module.walk():
        if op.name != "loop.kernel":
            continue
        inside = [o for o in op.walk()]
        stages = sum(o.name.startswith("loop.") and o.name not in
                     ("loop.kernel", "loop.yield") for o in inside)
        ops = [o.name.removeprefix("prim.") for o in inside
               if o.name.startswith("prim.") and o.name != "prim.constant"]
        lines = sorted({sources[int(n)] for o in inside
                        for n in re.findall(r'loc\("n(\d+)"', o.location)
                        if int(n) in sources} - {""})
        yield (f"{op.attributes['sym_name'].strip(chr(34))} over "
               f"{op.attributes['extents']}: {stages} stages; "
               f"{' '.join(ops) or 'no scalar op'}"
               + (f" ({'; '.join(lines)})" if lines else ""))


if os.environ.get("TC_LOGS"):
    enable(os.environ["TC_LOGS"].split(","))
