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
            ("ModuleInfo", True): ("Modules, forward and gradients", "module"),
            ("OpInfo on CUDA", False): ("Ops on an NVIDIA GPU, forward", "op"),
            ("OpInfo on CUDA", True): ("Ops on an NVIDIA GPU, forward and "
                                       "gradients", "op"),
            ("models", False): ("Architectures, forward", "model"),
            ("models", True): ("Architectures, forward and gradients", "model"),
            ("ways", False): ("Spellings and routes, forward", "called as"),
            ("ways", True): ("Spellings and routes, forward and gradients",
                             "called as")}
HEAD = """# What of PyTorch is compiled

Samples of OpInfo and ModuleInfo by what became of them; written by
`test/conformance/opinfo.py --table`. `drawn`: compiled but for random numbers,
which are eager's own. `partly`: pieces of it. `not reached`: Dynamo did not give
it to a back end. The share without fallback is of the samples that reach one,
without Fourier transforms, linear algebra, sparse tensors and complex halves.
Samples of ways to call an op (`--ways`) are of the ops without these.
Architectures (`test/conformance/models.py --out`) are networks written with
torch.nn and small configurations of transformers, one sample each way that they
were run; `partly`: with ops in PyTorch; `traced apart`: as PyTorch's own trace
gives it (`aot_eager`), which is not what eager gives.
"""


def share(ops, apart=APART):
    """Of samples that reach a back end, those without fallback."""
    counts = sum((n for op, n in ops.items() if not op.startswith(apart)),
                 collections.Counter())
    reached = sum(counts[s] for s in GOOD)
    good = counts["compiled"] + counts["drawn"]
    return f"{100 * good / reached:.1f} %" if reached else "none"


def weights(kept, gradients):
    """How many samples an op or module has in the table `kept`, of a subject."""
    runs = written(kept.read_text())
    return lambda subject: max(
        (sum(runs[key][op].values()) for key in runs if key[1] == gradients
         and (op := subject.key.split("/")[0]) in runs[key]), default=0)


def standing(row):
    """The status of a row of models.py."""
    if row["problem"]:
        return "wrong"
    if row.get("apart"):
        return "traced apart"
    if row["fallbacks"] or row["failures"]:
        return "partly"
    return "compiled" if row["graphs"] else "not reached"


def counted(paths):
    """{(database, with gradients): {op: {status: samples}}}"""
    runs = collections.defaultdict(
        lambda: collections.defaultdict(collections.Counter))
    for path in paths:
        for line in path.open():
            row = json.loads(line)
            if "kind" in row:
                runs["models", "gradients" in row["kind"]][row["name"]][
                    standing(row)] += 1
                continue
            way, op = row.get("way"), row["key"].split("/")[0]
            if way and op.startswith(APART):
                continue
            database = "ways" if way else row.get("database", "OpInfo")
            for _, status, _, _ in row["rows"]:
                runs[database, row["gradients"]][way or op][status] += 1
    return runs


def written(text):
    """The same, of a table."""
    runs, keys = {}, {title: key for key, (title, _) in SECTIONS.items()}
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("## "):
            ops, heads = runs.setdefault(keys[line[3:]], {}), None
        elif not line.startswith("|") or line.startswith(("|---", "| **")):
            continue
        elif heads is None:
            heads = cells[1:]
        else:
            ops[cells[0]] = collections.Counter({
                h: int(n) for h, n in zip(heads, cells[1:]) if n})
    return runs


def table(paths, kept=None):
    """Of the files; what they do not have, of the table `kept`."""
    runs = counted(paths)
    for key, ops in written(kept.read_text() if kept else "").items():
        runs[key] = collections.defaultdict(
            collections.Counter, ops | runs.get(key, {}))
    return "\n".join([HEAD, *(line for key in SECTIONS if key in runs
                              for line in section(runs[key], *SECTIONS[key]))])


def section(ops, title, noun):
    """Lines of the table of one run."""
    total = sum(ops.values(), collections.Counter())
    heads = [*GOOD, *sorted(s for s in total if s not in GOOD)]
    apart = () if noun == "model" else APART
    yield f"## {title}\n\n{share(ops, apart)} of the samples compile without " \
        f"fallback, {total['wrong']} of {sum(total.values())} are wrong.\n"
    yield f"| {noun} | " + " | ".join(heads) + " |"
    yield "|---" * (len(heads) + 1) + "|"
    for name, counts in [("**total**", total), *sorted(ops.items())]:
        yield f"| {name} | " + " | ".join(
            str(counts[h] or "") for h in heads) + " |"
    yield ""
