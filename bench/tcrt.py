"""The runtime from Python, by ctypes: programs of tc-compile, called with
PyTorch's tensors in place (include/tc/program.h)."""
import ctypes
from ctypes import POINTER, byref, c_int64, c_size_t, c_uint8, c_void_p

import torch

DEVICE_MEMORY, ASYNC = 1, 2  # TC_CALL_...
DTYPES = {torch.float32: 1, torch.float64: 2, torch.bfloat16: 3,
          torch.float16: 4, torch.int64: 5, torch.int32: 6, torch.bool: 10}


class Tensor(ctypes.Structure):
    _fields_ = [("data", c_void_p), ("sizes", POINTER(c_int64)),
                ("strides", POINTER(c_int64)), ("dtype", c_uint8),
                ("rank", c_uint8), ("reserved", c_uint8 * 6)]


class Frame(ctypes.Structure):
    _fields_ = [("struct_size", c_size_t), ("inputs", POINTER(Tensor)),
                ("results", POINTER(Tensor)), ("num_inputs", c_size_t),
                ("num_results", c_size_t), ("allocator", c_void_p),
                ("parallel_for", c_void_p), ("parallel_context", c_void_p),
                ("stream", c_void_p), ("flags", ctypes.c_uint64)]


def describe(tensors):
    """TcTensors of PyTorch's, and what must live as long."""
    shapes = [(c_int64 * max(1, t.dim()))(*t.shape) for t in tensors]
    return (Tensor * max(1, len(tensors)))(*[
        Tensor(t.data_ptr(), ctypes.cast(s, POINTER(c_int64)), None,
               DTYPES[t.dtype], t.dim()) for t, s in zip(tensors, shapes)
    ]), shapes


class Program:
    """An artifact without weights, loaded from `path` by libtcrt.so."""

    def __init__(self, library, path):
        self.lib = ctypes.CDLL(library)
        for name in ("Load", "Call", "Synchronize"):
            getattr(self.lib, "tcProgram" + name).restype = c_void_p
        self.handle = c_void_p()
        self.check(self.lib.tcProgramLoad(path.encode(), None,
                                          byref(self.handle)))

    def check(self, status):
        if status:
            text = ctypes.create_string_buffer(4096)
            self.lib.tcStatusPrint(c_void_p(status), text, c_size_t(4096))
            raise RuntimeError(text.value.decode())

    def bind(self, inputs, results, stream):
        """A function that puts a call of dense tensors into the stream."""
        x, keep_x = describe(inputs)
        y, keep_y = describe(results)
        frame = Frame(ctypes.sizeof(Frame), x, y, len(inputs), len(results),
                      stream=stream.cuda_stream, flags=DEVICE_MEMORY | ASYNC)

        def call(keep=(keep_x, keep_y, inputs, results)):
            self.check(self.lib.tcProgramCall(self.handle, byref(frame)))
        return call

    def synchronize(self, stream):
        self.check(self.lib.tcProgramSynchronize(
            self.handle, c_void_p(stream.cuda_stream)))
