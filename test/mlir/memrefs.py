"""Calls a function that loop-to-cpu made, in a shared object, on the arguments
that a compiled artifact's descriptor describes (lib/runtime/descriptor.h), and
gives its results as bytes."""
import ctypes
import re

import numpy as np

NONE = 0xFFFFFFFF
u32, u64, i64, f64 = (ctypes.c_uint32, ctypes.c_uint64, ctypes.c_int64,
                      ctypes.c_double)
text, ptr = ctypes.c_char_p, ctypes.c_void_p


class Fill(ctypes.Structure):
    _fields_ = [("kind", u32), ("seed", u32), ("stream", u64), ("a", f64),
                ("b", f64), ("data", ptr), ("bytes", u64)]


class Value(ctypes.Structure):
    _fields_ = [("name", text), ("dims", ctypes.POINTER(u32)),
                ("strides", ctypes.POINTER(u32)), ("dtype", ctypes.c_uint8),
                ("rank", ctypes.c_uint8), ("mutated", ctypes.c_uint8),
                ("tie_is_weight", ctypes.c_uint8), ("alignment", u32),
                ("tie", u32), ("storage", u32), ("offset", u32),
                ("kernel_alignment", u32), ("hash", u64), ("fill", Fill)]


class Size(ctypes.Structure):
    _fields_ = [("text", text), ("code", u32), ("reserved", u32)]


class Symbol(ctypes.Structure):
    _fields_ = [("name", text), ("source", u32), ("input", u32), ("dim", u32),
                ("reserved", u32), ("scale", i64), ("shift", i64),
                ("min", i64), ("max", i64), ("example", i64)]


class Descriptor(ctypes.Structure):
    _fields_ = [("magic", u32), ("version", u32), ("size", u64), ("name", text),
                ("features", text), ("compiler", text), ("target", text),
                ("chip", text), ("code", ptr), ("sizes", ctypes.POINTER(Size)),
                ("symbols", ctypes.POINTER(Symbol)), ("guards", ptr),
                ("inputs", ctypes.POINTER(Value)),
                ("results", ctypes.POINTER(Value)),
                ("weights", ctypes.POINTER(Value)), ("expected", ptr),
                ("state", ptr), ("buffers", ptr), ("sites", ptr),
                ("images", ptr), ("code_length", u32), ("num_sizes", u32),
                ("num_symbols", u32), ("num_guards", u32), ("num_inputs", u32),
                ("num_results", u32), ("num_weights", u32)]


FUNCTIONS = {"floordiv": lambda a, b: a // b if b else 0,
             "mod": lambda a, b: a % b if b else 0, "min": min, "max": max}


class Program:
    """`artifact`: of tc-compile. `lowered`: made of what loop-to-cpu left.
    `runtime`: libtcrt.so, which fills arguments."""

    def __init__(self, artifact, lowered, runtime):
        self.artifact = ctypes.CDLL(artifact)
        self.d = Descriptor.in_dll(self.artifact, "tc_program_descriptor")
        self.lowered = ctypes.CDLL(lowered)
        self.runtime = ctypes.CDLL(runtime)
        self.runtime.tcFill.restype = ctypes.c_bool
        self.runtime.tcDTypeSize.restype = ctypes.c_size_t
        self.symbols = {}
        for symbol in self.d.symbols[:self.d.num_symbols]:
            self.symbols[symbol.name.decode()] = max(symbol.example, 0)

    def size(self, index):
        expression = self.d.sizes[index].text.decode()
        names = dict(FUNCTIONS)

        def known(match):
            if match[0] in FUNCTIONS:
                return match[0]
            names[key := f"v{len(names)}"] = self.symbols[match[0]]
            return key
        return eval(re.sub(r"[A-Za-z_][\w$.]*", known, expression), names)

    def shape(self, value):
        return [self.size(value.dims[i]) for i in range(value.rank)]

    def strides(self, value, shape):
        if value.strides:
            return [self.size(value.strides[i]) for i in range(value.rank)]
        strides = [1] * value.rank
        for i in reversed(range(value.rank - 1)):
            strides[i] = strides[i + 1] * shape[i + 1]
        return strides

    def elements(self, value, shape):
        """Those that the argument is filled with, dense, as bytes."""
        count = int(np.prod(shape, dtype=np.int64))
        width = self.runtime.tcDTypeSize(value.dtype)
        data = np.zeros((count, width), np.uint8)
        sizes = (i64 * max(value.rank, 1))(*shape)
        if not self.runtime.tcFill(
                ctypes.byref(value.fill), ctypes.c_int(value.dtype), sizes,
                ctypes.c_uint(value.rank), i64(0), i64(count),
                data.ctypes.data_as(ptr)) and count:
            raise ValueError(f"{value.name} has no fill")
        return data.reshape([*shape, width])

    def arguments(self):
        """A memref descriptor for each, as words; their memory in self.memory."""
        self.memory, shared, words = [], {}, []
        for value in self.d.inputs[:self.d.num_inputs]:
            shape = self.shape(value)
            strides = self.strides(value, shape)
            data = self.elements(value, shape)
            width = data.shape[-1]
            low = sum(min(0, (n - 1) * s) for n, s in zip(shape, strides))
            high = sum(max(0, (n - 1) * s) for n, s in zip(shape, strides))
            if value.storage != NONE and value.storage in shared:
                memory, at = shared[value.storage]
                at = self.size(value.offset) if value.offset != NONE else 0
            else:
                memory = np.zeros((high - low + 1 if data.size else 1) * width
                                  + 64, np.uint8)
                memory = memory[-memory.ctypes.data % 64:]
                at = -low
                if value.storage != NONE and value.offset != NONE:
                    at = self.size(value.offset)
                shared[value.storage] = memory, at
            if data.size:
                np.lib.stride_tricks.as_strided(
                    memory[at * width:], data.shape,
                    [*(s * width for s in strides), 1])[...] = data
            self.memory.append(memory)
            address = memory.ctypes.data
            if not value.strides:  # contiguous memrefs have no offset
                address, at = address + at * width, 0
            words.append([address, address, at, *shape, *strides])
        return words

    def call(self):
        """The bytes of each result, dense."""
        arguments = [(i64 * len(w))(*w) for w in self.arguments()]
        results = self.d.results[:self.d.num_results]
        ranks = [value.rank for value in results]
        room = (i64 * max(1, sum(3 + 2 * rank for rank in ranks)))()
        self.lowered._mlir_ciface_main.restype = None
        self.lowered._mlir_ciface_main(
            *([ctypes.byref(room)] if ranks else []),
            *(ctypes.byref(words) for words in arguments))
        out, at = [], 0
        for value, rank in zip(results, ranks):
            _, aligned, offset = room[at:at + 3]
            shape = room[at + 3:at + 3 + rank]
            strides = room[at + 3 + rank:at + 3 + 2 * rank]
            out.append(self.dense(value, aligned, offset, shape, strides))
            at += 3 + 2 * rank
        return out

    def dense(self, value, address, offset, shape, strides):
        width = self.runtime.tcDTypeSize(value.dtype)
        if not np.prod(shape, dtype=np.int64):
            return b""
        reach = sum((n - 1) * s for n, s in zip(shape, strides)) + 1
        memory = np.ctypeslib.as_array(ctypes.cast(
            address + offset * width, ctypes.POINTER(ctypes.c_uint8)),
            (reach * width,))
        view = np.lib.stride_tricks.as_strided(
            memory, [*shape, width], [*(s * width for s in strides), 1])
        return view.tobytes()
