#!/usr/bin/env python3
# Says ready and never reads a line; lives on.
# fault: timeout
import time

print("ready", flush=True)
time.sleep(1000)
