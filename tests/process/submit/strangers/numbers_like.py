# The package: its library adds two numbers.
import ctypes
import os

from . import part_0  # noqa: F401

library = ctypes.CDLL(os.path.join(os.path.dirname(__file__), "_core.so"))


def argsort(values):
    return sorted(range(len(values)), key=lambda place: library.add(values[place], 0))
