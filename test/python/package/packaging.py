"""The package as others meet it: quick to import, on the stable ABI, without a
symbol of LLVM, beside another LLVM in the process, described by its stubs."""
import ast
import os
import re
import statistics
import subprocess
import sys
import time

from Inputs.checks import ADD, run, tc

LLVM = "/usr/lib/llvm-22"
CORE = tc._core.__file__


def python(code, *arguments):
    return subprocess.run([sys.executable, "-c", code, *arguments], text=True,
                          check=True, capture_output=True).stdout


def test_import_is_quick():
    code = ("import time; t = time.perf_counter(); import tc, sys; "
            "print(time.perf_counter() - t); "
            "assert not {'torch', 'numpy'} & set(sys.modules)")
    times = [float(python(code)) for _ in range(5)]
    assert statistics.median(times) < 0.15, times


def symbols(*flags):
    done = subprocess.run([f"{LLVM}/bin/llvm-nm", "-D", *flags, CORE],
                          text=True, capture_output=True, check=True)
    return [line.split()[-1] for line in done.stdout.splitlines()]


def test_symbols():
    assert symbols("--defined-only") == ["PyInit__core"]
    needed = symbols("--undefined-only")
    assert not [s for s in needed if re.search("LLVM|llvm|mlir|_Z", s)]
    newest = max((tuple(map(int, v.split(".")))
                  for s in needed for v in re.findall(r"@GLIBC_([\d.]+)", s)))
    assert newest <= (2, 36), newest  # Debian 12


def test_stable_abi():
    try:
        import abi3audit  # noqa: F401
    except ImportError:
        print("no abi3audit")
        return
    subprocess.run([sys.executable, "-m", "abi3audit", "--strict",
                    "--assume-minimum-abi3", "3.11", CORE], check=True)


def test_beside_another_llvm():
    """libLLVM and libMLIR with all their symbols global, as an older Triton has
    them: before the package, and after."""
    code = """
import ctypes, sys
names = ["libLLVM-22.so", "libMLIR.so.22.1"]
def llvm():
    return [ctypes.CDLL(f"{sys.argv[2]}/lib/{n}", ctypes.RTLD_GLOBAL)
            for n in names]
first = sys.argv[1]
if first == "llvm": libraries = llvm()
import tc
program = tc.compile_text(sys.argv[3])
if first == "tc": libraries = llvm()
x = memoryview(bytearray(128)).cast("f", (4, 8))
x[0, 0] = 2
assert memoryview(program(x, x))[0, 0] == 4
assert memoryview(tc.compile_text(sys.argv[3])(x, x))[0, 0] == 4
libraries[0].LLVMContextCreate.restype = ctypes.c_void_p
context = ctypes.c_void_p(libraries[0].LLVMContextCreate())
libraries[0].LLVMContextDispose(context)
print("good")
"""
    for first in ("llvm", "tc"):
        assert python(code, first, LLVM, ADD) == "good\n"


def test_stubs():
    """_core.pyi names what there is, and nothing else."""
    path = os.path.join(os.path.dirname(tc.__file__), "_core.pyi")
    with open(path) as file:
        tree = ast.parse(file.read())
    helpers = {"Options"}
    classes = {n.name: n for n in tree.body if isinstance(n, ast.ClassDef)}
    names = set(classes) - helpers | {
        n.name for n in tree.body if isinstance(n, ast.FunctionDef)}
    have = {n for n in dir(tc._core) if not n.startswith("_")}
    assert names == have, names ^ have
    for name in ("Program", "Array"):
        said = {n.name for n in classes[name].body
                if isinstance(n, ast.FunctionDef)} | {
            n.target.id for n in classes[name].body
            if isinstance(n, ast.AnnAssign)}
        public = {n for n in vars(getattr(tc, name)) if not n.startswith("_")}
        assert public == {n for n in said if not n.startswith("_")}, name
        for member in public:
            assert getattr(tc, name).__dict__[member].__doc__, member


def test_threads_do_not_wait_for_each_other():
    """Compiling leaves the GIL to others."""
    import threading
    done = threading.Event()
    counted = [0]

    def count():
        while not done.is_set():
            counted[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    for i in range(3):
        tc.compile_text(ADD.replace("4x8", f"{i + 3}x7"))
    done.set()
    thread.join()
    assert counted[0] > 3, counted


if __name__ == "__main__":
    run(globals())
