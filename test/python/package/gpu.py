"""Programs for GPUs, on the stand-in for NVIDIA's driver (test/gpu): which
memory, stream and device a call uses. Its kernels do nothing."""
import ctypes
import os
import sys
import tempfile

from Inputs.checks import ADD, raises, run, tc

DRIVERS = os.path.join(os.environ["TC_BUILD"], "test", "drivers")
if os.environ.get("TC_STANDIN_LOG") is None:
    log = os.memfd_create("log", 0)
    os.environ.update(TC_STANDIN_LOG=f"/proc/self/fd/{log}",
                      LD_LIBRARY_PATH=DRIVERS)
    os.execv(sys.executable, [sys.executable, __file__])

driver = ctypes.CDLL("libcuda.so.1")


class State(ctypes.Structure):
    _fields_ = [(n, ctypes.c_int) for n in (
        "blocks streams pools modules events contexts calls failAt mistakes "
        "devices hostBlocks").split()]


driver.standinState.restype = ctypes.POINTER(State)
state = driver.standinState().contents


def logged(what):
    with open(os.environ["TC_STANDIN_LOG"]) as file:
        return [line for line in file if line.startswith(what)]


def launches():
    return logged("launch ")


class Tensor:
    """4x8 f32 of the device's memory, which speaks DLPack (the older one)."""
    CUDA = 2

    def __init__(self, sizes=(4, 8), device=(CUDA, 0), data=None):
        self.sizes, self.device = sizes, device
        context, pool = ctypes.c_void_p(), ctypes.c_void_p()
        self.data = data or ctypes.c_void_p()
        if data is None:
            driver.cuInit(0)
            driver.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0)
            driver.cuCtxPushCurrent_v2(context)
            code = driver.cuMemAllocFromPoolAsync(
                ctypes.byref(self.data), ctypes.c_size_t(128), pool, None)
            driver.cuCtxPopCurrent_v2(ctypes.byref(context))
            assert code == 0, code

    def __dlpack_device__(self):
        return self.device

    def __dlpack__(self):
        n = len(self.sizes)
        self.shape = (ctypes.c_int64 * max(n, 1))(*self.sizes)
        self.managed = Managed(self.data, *self.device, n, 2, 32, 1,
                               self.shape, None, 0, None, None)
        new = ctypes.pythonapi.PyCapsule_New
        new.restype = ctypes.py_object
        new.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        return new(ctypes.addressof(self.managed), b"dltensor", None)


class Managed(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device", ctypes.c_int),
                ("ordinal", ctypes.c_int), ("ndim", ctypes.c_int),
                ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8),
                ("lanes", ctypes.c_uint16),
                ("shape", ctypes.POINTER(ctypes.c_int64)),
                ("strides", ctypes.c_void_p), ("offset", ctypes.c_uint64),
                ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]


host = memoryview(bytearray(128)).cast("f", (4, 8))


def test_compiled_for_the_gpu_at_hand_and_opened():
    modules = state.modules
    program = tc.compile_text(ADD, target="cuda")
    assert program.target == "cuda" and program.chip == tc._core.gpu_chip("cuda")
    assert state.modules > modules  # before any call
    del program
    assert state.modules == modules
    raises(7551, tc.compile_text, ADD, target="cuda", options={"device": 1})


def test_compiled_for_another_is_not_opened():
    modules = state.modules
    assert tc.compile_text(ADD, target="cuda,tune=sm_80").chip == "sm_80"
    assert state.modules == modules


def test_memory_of_the_device():
    program = tc.compile_text(ADD, target="cuda")
    x, y, z = Tensor(), Tensor(), Tensor()
    before, blocks = len(launches()), state.blocks
    assert program.call([x, y], [z], stream=0) == [z]
    assert len(launches()) == before + 1
    program.synchronize(0)
    assert program.call([x, y], [z]) == [z]  # on the program's own stream
    program.synchronize(None)
    assert state.blocks == blocks and state.mistakes == 0
    raises(1508, program.call, [x, y], [x])


def test_graphs():
    program = tc.compile_text(ADD, target="cuda")
    assert program.graph_stats["why"] == "graphs are not asked for"
    program.set_graphs(most=2, after=1)
    x, y, z = Tensor(), Tensor(), Tensor()
    before, replays = len(launches()), len(logged("replay "))
    for _ in range(3):
        assert program.call([x, y], [z], stream=0) == [z]
    assert len(launches()) == before + 1
    assert len(logged("replay ")) == replays + 2
    stats = program.graph_stats
    assert stats["replayed"] == 2 and stats["launched"] == stats["made"] == 1
    program.call([y, x], [z], stream=0)
    assert program.graph_stats["updated"] == 1 and state.mistakes == 0
    program.synchronize(0)
    program.set_graphs(most=0)
    program.call([x, y], [z], stream=0)
    assert len(launches()) == before + 2
    raises(1750, program.set_graphs, most=-1)
    tc.compile_text(ADD).set_graphs()  # of a CPU: nothing comes of it


def test_memory_of_the_host():
    program = tc.compile_text(ADD, target="cuda")
    assert program(host, host).shape == (4, 8)
    assert state.mistakes == 0


def test_mixed():
    program = tc.compile_text(ADD, target="cuda")
    x, z = Tensor(), Tensor()
    raises(1752, program.call, [x, host], [z])
    raises(1752, program.call, [x, Tensor(device=(2, 1))], [z])
    raises(1752, program.call, [x, Tensor(device=(8, 0))], [z])
    raises(1752, tc.compile_text(ADD).call, [x, x])  # a program for the CPU
    scaled = tc.compile_text("""
      func.func @main(%x: tensor<4x8xf32>, %s: tensor<f32>) -> tensor<4x8xf32> {
        %0 = prim.broadcast_in_dim %s [] : tensor<f32> to tensor<4x8xf32>
        %1 = prim.mul %x, %0 : tensor<4x8xf32>
        return %1 : tensor<4x8xf32>
      }""", target="cuda")
    assert scaled.call([x, 2.5], [z]) == [z]  # numbers may be the host's
    scaled.synchronize(None)
    assert state.mistakes == 0


def test_load():
    import subprocess
    with tempfile.TemporaryDirectory() as folder:
        source, artifact = f"{folder}/add.mlir", f"{folder}/add.so"
        with open(source, "w") as file:
            file.write(ADD)
        chip = tc._core.gpu_chip("cuda")
        for flags in ([], ["--target=cuda", "--target-cpu=native"]):
            subprocess.run([f"{os.environ['TC_BUILD']}/bin/tc-compile", source,
                            "-o", artifact, *flags], check=True)
            program = tc.load(artifact)
            assert program(host, host).shape == (4, 8)
            assert program.compile_seconds is None
            assert program.target == ("cuda" if flags else "cpu")
            assert not flags or program.chip == chip, program.chip
        raises(2530, tc.load, f"{folder}/none.so")
        raises(2530, tc.load, source)


if __name__ == "__main__":
    run(globals())
