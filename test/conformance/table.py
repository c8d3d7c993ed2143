"""The support table of docs: of files that opinfo.py and moduleinfo.py have
written."""
import collections
import json

GOOD = ("compiled", "drawn", "partly", "fallen back")
# What may fall back, by intent: counted apart.
APART = ("fft.", "linalg.", "svd", "qr", "lu", "cholesky", "geqrf", "ormqr",
         "triangular_solve", "logdet", "pinverse", "matrix_exp", "stft",
         "istft", "norm.nuc", "pca_lowrank", "chalf", "sparse.")
# (database, with gradients): title, noun
SECTIONS = {("OpInfo", False): ("Ops, forward", "op"),
            ("OpInfo", True): ("Ops, forward and gradients", "op"),
            ("ModuleInfo", False): ("Modules, forward", "module"),
            ("ModuleInfo", True): ("Modules, forward and gradients", "module")}
HEAD = """# What of PyTorch is compiled

Samples of OpInfo and ModuleInfo by what became of them; written by
`test/conformance/opinfo.py --table`. `drawn`: compiled but for random numbers,
which are eager's own. `partly`: pieces of it. `not reached`: Dynamo did not give
it to a back end. The share without fallback is of the samples that reach one,
without Fourier transforms, linear algebra, sparse tensors and complex halves.
"""


def share(ops):
    """Of samples that reach a back end, those without fallback."""
    counts = sum((n for op, n in ops.items() if not op.startswith(APART)),
                 collections.Counter())
    reached = sum(counts[s] for s in GOOD)
    good = counts["compiled"] + counts["drawn"]
    return f"{100 * good / reached:.1f} %" if reached else "none"


def table(paths):
    runs = collections.defaultdict(
        lambda: collections.defaultdict(collections.Counter))
    for path in paths:
        for line in path.open():
            row = json.loads(line)
            ops = runs[row.get("database", "OpInfo"), row["gradients"]]
            for _, status, _, _ in row["rows"]:
                ops[row["key"].split("/")[0]][status] += 1
    return "\n".join([HEAD, *(line for key in SECTIONS if key in runs
                              for line in section(runs[key], *SECTIONS[key]))])


def section(ops, title, noun):
    """Lines of the table of one run."""
    total = sum(ops.values(), collections.Counter())
    heads = [*GOOD, *sorted(s for s in total if s not in GOOD)]
    yield f"## {title}\n\n{share(ops)} of the samples compile without " \
        f"fallback, {total['wrong']} of {sum(total.values())} are wrong.\n"
    yield f"| {noun} | " + " | ".join(heads) + " |"
    yield "|---" * (len(heads) + 1) + "|"
    for name, counts in [("**total**", total), *sorted(ops.items())]:
        yield f"| {name} | " + " | ".join(
            str(counts[h] or "") for h in heads) + " |"
    yield ""
