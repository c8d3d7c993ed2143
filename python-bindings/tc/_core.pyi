from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, NamedTuple, SupportsIndex, TypedDict

from typing_extensions import Buffer, CapsuleType

__version__: str

class Error(Exception):
    """number: as in docs/errors.md; location: "file:line:column" or None."""
    number: int
    message: str
    location: str | None

class ValueInfo(NamedTuple):
    name: str
    dtype: str
    sizes: tuple[int | str, ...]
    strides: tuple[int | str, ...] | None
    alignment: int
    mutated: bool
    alias: int | None
    alias_is_weight: bool

class Array:
    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def strides(self) -> tuple[int, ...]: ...
    @property
    def dtype(self) -> str: ...
    def __dlpack__(self, *, stream: Any = None,
                   max_version: tuple[int, int] | None = None,
                   dl_device: tuple[int, int] | None = None,
                   copy: bool | None = None) -> CapsuleType: ...
    def __dlpack_device__(self) -> tuple[int, int]: ...
    def __buffer__(self, flags: int, /) -> memoryview: ...

class Program:
    name: str
    target: Literal["cpu", "cuda", "rocm"]
    chip: str
    inputs: tuple[ValueInfo, ...]
    results: tuple[ValueInfo, ...]
    weights: tuple[ValueInfo, ...]
    symbols: tuple[str, ...]
    kernels: int | None
    launches: int
    synchronizes: bool
    arena_bytes: int | str
    compile_seconds: float | None
    stats: dict[str, float | int]
    graph_stats: dict[str, int | str]
    def call(self, inputs: Sequence[Any],
             outputs: Sequence[Any | None] | None = None, *,
             stream: SupportsIndex | None = None,
             pool: Literal["torch", "tc", "serial"] | None = None,
             allocator: Callable[[int, tuple[int, ...], tuple[int, ...], str],
                                 Any] | None = None,
             results: Literal["torch", "numpy", "array"] | None = None,
             check: bool = True) -> list[Any]: ...
    def __call__(self, *inputs: Any, **keywords: Any) -> Any: ...
    def set_weights(self, weights: Mapping[str, Any] | str, /) -> None: ...
    def synchronize(self, stream: int | None, /) -> None: ...
    def set_graphs(self, most: int = 8, after: int = 1) -> None: ...

class Options(TypedDict, total=False):
    pipeline: str
    part: Literal["joint", "forward", "backward", "step"]
    wrt: str
    threads: int
    device: int
    time_limit: float
    memory_limit: int

def compile(text: str | Buffer, *, target: str = "cpu",
            options: Options | None = None) -> Program: ...
def load(path: str | PathLike[str], *, device: int = 0) -> Program: ...
def module_run(source: str | Buffer, pipeline: str | None = None,
               form: int = 0, name: str | None = None) -> bytes: ...
def workers() -> tuple[list[int], int]: ...
def worker_path() -> str: ...
def gpu_chip(target: Literal["cuda", "rocm"], device: int = 0, /) -> str: ...
def size_text(text: str, /) -> str: ...
def fourier_work(points: int, /) -> tuple[int, int]: ...
