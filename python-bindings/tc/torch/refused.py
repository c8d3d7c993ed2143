"""Why a graph is not for the direct route."""
from .report import source_of


class Refused(Exception):
    """The message says what is not taken, `source` the user's line, if it is one
    call that is not."""
    source = ""

    def at(self, node):
        self.source = self.source or source_of(node)
        return self

    def __str__(self):
        where = f" ({self.source})" if self.source else ""
        return super().__str__() + where
