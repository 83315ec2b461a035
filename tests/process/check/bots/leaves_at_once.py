#!/usr/bin/env python3
# Ends before it is greeted.
import sys

print("no licence found", file=sys.stderr)
sys.exit(3)
