#!/usr/bin/env python3
# Two processes of it try to meet through sockets with a name: abstract, and in its folder and /tmp.
# fault: none
# only in a sandbox
import socket
import sys

worked = []
for name in ("\0hearts-zoo", "/tmp/hearts-zoo.socket", "hearts-zoo.socket"):
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
        try:
            meeting = socket.socket(socket.AF_UNIX, kind)
            if meeting.connect_ex(name) != 0:
                meeting.bind(name)
            worked.append((name, kind))
        except OSError:
            pass
try:
    # A datagram may be sent anywhere, also by one of a pair
    socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    worked.append("a pair of datagram sockets")
except OSError:
    pass
for kind in (socket.SOCK_STREAM, socket.SOCK_SEQPACKET):
    # These may not: a name is refused or ignored
    one, other = socket.socketpair(socket.AF_UNIX, kind)
    try:
        one.sendto(b"x", "\0hearts-zoo")
        other.settimeout(5)
        if other.recv(1) != b"x":
            worked.append((kind, "sent away"))
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
