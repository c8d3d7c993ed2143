#!/usr/bin/env python3
"""What tc-compile takes for whole programs: the models of examples/, 200 and 800
equal layers, DenseNet-201 (121 to 201 layers that each read all before them in
their block). Seconds of a clock, and of all processors; the least of --repeat
runs. With --base another build's beside them, by turns, and the ratio.

    bench/compile_whole.py [--base BUILD] [--target cuda --target-cpu sm_90a] [NAME...]
    bench/compile_whole.py --most 1.5 --base BUILD   fails where it takes longer"""
import argparse
import glob
import os
import resource
import subprocess
import sys
import tempfile
import time

from compile_time import ROOT, Graph, layers


def image(channels, side):
    return f"tensor<1x{channels}x{side}x{side}xf32>"


class Network(Graph):
    """Convolutions and norms; a value is (name, channels, side)."""

    def norm(self, x):
        name, channels, side = x
        vector = f"tensor<{channels}xf32>"
        numbers = [self.weight(vector) for _ in range(4)]
        y = self.call("batch_norm.default",
                      [(name, image(channels, side)), *numbers],
                      ", false, 0.1, 1.0e-05, false", image(channels, side))
        y = self.call("relu.default", [y], "", image(channels, side))
        return y[0], channels, side

    def convolve(self, x, channels, size, stride=1):
        name, before, side = x
        kernel = self.weight(f"tensor<{channels}x{before}x{size}x{size}xf32>")
        y = self.call("conv2d.default", [(name, image(before, side)), kernel],
                      f", none, [{stride}, {stride}], [{size // 2}, {size // 2}]",
                      image(channels, side // stride))
        return y[0], channels, side // stride

    def pool(self, x, kind, size, pad):
        name, channels, side = x
        y = self.call(f"{kind}.default", [(name, image(channels, side))],
                      f", [{size}, {size}], [2, 2], [{pad}, {pad}]",
                      image(channels, side // 2))
        return y[0], channels, side // 2

    def joined(self, values):
        channels, side = sum(c for _, c, _ in values), values[0][2]
        self.count += 1
        names = ", ".join(name for name, _, _ in values)
        types = ", ".join(image(c, s) for _, c, s in values)
        self.lines.append(f'    %v{self.count} = fx.call "aten.cat.default"'
                          f"([{names}], 1) : ({types}) -> "
                          f"{image(channels, side)}")
        return f"%v{self.count}", channels, side


def densenet(blocks=(6, 12, 48, 32), growth=32):
    g = Network()
    x = g.pool(g.norm(g.convolve(("%x", 3, 224), 64, 7, 2)), "max_pool2d", 3, 1)
    for number, length in enumerate(blocks):
        values = [x]
        for _ in range(length):
            y = g.joined(values) if len(values) > 1 else x
            y = g.norm(g.convolve(g.norm(y), 4 * growth, 1))
            values.append(g.convolve(y, growth, 3))
        x = g.norm(g.joined(values))
        if number + 1 < len(blocks):
            x = g.pool(g.convolve(x, x[1] // 2, 1), "avg_pool2d", 2, 0)
    text = g.text((x[0], image(*x[1:])))
    return text.replace("%x: tensor<8x16xf32>", "%x: " + image(3, 224))


def programs(folder):
    """{name: path}."""
    paths = {os.path.basename(p).removesuffix(".mlir"): p
             for p in sorted(glob.glob(f"{ROOT}/examples/*.mlir"))}
    for name, text in (("layers200", layers(800)), ("layers800", layers(3200)),
                       ("densenet201", densenet())):
        paths[name] = os.path.join(folder, f"{name}.mlir")
        with open(paths[name], "w", encoding="utf-8") as file:
            file.write(text)
    return paths


def compile_once(build, path, options, folder):
    """(seconds of a clock, of the processors)."""
    chip = [f"--target-cpu={options.target_cpu}"] if options.target_cpu else []
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    subprocess.run([f"{build}/bin/tc-compile", path,
                    f"--target={options.target}", *chip,
                    f"--threads={options.threads}", "-o", f"{folder}/p.so"],
                   check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (time.perf_counter() - start, after.ru_utime + after.ru_stime -
            before.ru_utime - before.ru_stime)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=f"{ROOT}/build")
    parser.add_argument("--base")
    parser.add_argument("--most", type=float, help="ratio of processor seconds")
    parser.add_argument("--target", default="host")
    parser.add_argument("--target-cpu")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    builds = [options.build] + ([options.base] if options.base else [])
    print(f"{'program':18} {'s':>7} {'processors':>11}" +
          (f" {'base s':>7} {'processors':>11} {'ratio':>6} {'':>5}"
           if options.base else ""))
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, path in programs(folder).items():
            if options.names and name not in options.names:
                continue
            runs = [[compile_once(b, path, options, folder) for b in builds]
                    for _ in range(options.repeat)]
            of = [[min(run[i][j] for run in runs) for j in range(2)]
                  for i in range(len(builds))]
            line = f"{name:18}" + "".join(f" {a:7.2f} {b:11.2f}" for a, b in of)
            if options.base:
                ratios = [of[0][j] / of[1][j] for j in range(2)]
                line += f" {ratios[0]:6.2f} {ratios[1]:5.2f}"
                bad += bool(options.most and ratios[1] > options.most)
            print(line, flush=True)
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
