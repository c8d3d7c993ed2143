"""MLIR modules from Python: parse, print, verify, run passes, walk.

A module is kept as bytecode; each operation runs in the worker process.
"""
import json

from tc import _core

_NOTHING, _TEXT, _LOCATED, _BYTECODE, _OPERATIONS = range(5)


class Value:
    """A result of an op or an argument of a block.

    type: str, as printed. owner: the Op or Block that defines it. index: which
    of its results or arguments.
    """
    __slots__ = ("type", "owner", "index")

    def __init__(self, type, owner, index):
        self.type, self.owner, self.index = type, owner, index

    def __repr__(self):
        return f"<tc.Value {self.index} of {self.owner!r}: {self.type}>"


class Block:
    """arguments: list of Value; ops: list of Op; parent: the Op it is in."""
    __slots__ = ("arguments", "ops", "parent", "_number")

    def __repr__(self):
        return f"<tc.Block of {len(self.ops)} ops>"


class Op:
    """An operation.

    name: str ("prim.add"); operands, results: list of Value; attributes: dict
    of name to text; regions: list of lists of Block; successors: list of Block;
    parent: the Op that it is in, or None; location: str, as MLIR prints it.
    """
    __slots__ = ("name", "operands", "results", "attributes", "regions",
                 "successors", "parent", "location")

    def walk(self):
        """This op and all ops in it, in pre-order."""
        yield self
        for region in self.regions:
            for block in region:
                for op in block.ops:
                    yield from op.walk()

    def __repr__(self):
        return f"<tc.Op {self.name}>"


class _Reader:
    """Objects of include/tc/module.h's JSON."""

    def __init__(self):
        self.values, self.blocks, self.late = {}, {}, []

    def define(self, rows, owner):
        made = []
        for index, (number, type) in enumerate(rows):
            made.append(Value(type, owner, index))
            self.values[number] = made[-1]
        return made

    def block(self, row, parent):
        block = Block()
        block.parent, block._number = parent, row["number"]
        self.blocks[row["number"]] = block
        block.arguments = self.define(row["arguments"], block)
        block.ops = [self.op(o, parent) for o in row["ops"]]
        return block

    def op(self, row, parent):
        op = Op()
        op.name, op.location, op.parent = row["name"], row["location"], parent
        op.attributes = row["attributes"]
        op.results = self.define(row["results"], op)
        op.regions = [[self.block(b, op) for b in region]
                      for region in row["regions"]]
        self.late.append((op, row["operands"], row["successors"]))
        return op

    def read(self, text):
        root = self.op(json.loads(text), None)
        # A value may be used before its definition is met.
        for op, operands, successors in self.late:
            op.operands = [self.values[n] for n in operands]
            op.successors = [self.blocks[n] for n in successors]
        return root


class Module:
    """An MLIR module. Errors are raised as tc.Error with number and location."""
    __slots__ = ("_code",)

    def __init__(self, code):
        self._code = code

    @classmethod
    def parse(cls, text, name=None):
        """The verified module of MLIR text or bytecode (str or bytes-like);
        locations call it `name`."""
        return cls(_core.module_run(text, None, _BYTECODE, name))

    @classmethod
    def load(cls, path):
        """The same of a file."""
        with open(path, "rb") as file:
            return cls.parse(file.read(), str(path))

    def print(self, locations=False):
        """Its text."""
        form = _LOCATED if locations else _TEXT
        return _core.module_run(self._code, None, form).decode(
            "utf-8", "replace")

    __str__ = print

    def verify(self):
        """Gives itself, or raises tc.Error."""
        _core.module_run(self._code)
        return self

    def run(self, pipeline):
        """Runs passes ("fx-functionalise,fx-to-prim") on the module; returns
        itself. After an error it is unchanged."""
        self._code = _core.module_run(self._code, pipeline, _BYTECODE)
        return self

    def clone(self):
        return Module(self._code)

    @property
    def op(self):
        """The builtin.module as an Op: a snapshot, which later passes do not change."""
        return _Reader().read(
            _core.module_run(self._code, None, _OPERATIONS))

    def walk(self):
        """All ops, in pre-order."""
        return self.op.walk()

    @property
    def bytecode(self):
        """bytes, in MLIR's format."""
        return self._code

    def compile(self, *, target="cpu", options=None):
        """The Program; see tc.compile_text."""
        return _core.compile(self._code, target=target, options=options)

    def __repr__(self):
        return f"<tc.Module of {len(self._code)} bytes>"

    def __reduce__(self):
        return Module, (self._code,)
