"""Captured programs with control flow, with all sizes of their graphs erased:
they get names, and give the numbers of the programs with sizes, interpreted and
compiled.

    foreign_control.py PROGRAM..."""
import re
import subprocess
import sys
import tempfile

CONTROL = ("fx.cond", "fx.while_loop", "fx.scan", "fx.map")
TYPE = re.compile(r"tensor<((?:\d+x)+)([^,<>]+)>")


def run(*arguments, text):
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        result = subprocess.run([arguments[0], file.name, *arguments[1:]],
                                capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"{' '.join(arguments)}\n{text}\n{result.stdout[-2000:]}"
                 f"{result.stderr[:4000]}")
    return result.stdout


def foreign(text):
    """Erases sizes of the graph; the arguments' stand in tc.sizes, since they
    are named in order. Types of weights keep theirs."""
    head, graph = text.split("fx.graph", 1)
    weights = {line[line.index("tensor<"):] for line in graph.split("\n")
               if "fx.get_attr" in line}

    def erase(match):
        if match[0] in weights:
            return match[0]
        return f"tensor<{'?x' * match[1].count('x')}{match[2]}>"
    signature = graph.split("->", 1)[0]
    sizes = [size for match in TYPE.finditer(signature)
             for size in match[1][:-1].split("x")]
    known = ", ".join(f"s{i} = {size}" for i, size in enumerate(sizes))
    return (head.replace('tc.version = "0.1",',
                         f'tc.version = "0.1", tc.sizes = {{{known}}},')
            + "fx.graph" + TYPE.sub(erase, graph))


def numbers(text):
    """What the interpreter prints of each result, less its type."""
    out = run("tc-interpret", "--print", "--pipeline=tc-to-prim",
              text=text)
    return re.sub(r"tensor<[^\n]*?>(?=[\s:=]|$)|[\d?x]+x(?=[a-z])", "", out)


met = set()
for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        program = file.read()
    met |= {op for op in CONTROL if op in program}
    erased = foreign(program)
    if numbers(program) != numbers(erased):
        sys.exit(f"{path}: other numbers without sizes")
    run("tc-opt", "--tc-gpu", text=erased)
    run("tc-run", "--check", text=erased)
if met != set(CONTROL):
    sys.exit(f"no program has {set(CONTROL) - met}")
