"""python -m tc: prints the version, the available targets, and the worker."""
import os
import platform
import sys

from tc import _core
from tc.devices import cpu_name, gpus


def main():
    worker = _core.worker_path()
    print(f"tc {_core.__version__}, Python {platform.python_version()}")
    state = "" if os.access(worker, os.X_OK) else " (missing)"
    print(f"compiler: {worker}{state}")
    print(f"cpu: {cpu_name()}, {len(os.sched_getaffinity(0))} cores")
    for target in ("cuda", "rocm"):
        chips, why = gpus(target)
        for index, chip in enumerate(chips):
            print(f"{target}: GPU {index} is {chip}")
        if not chips:
            print(f"{target}: programs can be compiled, not run ({why})")
    return 0 if not state else 1


if __name__ == "__main__":
    sys.exit(main())
