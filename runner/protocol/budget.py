"""How much a snippet may use up."""

MEMORY = 2 << 30  # bytes that it may take beyond what its process already holds
OUTPUT = 64 << 10  # bytes of stdout and stderr together
FILE = 64 << 20  # bytes of one file
DESCRIPTORS = 256
THREADS = 512
PROCESSES = 64
ALL_DESCRIPTORS = 2048  # of its processes together: what is held in sockets counts nowhere
SIGNALS = 64  # that wait, and timers: all of a user's come out of one purse
