"""A client's end of a runner that is lent, see `tests.lent`: copies bytes both ways.

Run as `python -IS tests/borrow.py SOCKET`, for which it imports nothing that takes time.
"""

import _socket  # all of `socket` that is needed: that takes as long again as Python itself
import os
import select
import sys

CHUNK = 1 << 16


def main() -> None:
    """Copy until either side is done."""
    lender = _socket.socket(_socket.AF_UNIX)
    lender.connect(sys.argv[1])
    targets = {0: lender.fileno(), lender.fileno(): 1}
    while True:
        for source in select.select([*targets], [], [])[0]:
            chunk = os.read(source, CHUNK)
            if not chunk:
                return
            while chunk:
                chunk = chunk[os.write(targets[source], chunk) :]


if __name__ == "__main__":
    main()
