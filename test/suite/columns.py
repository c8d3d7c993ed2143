"""The columns of the table: what is done with a program there. A cell is a
list of commands; what they say and leave behind makes it right or wrong."""
import ctypes
from dataclasses import dataclass, field
import fcntl
import glob
import hashlib
import os
import re
import shutil
import subprocess
import time
import zlib

import cases
import variants

RIGHT, WRONG, UNSUPPORTED, SKIPPED = "right", "wrong", "unsupported", "skipped"
RESULTS_ALONE = "results alone are judged"
NVIDIA = ("sm_80", "sm_90a")
AMD = ("gfx942", "gfx90a", "gfx1100")
EM_CUDA, EM_AMDGPU = 190, 224
AMD_FLAGS = {"gfx942": 0x4c, "gfx90a": 0x3f, "gfx1100": 0x41}

# Programs that divide by or take roots of what odd integers make zero: more than
# one element in a hundred is undecided there. Held both ways.
ODD_UNDECIDED = {"fx/triangular_systems"}


class Failed(Exception):
    """A cell is wrong; the text says why, `code` is that of the command."""

    def __init__(self, text, code=None):
        super().__init__(text)
        self.code = code


@dataclass
class Tools:
    """Where things are: a build folder, or an unpacked package."""
    bin: str
    emulator: str             # libtcemulate.so
    runtime: str              # libtcrt.so
    rows: str                 # PrimDomains.txt
    memory: str = ""          # a folder for what the interpreter found
    all_chips: bool = True    # else one of each vendor, another each case
    chip: str = ""            # of the GPU ...
    no_gpu: str = ""          # ... or why there is none
    gpu: tuple = ()           # what runs in front of tc-run: a sanitizer
    gpu_lock: object = None   # held while a command uses the GPU
    sanitized: bool = False   # the tools are
    timeout: int = 900        # seconds a command
    environment: dict = field(  # modules are verified behind each pass
        default_factory=lambda: {"TC_VERIFY_EACH": "1", **os.environ})

    def path(self, name):
        return os.path.join(self.bin, name)


def find_tools(build=None):
    """Those of `build`, of the package that this is in, or of build/. (A package
    is laid out as a build folder.)"""
    packed = os.path.exists(os.path.join(cases.ROOT, "bin", "tc-compile"))
    build = os.path.abspath(build or (
        cases.ROOT if packed else os.path.join(cases.ROOT, "build")))
    sanitized = os.path.basename(build) == "build-asan"
    return Tools(os.path.join(build, "bin"),
                 (sanitizer() + ":" if sanitized else "")
                 + os.path.join(build, "lib/libtcemulate.so"),
                 os.path.join(build, "lib/libtcrt.so"),
                 os.path.join(build, "gen/tc/gen/PrimDomains.txt"),
                 sanitized=sanitized)


def sanitizer():
    """The library that comes first in a process which loads others."""
    return subprocess.run(
        ["/usr/lib/llvm-22/bin/clang",
         "-print-file-name=libclang_rt.asan-x86_64.so"],
        capture_output=True, text=True, check=True).stdout.strip()


def remembered(tools, text, make):
    """What the interpreter made of `text`: once, for all columns, as long as
    it is the same interpreter."""
    made_by = [os.stat(path) for path in (
        tools.path("tc-interpret"), os.path.join(tools.bin, "../lib/libtc.so"))
        if os.path.exists(path)]
    key = hashlib.sha256(repr([(s.st_mtime_ns, s.st_size) for s in made_by])
                         .encode() + text.encode()).hexdigest()
    os.makedirs(tools.memory, exist_ok=True)
    with open(os.path.join(tools.memory, key), "a+", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        known = file.read()
        if not known:
            known = make()
            file.write(known)
        return known


def find_program(name):
    """A program of the CUDA toolkit, or None."""
    return shutil.which(name, path=os.environ.get("PATH", "")
                        + ":/usr/local/cuda/bin")


class Cell:
    """One case in one column: its commands, in a folder of its own."""

    def __init__(self, case, tools, folder, prefix=""):
        """`prefix`: of its files in a folder that it shares."""
        self.case, self.tools, self.folder = case, tools, folder
        self.prefix = prefix
        self.commands = []
        self.note = ""  # what of the program is not judged

    def file(self, name):
        return os.path.join(self.folder, self.prefix + name)

    def write(self, name, text):
        with open(self.file(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.file(name)

    def call(self, tool, *arguments, preload=None, before=(), also=None):
        """What the command says; Failed unless it exits with 0. `also`: of the
        environment."""
        command = [*before, self.tools.path(tool), *arguments]
        environment = {**self.tools.environment, **(also or {})}
        if preload:
            environment["LD_PRELOAD"] = preload
        self.commands.append((f"LD_PRELOAD={preload} " if preload else "")
                             + " ".join(command))
        try:
            done = subprocess.run(
                command, env=environment, timeout=self.tools.timeout,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                errors="replace", stdin=subprocess.DEVNULL)
        except OSError as error:
            raise Failed(f"cannot run {command[0]}: {error}") from None
        except subprocess.TimeoutExpired:
            raise Failed(f"still running after {self.tools.timeout} s: "
                         + self.commands[-1]) from None
        if done.returncode:
            raise Failed(done.stdout[-2000:] + done.stderr[-4000:]
                         or f"exit code {done.returncode}", done.returncode)
        return done.stdout

    def program(self):
        """The program with the results that it is to have, and how far each
        may be off; of models, which have PyTorch's numbers, as it is."""
        if not self.has_bounds():
            return self.case.path or self.write("program.mlir", self.case.text)
        return self.write("program.mlir", self.expected(self.source()))

    def plain(self):
        """The program for those who judge no results."""
        whole = self.case.path and not self.case.reference
        return self.case.path if whole else self.write("program.mlir",
                                                       self.source())

    def source(self):
        text = self.case.source()
        if self.case.reference:
            text = text[:min(i for i in (text.find("fx.graph @reference"),
                                         text.find("func.func @reference"))
                             if i >= 0)]
        return text

    def expected(self, text):
        return remembered(self.tools, text, lambda: self.interpreted(text))

    def odd(self):
        """The program on exact numbers, or None."""
        text = cases.with_odd_fills(self.source()) if self.has_bounds() \
            else None
        return text and self.write("odd.mlir", self.expected(text))

    def takes(self, text):
        """Whether it runs on other numbers: no index is out of range."""
        try:
            return bool(self.expected(text))
        except Failed as failed:
            if "[TC-0302]" not in str(failed):
                raise
            return False

    def has_bounds(self):
        """Whether the yardstick evaluates the program."""
        return self.case.family not in ("models", "errors") \
            and "// UNDECIDED: " not in self.case.source()

    def interpreted(self, text):
        """Where data decides sizes, or how long a loop is, no bounds of the
        whole are known: there each launch is judged alone."""
        try:
            return self.call("tc-interpret", self.write("source.mlir", text),
                             "--expect")
        except Failed as failed:
            if not re.search(r"\[TC-0501\]|\[TC-0502\]|prim.range_to|"
                             "loop.while", str(failed)):
                raise
            return text

    def compile(self, *programs, options=()):
        """Artifacts of programs in the cell's folder, made by one process:
        what code of one is that of another is compiled once."""
        names = [os.path.basename(program) for program in programs]
        made = [os.path.join(self.folder, name.replace(".mlir", ".so"))
                for name in names]
        plan, several = self.plan(made[0]), len(made) > 1
        self.call("tc-compile", *programs, *self.case.options, *options,
                  f"--plan={os.path.dirname(plan) if several else plan}",
                  "-o", self.folder if several else made[0])
        return made

    def plan(self, artifact):
        """Where what --check holds each launch against lies."""
        folder = os.path.join(self.folder, "plans")
        os.makedirs(folder, exist_ok=True)
        return os.path.join(
            folder, os.path.basename(artifact).replace(".so", ".mlir"))

    def check(self, artifact, *options, launches=True, **how):
        """Runs a compiled program as the case says. `launches`: each is held
        against its kernel, on what it really got; of models, whose layers are
        alike, the first and the last of each code. Not where a file says
        by // UNDECIDED: that what it tells is about rounding itself."""
        if "// UNDECIDED: " in self.case.source():
            launches, self.note = False, RESULTS_ALONE
        check = "--check=distinct" if self.case.family == "models" \
            else "--check"
        verdict = () if self.case.fails else (check,) + (
            (f"--plan={self.plan(artifact)}",) if launches else ())
        try:
            said = self.call("tc-run", artifact, *verdict, "--repeat=1",
                             *options, **how)
        except Failed as failed:
            if not self.is_meant(failed, self.case.fails):
                raise
            return ""
        if self.case.fails:
            raise Failed(f"ran without the error {self.case.fails}")
        some = re.search(r"(\d+ of \d+ launches) evaluated", said)
        if some:
            self.note = f"{some[1]} judged"
        return said

    @staticmethod
    def is_meant(failed, number):
        return number and failed.code == 1 and number in str(failed)


#===- The columns ----------------------------------------------------------===
# A column that runs code is a generator: it asks for the artifacts of programs,
# so that those of several cells are made together.


@dataclass(frozen=True)
class Code:
    programs: tuple
    options: tuple = ()  # of tc-compile


def interpret(cell, passes, *options):
    case, meant = cell.case, cell.case.interpreted
    if case.reference or meant:
        path = case.path
    else:
        path = cell.program()
    passes = ",".join(filter(None, ("" if meant else "tc-to-prim", passes)))
    expects = not meant and "tc.expected" in cases.text_of(path)
    verdict = ["--same-as=reference"] if case.reference else [
        "--check"] if expects else ["--print"]
    try:
        cell.call("tc-interpret", path, f"--pipeline={passes}", *verdict,
                  *options)
    except Failed as failed:
        if not cell.is_meant(failed, meant):
            raise
        return
    if meant:
        raise Failed(f"ran without the error {meant}")


def prim(cell):
    """The reference interpreter, on prims, against the yardstick's values."""
    interpret(cell, "")


def loop(cell):
    """The same on kernels, one a prim, and fused. What fusion keeps is the
    meaning: in f64, kernels give what prims do, but for the order of sums.
    (What prim-simplify folds is rounded.)"""
    data = "func.func(prim-expand-nonzero),prim-outline-loops"
    interpret(cell, f"{data},prim-to-loop")
    interpret(cell, f"func.func(prim-simplify),{data},prim-to-loop,loop-fuse,"
              "cse")
    if not cell.case.interpreted and "bounds" in cases.text_of(
            cell.program()):
        interpret(cell, f"{data},prim-to-loop,loop-fuse,cse", "--wide")


def cpu(cell):
    """Compiled for this machine: the same on one thread and on several, then
    with all buffers against unmapped pages; then on other numbers, and with its
    arguments held in other ways."""
    if cell.case.family == "models":
        artifact, = yield Code((cell.program(),))
        cell.check(artifact)
        return
    odd = cell.odd()
    others = [*filter(None, [odd]), *from_the_end(cell)]
    artifact, *others = yield Code((cell.program(), *others))
    on_threads(cell, artifact)
    if odd:
        exact(cell, others.pop(0))
    for other in others:
        cell.check(other, "--threads=2")
    yield from held_otherwise(cell)


def on_threads(cell, artifact):
    """Results on several threads are right; on one they have the same bits, so
    they are not judged again. Of what is written in place the bits are not
    seen."""
    said = cell.check(artifact, "--threads=3", "--guard",
                      f"--out={cell.file('3.out')}")
    if cell.case.fails or "tc.expected_state" in cell.source():
        cell.check(artifact, "--threads=1")
    if not said:
        return
    cell.call("tc-run", artifact, "--threads=1", "--repeat=1",
              f"--out={cell.file('1.out')}")
    with open(cell.file("3.out"), "rb") as three, \
            open(cell.file("1.out"), "rb") as one:
        if three.read() != one.read():
            raise Failed("results depend on the number of threads")


def exact(cell, artifact):
    """The same on odd integers: what is a sum has one right answer."""
    undecided = cell.case.name in ODD_UNDECIDED
    try:
        cell.check(artifact, "--threads=2")
    except Failed as failed:
        if not undecided or not re.search(
                r"; [1-9]\d* of \d+ elements are undecided", str(failed)):
            raise
        return
    if undecided:
        raise Failed("is decided on odd integers: take it out of ODD_UNDECIDED")


def from_the_end(cell):
    """Programs on integers below zero, too: indices from the end, where the
    program takes such."""
    if cell.has_bounds() and not cell.case.fails \
            and cases.takes_indices(cell.case.name):
        texts = map(cell.expected, cases.negative_forms(cell.source(),
                                                        cell.takes))
        for i, text in enumerate(t for t in texts if "bounds" in t):
            yield cell.write(f"negative{i}.mlir", text)


def held_otherwise(cell):
    """The same with its arguments elsewhere in memory, beside functions of
    somebody else's."""
    if not cell.has_bounds() or cell.case.fails:
        return
    prims = cell.call("tc-opt", cell.program(),
                      f"--pass-pipeline=builtin.module({cases.FROM_FX})")
    text = variants.variant(cell.case.name, prims)
    if text and "tc.expected" in text:
        try:
            artifact, = yield Code((cell.write("variant.mlir", text),))
        except Failed as failed:
            if "loop.schedule: " not in str(failed):
                raise  # a schedule may be of how arguments lay
            artifact, = yield Code((cell.write(
                "variant.mlir", variants.without_schedules(text)),))
        cell.check(artifact, "--threads=2", "--guard", launches=False)


def guard(cell):
    """Buffers against unmapped pages; models, which have too many, on all
    threads instead."""
    return () if cell.case.family == "models" else ("--guard", "--threads=1")


def emulate(cell):
    """Compiled for a GPU, whose threads run one by one on the CPU: waves of
    32 threads, with the matrix units of sm_90a or of sm_80, and of 64."""
    waves = ("emulate", "emulate,units=80", "emulate,wave=64")
    for target in waves[:1] if cell.case.family == "models" else chips(
            cell, waves):
        artifact, = yield Code((cell.program(),), (f"--target={target}",))
        cell.check(artifact, *guard(cell), preload=cell.tools.emulator)


def cuda(cell):
    """On an NVIDIA GPU."""
    artifact, = yield Code((cell.program(),), (
        "--target=cuda", f"--target-cpu={cell.tools.chip}"))
    with cell.tools.gpu_lock:
        cell.check(artifact, before=cell.tools.gpu)


def chips(cell, of):
    """All, or one that depends on the case: each has its share of them; so has
    each variant of a program."""
    if cell.tools.all_chips:
        return of
    first = zlib.crc32(cell.case.program.encode())
    return (of[(first + cell.case.variant) % len(of)],)


def is_again(case, column, tools):
    """Whether the cell would make images that another one does: they are the same
    at all sizes."""
    of = {"nvptx": NVIDIA, "amdgpu": AMD}.get(column)
    return bool(of) and case.variant >= (1 if tools.all_chips else len(of))


def images(cell, target, chip, emit, also=None):
    """What a vendor's tools make of a program, for one chip."""
    folder = cell.file(f"{chip}.{emit}")
    cell.call("tc-compile", cell.plain(), *cell.case.options,
              f"--target={target}", f"--target-cpu={chip}", f"--emit={emit}",
              "-o", folder, also=also)
    paths = glob.glob(os.path.join(folder, "*")) or [folder]
    for path in paths:
        with open(path, "rb") as file:
            yield path, file.read()


def check_elf(path, data, machine, flags=None):
    """`flags`: the low byte of e_flags."""
    if data[:4] != b"\x7fELF" or int.from_bytes(data[18:20], "little") != machine:
        raise Failed(f"{path} is no ELF file of machine {machine}")
    if flags is not None and data[48] != flags:
        raise Failed(f"{path} is for another chip: {data[48]:#x}")


def check_ptx(path, data, chip):
    if f".target {chip}".encode() not in data or b".entry" not in data:
        raise Failed(f"{path} is no PTX for {chip} with an entry")


KERNEL = re.compile(r"(?:Function properties for|entry function) '?(\w+)")
SPILLS = re.compile(r"(\d+) bytes spill stores")
SERIAL = re.compile(r"\((C75\d\d)\)")


def spills(folder):
    """[(kernel, bytes that it spills, or a warning that products of a warp group
    are serialised)] of what ptxas said."""
    for path in sorted(glob.glob(os.path.join(folder, "*"))):
        kernel = ""
        with open(path, encoding="utf-8") as file:
            for line in file:
                kernel = (KERNEL.search(line) or [0, kernel])[1]
                found = SPILLS.search(line)
                if found and int(found[1]):
                    yield kernel, int(found[1])
                found = SERIAL.search(line)
                if found:
                    yield kernel, found[1]


def check_spills(cell, chip, folder):
    """No kernel spills, or serialises, more than spills.txt says."""
    known = {}
    path = os.path.join(os.path.dirname(__file__), "spills.txt")
    with open(path, encoding="utf-8") as file:
        for line in file:
            if not line.startswith("#"):
                program, of, most = line.split()
                known[program, of] = int(most) if most.isdigit() else most
    most = known.get((cell.case.program, chip), 0)
    for kernel, found in spills(folder):
        if found != most and not (isinstance(found, int) and
                                  isinstance(most, int) and found < most):
            raise Failed(f"{chip}: {kernel} " + (
                f"spills {found} bytes" if isinstance(found, int) else
                f"serialises products ({found})"))


def nvptx(cell):
    """PTX for NVIDIA's chips, and what ptxas makes of it, if there is one: no
    kernel spills registers."""
    assembler = find_program("ptxas")
    wrapper = os.path.join(os.path.dirname(__file__), "assembler")
    for chip in chips(cell, NVIDIA):
        if assembler:
            said = cell.file(f"{chip}.said")
            os.makedirs(said, exist_ok=True)
            for path, data in images(cell, "cuda", chip, "cubin", {
                    "CUDA_HOME": wrapper, "PTXAS": assembler,
                    "PTXAS_SAID": said}):
                check_elf(path, data, EM_CUDA)
            check_spills(cell, chip, said)
        else:
            for path, data in images(cell, "cuda", chip, "ptx"):
                check_ptx(path, data, chip)


def amdgpu(cell):
    """Code objects for AMD's chips."""
    for chip in chips(cell, AMD):
        for path, data in images(cell, "rocm", chip, "hsaco"):
            check_elf(path, data, EM_AMDGPU, AMD_FLAGS[chip])


COLUMNS = {f.__name__: f
           for f in (prim, loop, cpu, emulate, cuda, nvptx, amdgpu)}
TOGETHER = ("cpu", "emulate", "cuda")  # compile a program at all sizes at once


class Running:
    """A cell in a column: what it asks for, or how it ended."""

    def __init__(self, cell, column):
        self.cell, self.asks, self.error = cell, None, None
        self.start = time.monotonic()
        self.go(lambda: self.begin(column))

    def begin(self, column):
        self.steps = column(self.cell)
        return self.steps and next(self.steps)

    def go(self, resume):
        """Resumes the column until it asks or ends."""
        try:
            self.asks = resume()
        except StopIteration:
            self.asks = None
        except Failed as failed:
            self.asks, self.error = None, failed
        self.seconds = time.monotonic() - self.start


def answer(alike):
    """Gives cells that ask with the same options what they ask for."""
    cell = alike[0].cell
    programs = [p for one in alike for p in one.asks.programs]
    try:
        made = iter(cell.compile(*programs, options=alike[0].asks.options))
    except Failed as failed:
        error = failed
        if len(alike) == 1:
            alike[0].go(lambda: alike[0].steps.throw(error))
        else:  # whose it is
            for one in alike:
                answer([one])
        return
    for one in alike:
        if one.cell is not cell:
            one.cell.commands.append(cell.commands[-1])
        mine = [next(made) for _ in one.asks.programs]
        one.go(lambda: one.steps.send(mine))


def run_cells(cells, column):
    """Runs a column on cells of one folder."""
    running = [Running(cell, column) for cell in cells]
    while asking := [one for one in running if one.asks]:
        options = asking[0].asks.options
        answer([one for one in asking if one.asks.options == options])
    return running


#===- A cell ---------------------------------------------------------------===


@dataclass
class Result:
    case: str
    column: str
    state: str
    text: str = ""       # why it is not right
    seconds: float = 0
    commands: list = field(default_factory=list)
    note: str = ""       # what of a program was not judged


def skipped(case, column, tools):
    """Why the cell is left out, if it is."""
    if column in ("prim", "loop") and case.family == "models":
        return "the interpreter takes minutes"
    if tools.sanitized and case.family == "models":
        return "sanitized tools take minutes"
    if column == "cuda" and tools.no_gpu:
        return tools.no_gpu
    if column == "emulate" and tools.sanitized:
        return "emulated threads of sanitized tools take minutes"
    return None


def judge(error, number):
    """The state of a cell and what to say of it; `number` is that of the
    error that unsupported.txt says it ends with."""
    if not error:
        return (WRONG, "is right: take it out of unsupported.txt") \
            if number else (RIGHT, "")
    if number and error.code == 1 and number in str(error):
        return UNSUPPORTED, number
    return WRONG, str(error)


def groups(chosen, column, tools, again=False):
    """The cases of a column's cells, those together that are one program at
    several sizes. `again`: also what would be made twice."""
    found = {}
    for case in chosen:
        if again or not is_again(case, column, tools):
            name = case.program if column in TOGETHER else case.name
            found.setdefault(name, []).append(case)
    return found


def run(group, column, tools, known, folder):
    """Results of the cells of a group; files are written into `folder`. `known`:
    {(case, column): the number of the error that it ends with}."""
    why = skipped(group[0], column, tools)
    if why:
        return [Result(case.name, column, SKIPPED, why) for case in group]
    os.makedirs(folder, exist_ok=True)
    cells = [Cell(case, tools, folder, f"{i}." if i else "")
             for i, case in enumerate(group)]
    results = []
    for one in run_cells(cells, COLUMNS[column]):
        case = one.cell.case
        state, text = judge(one.error, known.get((case.name, column)))
        results.append(Result(case.name, column, state, text, one.seconds,
                              one.cell.commands, one.cell.note))
    return results


def find_gpu(tools):
    """Notes the chip of the GPU, or why there is none, as the runtime says."""
    if tools.sanitized:
        tools.no_gpu = "the runtime of sanitized tools cannot be asked"
        return
    runtime = ctypes.CDLL(tools.runtime)
    runtime.tcGpuChip.restype = ctypes.c_void_p
    chip, text = (ctypes.create_string_buffer(1024) for _ in range(2))
    status = runtime.tcGpuChip(b"cuda", 0, chip, len(chip))
    if status:
        runtime.tcStatusPrint(ctypes.c_void_p(status), text, len(text))
    tools.chip, tools.no_gpu = chip.value.decode(), text.value.decode()
