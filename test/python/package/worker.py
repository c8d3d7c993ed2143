"""The process that compiles: reused, limited, replaced when it died, ended with
its parent, and harmless to fork."""
import os
import resource
import signal
import subprocess
import sys
import threading
import time

from Inputs.checks import ADD, raises, run, tc

core = tc._core


def pids():
    return core.workers()[0]


def is_running(pid):
    """Whether any of its threads is."""
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/stat") as file:
                if file.read().rsplit(")", 1)[1].split()[0] not in "ZX":
                    return True
    except OSError:
        pass
    return False


def until(condition, seconds=20):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
    assert condition()


def test_one_worker_is_reused():
    for _ in range(3):
        tc.compile_text(ADD)
    assert len(pids()) == 1 and core.workers()[1] == 1


def test_its_heap_is_on_large_pages():
    pid, = pids()
    with open(f"/proc/{pid}/environ", "rb") as file:
        assert b"\0GLIBC_TUNABLES=glibc.malloc.hugetlb=1" in file.read()


def test_errors_leave_it():
    before = pids()
    error = raises(1013, tc.compile_text, "func.func @main() {\n  bad }")
    assert error.location == "-:2:3" and "bad" in error.message
    assert str(error).count("[TC-1013]") == 1
    raises(1750, tc.compile_text, ADD, options={"speed": 11})
    raises(1014, tc.compile_text, ADD, options={"pipeline": "no-such-pass"})
    assert pids() == before


def test_a_crash_is_an_error():
    pid, = pids()
    stopped = [None]

    def compile():
        stopped[0] = raises(7602, tc.compile_text, ADD)

    os.kill(pid, signal.SIGSTOP)  # so that it dies while it is at work
    thread = threading.Thread(target=compile)
    thread.start()
    time.sleep(0.2)
    os.kill(pid, signal.SIGSEGV)
    os.kill(pid, signal.SIGCONT)
    thread.join()
    assert "Segmentation" in stopped[0].message
    assert tc.compile_text(ADD) and pids() != [pid]


def test_one_that_died_idle_is_replaced():
    pid, = pids()
    os.kill(pid, signal.SIGKILL)
    until(lambda: not is_running(pid))
    assert tc.compile_text(ADD) and pids() != [pid]


def test_time_limit():
    pid, = pids()
    os.kill(pid, signal.SIGSTOP)
    start = time.monotonic()
    raises(8602, tc.compile_text, ADD, options={"time_limit": 0.3})
    assert time.monotonic() - start < 10
    until(lambda: not is_running(pid))
    assert tc.compile_text(ADD)


def test_memory_limit():
    raises(6602, tc.compile_text, ADD, options={"memory_limit": 1 << 20})
    assert tc.compile_text(ADD, options={"memory_limit": 4 << 30})
    assert tc.compile_text(ADD)  # without a limit again


def test_a_crash_says_where():
    code = ("import sys, tc\n"
            "for _ in range(2):\n"
            "    try: tc.compile_text(sys.argv[1])\n"
            "    except tc.Error as e: print(e.number, e.message)\n")
    for name, words in (("prim-to-loop", "in pass prim-to-loop"),
                        ("k0_add", "of kernel k0_add")):
        done = subprocess.run([sys.executable, "-c", code, ADD], check=True,
                              text=True, capture_output=True,
                              env=dict(os.environ, TC_WORKER_FAULT="crash:" + name))
        assert done.stdout.count("7602 ") == 2, done.stdout
        assert done.stdout.count(words) == 2, done.stdout
        assert done.stdout.count("(Aborted)") == 2, done.stdout


def test_an_idle_one_ends():
    code = ("import os, sys, time, tc\n"
            "tc.compile_text(sys.argv[1])\n"
            "pid, = tc._core.workers()[0]\n"
            "state = lambda: open(f'/proc/{pid}/stat').read().split()[2]\n"
            "while state() != 'Z': time.sleep(0.05)\n"
            "tc.compile_text(sys.argv[1])\n"
            "assert tc._core.workers()[0] != [pid]\n")
    subprocess.run([sys.executable, "-c", code, ADD], check=True, timeout=120,
                   env=dict(os.environ, TC_WORKER_IDLE="1"))


def test_keeps_kernels():
    """If asked to: the second time no code is generated."""
    code = ("import sys, tc\n"
            "for _ in range(2):\n"
            "    program = tc.compile_text(sys.argv[1])\n"
            "    print(program.stats['codegen_seconds'] > 0)\n")
    for kept, said in (("64", "True\nFalse\n"), ("0", "True\nTrue\n")):
        done = subprocess.run([sys.executable, "-c", code, ADD], check=True,
                              text=True, capture_output=True,
                              env=dict(os.environ, TC_WORKER_KERNELS=kept))
        assert done.stdout == said, done


def test_cannot_start():
    code = ("import tc\n"
            "try: tc.compile_text('')\n"
            "except tc.Error as e: print(e.number, e.message)")
    for worker, why in (("/nonexistent/tc-worker", "No such file"),
                        ("/bin/true", "exit code 0")):
        done = subprocess.run([sys.executable, "-c", code], text=True,
                              capture_output=True,
                              env=dict(os.environ, TC_WORKER=worker))
        assert done.stdout.startswith("7701 ") and worker in done.stdout, done
        assert why in done.stdout, done


def test_control_c():
    """TC-8603 ends the wait for the worker, which is KeyboardInterrupt here."""
    pid, = pids()
    # Whoever runs the tests may ignore it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.kill(pid, signal.SIGSTOP)
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        tc.compile_text(ADD, options={"time_limit": 60})
    except KeyboardInterrupt:
        pass
    else:
        raise AssertionError("not interrupted")
    until(lambda: not is_running(pid))
    assert tc.compile_text(ADD)


def test_no_file_can_hold_the_code():
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        raises(7750, lambda: tc.compile_text(ADD))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert tc.compile_text(ADD)


def test_fork():
    program = tc.compile_text(ADD)
    x = memoryview(bytearray(128)).cast("f", (4, 8))
    before = pids()
    child = os.fork()
    if not child:  # has no worker of ours, starts its own, and ends it
        good = pids() == [] and program(x, x) and tc.compile_text(ADD)
        os._exit(0 if good and pids() != before else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert pids() == before and tc.compile_text(ADD) and pids() == before


def test_it_ends_with_its_parent():
    code = ("import os, sys, tc\n"
            "tc.compile_text(sys.argv[1])\n"
            "print(tc._core.workers()[0][0], flush=True)\n"
            "if os.fork() == 0:\n"  # outlives the parent
            "    import time; time.sleep(60)\n"
            "os.kill(os.getpid(), 9)\n")
    parent = subprocess.Popen([sys.executable, "-c", code, ADD], text=True,
                              stdout=subprocess.PIPE, start_new_session=True)
    worker = int(parent.stdout.readline())
    parent.wait()
    try:
        until(lambda: not is_running(worker))
    finally:
        os.killpg(parent.pid, signal.SIGKILL)


def test_threads():
    """Eight threads compile and call at once."""
    failures = []

    def work(seed):
        try:
            for i in range(3):
                n = 8 * (1 + (seed + i) % 4)
                program = tc.compile_text(ADD.replace("4x8", f"{n}x8"))
                x = memoryview(bytearray(n * 32)).cast("f", (n, 8))
                for k in range(n * 8):
                    x[k // 8, k % 8] = k + seed
                for _ in range(50):
                    z = memoryview(program(x, x))
                    assert z[n - 1, 7] == 2 * (n * 8 - 1 + seed)
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures
    assert len(pids()) <= len(os.sched_getaffinity(0))


if __name__ == "__main__":
    run(globals())
