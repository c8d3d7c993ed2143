"""Calls the compiler and the interpreter: in this process, which is much faster
than starting processes (a crash ends this process, too), or as programs, where
there is no libtc.so (the self-contained package)."""
import ctypes
import os
import re
import struct
import subprocess

Line = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p)


class InterpretOptions(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("pipeline", ctypes.c_char_p),
                ("entry", ctypes.c_char_p), ("check", ctypes.c_bool),
                ("print", ctypes.c_bool), ("wide", ctypes.c_bool),
                ("expect", ctypes.c_bool), ("same_as", ctypes.c_char_p),
                ("gradients", ctypes.c_uint), ("line", Line),
                ("self", ctypes.c_void_p)]


class CompileOptions(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("target", ctypes.c_char_p),
                ("pipeline", ctypes.c_char_p), ("part", ctypes.c_char_p),
                ("wrt", ctypes.c_char_p), ("threads", ctypes.c_uint),
                ("emit", ctypes.c_char_p), ("wide", ctypes.c_bool)]


class Failed(Exception):
    pass


class Library:
    def __init__(self, path):
        self.tc = ctypes.CDLL(path)
        for name in ("tcInterpretText", "tcCompile", "tcCompiledWrite",
                     "tcCompiledWritePlan"):
            getattr(self.tc, name).restype = ctypes.c_void_p
        self.tc.tcStatusFree.restype = None
        self.tc.tcCompiledFree.restype = None

    def check(self, status):
        if status:
            text = ctypes.create_string_buffer(4096)
            self.tc.tcStatusPrint(ctypes.c_void_p(status), text, len(text))
            self.tc.tcStatusFree(ctypes.c_void_p(status))
            raise Failed(text.value.decode(errors="replace"))

    def expect(self, text, passes=None):
        """The program behind the passes, with its results and their bounds."""
        lines, data = [], text.encode()
        options = InterpretOptions(
            size=ctypes.sizeof(InterpretOptions), expect=True,
            pipeline=passes.encode() if passes else None,
            line=Line(lambda _, line: lines.append(line.decode())))
        self.check(self.tc.tcInterpretText(data, ctypes.c_size_t(len(data)),
                                           ctypes.byref(options)))
        return "\n".join(lines)

    def compile(self, text, path, target="host"):
        """Into the shared object `path`, with the launches of its plan in a
        file beside it (plan_of)."""
        data, compiled = text.encode(), ctypes.c_void_p()
        options = CompileOptions(size=ctypes.sizeof(CompileOptions), threads=1,
                                 target=target.encode())
        self.check(self.tc.tcCompile(data, ctypes.c_size_t(len(data)),
                                     ctypes.byref(options),
                                     ctypes.byref(compiled)))
        try:
            self.check(self.tc.tcCompiledWrite(compiled, path.encode()))
            self.check(self.tc.tcCompiledWritePlan(compiled,
                                                   plan_of(path).encode()))
        finally:
            self.tc.tcCompiledFree(compiled)


class Programs:
    """The same, by tc-interpret and tc-compile."""

    def __init__(self, tools, folder):
        self.tools, self.file = tools, os.path.join(folder, "given.mlir")

    def call(self, tool, text, *options):
        with open(self.file, "w", encoding="utf-8") as file:
            file.write(text)
        done = subprocess.run([self.tools.path(tool), self.file, *options],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, errors="replace")
        if done.returncode < 0:
            os.kill(os.getpid(), -done.returncode)  # crashed, as in a library
        if done.returncode:
            raise Failed(done.stderr)
        return done.stdout

    def expect(self, text, passes=None):
        return self.call("tc-interpret", text, "--expect",
                         *([f"--pipeline={passes}"] if passes else []))

    def compile(self, text, path, target="host"):
        self.call("tc-compile", text, "-o", path, "--threads=1",
                  f"--target={target}", f"--plan={plan_of(path)}")


def plan_of(path):
    return path + ".plan.mlir"


def find(tools, folder):
    """`folder` is for files of one user."""
    path = os.path.join(tools.bin, "../lib/libtc.so")
    return Library(path) if os.path.exists(path) else Programs(tools, folder)


def doubles(text):
    """The numbers of a dense<...> attribute of f64, with its type behind."""
    count = int(re.search(r"tensor<(\d+)xf64>$", text)[1])
    inner = text[text.index("<") + 1:text.rindex("> : ")]
    if inner.startswith('"0x'):
        data = bytes.fromhex(inner[3:-1])
        found = struct.unpack(f"<{len(data) // 8}d", data)
    else:
        found = [number(one) for one in inner.strip("[]").split(",")
                 if one.strip()]
    return list(found) * (count if len(found) == 1 else 1)


def number(text):
    text = text.strip()
    return struct.unpack(">d", bytes.fromhex(text[2:]))[0] \
        if text.startswith("0x") else float(text)


def values(program):
    """What the program's results are in f64, as `expect` found them: of each the
    numbers, and whether they are floats. (`samples` beside `meaning` are
    PyTorch's.)"""
    return [(doubles(numbers), "f" in dtype) for dtype, numbers in re.findall(
        r"dtype = ([^,{}]+), [^{}]*?(?:meaning|samples)"
        r" = (dense<[^>]*> : tensor<\d+xf64>)", program)]
