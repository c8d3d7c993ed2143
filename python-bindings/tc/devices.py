"""What programs can run on here."""
from tc import _core


def cpu_name():
    """The processor's name as the system has it."""
    try:
        with open("/proc/cpuinfo") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return "unknown"


def gpus(target):
    """The chips of this machine's GPUs of "cuda" or "rocm" (["sm_90a", ...]),
    and, where there are none, why."""
    chips = []
    while True:
        try:
            chips.append(_core.gpu_chip(target, len(chips)))
        except _core.Error as error:
            return chips, error.message
