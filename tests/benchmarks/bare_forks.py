"""Forks of a process that holds what a zygote does and has done no more: the floor.

Run as a program: for each line on stdin it forks so many children that end at once, and says the
CPU seconds which that took.
"""

from __future__ import annotations

import os
import resource
import sys

import torch

from runner.inside import preload


def cpu_seconds() -> float:
    """Of this process and of its children that have ended."""
    used = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)


def main() -> None:
    torch.set_num_threads(1)
    for _ in preload.steps(lambda: None):
        pass
    print(flush=True)
    for line in sys.stdin:
        before = cpu_seconds()
        for _ in range(int(line)):
            if (child := os.fork()) == 0:
                os._exit(0)
            os.waitpid(child, 0)
        print(cpu_seconds() - before, flush=True)


if __name__ == "__main__":
    main()
