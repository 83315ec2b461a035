#!/usr/bin/env python3
# Reads everything and never says ready.
# fault: start_timeout
import sys

for line in sys.stdin:
    pass
