"""Each prim on foreign tensors: the programs of test/suite/prims.txt and of the
elementwise rows with all sizes erased. They parse as they are, print as they
were read, get names, and give the numbers of the programs with sizes.

    foreign_prims.py PRIM_DOMAINS SUITE_FOLDER"""
import re
import subprocess
import sys
import tempfile

DOMAINS, SUITE = sys.argv[1:]
sys.path.insert(0, SUITE)
import prims  # noqa: E402

# Sizes of these results follow from nothing but their types.
REFUSED = {"iota", "broadcast_in_dim", "reshape"}
# Results are what is left from the start on: other numbers than those of the
# program with sizes. tc-name-sizes-prims.mlir has them.
LEFT = {"slice", "dynamic_slice"}
# Nothing in them may be a size without a name.
NAMED = {"constant", "weight", "get_weight", "size", "cast_sizes"}
TYPE = re.compile(r"tensor<((?:[\d?]+x)+)([^,<>]+|complex<\w+>)"
                  r"(?:, #tc\.dims<\[([^\]]*)\]>)?>")


def tool(*arguments, text):
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        return subprocess.run([arguments[0], file.name, *arguments[1:]],
                              capture_output=True, text=True)


def passes(*arguments, text):
    result = tool(*arguments, text=text)
    if result.returncode:
        sys.exit(f"{' '.join(arguments)}\n{result.stderr[:4000]}")
    return result.stdout


def erase(name, lines):
    """A piece without sizes; but k of topk is in its results' types."""
    for line in lines:
        keep = (name == "topk" and line.startswith("->")
                and re.search(r"size<(\d+)> dim (\d)", "".join(lines)))

        def erased(match):
            sizes = ["?"] * match[1].count("x")
            if keep:
                sizes[int(keep[2])] = keep[1]
            return f"tensor<{'x'.join(sizes)}x{match[2]}>"
        yield TYPE.sub(erased, line)


def foreign(pieces):
    """The program of erased pieces; its symbols have the sizes erased."""
    with_sizes, program = prims.Program(), prims.Program()
    for name, lines, element in pieces:
        with_sizes.add(name, lines, element)
        program.add(name, erase(name, lines), element)
    sizes = [size for argument in with_sizes.arguments
             for match in TYPE.finditer(argument)
             for size in match[1][:-1].split("x")]
    known = ", ".join(f"s{i} = {'3' if s == '?' else s}"
                      for i, s in enumerate(sizes))
    return with_sizes.text(), program.text().replace(
        "tc.sizes = {n = 3}", f"tc.sizes = {{{known}}}")


def pieces():
    """(name, lines, element) of a program of each prim."""
    table = prims.read_table(f"{SUITE}/prims.txt")
    for name, domains, lines in table:
        yield name, lines, prims.elements(domains)[0]
    known = {name for name, _, _ in table} | set(prims.NO_PROGRAM)
    for name, operands, infer, domains in prims.read_rows(DOMAINS):
        if name == "convert_element_type":
            yield name, ["%x: tensor<3x5xT>",
                         "%y = prim.convert_element_type %x : tensor<3x5xT> "
                         "to tensor<3x5xf16>", "-> %y: tensor<3x5xf16>"], "f32"
        elif name not in known:
            element = prims.elements(domains)[0]
            yield name, list(prims.elementwise(name, operands, infer,
                                               element)), element


def numbers(text, *options):
    """What the interpreter prints of each result, less its type."""
    out = passes("tc-interpret", "--print", *options, text=text)
    return re.sub(r"tensor<[^\n]*?>(?=[\s:=]|$)|[\d?x]+x(?=[a-z])", "", out)


def main():
    together, refused = [], set()
    for piece in pieces():
        name = piece[0]
        if name in NAMED:
            continue
        if name not in REFUSED | LEFT:
            together.append(piece)
            continue
        _, text = foreign([piece])
        passes("tc-opt", text=text)
        result = tool("tc-opt", "--tc-to-prim", text=text)
        if name in REFUSED and "[TC-0293]" in result.stderr:
            refused.add(name)
        elif result.returncode:
            sys.exit(f"{name}: {result.stderr[:2000]}")
    if refused != REFUSED:
        sys.exit(f"not refused: {REFUSED - refused}")
    with_sizes, text = foreign(together)
    read = passes("tc-opt", text=text)
    if passes("tc-opt", text=read) != read:
        sys.exit("text without names changes when it is read again")
    for pipeline in ("--tc-cpu", "--tc-gpu"):
        passes("tc-opt", pipeline, text=text)
    wanted = numbers(with_sizes)
    found = numbers(text, "--pipeline=tc-to-prim")
    if wanted != found:
        first = next(p for p in zip(wanted.split("\n"), found.split("\n"))
                     if p[0] != p[1])
        sys.exit(f"{first[0][:300]}\n{first[1][:300]}")
    print(f"{len(together)} programs, {len(wanted)} characters of results")


main()
