"""options={"freeze": True}: weights of a piece become weights of its program,
which folds and packs values that depend on them alone at the first call."""
import threading

from tc import Error

from . import logs
from .options import of_compiler
from .piece import build
from .piece_text import module_text


def freeze(piece, weights, options):
    """The Frozen piece, or the piece itself where nothing can be frozen:
    `weights` are the placeholders of parameters and buffers."""
    inputs = piece.part.inputs
    written = set(piece.part.written.values())
    places = [i for i, n in enumerate(inputs) if n in weights - written
              and i not in piece.conj and n.meta["val"].is_contiguous()]
    text, symbols = module_text(piece.part, [inputs[i] for i in places])
    if not places or symbols != piece.symbols or \
            piece.part.device.type != "cpu":  # a GPU's stay PyTorch's own
        return piece
    try:
        return Frozen(piece, places, build(
            text, *of_compiler(options, piece.part.device)))
    except Error as error:
        logs.root.info("a piece is not frozen: %s", error)
        return piece


class Frozen:
    """Runs the packed program while its weights are the very tensors that it
    was packed from, unwritten; the plain piece otherwise."""

    def __init__(self, piece, places, program):
        self.piece, self.places, self.program = piece, places, program
        self.nodes = piece.nodes
        count = len(piece.part.inputs) + len(piece.symbols)
        self.rest = [i for i in range(count) if i not in places]
        self.seen = None
        self.lock = threading.Lock()

    def __call__(self, *args):
        seen = [(args[i].data_ptr(), _version(args[i])) for i in self.places]
        if self.seen is None:
            self.bind(args, seen)
        if seen != self.seen:
            return self.piece(*args)
        return self.piece(*args, packed=self)

    def run(self, inputs):
        return self.program.call([inputs[i] for i in self.rest],
                                 results="torch", check=False)

    def bind(self, args, seen):
        with self.lock:
            if self.seen is None:
                self.program.set_weights({
                    f"w{i}": args[place].detach()
                    for i, place in enumerate(self.places)})
                self.seen = seen


def _version(tensor):
    return 0 if tensor.is_inference() else tensor._version
