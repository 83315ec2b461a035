#!/usr/bin/env python3
# An adapter: it runs an engine that chats, and makes comments of all lines but `ready` and the answers.
import sys


class Comments:
    def __init__(self, out):
        self.out = out
        self.line = ""

    def write(self, text):
        *lines, self.line = (self.line + text).split("\n")
        for line in lines:
            first = line.split(" ")[0]
            self.out.write(("" if first == "ready" or first.isdigit() else "# ") + line + "\n")

    def flush(self):
        self.out.flush()


sys.stdout = Comments(sys.stdout)
import chatty_engine  # noqa: E402, F401
