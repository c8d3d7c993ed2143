"""A find that is no module: find.py FOLDER COMMAND."""
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [ROOT, os.path.join(ROOT, "../suite")]
import columns  # noqa: E402
import finds  # noqa: E402

found = finds.Finds(sys.argv[1], columns.find_tools(os.environ["TC_BUILD"]),
                    60)
found.add("find", "whisper\n" * 20 + "shout\n" + "whisper\n" * 7, "it shouts",
          sys.argv[2])
sys.exit(bool(found.names))
