"""tc-compile-autotune.py LIBTC TC-COMPILE TC-RUN PROGRAM FOLDER: finds of a
search are kept and used; a slower schedule loses; one whose results are wrong is
said and not used; broken and wrong files give no wrong number; the time is kept."""
import ctypes
import glob
import os
import re
import subprocess
import sys
import time

library, compiler, runner, program, folder = sys.argv[1:]
tc = ctypes.CDLL(library)
finds = os.path.join(folder, "finds")
artifact = os.path.join(folder, "program.so")
# Caches are made cold before each call: those of a large machine in as long as all
# the rest takes.
HERE = "host,l3=8388608"
# More seconds than a search of all schedules takes on a busy machine: what is
# compared does not depend on how busy it is.
ENOUGH = "--autotune=600"


def compile_program(*options, **environment):
    """(what the search said, warnings); the program's results are right."""
    if not any(option.startswith("--target=") for option in options):
        options += (f"--target={HERE}",)
    done = subprocess.run([compiler, program, "-o", artifact, "--threads=1",
                           f"--schedules={finds}", *options],
                          capture_output=True, text=True,
                          env=os.environ | environment)
    assert done.returncode == 0, done.stderr
    ran = subprocess.run([runner, artifact, "--check", "--repeat=0"],
                         capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    kept, measured, seconds, better = re.search(
        r"schedules: (\d+) kept, (\d+) kernels measured in ([\d.]+) s, (\d+)",
        done.stdout).groups()
    return int(kept), int(measured), float(seconds), done.stderr


def files():
    return sorted(glob.glob(os.path.join(finds, "*")))


def read(path):
    """(key, schedule) of a file."""
    with open(path, "rb") as file:
        head, body = file.read().split(b"\n", 1)
    size = int(re.match(rb"tc schedule 1, (\d+) bytes", head)[1])
    return body[:size], body[size + 1:-1]


def write(key, schedule):
    tc.tcFindsWrite.restype = ctypes.c_void_p
    arena = ctypes.create_string_buffer(1024)  # a TcArena, all zero
    assert not tc.tcFindsWrite(arena, finds.encode(), key, schedule)


# Nothing is kept, and nothing is measured: the folder is not even made.
assert compile_program()[:2] == (0, 0) and not files()

# A search: each kernel is measured and kept; then nothing is measured again.
kept, measured, whole_search, said = compile_program(ENOUGH)
assert kept == 0 and measured > 0 and not said, (kept, measured, said)
assert len(files()) == measured
assert all(not path.endswith(".tmp") for path in files())
assert compile_program(ENOUGH)[:2] == (measured, 0)
assert compile_program()[:2] == (measured, 0)

# The key: the build of tc, the target, the tools of a GPU (none here), threads, the
# kernel. Another target, or number of threads, has no finds.
key = read(files()[0])[0].decode()
build = subprocess.run([compiler, "--version"], capture_output=True,
                       text=True, check=True).stdout
assert re.fullmatch(r"tc \d+\.\d+, build [0-9a-f]{16}\n", build), build
assert key.startswith(build), key
assert re.match(r"[^\n]*x86-64[^\n]*\n\n1 threads\n", key[len(build):]), key
assert "loop." in key
assert compile_program("--target=x86-64-v2")[0] == 0
assert compile_program("--threads=2")[0] == 0

# What is kept is what is compiled.
plan = os.path.join(folder, "plan.mlir")
key, schedule = read(files()[0])
write(key, re.sub(rb"grain = \d+", b"grain = 37", schedule)
      if b"grain" in schedule else schedule)
compile_program(f"--plan={plan}")
with open(plan, encoding="utf-8") as file:
    text = file.read()
assert b"grain" not in schedule or "grain = 37" in text

# Files that are cut off, changed, of another key, or no files of schedules.
whole = open(files()[0], "rb").read()
for broken in (whole[:len(whole) // 2], whole[:-3] + b"xyz", b"", b"\0" * 99,
               whole.replace(b"phases", b"phasis", 1), whole + b"more"):
    with open(files()[0], "wb") as file:
        file.write(broken)
    kept, measured_now, _, said = compile_program()
    assert kept == measured - 1 and "[TC-1610] 1 files" in said, (broken, said)

# Whole files with schedules that are not allowed, or are none.
for wrong in (b"{phases = []}", b"17", b"{phases = [{stages = [0]",
              b'{phases = [{stages = [0], tasks = ["nobody"]}]}',
              b"{launches = []}"):
    write(key, wrong)
    kept, _, _, said = compile_program()
    assert kept == measured - 1 and "[TC-1610]" in said, (wrong, said)

# A search replaces it.
assert compile_program(ENOUGH)[:2] == (measured - 1, 1)
assert compile_program()[:2] == (measured, 0)

# Schedules that give wrong results (by fault injection, all but the chosen one)
# are not used, said and kept as programs: the finds are the chosen ones.
def forget():
    for path in files():
        os.unlink(path)


def compiled():
    compile_program()
    with open(artifact, "rb") as file:
        return file.read()


forget()
chosen = compiled()
kept, measured_now, _, said = compile_program(
    ENOUGH, TC_BREAK="search.results.wrong")
assert kept == 0 and measured_now == measured, (kept, measured_now)
assert re.search(r"\[TC-1613\] [1-9]\d* schedules gave wrong results", said)
wrong = [path for path in files() if "/wrong-" in path]
assert wrong and len(files()) == len(wrong) + measured, files()
assert compiled() == chosen
with open(wrong[0], encoding="utf-8") as file:
    text = file.read()
assert re.match(r"// kernel: result \d: .* are wrong", text), text[:200]
subprocess.run([compiler, wrong[0], "--pipeline=loop-plan-memory",
                "-o", artifact], check=True)

# Where kernels are too large to be judged, other bits are left out, unsaid.
forget()
assert compile_program(ENOUGH, TC_BREAK="search.results.wrong",
                       TC_NUMBERS="search_judged=1")[3] == ""
assert compiled() == chosen
forget()

# Time is kept: with none to speak of nothing is compared, and nothing kept.
start = time.monotonic()
_, measured_now, seconds, _ = compile_program("--autotune=0.001")
assert measured_now == 0 and not files()
# With a fifth of what all takes, the search ends well before all is measured.
seconds = compile_program(f"--autotune={whole_search / 5}")[2]
assert seconds < .6 * whole_search, (seconds, whole_search)
forget()


# Of two schedules of a kernel the slower one takes longer, by far.
KERNEL = """
loop.kernel private @kernel(%x: tensor<512x2048xf32>) -> tensor<512x2048xf32> iters(i = 512, j = 2048) attributes {loop.schedule = {phases = [SCHEDULE]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<512x2048xf32>) -> tensor<512x2048xf32> {
    %0 = prim.neg %a : f32
    loop.yield %0 : f32
  }
  loop.yield %y : tensor<512x2048xf32>
}
func.func @main(%x: tensor<512x2048xf32>) -> tensor<512x2048xf32> {
  %0 = loop.launch @kernel(%x) : (tensor<512x2048xf32>) -> tensor<512x2048xf32>
  return %0 : tensor<512x2048xf32>
}
"""


def least(schedule):
    target, handle = ctypes.create_string_buffer(8192), ctypes.c_void_p()
    for name in ("tcTargetParse", "tcMeasureOpen", "tcMeasureCall"):
        getattr(tc, name).restype = ctypes.c_void_p
    assert not tc.tcTargetParse(HERE.encode(), target)
    assert not tc.tcMeasureOpen(KERNEL.replace("SCHEDULE", schedule).encode(),
                                target, ctypes.byref(handle))
    seconds, times = ctypes.c_double(), []
    for _ in range(5):
        assert not tc.tcMeasureCall(handle, None, ctypes.byref(seconds))
        times.append(seconds.value)
    tc.tcMeasureClose(handle)
    return min(times)


# (Beside other tests all calls of the faster one may have been interrupted.)
for _ in range(5):
    fast = least('{stages = [0], tasks = ["i"], vector = "j", lanes = 32}')
    slow = least('{stages = [0], tasks = ["j", "i"]}')
    if 0 < 2 * fast < slow:
        break
assert 0 < 2 * fast < slow, (fast, slow)
print("ok")
