#!/usr/bin/env python3
# Does not answer the greeting.
import sys

for line in sys.stdin:
    if line.startswith("quit"):
        break
