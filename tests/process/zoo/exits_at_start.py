#!/usr/bin/env python3
# Exits with code 1 before it is ready.
# fault: start_failed
import sys

sys.exit(1)
