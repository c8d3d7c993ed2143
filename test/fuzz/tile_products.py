"""Random products and convolutions of bf16 and of bytes on tile registers, beside
the interpreter: sizes about those of registers, tiles and panels, operands that
lie along rows, columns or steps, targets whose caches and cores cut them into
blocks and parts. Numbers are small integers: each sum is exact."""
import random

import hold
import tile_registers

SIZES = (1, 2, 3, 8, 15, 16, 17, 31, 32, 33, 40, 63, 64, 65, 70, 96, 97, 130)
STEPS = SIZES + (127, 128, 256, 331, 700)
CACHES = ("", "l2=16384,", "l2=32768,", "l1=49152,", "l2=2097152,")
CORES = ("", "cores=1,", "cores=3,", "cores=16,")
ELEMENTS = "bf16", "bf16", "i8", "ui8"


def argument(number, shape, element, layout=""):
    low = 0 if element == "ui8" else -2
    of = "x".join(map(str, shape))
    return (f'%a{number}: tensor<{of}x{element}> {{{layout}tc.init = {{kind = '
            f'"randint", low = {low}, high = 3, stream = {number}}}}}')


def module(arguments, op, kind, maps):
    """The op on the arguments, which gives `kind`, and a map on it."""
    result, body = "%0", [f"    %0 = {op}"]
    if maps:
        body.append(f"    %1 = prim.neg %0 : {kind}")
        result = "%1"
    return "\n".join([
        'module attributes {tc.version = "0.1"} {',
        f"  func.func @main({', '.join(arguments)}) -> {kind} {{",
        *body, f"    return {result} : {kind}", "  }", "}", ""])


def matrices(draw):
    rows, columns = draw.choice(SIZES), draw.choice(SIZES)
    steps, element = draw.choice(STEPS), draw.choice(ELEMENTS)
    batch = draw.choice(((), (), (), (2,), (3,)))
    firsts = [draw.random() < .5 for _ in range(2)]  # steps come first
    sides = [(*batch, *((steps, n) if first else (n, steps)))
             for n, first in zip((rows, columns), firsts)]
    along = [len(batch) + (not first) for first in firsts]
    types = ["x".join(map(str, s)) + f"x{element}" for s in sides]
    out = "bf16" if element == "bf16" else "i32"
    kind = "tensor<" + "x".join(map(str, (*batch, rows, columns))) + f"x{out}>"
    one = ", ".join(map(str, range(len(batch))))
    asked = "" if element == "bf16" else " {out = i32}"
    op = (f"prim.dot_general %a1, %a2 batch [{one}], [{one}] contract "
          f"[{along[0]}], [{along[1]}]{asked} : tensor<{types[0]}>, "
          f"tensor<{types[1]}>")
    return module([argument(i + 1, s, element) for i, s in enumerate(sides)],
                  op, kind, draw.random() < .5)


def images(draw):
    element = draw.choice(("bf16", "bf16", "i8"))
    channels, columns = draw.choice((3, 8, 16, 24, 32, 64)), draw.choice(
        (16, 32, 40, 64))
    number, size = draw.choice((1, 2, 3)), draw.choice((5, 7, 8, 14, 17))
    window, stride = draw.choice((1, 2, 3)), draw.choice((1, 1, 2))
    pad = draw.randint(0, window // 2)
    layout = draw.choice(
        ("", "tc.layout = #tc.layout<order = [0, 2, 3, 1]>, "))
    after = (size + 2 * pad - window) // stride + 1
    shapes = (number, channels, size, size), (columns, channels, window, window)
    types = ["x".join(map(str, s)) + f"x{element}" for s in shapes]
    out = "bf16" if element == "bf16" else "i32"
    asked = "" if element == "bf16" else " {prim.out = i32}"
    op = (f"prim.convolution %a1, %a2 strides [{stride}, {stride}] pad [{pad}, "
          f"{pad}], [{pad}, {pad}] dilation [1, 1], [1, 1] groups 1{asked} : "
          f"tensor<{types[0]}>, tensor<{types[1]}>")
    return module([argument(i + 1, s, element, layout)
                   for i, s in enumerate(shapes)], op,
                  f"tensor<{number}x{columns}x{after}x{after}x{out}>",
                  draw.random() < .5)


def convolution(draw, shapes, layouts, pads, dilations, kind):
    """Of bf16; pads in front and behind, the same along both dimensions."""
    types = ["x".join(map(str, s)) + "xbf16" for s in shapes]
    texts = [f"[{n}, {n}]" for n in pads + dilations]
    op = (f"prim.convolution %a1, %a2 strides [1, 1] pad {texts[0]}, "
          f"{texts[1]} dilation {texts[2]}, {texts[3]} groups 1 : "
          f"tensor<{types[0]}>, tensor<{types[1]}>")
    return module([argument(i + 1, s, "bf16", layouts[i])
                   for i, s in enumerate(shapes)], op, kind,
                  draw.random() < .5)


def weight_gradients(draw):
    """Of a strided convolution: channels are the batch, images the channels."""
    channels, number = draw.choice((1, 2, 3, 4, 32)), draw.choice((1, 2))
    columns, lines = draw.choice((16, 33, 48, 64)), draw.choice(
        (7, 14, 16, 20, 28, 32, 36))
    window, stride = draw.choice((2, 3, 5)), draw.choice((1, 2, 2, 3, 4))
    size = stride * (lines - 1) + window
    order = "tc.layout = #tc.layout<order = [1, 2, 3, 0]>, "
    return convolution(
        draw, ((channels, number, size, size), (columns, number, lines, lines)),
        (draw.choice(("", order)), order), (0, 0), (1, stride),
        f"tensor<{channels}x{columns}x{window}x{window}xbf16>")


def input_gradients(draw):
    """Of a strided convolution, by phases."""
    channels, columns = draw.choice((16, 24, 32, 64)), draw.choice(
        (12, 16, 33, 64))
    number, size = draw.choice((1, 2)), draw.choice((5, 7, 8, 14, 16))
    window, stride = draw.choice((1, 2, 3, 4)), draw.choice((2, 2, 3))
    low, high = (draw.randint(0, window - 1) for _ in range(2))
    after = stride * (size - 1) + 2 + low + high - window
    order = "tc.layout = #tc.layout<order = [0, 2, 3, 1]>"
    kind = f"tensor<{number}x{columns}x{after}x{after}xbf16>"
    text = convolution(
        draw, ((number, channels, size, size),
               (columns, channels, window, window)),
        (order + ", ",) * 2, (low, high), (stride, 1), kind)
    return text.replace(f"-> {kind} {{", f"-> ({kind} {{{order}}}) {{")


def run_one(seed, tools, finds):
    draw = random.Random(seed)
    text = draw.choice((matrices, matrices, images, weight_gradients,
                        input_gradients))(draw)
    cut = draw.choice(CACHES) + draw.choice(CORES)
    target = tile_registers.TARGET.replace("features", cut + "features")
    failed = hold.tiles(text, target, tools)
    if failed:
        finds.add(f"tiles_{seed}", text, str(failed),
                  hold.again(tools, f"--tiles={target}"))
