"""The devices of this machine."""
from tc import _core


def cpu_name():
    """The processor's name, from the system."""
    try:
        with open("/proc/cpuinfo") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return "unknown"


def gpus(target):
    """The chips of this machine's GPUs for "cuda" or "rocm" (["sm_90a", ...]),
    and, if there are none, the reason."""
    chips = []
    while True:
        try:
            chips.append(_core.gpu_chip(target, len(chips)))
        except _core.Error as error:
            return chips, error.message
