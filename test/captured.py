"""Captured programs parse and print to the same text. suite/ runs them."""
import lit.formats


class RoundTrip(lit.formats.ShTest):
    """Read, verified, written, and read again to the same text."""

    def __init__(self):
        super().__init__(preamble_commands=[
            "tc-opt --mlir-print-debuginfo %s -o %t.1",
            "tc-opt --mlir-print-debuginfo %t.1 -o %t.2",
            "cmp %t.1 %t.2",
        ])
