"""Shared by the tests of the package."""
import importlib.util
import os
import sys

if not os.path.exists(os.path.join(os.environ["TC_BUILD"], "python", "tc",
                                   "_core.abi3.so")):
    print("skipped: the Python package was not built")
    sys.exit(77)

import tc  # noqa: E402


def need(*names):
    """Skips the test unless these can be imported."""
    for name in names:
        if importlib.util.find_spec(name) is None:
            print(f"skipped: no {name}")
            sys.exit(77)


def raises(number, call, *arguments, **keywords):
    """The tc.Error of that number that the call raises."""
    try:
        call(*arguments, **keywords)
    except tc.Error as error:
        assert error.number == number, (number, str(error))
        return error
    raise AssertionError(f"no TC-{number:04}")


def run(tests):
    """All functions called test_* of a module's globals()."""
    for name, test in list(tests.items()):
        if name.startswith("test_"):
            print(name, flush=True)
            test()


ADD = """
func.func @main(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = prim.add %x, %y : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
"""
