#!/usr/bin/env python3
# Asks a name server, and tries TCP, UDP, raw packets and listening, in both versions of IP.
# fault: none
# only in a sandbox
import socket
import sys

worked = []
for family in (socket.AF_INET, socket.AF_INET6):
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW):
        try:
            opened = socket.socket(family, kind)
        except OSError:
            continue
        worked.append((family, kind))
        opened.close()
try:
    worked.append(socket.socket(socket.AF_PACKET, socket.SOCK_RAW))
except OSError:
    pass
try:
    worked.append(socket.getaddrinfo("example.org", 53))
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
