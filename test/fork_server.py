"""Runs Python scripts, each in a process of its own that is forked once PyTorch
is imported, which takes longer than most tests do. tc is not: each process
imports it. The thread pools of PyTorch start at the first call that uses them,
which is after the fork.

A request is a line of JSON on standard input: the script with its arguments, the
environment, the working directory, the file that its output goes to, and seconds
that it may take. The answer is a line of JSON on standard output: the exit code
(-N: ended by signal N; null: still running after these seconds) and the processor
seconds of the script and of the processes that it waited for."""
import gc
import json
import os
import select
import signal
import sys
import types


def preload():
    """What all tests import, or PyTorch does once something is compiled: half a
    second of Inductor, for AOTAutograd's log."""
    import torch
    import torch._dynamo
    import torch._dynamo.backends.common
    import torch._dynamo.guards
    import torch._dynamo.repro.after_aot
    import torch._functorch.aot_autograd
    import torch._functorch.compile_utils
    import torch._functorch.partitioners
    import torch._inductor.debug
    import torch._inductor.pattern_matcher
    import torch.testing
    torch._dynamo.list_backends()  # imports PyTorch's own
    # Dynamo times the guards of each graph, for its log, from cold caches: it
    # flushes those of the whole machine, 20 to 50 ms a graph.
    if hasattr(torch._dynamo.guards, "profile_guard_manager"):
        torch._dynamo.guards.profile_guard_manager = lambda *_: 0.0
    del torch
    gc.collect()
    gc.freeze()  # or the first collection of each child copies all pages
    # Dynamo makes so many objects that by Python's own numbers (700, 10, 10) a
    # collection of the youngest was a tenth of what tests took.
    gc.set_threshold(50000, 10, 10)


def become(request):
    """The forked process is the script, as if Python had been started for it."""
    files = (os.open(os.devnull, os.O_RDONLY),
             os.open(request["output"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC))
    for number, file in enumerate((files[0], files[1], files[1])):
        os.dup2(file, number)
    for file in files:
        os.close(file)
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["folder"])
    sys.argv = request["command"]
    script = os.path.abspath(sys.argv[0])
    sys.path[0] = os.path.dirname(script)
    module = sys.modules["__main__"] = types.ModuleType("__main__")
    module.__file__ = script
    with open(script, encoding="utf-8") as file:
        code = compile(file.read(), script, "exec")
    exec(code, module.__dict__)


def wait(pid, seconds):
    """Exit code, and processor seconds."""
    end = os.pidfd_open(pid)
    ended = select.select([end], [], [], seconds)[0]
    os.close(end)
    if not ended:
        os.kill(pid, signal.SIGKILL)
    _, status, used = os.wait4(pid, 0)
    code = os.waitstatus_to_exitcode(status)
    return code if ended else None, used.ru_utime + used.ru_stime


def main():
    preload()
    answers = os.fdopen(os.dup(1), "w")
    for line in sys.stdin:
        request = json.loads(line)
        pid = os.fork()
        if not pid:
            answers.close()
            return become(request)
        answers.write(json.dumps(wait(pid, request["seconds"])) + "\n")
        answers.flush()
    return None


if __name__ == "__main__":
    main()
