"""Mutated text, bytecode and weight files. Whatever a tool is given,
it ends with a result or a message: an exit code above 2 is a crash, and so is
anything that outlasts the limit."""
import functools
import glob
import hashlib
import os
import random
import re
import resource
import shlex
import subprocess
import tempfile

import cases

CPU_LIMIT = 60  # seconds of the processor, whatever else the machine does
READ_LIMIT = 5  # the same for MLIR's reader, which takes 0.02 or does not end
LIMIT = 200  # seconds
MEMORY = 4 << 30
TOKEN = re.compile(rb"-?\d+|[%@#!^]?[\w.$]+|\s+|.", re.S)
NUMBERS = (b"0", b"-1", b"1", b"2147483648", b"4294967296",
           b"9223372036854775807", b"-9223372036854775808", b"1e999")


def source(seed):
    """A program of any level. A program that comes to the tests or leaves them
    changes the choice of few seeds."""
    folders = ("test/exec/fx", "test/exec/cpu", "test/loop", "test/passes/*",
               "test/dialects/*")
    paths = [path for folder in folders for path in
             glob.glob(os.path.join(folder, "*.mlir"), root_dir=cases.ROOT)]
    small = [path for path in paths
             if os.path.getsize(os.path.join(cases.ROOT, path)) < 20000]
    return os.path.join(cases.ROOT, min(small, key=lambda path: hashlib.md5(
        f"{seed} {path}".encode()).digest()))


def mutate_text(draw, data):
    """One to four changes of tokens: dropped, doubled, exchanged, replaced."""
    tokens = TOKEN.findall(data)
    for _ in range(draw.randint(1, 4)):
        if not tokens:
            break
        i, j = draw.randrange(len(tokens)), draw.randrange(len(tokens))
        how = draw.randrange(5)
        if how == 0:
            del tokens[i]
        elif how == 1:
            tokens.insert(i, tokens[j])
        elif how == 2:
            tokens[i], tokens[j] = tokens[j], tokens[i]
        elif how == 3:
            tokens[i] = draw.choice(NUMBERS)
        else:
            tokens[i] = tokens[j]
    return b"".join(tokens)


def mutate_bytes(draw, data):
    """One to eight bytes changed, or the end cut off."""
    data = bytearray(data)
    for _ in range(draw.randint(1, 8)):
        if not data:
            break
        i = draw.randrange(len(data))
        how = draw.randrange(4)
        if how == 0:
            data[i] ^= 1 << draw.randrange(8)
        elif how == 1:
            data[i] = draw.choice((0, 1, 0x7f, 0x80, 0xff))
        elif how == 2:
            del data[i:i + draw.randint(1, 8)]
        elif draw.random() < 0.1:
            del data[i:]
    return bytes(data)


def set_limits(seconds):
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(command, tools, seconds=CPU_LIMIT):
    """(exit code or signal, what it said)."""
    try:
        done = subprocess.run(
            command, timeout=LIMIT, capture_output=True,
            stdin=subprocess.DEVNULL, env=tools.environment,
            preexec_fn=None if tools.sanitized
            else functools.partial(set_limits, seconds))
    except subprocess.TimeoutExpired:
        return -1, f"still running after {LIMIT} s"
    return done.returncode, done.stderr.decode(errors="replace")[-3000:]


def shown(command, path, tools):
    """The command for a shell, under the same limits: {} is the path, and
    beside it lies what the command writes."""
    words = [word.replace(path, "{}") for word in command]
    if "-o" in words:
        words[words.index("-o") + 1] = "{}.out"
    line = " ".join(word if "{}" in word else shlex.quote(word)
                    for word in words)
    limits = "" if tools.sanitized else \
        f"ulimit -t {CPU_LIMIT} -v {MEMORY >> 10} -c 0; "
    return f"{limits}{line}; end=$?; rm -rf {{}}.out; exit $end"


def hold(command, path, data, name, tools, finds, module=True):
    """The command ends as it should on the file `path`; else a find."""
    code, said = run(command, tools)
    if code not in (0, 1, 2) or "AddressSanitizer" in said \
            or "runtime error:" in said:
        finds.add(name, data, f"exit code {code}\n{said}",
                  shown(command, path, tools), reduce=module)


def is_read(path, tools):
    """MLIR's own reader of bytecode crashes on, or never ends with, some of
    what is no bytecode; that is not for tc to answer for."""
    return run([tools.path("tc-opt"), path], tools, READ_LIMIT)[0] == 0


def modules(seed, data, tools, finds, folder):
    path = os.path.join(folder, "program.mlir")
    with open(path, "wb") as file:
        file.write(data)
    draw = random.Random(seed)
    if data.startswith(b"ML\xefR") and not is_read(path, tools):
        return
    passes = draw.choice((["--tc-cpu"], ["--tc-gpu"], ["--tc-to-prim"], [],
                          ["--canonicalize", "--cse"]))
    hold([tools.path("tc-opt"), path, "--split-input-file", *passes], path,
         data, f"text_{seed}_opt", tools, finds)
    if b"@main" in data:
        target = draw.choice(([], ["--target=cuda", "--emit=ptx"]))
        hold([tools.path("tc-compile"), path, *target, "-o",
              os.path.join(folder, "out")], path, data,
             f"text_{seed}_compile", tools, finds)
        hold([tools.path("tc-interpret"), path, "--check"], path,
             data, f"text_{seed}_interpret", tools, finds)


def bytecode(path, tools, folder):
    out = os.path.join(folder, "program.mlirbc")
    done = subprocess.run([tools.path("tc-opt"), path, "--emit-bytecode",
                           "-o", out], capture_output=True, env=tools.environment)
    if done.returncode:
        return None
    with open(out, "rb") as file:
        return file.read()


WEIGHTS = """module attributes {tc.version = "0.1"} {
prim.weight @a : tensor<4x3xf32> {init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}
prim.weight @b : tensor<3xi64> {init = {kind = "randint", low = 0, high = 4, stream = 2}}
func.func @main(%x: tensor<4x3xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}) -> (tensor<4x3xf32>, tensor<3x3xf32>) {
%a = prim.get_weight @a : tensor<4x3xf32>
%b = prim.get_weight @b : tensor<3xi64>
%y = prim.add %x, %a : tensor<4x3xf32>
%z = prim.index %y[%b] [0] : tensor<4x3xf32>, tensor<3xi64>
return %y, %z : tensor<4x3xf32>, tensor<3x3xf32>
}
}
"""


def safetensors():
    """A weight file for WEIGHTS."""
    header = (b'{"__metadata__":{"format":"pt"},"a":{"dtype":"F32","shape":'
              b'[4,3],"data_offsets":[0,48]},"b":{"dtype":"I64","shape":[3],'
              b'"data_offsets":[48,72]}}')
    data = b"\0\0\x80\x3f" * 12 + b"".join(
        i.to_bytes(8, "little") for i in (2, 0, 3))
    return len(header).to_bytes(8, "little") + header + data


def files(seed, tools, finds, folder):
    """A weight file with changed bytes."""
    draw = random.Random(seed)
    source = os.path.join(folder, "program.mlir")
    with open(source, "w") as file:
        file.write(WEIGHTS)
    artifact = os.path.join(folder, "program.so")
    run([tools.path("tc-compile"), source, "-o", artifact], tools)
    data = mutate_bytes(draw, safetensors())
    weights = os.path.join(folder, "w.safetensors")
    with open(weights, "wb") as file:
        file.write(data)
    hold([tools.path("tc-run"), artifact, "--repeat=1",
          f"--weights={weights}"], weights, data, f"weights_{seed}", tools,
         finds, module=False)


def run_one(what, seed, tools, finds):
    draw = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        if what == "files":
            files(seed, tools, finds, folder)
            return
        path = source(seed)
        if what == "text":
            with open(path, "rb") as file:
                data = mutate_text(draw, file.read())
        else:
            data = bytecode(path, tools, folder)
            data = data and mutate_bytes(draw, data)
        if data:
            modules(seed, data, tools, finds, folder)
