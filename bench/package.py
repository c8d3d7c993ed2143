"""The package tc, installed, of this build (build/python), or of a pack."""
import os
import sys

root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path += [os.path.join(root, "build", "python"),
             os.path.join(root, "python")]

import tc  # noqa: E402, F401
