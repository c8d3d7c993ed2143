"""Writes torch.export's programs with generated fills instead of stored data,
on top of the back end's writer of programs."""
from tc.torch.program_text import (ProgramWriter, canonical_weight,
                                   weight_tensor)
from tc.torch.text import attribute

__all__ = ["GraphWriter", "canonical_weight", "weight_tensor"]


class GraphWriter(ProgramWriter):
    """Writes one exported program. `inits` are the fills of weights by name,
    `inputs` (program.Input) the user inputs in order."""

    def __init__(self, program, inits, inputs, mutated=(), dims=None):
        super().__init__(program, mutated, dims)
        self.inits = inits
        self.inputs = iter(inputs)

    def argument(self, node):
        spec = next(self.inputs)
        attrs = {"fx.name": node.name, "tc.init": spec.init} | spec.placement()
        return f"%{node.name}: {self.type(node)} {attribute(attrs)}"

    def fill(self, name):
        return {"init": self.inits[name]}
