#!/usr/bin/env python3
"""On an NVIDIA GPU: programs bound by memory, 16384x8192 in bf16, and the gradient
of GPT-2's embedding, as a share of a copy of as many bytes on the same card, tc
beside torch.compile in one run; scans and long rows beside eager; softmaxes and
their kin over rows of GPT-2's vocabulary and others; on request short rows, and
an embedding's gradient by how its positions are drawn; products of the models'
shapes beside cuBLAS, in bf16 and f64, those of bytes beside torch._int_mm;
convolutions beside cuDNN's; attention beside PyTorch's; the models at the sizes
of gpu_models.py; then the first call of BERT-base, compile included. Needs PyTorch with CUDA, and a build
(or pack) of tc: the package tc, and tc-run in --bin."""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

import torch

import convolutions
from gpu_timing import (Compiled, beginning, differences, error,
                        geometric_mean, interleaved, median_ms)
from number_programs import embeddings
from programs import (DOUBLES, FLOATS, LONG_ROWS, SHORT_ROWS, attention_backward,
                      byte_product, embedding_gradient, gelu_chain,
                      grouped_attention, layer_norm, long_rows, one, product,
                      scans, short_rows, transposed)

SHAPE = [16384, 8192]
TORCH = {"bf16": torch.bfloat16, "f32": torch.float32, "i8": torch.int8,
         "i32": torch.int32, "i64": torch.int64, "f64": torch.float64}


def programs():
    return [
        one("softmax", "softmax.int", SHAPE, ", -1", dtype="bf16",
            eager=lambda t, x: x.softmax(-1)),
        layer_norm(SHAPE, "bf16"),
        gelu_chain(SHAPE, "bf16"),
        transposed(SHAPE, "bf16"),
        one("sums of columns", "sum.dim_IntList", SHAPE, ", [0]", SHAPE[1:],
            dtype="bf16", eager=lambda t, x: x.sum(0)),
        one("sums of rows", "sum.dim_IntList", SHAPE, ", [1]", SHAPE[:1],
            dtype="bf16", eager=lambda t, x: x.sum(1)),
        embedding_gradient(8, 1024, 50257, 768),  # of GPT-2, in f32
    ]


def rows(args, programs):
    stream = torch.cuda.Stream()
    ratios = []
    print(f"\n{'rows':36} {'tc us':>8} {'of copy':>8} {'PyTorch us':>10} "
          f"{'of copy':>8} {'tc/PyTorch':>10} {'difference':>10}")
    for p, ours, theirs, wrong in measured(args, programs, stream):
        copy = copy_ms(p.bytes(), stream, args.repeat)
        ratios.append(theirs / ours)
        print(f"{p.name:36} {1e3 * ours:8.1f} {copy / ours:8.0%} "
              f"{1e3 * theirs:10.1f} {copy / theirs:8.0%} "
              f"{theirs / ours:10.2f} {wrong:10.1e}", flush=True)
    print(f"{'geometric mean':36} {geometric_mean(ratios):48.2f}")


def any_numbers(shape, dtype):
    if not dtype.is_floating_point:
        return torch.randint(-128, 128, shape, device="cuda", dtype=dtype)
    return torch.randn(shape, device="cuda", dtype=dtype)


def inputs_of(program):
    def one_of(i, shape, dtype):
        if i in program.values:
            return torch.tensor(program.values[i], device="cuda").view(shape)
        if dtype == "i64":
            return torch.randint(program.positions, shape, device="cuda")
        return any_numbers(shape, TORCH[dtype])
    return [one_of(i, *a) for i, a in enumerate(program.arguments)]


def row(args, program, stream):
    inputs = inputs_of(program)
    results = [torch.full(s, float("nan"), device="cuda", dtype=TORCH[d])
               for _, (s, d) in program.results]
    compiled = torch.compile(lambda *a: program.eager(torch, *a))
    with torch.no_grad():
        ours = Compiled(program)
        call = ours.bind(inputs, results, stream)
        call()
        ours.synchronize(stream)
        eager = program.eager(torch, *inputs)
        wrong = differences(results, eager)
        times = [median_ms(call, stream, args.repeat)]
        with beginning(stream):
            times.append(median_ms(lambda: compiled(*inputs), stream,
                                   args.repeat))
        ours.synchronize(stream)
    return *times, wrong


def copy_ms(size, stream, repeat):
    """Of a copy that moves `size` bytes, read and written together."""
    a = torch.empty(size // 2, dtype=torch.uint8, device="cuda").random_()
    b = torch.empty_like(a)
    with beginning(stream):
        return median_ms(lambda: b.copy_(a), stream, repeat)


def kernels(args):
    stream = torch.cuda.Stream()
    print(torch.cuda.get_device_name(), "torch", torch.__version__)
    print(f"{'16384x8192, bf16':24} {'tc us':>8} {'TB/s':>6} {'of copy':>8} "
          f"{'compile us':>10} {'of copy':>8} {'difference':>10}")
    for p in programs():
        if args.names and not any(n in p.name for n in args.names):
            continue
        ours, theirs, wrong = row(args, p, stream)
        copy = copy_ms(p.bytes(), stream, args.repeat)
        print(f"{p.name:24} {1e3 * ours:8.1f} {p.bytes() / ours * 1e-9:6.2f} "
              f"{copy / ours:8.0%} {1e3 * theirs:10.1f} {copy / theirs:8.0%} "
              f"{wrong:10.1e}", flush=True)


def scan_rows(args):
    """Scans, and softmaxes and norms of long rows, beside eager's."""
    stream = torch.cuda.Stream()
    print(f"\n{'scans and long rows':32} {'tc us':>8} {'of copy':>8} "
          f"{'eager us':>9} {'tc/eager':>8} {'difference':>10}")
    for p, ours, theirs, wrong in measured(args, scans(), stream):
        copy = copy_ms(p.bytes(), stream, args.repeat)
        print(f"{p.name:32} {1e3 * ours:8.1f} {copy / ours:8.0%} "
              f"{1e3 * theirs:9.1f} {theirs / ours:8.2f} {wrong:10.1e}",
              flush=True)


def short(args):
    """Rows that registers keep, 2^26 elements in all, beside eager and
    torch.compile."""
    stream = torch.cuda.Stream()
    ratios = []
    print(f"\n{'short rows':32} {'tc us':>8} {'of copy':>8} {'eager us':>9} "
          f"{'compile us':>10} {'tc/best':>8} {'difference':>10}")
    for p, ours, theirs, wrong in measured(args, short_rows(SHORT_ROWS), stream):
        copy = copy_ms(p.bytes(), stream, args.repeat)
        compiled = compiled_ms(p, stream, args.repeat)
        ratios.append(min(theirs, compiled) / ours)
        print(f"{p.name:32} {1e3 * ours:8.1f} {copy / ours:8.0%} "
              f"{1e3 * theirs:9.1f} {1e3 * compiled:10.1f} {ratios[-1]:8.2f} "
              f"{wrong:10.1e}", flush=True)
    print(f"{'geometric mean':32} {geometric_mean(ratios):47.2f}")


def compiled_ms(program, stream, repeat):
    torch.compiler.reset()
    inputs = inputs_of(program)
    call = torch.compile(lambda *a: program.eager(torch, *a))
    with torch.no_grad(), beginning(stream):
        return median_ms(lambda: call(*inputs), stream, repeat)


#===- Products -------------------------------------------------------------===

# Of BERT 32x128, GPT-2 8x1024, Llama 2x2048, ResNet-50's classifier, and large.
PRODUCTS = [(4096, 768, 768), (4096, 3072, 768), (4096, 768, 3072),
            (8192, 2304, 768), (8192, 3072, 768), (8192, 768, 3072),
            (4096, 256, 768), (4096, 2048, 768), (4096, 768, 2048),
            (4096, 32000, 768), (8192, 50257, 768), (64, 1000, 2048),
            (128, 768, 768), (2048, 2048, 2048), (4096, 4096, 4096),
            (8192, 8192, 8192)]


def product_row(args, program, stream):
    inputs = inputs_of(program)
    results = [torch.full(s, float("nan") if TORCH[d].is_floating_point else -1,
                          device="cuda", dtype=TORCH[d])
               for _, (s, d) in program.results]
    with torch.no_grad(), beginning(stream):
        ours = Compiled(program)
        call = ours.bind(inputs, results, stream)
        call()
        ours.synchronize(stream)
        eager = program.eager(torch, *inputs)
        wrong = differences(results, eager)
        times = interleaved(
            call, lambda: program.eager(torch, *inputs), stream, args.repeat)
        ours.synchronize(stream)
    return *times, wrong


def measured(args, programs, stream):
    """(program, ms of tc, ms of PyTorch, relative difference) of each program
    that args.names selects."""
    for p in programs:
        if not args.names or any(n in p.name for n in args.names):
            yield (p, *product_row(args, p, stream))


def products(args, dtype="bf16", shapes=PRODUCTS):
    stream = torch.cuda.Stream()
    rows = []
    print(f"\n{f'products, {dtype}: M x N x K':24} {'tc us':>8} {'TFLOP/s':>8} "
          f"{'cuBLAS us':>10} {'TFLOP/s':>8} {'tc/cuBLAS':>9} "
          f"{'difference':>10}")
    programs = [product(*shape, dtype=dtype) for shape in shapes]
    for p, ours, theirs, wrong in measured(args, programs, stream):
        rows.append(theirs / ours)
        print(f"{p.name:24} {1e3 * ours:8.1f} {p.flop / ours * 1e-9:8.1f} "
              f"{1e3 * theirs:10.1f} {p.flop / theirs * 1e-9:8.1f} "
              f"{theirs / ours:9.2f} {wrong:10.1e}", flush=True)
    print(f"{'geometric mean':24} {geometric_mean(rows):57.2f}")


def float_errors(args):
    """Relative errors of products of f32, tc's and cuBLAS's, beside f64."""
    stream = torch.cuda.Stream()
    print(f"\n{'errors, f32: M x N x K':24} {'tc':>8} {'cuBLAS':>8}")
    for p in [product(*shape, dtype="f32") for shape in FLOATS]:
        inputs = inputs_of(p)
        y = torch.full(p.results[0][1][0], float("nan"), device="cuda")
        with torch.no_grad(), beginning(stream):
            ours = Compiled(p)
            ours.bind(inputs, [y], stream)()
            ours.synchronize(stream)
            exact = p.eager(torch, *(x.double() for x in inputs))
            cublas = p.eager(torch, *inputs)
            print(f"{p.name:24} {error(y, exact):8.1e} "
                  f"{error(cublas, exact):8.1e}", flush=True)


def byte_products(args):
    """Of the same shapes where torch._int_mm takes them; differences are to be
    0."""
    stream = torch.cuda.Stream()
    rows = []
    print(f"\n{'products, i8: M x N x K':24} {'tc us':>8} {'Tops/s':>8} "
          f"{'_int_mm us':>10} {'Tops/s':>8} {'tc/_int_mm':>10} "
          f"{'difference':>10}")
    programs = [byte_product(*shape) for shape in PRODUCTS
                if shape[1] % 8 == 0]
    for p, ours, theirs, wrong in measured(args, programs, stream):
        rows.append(theirs / ours)
        print(f"{p.name:24} {1e3 * ours:8.1f} {p.flop / ours * 1e-9:8.0f} "
              f"{1e3 * theirs:10.1f} {p.flop / theirs * 1e-9:8.0f} "
              f"{theirs / ours:10.2f} {wrong:10.1e}", flush=True)
    print(f"{'geometric mean':24} {geometric_mean(rows):58.2f}")


#===- Attention ------------------------------------------------------------===

# Of BERT 32x128, GPT-2 8x1024, Llama 2x2048, and long.
ATTENTION = [(32, 12, 12, 128, 64, False), (8, 12, 12, 1024, 64, True),
             (2, 32, 8, 2048, 64, True), (4, 16, 16, 4096, 64, False),
             (4, 16, 16, 4096, 128, False), (4, 16, 16, 4096, 128, True)]


def attentions(args):
    """Beside the kernel that PyTorch chooses, and FlashAttention 2."""
    from torch.nn.attention import SDPBackend, sdpa_kernel
    stream = torch.cuda.Stream()
    print(f"\n{'attention, bf16':24} {'tc us':>8} {'TFLOP/s':>8} "
          f"{'PyTorch us':>10} {'tc/PyT':>7} {'flash us':>9} {'tc/flash':>8} "
          f"{'difference':>10}")
    programs = [grouped_attention(*shape) for shape in ATTENTION]
    for p, ours, theirs, wrong in measured(args, programs, stream):
        with sdpa_kernel(SDPBackend.FLASH_ATTENTION):
            again, flash, _ = product_row(args, p, stream)
        print(f"{p.name:24} {1e3 * ours:8.1f} {p.flop / ours * 1e-9:8.0f} "
              f"{1e3 * theirs:10.1f} {theirs / ours:7.2f} "
              f"{1e3 * flash:9.1f} {flash / again:8.2f} {wrong:10.1e}",
              flush=True)


# In f32: long, of 64 and 128, and BERT's.
WIDE_ATTENTION = [(4, 16, 16, 4096, 64, False), (4, 16, 16, 4096, 64, True),
                  (4, 16, 16, 4096, 128, False), (4, 16, 16, 4096, 128, True),
                  (32, 12, 12, 128, 64, False)]


def wide_attentions(args):
    """In f32, without and with products of TF32 permitted, beside PyTorch's
    memory-efficient kernel."""
    from torch.nn.attention import SDPBackend, sdpa_kernel
    stream = torch.cuda.Stream()
    allowed = torch.backends.cuda.matmul.allow_tf32
    print(f"\n{'attention, f32':24} {'tc us':>8} {'TFLOP/s':>8} "
          f"{'efficient us':>12} {'tc/efficient':>12} {'difference':>10}")
    for tf32 in (False, True):
        programs = [grouped_attention(*shape, "f32")
                    for shape in WIDE_ATTENTION]
        for p in programs:
            p.name += " TF32" * tf32
            p.permits = 'attributes {tc.tf32 = ["matmul"]} ' * tf32
        torch.backends.cuda.matmul.allow_tf32 = tf32
        with sdpa_kernel(SDPBackend.EFFICIENT_ATTENTION):
            for p, ours, theirs, wrong in measured(args, programs, stream):
                print(f"{p.name:24} {1e3 * ours:8.1f} "
                      f"{p.flop / ours * 1e-9:8.0f} {1e3 * theirs:12.1f} "
                      f"{theirs / ours:12.2f} {wrong:10.1e}", flush=True)
    torch.backends.cuda.matmul.allow_tf32 = allowed


# Of GPT-2 8x1024, long, BERT and ViT, a length that is no whole blocks, wide
# heads: batch, heads, length, size, causal.
GRADIENTS = [(8, 12, 1024, 64, True), (8, 12, 1024, 64, False),
             (4, 16, 4096, 64, False), (4, 16, 4096, 64, True),
             (4, 16, 4096, 128, False), (4, 16, 4096, 128, True),
             (32, 12, 128, 64, False), (64, 12, 197, 64, False),
             (8, 16, 1000, 128, True),
             (4, 16, 2048, 192, False), (4, 16, 2048, 192, True),
             (4, 16, 2048, 256, False), (4, 16, 2048, 256, True)]


def exact_gradients(do, q, k, v, causal):
    """Of the first head of the first batch, in f64."""
    do, q, k, v = (x[0, 0].double() for x in (do, q, k, v))
    scale = q.shape[-1]**-0.5
    scores = q @ k.T * scale
    if causal:
        scores += torch.full_like(scores, float("-inf")).triu(1)
    p = scores.softmax(-1)
    dp = do @ v.T
    ds = p * (dp - (p * dp).sum(-1, keepdim=True)) * scale
    return ds @ k, ds.T @ q, p.T @ do


def backward_peers(do, q, k, v, causal):
    """cuDNN's and FlashAttention 2's, and what flash's forward keeps."""
    aten = torch.ops.aten
    flash = aten._scaled_dot_product_flash_attention(q, k, v, 0.0, causal)
    cudnn = aten._scaled_dot_product_cudnn_attention(q, k, v, None, True, 0.0,
                                                     causal)
    return (lambda: aten._scaled_dot_product_cudnn_attention_backward(
                do, q, k, v, cudnn[0], cudnn[1], cudnn[6], cudnn[7], None,
                *cudnn[2:6], 0.0, causal),
            lambda: aten._scaled_dot_product_flash_attention_backward(
                do, q, k, v, *flash[:6], 0.0, causal, *flash[6:8]), flash)


def launches_us(call, stream):
    """The device's time of each kernel of a call."""
    from torch.profiler import ProfilerActivity, profile
    repeat = 5
    with profile(activities=[ProfilerActivity.CUDA], acc_events=True) as p:
        for _ in range(repeat):
            call()
        stream.synchronize()
    return "  ".join(f"{e.key} {e.device_time_total / repeat:.1f}"
                     for e in p.key_averages() if e.device_time_total)


def gradient_row(args, p, shape, stream):
    batch, heads, length, size, causal = shape
    do, q, k, v = (torch.randn(batch, heads, length, size, device="cuda",
                               dtype=torch.bfloat16) for _ in range(4))
    with torch.no_grad(), beginning(stream):
        cudnn, flash, kept = backward_peers(do, q, k, v, causal)
        inputs = [do, q, k, v, kept[0], kept[1]]
        results = [torch.full_like(q, float("nan")) for _ in range(3)]
        ours = Compiled(p)
        call = ours.bind(inputs, results, stream)
        call()
        ours.synchronize(stream)
        exact = exact_gradients(do, q, k, v, causal)
        wrong = [max(error(x[0, 0], y) for x, y in zip(r, exact))
                 for r in (results, cudnn(), flash())]
        times = [interleaved(call, peer, stream, args.repeat)
                 for peer in (cudnn, flash)]
        names = launches_us(call, stream)
        ours.synchronize(stream)
    return times, wrong, names


def print_gradients(args, p, shape, stream, rate):
    times, wrong, names = gradient_row(args, p, shape, stream)
    (ours, cudnn), (again, flash) = times
    name = p.name + (" atomics" if p.atomics else "")
    print(f"{name:32} {1e3 * ours:8.1f} {p.flop / rate / ours:8.0%} "
          f"{1e3 * cudnn:9.1f} {cudnn / ours:8.2f} {1e3 * flash:9.1f} "
          f"{flash / again:8.2f} "
          f"{'  '.join(f'{w:.1e}' for w in wrong):>28}\n    {names}",
          flush=True)


def gradients(args):
    """Beside cuDNN's and FlashAttention 2's gradients; the limit is five
    products at the rate of cuBLAS's product of 8192^3. Distances are to f64.
    With --atomics each row also where the program permits atomic additions."""
    stream = torch.cuda.Stream()
    a, b = (torch.randn(8192, 8192, device="cuda", dtype=torch.bfloat16)
            for _ in range(2))
    with beginning(stream):
        rate = 2 * 8192**3 / median_ms(lambda: a @ b, stream, 20)
    print(f"\n{'gradients of attention, bf16':32} {'tc us':>8} {'of limit':>8} "
          f"{'cuDNN us':>9} {'tc/cuDNN':>8} {'flash us':>9} {'tc/flash':>8} "
          f"{'distances: tc, cuDNN, flash':>28}")
    for shape in GRADIENTS:
        batch, heads, length, size, causal = shape
        p = attention_backward(heads, length, size, "bf16", causal, batch)
        if args.names and not any(n in p.name for n in args.names):
            continue
        print_gradients(args, p, shape, stream, rate)
        p.atomics = args.atomics
        if args.atomics:
            print_gradients(args, p, shape, stream, rate)


#===- Models ---------------------------------------------------------------===

# Operations of their products and convolutions, GFLOP.
GFLOP = {"resnet50_64": 523.4, "bert_32x128": 715.0, "gpt2_8x1024": 2178.0,
         "llama_2x2048": 974.0}


def peers_ms(name, stream):
    """torch.compile's modes on the same model, and eager."""
    import gpu_models
    source = gpu_models.MODELS[name][1]
    module = source.module().to("cuda")
    inputs = [x.to("cuda") for x in source.example().values()]
    times = {}
    for mode in ("eager", "default", "reduce-overhead"):
        torch.compiler.reset()
        work = module if mode == "eager" else torch.compile(module, mode=mode)
        with torch.no_grad(), beginning(stream):
            times[mode] = median_ms(lambda: work(*inputs), stream, 20)
    return times


def large_models(args):
    """At the sizes of gpu_models.py, which writes them; the ceiling is their
    operations at the rate of cuBLAS's product of 8192^3."""
    stream = torch.cuda.Stream()
    a, b = (torch.randn(8192, 8192, device="cuda", dtype=torch.bfloat16)
            for _ in range(2))
    with beginning(stream):
        rate = 2 * 8192**3 / median_ms(lambda: a @ b, stream, 20)
    print(f"\n{'models, bf16':24} {'tc ms':>8} {'ceiling':>8} {'reached':>8}")
    for name, gflop in GFLOP.items():
        text = os.path.join(args.models, f"{name}.mlir")
        done = subprocess.run(
            [f"{args.bin}/tc-run", text, "--target=cuda", "--json",
             "--repeat=20"], capture_output=True, text=True)
        if done.returncode:
            print(f"{name:24} {done.stderr.strip()}")
            continue
        ours = json.loads(done.stdout)["median_ms"]
        floor = gflop * 1e9 / rate
        peers = "".join(f"{mode}: {ms:.2f}  " for mode, ms in (
            peers_ms(name, stream) if args.peers else {}).items())
        print(f"{name:24} {ours:8.2f} {floor:8.2f} {floor / ours:8.0%}  "
              f"{peers}", flush=True)


def first_call_tc(args, model):
    """From exec to exit of tc-run: compiled, loaded, called twice."""
    start = time.perf_counter()
    out = subprocess.run(
        [f"{args.bin}/tc-run", f"examples/{model}.mlir", "--target=cuda",
         "--json", "--repeat=20"], capture_output=True, text=True)
    seconds = time.perf_counter() - start
    if out.returncode:
        raise SystemExit(out.stderr)
    return seconds, json.loads(out.stdout)


def first_call_torch(dtype):
    """In this process, where CUDA is started already; a fresh cache."""
    from transformers import BertConfig, BertModel
    model = BertModel(BertConfig()).to("cuda", dtype).eval()
    ids = torch.randint(0, 30522, [1, 128], device="cuda")
    mask = torch.ones_like(ids)
    with torch.no_grad():
        compiled = torch.compile(model)
        start = time.perf_counter()
        compiled(ids, mask)
        torch.cuda.synchronize()
        first = time.perf_counter() - start
        stream = torch.cuda.current_stream()
        return first, median_ms(lambda: compiled(ids, mask), stream, 20)


def models(args):
    print(f"\n{'BERT-base, 1x128':24} {'tc first s':>10} {'call ms':>8} "
          f"{'compile first s':>15} {'call ms':>8}")
    for model, dtype in (("bert", torch.float32),
                         ("bert_bf16", torch.bfloat16)):
        seconds, out = first_call_tc(args, model)
        first, call = first_call_torch(dtype)
        print(f"{model:24} {seconds:10.2f} {out['median_ms']:8.2f} "
              f"{first:15.1f} {call:8.2f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", default="build/bin")
    parser.add_argument("--repeat", type=int, default=50)
    parser.add_argument("--no-models", action="store_true")
    parser.add_argument("--models", help="where gpu_models.py wrote them")
    parser.add_argument("--peers", action="store_true",
                        help="the models in PyTorch, too")
    parser.add_argument("--only", choices=(
        "kernels", "scans", "rows", "short", "embedding", "products", "floats",
        "doubles", "bytes", "convolutions", "attention", "gradients", "models"))
    parser.add_argument("--atomics", action="store_true",
                        help="gradients: also with atomic additions permitted")
    parser.add_argument("names", nargs="*",
                        help="parts of names of rows; convolutions")
    args = parser.parse_args()
    if not torch.cuda.is_available():
        sys.exit("bench/gpu.py: PyTorch finds no CUDA GPU here")
    # Inductor's own cache would make its first call a second one.
    with tempfile.TemporaryDirectory() as cache:
        os.environ["TORCHINDUCTOR_CACHE_DIR"] = cache
        if args.only in (None, "kernels"):
            kernels(args)
        if args.only in (None, "scans"):
            scan_rows(args)
        if args.only in (None, "rows"):
            rows(args, [p for p in long_rows(LONG_ROWS)
                        if all(n in p.name for n in args.names)])
        if args.only == "short":
            short(args)
        if args.only == "embedding":
            rows(args, embeddings())
        if args.only in (None, "products"):
            products(args)
        if args.only in (None, "floats"):
            products(args, "f32", FLOATS)
            float_errors(args)
        if args.only in (None, "doubles"):
            products(args, "f64", DOUBLES)
        if args.only in (None, "bytes"):
            byte_products(args)
        if args.only in (None, "convolutions"):
            convolutions.bench(args.names, args.repeat)
        if args.only in (None, "attention"):
            attentions(args)
            wide_attentions(args)
        if args.only in (None, "attention", "gradients"):
            gradients(args)
        if args.models and args.only in (None, "models"):
            large_models(args)
        if not args.no_models and not args.only:
            models(args)


if __name__ == "__main__":
    main()
