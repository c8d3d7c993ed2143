"""lit's configuration of all tests: *.mlir with RUN lines; unit/*.c, built
programs; python/*.py, drivers that need torch. A folder's lit.local.cfg may
run its tests differently."""
import ctypes.util
import os
import shutil
import sys

import lit.formats

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import measured  # noqa: E402
import programs  # noqa: E402

llvm = "/usr/lib/llvm-22/bin"
root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
build = lit_config.params.get("build", os.path.join(root, "build"))


config.name = "tc"
config.test_source_root = os.path.dirname(os.path.abspath(__file__))
config.test_exec_root = lit_config.params.get(
    "out", os.path.join(build, "test", "out"))
config.test_format = measured.Measured(
    lit.formats.ShTest(execute_external=False))
config.suffixes = [".mlir", ".test", ".c"]
config.excludes = ["Inputs"]
config.tc_shell = config.test_format
config.tc_unit = measured.Measured(programs.Unit(build))
# lit may run in another Python than the one that PyTorch was installed for.
python = lit_config.params.get("python", sys.executable)
config.tc_python_path = python
config.tc_python = measured.Measured(programs.PythonDriver(python))
config.tc_python_always = measured.Measured(
    programs.PythonDriver(python, always=True))

# A folder laid out as a build folder whose tools the tests run: those of
# libtc.so, or the self-contained ones, which start sooner.
tools = lit_config.params.get("tools", build)
path = [os.path.join(build, "bin"), llvm, "/usr/bin", "/bin"]
config.tc_path_of_library = os.pathsep.join(path)
path.insert(0, os.path.join(tools, "bin"))
config.tc_tools = tools
# The compiler of Python's tests, but for those of the package itself.
config.tc_worker = os.path.join(tools, "bin", "tc-worker")
config.environment.update({
    "PATH": os.pathsep.join(path), "TC_BUILD": build,
    # In tests modules are verified behind each pass (driver/session.h).
    "TC_VERIFY_EACH": "1",
    # Crashes on purpose: their stacks take longer than the tests.
    "LLVM_DISABLE_SYMBOLIZATION": "1",
    # Tests with PyTorch compile the same function on several routes.
    "TC_WORKER_KERNELS": "64",
    # Compilers' heaps on large pages: a tenth to a seventh less time.
    "GLIBC_TUNABLES": os.environ.get(
        "GLIBC_TUNABLES",
        "glibc.malloc.hugetlb=1:glibc.malloc.top_pad=16777216"),
    # PyTorch's threads wait asleep: all processors are busy with other tests,
    # and those that spin for one were a third of what these tests took.
    "OMP_WAIT_POLICY": "PASSIVE",
    "PYTHONPATH": os.pathsep.join([root, os.path.join(build, "python")])})
for name in ("HOME", "TMPDIR", "TC_BREAK", "TC_BREAK_LOG", "TC_HOST"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

# NVIDIA's assembler is not Debian's: tests that need it are skipped without.
ptxas = shutil.which("ptxas", path=os.pathsep.join(
    [os.environ.get("PATH", ""), "/usr/local/cuda/bin"]))
if ptxas:
    config.available_features.add("ptxas")
    config.substitutions.append(("%ptxas", ptxas))

sanitized = os.path.basename(build) == "build-asan"
plugin = os.path.join(build, "lib", "libtc.so")
# A host that is not sanitized itself needs the sanitizer's library first.
preload = ""
if sanitized:
    config.available_features.add("sanitizers")
    # LLVM's allocators poison memory in headers that we compile, and unpoison
    # it in libraries that are not sanitized.
    options = "allow_user_poisoning=0"
    sanitizer = ("/usr/lib/llvm-22/lib/clang/22/lib/linux/"
                 "libclang_rt.asan-x86_64.so")
    preload = (f"env LD_PRELOAD={sanitizer} ASAN_OPTIONS={options}:"
               "detect_leaks=0 ")
    # It also comes before what a test preloads.
    config.substitutions.append(("LD_PRELOAD=%", f"LD_PRELOAD={sanitizer}:%"))
    config.environment["ASAN_OPTIONS"] = options + ":detect_leaks=1"
    config.environment["UBSAN_OPTIONS"] = "print_stacktrace=1"
# Machines that have a GPU, or at least its driver.
if ctypes.util.find_library("cuda") or ctypes.util.find_library("amdhip64"):
    config.available_features.add("gpu")
# What programs with tile registers need beside these, which are emulated.
if os.path.exists("/proc/cpuinfo"):
    with open("/proc/cpuinfo", encoding="utf-8") as cpuinfo:
        if "avx512vl" in cpuinfo.read():
            config.available_features.add("avx512")
if lit_config.params.get("torch") != "no" and programs.has_torch(python):
    config.available_features.add("torch")
if os.path.exists("/usr/bin/mlir-opt-19"):
    config.available_features.add("mlir-opt-19")

config.substitutions += [
    ("%root", root),
    ("%build", build),
    ("%{tools}", tools),
    ("%plugin", plugin),
    ("%python", python),
    ("%cc", f"{llvm}/clang"),
    ("%cxx", f"{llvm}/clang++"),
    ("%preload", preload),
    ("%mlir_opt", f"{preload}{llvm}/mlir-opt --load-dialect-plugin={plugin} "
                  f"--load-pass-plugin={plugin}"),
    ("%mlir_runner", f"{llvm}/mlir-runner --entry-point-result=void "
                     f"--shared-libs={llvm}/../lib/libmlir_runner_utils.so"),
]
