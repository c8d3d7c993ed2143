"""Arguments of a program's call, without NumPy and PyTorch."""
import array
import gc

from Inputs.checks import ADD, raises, run, tc

add = tc.compile_text(ADD)


def floats(values, sizes=(4, 8)):
    return memoryview(array.array("f", values)).cast("B").cast("f", sizes)


def test_buffers():
    x, y = floats(range(32)), floats([0.5] * 32)
    z = add(x, y)
    assert isinstance(z, tc.Array) and z.shape == (4, 8) and z.dtype == "f32"
    assert z.strides == (8, 1)
    assert memoryview(z).tolist()[3][7] == 31.5


def test_a_result_outlives_all():
    program = tc.compile_text(ADD)
    z = program(floats([1] * 32), floats([2] * 32))
    del program
    gc.collect()
    assert memoryview(z).tolist() == [[3.0] * 8] * 4


def test_dlpack_between_arrays():
    z = add(floats([1] * 32), floats([2] * 32))
    z = add(z, z)  # by its buffer

    class Foreign:  # by nothing else than DLPack, of both versions

        def __dlpack__(self, **keywords):
            return z.__dlpack__(**keywords)

        def __dlpack_device__(self):
            return z.__dlpack_device__()

    class Old(Foreign):

        def __dlpack__(self):
            return z.__dlpack__()

    assert memoryview(add(Foreign(), Old())).tolist()[0][0] == 12.0


def test_outputs():
    x, y = floats(range(32)), floats([0] * 32)
    given, = add.call([x, x], [y])
    assert given is y and y[3, 7] == 62.0
    made, = add.call([x, x], [None])
    assert memoryview(made)[3, 7] == 62.0


def test_numbers():
    program = tc.compile_text("""
      func.func @main(%x: tensor<f64>, %y: tensor<f64>, %n: tensor<i64>)
          -> (tensor<f64>, tensor<i64>) {
        %0 = prim.mul %x, %y : tensor<f64>
        %1 = prim.add %n, %n : tensor<i64>
        return %0, %1 : tensor<f64>, tensor<i64>
      }""")
    product, twice = program(1.5, 2, 2**40)
    assert memoryview(product)[()] == 3.0 and memoryview(twice)[()] == 2**41
    raises(1751, program, 1.5, 2, 0.5)
    raises(1751, program, 1j, 2, 1)


def test_wrong_arguments():
    x = floats([0] * 32)
    raises(1501, add, x)
    raises(1501, add.call, [x, x], [x, x])
    raises(1504, add, x, floats([0] * 32, (8, 4)))
    raises(1503, add, x, floats([0] * 32, (32,)))
    raises(1502, add, x,
           memoryview(array.array("d", [0] * 32)).cast("B").cast("d", (4, 8)))
    raises(1751, add, x, [1, 2])
    raises(1751, add, x, None)
    raises(1753, add.call, [x, x], [memoryview(bytes(128)).cast("f", (4, 8))])
    raises(1508, add.call, [x, x], [x])  # the result over an input
    raises(1750, add.call, [x, x], results="lists")
    raises(1750, add.call, [x, x], pool="mine")
    for call in (lambda: add.call(), lambda: add.call([x, x], inptus=1)):
        try:
            call()
        except TypeError:
            continue
        raise AssertionError("no TypeError")


def test_what_it_says_of_itself():
    program = tc.compile_text("""
      func.func @main(%x: tensor<?x8xbf16, #tc.dims<[n, 8]>>)
          -> tensor<?x8xbf16, #tc.dims<[n, 8]>> {
        %0 = prim.exp %x : tensor<?x8xbf16, #tc.dims<[n, 8]>>
        return %0 : tensor<?x8xbf16, #tc.dims<[n, 8]>>
      }""")
    x, = program.inputs
    assert (x.dtype, x.sizes, x.strides) == ("bf16", ("n", 8), None)
    assert not x.mutated and program.results[0].alias is None
    assert program.symbols == ("n",) and program.target == "cpu"
    assert program.launches == 1 and program.kernels == 1
    assert program.compile_seconds == program.stats["seconds"] > 0
    assert "1 inputs, 1 results" in repr(program)


def test_aliases():
    program = tc.compile_text("""
      func.func @main(%x: tensor<8xf32>, %y: tensor<8xf32>)
          -> (tensor<8xf32>, tensor<8xf32> {tc.ties = 0}) {
        %0 = prim.add %x, %y : tensor<8xf32>
        return %0, %0 : tensor<8xf32>, tensor<8xf32>
      }""")
    assert program.inputs[0].mutated and program.results[1].alias == 0
    x, y = floats(range(8), (8,)), floats([1] * 8, (8,))
    total, updated = program(x, y)
    assert updated is x and x[7] == 8.0
    assert memoryview(total).tolist() == x.tolist()
    raises(1753, program, memoryview(bytes(32)).cast("f"), y)
    raises(1508, program, x, x)


if __name__ == "__main__":
    run(globals())
