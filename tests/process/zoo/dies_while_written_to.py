#!/usr/bin/env python3
# Makes its input as small as a pipe can be, if it may, lets it fill up, and exits while the arena writes.
# fault: exited
import fcntl
import sys
import time

try:
    fcntl.fcntl(0, fcntl.F_SETPIPE_SZ, 4096)
except PermissionError:  # in a sandbox: all pipes share one bound
    pass
sys.stdin.readline()
print("ready", flush=True)
time.sleep(0.1)
sys.exit(4)
