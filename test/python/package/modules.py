"""tc.Module: text in and out, passes, ops, errors with their place."""
import copy
import os
import pickle
import subprocess
import sys

from Inputs.checks import ADD, raises, run, tc


def test_text():
    module = tc.Module.parse(ADD, "add.mlir")
    assert "prim.add" in str(module) and "loc(" not in str(module)
    assert 'loc("add.mlir":3:8)' in module.print(locations=True)
    again = tc.Module.parse(str(module))
    assert str(again) == str(module)
    assert str(tc.Module.parse(module.bytecode)) == str(module)
    assert str(pickle.loads(pickle.dumps(module))) == str(module)
    assert module.verify() is module


def test_passes():
    module = tc.Module.parse(ADD)
    before = str(module)
    other = copy.copy(module)
    assert module.run("prim-to-loop,loop-fuse") is module
    assert "loop.launch" in str(module) and str(other) == before
    raises(1014, module.run, "no-such-pass")
    raises(1014, module.run, "builtin.module(")
    assert "loop.launch" in str(module)
    # Locations survive.
    assert any('"-":3:8' in op.location for op in module.walk()
               if op.name == "loop.launch")


def test_walk():
    module = tc.Module.parse("""
      func.func @main(%x: tensor<2xf32>, %c: i1) -> tensor<2xf32>
          attributes {note = "a \\"quoted\\" \\\\ \\09 text"} {
        %0 = scf.if %c -> tensor<2xf32> {
          %1 = prim.exp %x : tensor<2xf32>
          scf.yield %1 : tensor<2xf32>
        } else {
          scf.yield %x : tensor<2xf32>
        }
        return %0 : tensor<2xf32>
      }""")
    names = [op.name for op in module.walk()]
    assert names == ["builtin.module", "func.func", "scf.if", "prim.exp",
                     "scf.yield", "scf.yield", "func.return"]
    function = module.op.regions[0][0].ops[0]
    assert function.attributes["sym_name"] == '"main"'
    assert 'quoted' in function.attributes["note"]
    block, = function.regions[0]
    choice, end = block.ops
    assert [a.type for a in block.arguments] == ["tensor<2xf32>", "i1"]
    assert choice.operands == [block.arguments[1]]
    assert end.operands == choice.results and end.parent is function
    assert choice.results[0].owner is choice
    inner = choice.regions[0][0].ops[0]
    assert inner.operands == [block.arguments[0]] and inner.parent is choice
    cfg = tc.Module.parse("""
      func.func @main() {
        cf.br ^end
      ^end:
        return
      }""")
    first, last = cfg.op.regions[0][0].ops[0].regions[0]
    assert first.ops[0].successors == [last]


def test_errors():
    error = raises(1013, tc.Module.parse, "func.func @main() {\n  bad }",
                   "model.mlir")
    assert error.location == "model.mlir:2:3"
    assert str(error) == ('loc("model.mlir":2:3): [TC-1013] ' + error.message)
    raises(1010, tc.Module.parse, "(" * 100000)
    for text in ("\xff\udcff".encode("utf-8", "surrogatepass"), b"ML\xefR",
                 "}", "module"):
        try:
            tc.Module.parse(text)
        except tc.Error:
            continue
        raise AssertionError(text)
    assert tc.Module.parse("").op.name == "builtin.module"


def test_compile():
    program = tc.Module.parse(ADD).compile()
    assert program.launches == 1
    x = memoryview(bytearray(128)).cast("f", (4, 8))
    assert program(x, x).shape == (4, 8)


def test_command():
    done = subprocess.run([sys.executable, "-m", "tc"], text=True,
                          capture_output=True)
    assert done.returncode == 0 and f"tc {tc.__version__}" in done.stdout
    assert "cpu: " in done.stdout and "tc-worker" in done.stdout
    gone = subprocess.run([sys.executable, "-m", "tc"], text=True,
                          capture_output=True,
                          env=dict(os.environ, TC_WORKER="/nowhere"))
    assert gone.returncode == 1 and "(missing)" in gone.stdout


if __name__ == "__main__":
    run(globals())
