"""A process of tc-worker that compiles one text after another, and keeps the code
of kernels: of a program with another schedule in one kernel, that one is
compiled alone. (lib/worker/message.h)"""
import os
import signal
import socket
import struct
import subprocess

MAGIC = 0x6b726f772d6374
REQUEST, SOURCE, PIPELINE, TARGET, THREADS = 2, 3, 5, 6, 9
ARTIFACT, NUMBER, TEXT, PLACE = 20, 30, 31, 32
COMPILE, KEPT = 1, 256  # a request's kind, MB of code


class Ended(Exception):
    """The process has ended, or does not answer: an exit code, and why."""

    def __init__(self, code, why):
        super().__init__(why)
        self.code = code


def padded(size):
    return size + 8 & ~7


def packed(fields):
    out = b""
    for tag, value in fields:
        data = struct.pack("<Q", value) if isinstance(value, int) else \
            value.encode()
        out += struct.pack("<QQ", tag, len(data)) + data.ljust(
            padded(len(data)), b"\0")
    return struct.pack("<QQ", MAGIC, len(out)) + out


def unpacked(data):
    fields, at = {}, 0
    while at < len(data):
        tag, size = struct.unpack_from("<QQ", data, at)
        at += 16
        fields[tag] = data[at:at + size]
        at += padded(size)
    return fields


class Worker:
    def __init__(self, path, timeout=120):
        self.path, self.timeout = path, timeout
        self.process = self.socket = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def start(self):
        self.socket, other = socket.socketpair()
        self.socket.settimeout(self.timeout)
        with other:
            self.process = subprocess.Popen(
                [self.path], stdin=other, stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE, text=True, errors="replace",
                env=dict(os.environ, TC_WORKER_KERNELS=str(KEPT)))
        self.read()  # what it is

    def read_bytes(self, size):
        out = bytearray()
        while len(out) < size:
            more = self.socket.recv(min(size - len(out), 1 << 20))
            if not more:
                raise EOFError
            out += more
        return bytes(out)

    def read(self):
        _, size = struct.unpack("<QQ", self.read_bytes(16))
        return unpacked(self.read_bytes(size))

    def close(self, sends=signal.SIGKILL):
        """(exit code, what it said)."""
        if not self.process:
            return 0, ""
        if sends:
            self.process.send_signal(sends)
        said = self.process.communicate()[1]
        self.socket.close()
        code, self.process = self.process.returncode, None
        return code, said

    def ask(self, *fields):
        """The answer's fields; Ended without one."""
        try:
            if not self.process:
                self.start()
            self.socket.sendall(packed(fields))
            return self.read()
        except TimeoutError:
            self.close()
            raise Ended(124, f"still running after {self.timeout} s") from None
        except (EOFError, OSError):
            raise Ended(*self.close(sends=None)) from None

    def compile(self, text, target, pipeline):
        """(exit code, what tc-compile would say, the shared object)."""
        try:
            answer = self.ask((REQUEST, COMPILE), (SOURCE, text),
                              (TARGET, target), (PIPELINE, pipeline),
                              (THREADS, 1))
        except Ended as ended:
            return ended.code or 1, str(ended), b""
        if NUMBER not in answer:
            return 0, "", answer[ARTIFACT]
        number, = struct.unpack("<Q", answer[NUMBER])
        place = answer.get(PLACE, b"").decode(errors="replace")
        said = answer.get(TEXT, b"").decode(errors="replace")
        return 1, f"{place}: [TC-{number:04}] {said}", b""
