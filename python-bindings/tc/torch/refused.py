"""Why a graph is not for the direct route."""


class Refused(Exception):
    """The message says what is not taken."""
