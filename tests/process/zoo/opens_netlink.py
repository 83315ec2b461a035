#!/usr/bin/env python3
# Asks the kernel about networks, audits and devices by netlink.
# fault: none
# only in a sandbox
import socket
import sys

worked = []
for number in range(22):
    try:
        socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, number).close()
        worked.append(number)
    except OSError:
        pass
if worked:
    sys.exit(f"it worked: {worked}")
for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        print(word[1], *word[word.index(":") + 1 :][: int(word[3])], flush=True)
    elif word[:1] == ["quit"]:
        break
