"""The support table of docs: of files that opinfo.py --out has written."""
import collections
import json

GOOD = ("compiled", "drawn", "partly", "fallen back")
# What may fall back, by intent: counted apart.
APART = ("fft.", "linalg.", "svd", "qr", "lu", "cholesky", "geqrf", "ormqr",
         "triangular_solve", "logdet", "pinverse", "matrix_exp", "stft",
         "istft", "norm.nuc", "pca_lowrank", "chalf", "sparse.")


def share(ops):
    """Of samples that reach a back end, those without fallback."""
    counts = sum((n for op, n in ops.items() if not op.startswith(APART)),
                 collections.Counter())
    reached = sum(counts[s] for s in GOOD)
    good = counts["compiled"] + counts["drawn"]
    return f"{100 * good / reached:.1f} %" if reached else "none"


def table(paths):
    ops = collections.defaultdict(collections.Counter)
    for path in paths:
        for line in path.open():
            row = json.loads(line)
            for _, status, _, _ in row["rows"]:
                ops[row["key"].split("/")[0]][status] += 1
    total = sum(ops.values(), collections.Counter())
    bad = [s for s in total if s not in GOOD]
    heads = [*GOOD, *sorted(bad)]
    lines = ["# What of PyTorch is compiled", "",
             "Samples of OpInfo by what became of them; written by "
             "`test/conformance/opinfo.py --table`. `drawn`: compiled but for "
             "random numbers, which", "are eager's own. Without Fourier "
             "transforms, linear algebra, sparse tensors and complex halves, "
             f"{share(ops)} of the samples that", "reach a back end compile "
             "without fallback.", "",
             "| op | " + " | ".join(heads) + " |",
             "|---" * (len(heads) + 1) + "|"]
    for name in ["all", *sorted(ops)]:
        counts = total if name == "all" else ops[name]
        lines.append(f"| {name} | " + " | ".join(
            str(counts[h] or "") for h in heads) + " |")
    return "\n".join(lines) + "\n"
