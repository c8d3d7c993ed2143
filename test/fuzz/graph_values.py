"""Values of random graphs (graphs.py): sizes, element types, bounds on magnitudes."""
from dataclasses import dataclass
import math

FLOATS = ("f32", "f64", "bf16", "f16")
INTEGERS = ("i64", "i32", "i16", "i8", "ui8")
# Integers up to this are exact in the type, and sums of them do not overflow.
EXACT = {"f32": 2**22, "f64": 2**40, "bf16": 2**7, "f16": 2**10,
         "i64": 2**40, "i32": 2**28, "i16": 2**13, "i8": 2**6, "ui8": 2**7,
         "i1": 1}
SMOOTH_LIMIT = 64.0
EXTENTS = (1, 2, 3, 4, 5, 7, 8, 13, 16, 17, 31, 33, 40, 64, 65)
MAX_ELEMENTS = 20000


@dataclass(frozen=True)
class Size:
    """A size: its text in #tc.dims, and its value in this run."""
    text: str
    value: int

    @property
    def is_static(self):
        return self.text.isdigit()


def static(n):
    return Size(str(n), n)


@dataclass(frozen=True)
class Value:
    name: str
    sizes: tuple
    element: str
    magnitude: float
    nonnegative: bool = False

    @property
    def count(self):
        return math.prod(s.value for s in self.sizes)


def type_text(sizes, element):
    dims = "".join(("?" if not s.is_static else s.text) + "x" for s in sizes)
    names = ""
    if not all(s.is_static for s in sizes):
        names = f", #tc.dims<[{', '.join(s.text for s in sizes)}]>"
    return f"tensor<{dims}{element}{names}>"


def text_of(value):
    return type_text(value.sizes, value.element)
