"""The products of the demo's models and ViT-B/16, as bench/products.py measures
them: matrix products with weights and convolutions of a call in eager mode,
each shape once with the number of times that the models have it. Products of a
batch (attention) are left out: they are no kernels of their own in tc."""
import collections
import dataclasses
import pathlib
import sys

import torch
from torch.utils._python_dispatch import TorchDispatchMode

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
aten = torch.ops.aten


@dataclasses.dataclass(frozen=True)
class Product:
    """rows x columns sums of `steps` products each. Of a convolution `window`
    is (channels, height, width, kernel, stride, padding), and rows are images;
    else it is empty. gradient: "", or what the gradient is of: "x", "w".
    first: of the model's argument, which lies as eager has it."""
    rows: int
    columns: int
    steps: int
    window: tuple = ()
    gradient: str = ""
    first: bool = False

    def size(self):
        """Points of an image of the result of a convolution; else 1."""
        if not self.window:
            return 1
        _, height, width, kernel, stride, padding = self.window
        return (((height + 2 * padding[0] - kernel[0]) // stride[0] + 1)
                * ((width + 2 * padding[1] - kernel[1]) // stride[1] + 1))

    def flop(self):
        return 2 * self.rows * self.size() * self.columns * self.steps

    def name(self):
        of = {"": "", "x": "dx ", "w": "dw "}[self.gradient]
        if not self.window:
            return f"{of}{self.rows} x {self.columns} x {self.steps}"
        channels, height, width, kernel, stride, _ = self.window
        by = f"/{stride[0]}" if stride[0] > 1 else ""
        return (f"{of}{self.rows}x{height}x{width} {channels} > {self.columns} "
                f"{kernel[0]}x{kernel[1]}{by}")


class Recorder(TorchDispatchMode):
    """Counts the products of what runs inside."""

    def __init__(self, argument):
        super().__init__()
        self.products, self.argument = collections.Counter(), argument

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        name = func.overloadpacket.__name__
        if name in ("mm", "addmm"):
            self.matrices(*args[-2:])
        elif name == "convolution":
            self.convolution(args[0], args[1], *args[3:])
        elif name == "convolution_backward":
            for gradient, wanted in zip("xw", args[-1]):
                if wanted:
                    self.convolution(args[1], args[2], *args[4:], gradient)
        return func(*args, **(kwargs or {}))

    def matrices(self, x, w):
        (rows, steps), columns = x.shape, w.shape[1]
        self.products[Product(rows, columns, steps)] += 1

    def convolution(self, x, w, stride, padding, dilation, transposed,
                    output_padding, groups, *mask_and_gradient):
        assert groups == 1 and not transposed and set(dilation) == {1}
        images, channels, height, width = x.shape
        window = (channels, height, width, tuple(w.shape[2:]), tuple(stride),
                  tuple(padding))
        gradient = mask_and_gradient[-1] if mask_and_gradient else ""
        first = x.data_ptr() == self.argument.data_ptr()
        self.products[Product(images, w.shape[0], w[0].numel(), window,
                              gradient, first)] += 1


def vit():
    import transformers as T
    return T.ViTForImageClassification(T.ViTConfig(num_labels=1000))


def models():
    """name -> (makes the model, makes its argument for a batch)."""
    from capture.models import bert, gpt2, llama, resnet50

    def images(n):
        return torch.randn(n, 3, 224, 224)

    def tokens(length, words):
        return lambda n: torch.randint(0, words, (n, length))
    return {"resnet50": (resnet50, images), "bert": (bert, tokens(128, 30522)),
            "gpt2": (gpt2, tokens(256, 50257)),
            "llama": (llama, tokens(256, 32000)), "vit": (vit, images),
            "gpt2-token": (gpt2, tokens(1, 50257)),
            "llama-token": (llama, tokens(1, 32000))}


def products_of(name, batch=1):
    """Product -> number of times in a call of the model."""
    make, argument = models()[name]
    model, x = make().eval(), argument(batch)
    with torch.no_grad(), Recorder(x) as seen:
        model(x)
    return seen.products


def gradients_of(name, batch):
    """The same of the gradients of a training step's loss."""
    make, argument = models()[name]
    model, x = make().train(), argument(batch)
    result = model(x)
    result = result if hasattr(result, "backward") else result[0]
    with Recorder(x) as seen:
        result.square().mean().backward()
    counts = collections.Counter()
    parameters = {tuple(p.shape) for p in model.parameters()}
    for product, count in seen.products.items():
        if not product.window:
            shape = (product.rows, product.columns)
            weight = shape in parameters or shape[::-1] in parameters
            product = dataclasses.replace(product,
                                          gradient="w" if weight else "x")
        counts[product] += count
    return counts
