"""Tile registers (AMX), on machines that have them and on others: there
libtcamx.so does their instructions (test/exec/cpu/Inputs/amx.c), and code names
other features, of names as long, in place of these."""
import os

TARGET = "x86-64-v4,features=amx-tile+amx-bf16+amx-int8"
NAMES = {b"amx-tile": b"avx512bw", b"amx-bf16": b"avx512dq",
         b"amx-int8": b"avx512cd"}


def machine_has(feature):
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        return f" {feature}" in file.read()


def emulator(tools):
    """What is to be loaded before the program, or None: the machine has them."""
    if machine_has("amx_tile"):
        return None
    return os.path.join(os.path.dirname(tools.emulator), "libtcamx.so")


def renamed(artifact):
    """The bytes of a shared object for a machine without tile registers."""
    for name, other in NAMES.items():
        artifact = artifact.replace(name, other)
    return artifact
