"""NumPy's arrays in and out."""
import os
import re
import resource

from Inputs.checks import ADD, need, raises, run, tc

need("numpy")
import numpy as np  # noqa: E402

add = tc.compile_text(ADD)
x = np.arange(32, dtype=np.float32).reshape(4, 8)

DTYPES = {"f32": "f4", "f64": "f8", "f16": "f2", "i64": "i8", "i32": "i4",
          "i16": "i2", "i8": "i1", "ui8": "u1", "complex<f32>": "c8",
          "complex<f64>": "c16"}


def test_results():
    z = add(x, x)
    assert type(z) is np.ndarray and np.array_equal(z, x + x)
    z[0, 0] = 5  # writable, and nobody else's
    assert add(x, x)[0, 0] == 0
    out = np.empty_like(x)
    assert add.call([x, x], [out])[0] is out and np.array_equal(out, x + x)


def test_arena_is_kept():
    """A call of many arguments finds the arena of the call before: its pages
    are not cleared again."""
    more = "".join(f", %a{i}: tensor<1xf32>" for i in range(20))
    program = tc.compile_text(f"""
      func.func @main(%x: tensor<600x600xf32>, %v: tensor<600xf32>{more})
          -> tensor<600xf32> {{
        %0 = prim.dot_general %x, %x batch [], [] contract [1], [0]
          : tensor<600x600xf32>, tensor<600x600xf32>
        %1 = prim.dot_general %0, %v batch [], [] contract [1], [0]
          : tensor<600x600xf32>, tensor<600xf32>
        return %1 : tensor<600xf32>
      }}""")
    arguments = [np.ones((600, 600), np.float32), np.ones(600, np.float32),
                 *np.ones((20, 1), np.float32)]
    out = [np.empty(600, np.float32)]

    def faults():
        return resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(3):
        program.call(arguments, out)
    before = faults()
    for _ in range(10):
        program.call(arguments, out)
    assert faults() - before < 1440000 // 4096, faults() - before


def test_every_dtype():
    for name, dtype in DTYPES.items():
        program = tc.compile_text(f"""
          func.func @main(%x: tensor<3x5x{name}>) -> tensor<3x5x{name}> {{
            %0 = prim.add %x, %x : tensor<3x5x{name}>
            return %0 : tensor<3x5x{name}>
          }}""")
        a = np.arange(15).reshape(3, 5).astype(dtype)
        z = program(a)
        assert z.dtype == np.dtype(dtype) and np.array_equal(z, a + a), name


def test_bool():
    program = tc.compile_text("""
      func.func @main(%x: tensor<4xi1>) -> tensor<4xi1> {
        %0 = prim.bitwise_not %x : tensor<4xi1>
        return %0 : tensor<4xi1>
      }""")
    a = np.array([True, False, True, True])
    assert np.array_equal(program(a), ~a)


def test_bf16():
    program = tc.compile_text("""
      func.func @main(%x: tensor<4xbf16>) -> tensor<4xbf16> {
        %0 = prim.add %x, %x : tensor<4xbf16>
        return %0 : tensor<4xbf16>
      }""")
    raises(1502, program, np.zeros(4, np.uint16))

    class Bits:  # what ml_dtypes would give by DLPack

        def __init__(self):
            self.array = program.call([Same()], results="array")[0]

    class Same:

        def __dlpack__(self, **keywords):
            return source.__dlpack__(**keywords)

    zeros = tc.compile_text("""
      func.func @main(%x: tensor<4xf32>) -> tensor<4xbf16> {
        %0 = prim.convert_element_type %x : tensor<4xf32> to tensor<4xbf16>
        return %0 : tensor<4xbf16>
      }""")
    source = zeros(np.array([1, 2, 3, 4], np.float32))
    assert isinstance(source, tc.Array) and source.dtype == "bf16"
    back = tc.compile_text("""
      func.func @main(%x: tensor<4xbf16>) -> tensor<4xf32> {
        %0 = prim.convert_element_type %x : tensor<4xbf16> to tensor<4xf32>
        return %0 : tensor<4xf32>
      }""")
    assert back.call([Bits().array], results="numpy")[0].tolist() == [2, 4, 6, 8]


def test_layouts():
    raises(1506, add, x, np.asfortranarray(x))
    raises(1751, add, x, x.astype(">f4"))
    raises(1751, add, x, np.array([["a"] * 8] * 4))
    locked = x.copy()
    locked.flags.writeable = False
    assert np.array_equal(add(locked, locked), x + x)
    raises(1753, add.call, [x, x], [locked])


def test_weights():
    program = tc.compile_text("""
      prim.weight @w : tensor<8xf32>
      func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
        %w = prim.get_weight @w : tensor<8xf32>
        %0 = prim.mul %x, %w : tensor<8xf32>
        return %0 : tensor<8xf32>
      }""")
    a = np.arange(8, dtype=np.float32)
    assert [w.name for w in program.weights] == ["w"]
    raises(5532, program, a)
    raises(2750, program.set_weights, {"v": a})
    raises(1502, program.set_weights, {"w": a.astype("f8")})
    program.set_weights({"w": a + 1, "more": 3})
    assert np.array_equal(program(a), a * (a + 1))


def test_results_of_late_sizes():
    """Data decides a size of a result that has no element."""
    n = "tensor<?x{0}xi64, #tc.dims<[n, {0}]>>".format
    program = tc.compile_text(f"""
      func.func @main(%x: tensor<5xi1>) -> ({n(1)}, {n(0)}) {{
        %0 = prim.nonzero %x : tensor<5xi1> to {n(1)}
        %1 = prim.slice %0 <[0, 0]> step [1, 1] : {n(1)} to {n(0)}
        return %0, %1 : {n(1)}, {n(0)}
      }}""")
    rows, none = program(np.array([1, 0, 1, 1, 0], bool))
    assert rows.tolist() == [[0], [2], [3]]
    assert none.shape == (3, 0) and none.dtype == np.int64


def shared_sizes(rows, second):
    """Two ops that find the size n, or are said to."""
    of = "tensor<?x1xi64, #tc.dims<[{}, 1]>>".format
    return tc.compile_text(f"""
      func.func @main(%x: tensor<5xi1>, %y: tensor<5xi1>)
          -> ({of("n")}, {of(rows)}) {{
        %0 = prim.nonzero %x : tensor<5xi1> to {of("n")}
        %1 = prim.nonzero %y : tensor<5xi1> to {of(second)}
        %2 = prim.cast_sizes %1 : {of(second)} to {of(rows)}
        %3 = prim.add %2, %2 : {of(rows)}
        return %0, %3 : {of("n")}, {of(rows)}
      }}""")


def test_shared_late_sizes():
    """Sizes that data decides and that have to be equal are compared once both
    are known."""
    two, three = (np.array(x, bool) for x in ([1, 0, 1, 0, 0], [1, 1, 1, 0, 0]))
    same = shared_sizes("n", "n")
    assert same(two, two)[1].tolist() == [[0], [4]]
    raises(1522, same, two, three)
    raises(1522, same, three, two)
    cast = shared_sizes("n", "m")
    assert cast(two, two)[1].tolist() == [[0], [4]]
    raises(1505, cast, two, three)
    raises(1505, cast, three, two)
    one_more = shared_sizes("n + 1", "m")
    assert one_more(two, three)[1].tolist() == [[0], [2], [4]]
    raises(1505, one_more, two, two)


def test_no_results():
    assert tc.compile_text("func.func @main() {\n  return\n}")() == []


def test_documentation():
    """What docs/python.md shows, in its order, but for what needs PyTorch and a file
    (```py)."""
    path = os.path.join(os.path.dirname(__file__), "../../../docs/python.md")
    with open(path, encoding="utf-8") as file:
        blocks = re.findall(r"^```python\n(.*?)^```$", file.read(), re.M | re.S)
    assert len(blocks) == 3
    names = {}
    for block in blocks:
        exec(block, names)


if __name__ == "__main__":
    run(globals())
