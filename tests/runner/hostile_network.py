"""What a hostile deck may try to get out by."""

from __future__ import annotations

NETWORK = {
    "connecting to localhost": "socket.create_connection(('127.0.0.1', PORT), 1)",
    "connecting over IPv6": """
s = socket.socket(socket.AF_INET6)
s.connect(('::ffff:127.0.0.1', PORT))
""",
    "sending a datagram to localhost": """
socket.socket(type=socket.SOCK_DGRAM).sendto(b'out', ('127.0.0.1', UDP_PORT))
""",
    "listening": "s = socket.socket()\ns.bind(('127.0.0.1', 0))\ns.listen()",
    "connecting to a unix socket": "socket.socket(socket.AF_UNIX).connect(UNIX)",
    "sending a datagram to a unix socket": """
socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(b'out', DATAGRAMS)
""",
    "connecting to an abstract socket": "socket.socket(socket.AF_UNIX).connect(ABSTRACT)",
    "a datagram from one of a pair": """
a, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
a.sendto(b'out', DATAGRAMS)
""",
    "reconnecting one of a pair": """
a, b = socket.socketpair()
libc.connect(a.fileno(), struct.pack('H108s', 1, UNIX.encode()), 110)
call(44, a.fileno(), b'out', 3, 0, struct.pack('H108s', 1, DATAGRAMS.encode()), 110)
""",
    "a socket left open": """
import stat
for descriptor in range(64):
    try:
        if stat.S_ISSOCK(os.fstat(descriptor).st_mode):
            left = socket.socket(fileno=os.dup(descriptor))
            left.sendto(b'out', ('127.0.0.1', UDP_PORT))
    except OSError: pass
""",
    "a fast open of a socket left open": """
import stat
for descriptor in range(64):
    try:
        if stat.S_ISSOCK(os.fstat(descriptor).st_mode):
            left = socket.socket(fileno=os.dup(descriptor))
            left.setblocking(False)
            if left.family == socket.AF_INET:
                left.shutdown(socket.SHUT_RDWR)
                left.sendto(b'out', socket.MSG_FASTOPEN, ('127.0.0.1', PORT))
                left.sendmsg([b'out'], (), socket.MSG_FASTOPEN, ('127.0.0.1', PORT))
    except OSError: pass
""",
    "a raw socket": "socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)",
    "a packet socket": "socket.socket(socket.AF_PACKET, socket.SOCK_RAW)",
    "a netlink socket": "socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)",
    "a socket to the host of this machine": """
try: socket.socket(socket.AF_VSOCK)
except PermissionError: raise
except OSError: raise PermissionError from None  # this kernel has none
raise SystemExit('a socket')
""",
    "a crypto socket": "socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET)",
    "every family of sockets": """
made = []
for family in set(range(50)) - ALLOWED_SOCKETS:
    for kind in range(1, 6):
        try: made.append(socket.socket(family, kind))
        except OSError: pass
raise SystemExit(repr(made)) if made else PermissionError
""",
    "a fast open": """
s = socket.socket()
s.sendto(b'out', socket.MSG_FASTOPEN, ('127.0.0.1', PORT))
""",
    "a page from the web": """
import urllib.request
urllib.request.urlopen(f'http://127.0.0.1:{PORT}', timeout=1)
""",
    "a group of ranks": """
import datetime
import torch.distributed as dist
if dist.is_initialized(): dist.destroy_process_group()
place, soon = f'tcp://127.0.0.1:{PORT}', datetime.timedelta(milliseconds=100)
dist.init_process_group('gloo', init_method=place, rank=1, world_size=2, timeout=soon)
""",
}
