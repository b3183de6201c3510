"""The numbers of system calls, for each kind of processor that the sandbox knows."""

# ruff: noqa: C408

from __future__ import annotations

import platform
from dataclasses import dataclass

# The same on every processor.
CLOSE_RANGE = 436
OPEN_TREE = 428
MOVE_MOUNT = 429
MOUNT_SETATTR = 442
LANDLOCK_CREATE_RULESET = 444
LANDLOCK_ADD_RULE = 445
LANDLOCK_RESTRICT_SELF = 446


@dataclass(frozen=True, eq=False)
class Machine:
    """A kind of processor, as the kernel's filters know it.

    `harmless` are the calls that code in the sandbox may make, some of them with certain
    arguments only; `metadata` are those that change a file's mode and times by its path, or read
    its extended attributes, which Landlock does not govern; `processes`, `messages`, `sockets`,
    `groups` and `gpu` are what a snippet may make besides if its profile says so, `groups` being
    what the file needs by which ranks find each other; the others set up the sandbox.
    """

    audit_number: int
    harmless: dict[str, int]
    metadata: dict[str, int]
    processes: dict[str, int]
    messages: dict[str, int]
    sockets: dict[str, int]
    groups: dict[str, int]
    gpu: dict[str, int]
    seccomp: int
    pivot_root: int
    capset: int


def this_machine() -> Machine | None:
    """The processor that this runs on, if its numbers are known."""
    return MACHINES.get(platform.machine())


# fmt: off
MACHINES = {
    "x86_64": Machine(
        audit_number=0xC000003E,
        seccomp=317, pivot_root=155, capset=126,
        harmless=dict(
            # files and descriptors
            read=0, write=1, readv=19, writev=20, pread64=17, pwrite64=18, preadv=295, pwritev=296,
            preadv2=327, pwritev2=328, open=2, openat=257, creat=85, close=3, close_range=436,
            stat=4, fstat=5, lstat=6, newfstatat=262, statx=332, statfs=137, fstatfs=138, lseek=8,
            access=21, faccessat=269, faccessat2=439, dup=32, dup2=33, dup3=292, fsync=74,
            fdatasync=75, ftruncate=77, fallocate=285, fadvise64=221, sendfile=40,
            copy_file_range=326, getdents=78, getdents64=217, getcwd=79, chdir=80, fchdir=81,
            rename=82, renameat=264, renameat2=316, mkdir=83, mkdirat=258, rmdir=84, unlink=87,
            unlinkat=263, link=86, linkat=265, symlink=88, symlinkat=266, readlink=89,
            readlinkat=267, umask=95, pipe=22, pipe2=293, poll=7, ppoll=271, select=23,
            pselect6=270, epoll_create=213, epoll_create1=291, epoll_ctl=233, epoll_wait=232,
            epoll_pwait=281, epoll_pwait2=441, eventfd=284, eventfd2=290,
            # memory
            mmap=9, mprotect=10, munmap=11, mremap=25, brk=12, msync=26, madvise=28,
            membarrier=324,
            # threads, and the process' own end
            clone=56, clone3=435, futex=202, set_robust_list=273,
            set_tid_address=218, rseq=334, sched_yield=24, sched_getaffinity=204,
            sched_setaffinity=203, sched_getparam=143, sched_getscheduler=145,
            sched_get_priority_max=146, sched_get_priority_min=147, exit=60, exit_group=231,
            restart_syscall=219, arch_prctl=158, prctl=157,
            # what the process may know of itself
            getpid=39, gettid=186, getppid=110, getpgrp=111, getpgid=121, getsid=124, getuid=102,
            geteuid=107, getgid=104, getegid=108, getgroups=115, getresuid=118, getresgid=120,
            getpriority=140, wait4=61, waitid=247, getrlimit=97, setrlimit=160, prlimit64=302,
            getrusage=98, times=100, sysinfo=99, uname=63, getcpu=309, getrandom=318, capget=125,
            # signals
            rt_sigaction=13, rt_sigprocmask=14, rt_sigreturn=15, rt_sigpending=127,
            rt_sigtimedwait=128, rt_sigsuspend=130, sigaltstack=131, signalfd=282, signalfd4=289,
            pause=34, kill=62, tgkill=234,
            # time
            time=201, gettimeofday=96, clock_gettime=228, clock_getres=229, clock_nanosleep=230,
            nanosleep=35, alarm=37, getitimer=36, setitimer=38, timer_create=222, timer_settime=223,
            timer_gettime=224, timer_getoverrun=225, timer_delete=226, timerfd_create=283,
            timerfd_settime=286, timerfd_gettime=287,
            # what reaches farther: for some arguments only, see seccomp.py
            fcntl=72, ioctl=16, socketpair=53, sendto=44, recvfrom=45, shutdown=48, getsockname=51,
            getpeername=52, getsockopt=55,
        ),
        metadata=dict(
            truncate=76, chmod=90, fchmod=91, fchmodat=268, utime=132, utimes=235, futimesat=261,
            utimensat=280, fchmodat2=452, getxattr=191, lgetxattr=192, fgetxattr=193,
            listxattr=194, llistxattr=195, flistxattr=196,
        ),
        processes=dict(fork=57, vfork=58, setsid=112, setpgid=109, sendmsg=46),
        messages=dict(recvmsg=47, setsockopt=54),
        sockets=dict(socket=41, connect=42, bind=49, listen=50, accept=43, accept4=288),
        groups=dict(flock=73),
        gpu=dict(
            mlock=149, mlock2=325, munlock=150, memfd_create=319, get_mempolicy=239, mbind=237,
            sched_setscheduler=144,
        ),
    ),
    "aarch64": Machine(
        audit_number=0xC00000B7,
        seccomp=277, pivot_root=41, capset=91,
        harmless=dict(
            # files and descriptors
            read=63, write=64, readv=65, writev=66, pread64=67, pwrite64=68, preadv=69, pwritev=70,
            preadv2=286, pwritev2=287, openat=56, close=57, close_range=436, fstat=80,
            newfstatat=79, statx=291, statfs=43, fstatfs=44, lseek=62, faccessat=48, faccessat2=439,
            dup=23, dup3=24, fsync=82, fdatasync=83, ftruncate=46, fallocate=47,
            fadvise64=223, sendfile=71, copy_file_range=285, getdents64=61, getcwd=17, chdir=49,
            fchdir=50, renameat=38, renameat2=276, mkdirat=34, unlinkat=35, linkat=37, symlinkat=36,
            readlinkat=78, umask=166, pipe2=59, ppoll=73, pselect6=72, epoll_create1=20,
            epoll_ctl=21, epoll_pwait=22, epoll_pwait2=441, eventfd2=19,
            # memory
            mmap=222, mprotect=226, munmap=215, mremap=216, brk=214, msync=227,
            madvise=233, membarrier=283,
            # threads, and the process' own end
            clone=220, clone3=435, futex=98, set_robust_list=99,
            set_tid_address=96, rseq=293, sched_yield=124, sched_getaffinity=123,
            sched_setaffinity=122, sched_getparam=121, sched_getscheduler=120,
            sched_get_priority_max=125, sched_get_priority_min=126, exit=93, exit_group=94,
            restart_syscall=128, prctl=167,
            # what the process may know of itself
            getpid=172, gettid=178, getppid=173, getpgid=155, getsid=156, getuid=174, geteuid=175,
            getgid=176, getegid=177, getgroups=158, getresuid=148, getresgid=150, getpriority=141,
            wait4=260, waitid=95, getrlimit=163, setrlimit=164, prlimit64=261, getrusage=165,
            times=153, sysinfo=179, uname=160, getcpu=168, getrandom=278, capget=90,
            # signals
            rt_sigaction=134, rt_sigprocmask=135, rt_sigreturn=139, rt_sigpending=136,
            rt_sigtimedwait=137, rt_sigsuspend=133, sigaltstack=132, signalfd4=74, kill=129,
            tgkill=131,
            # time
            gettimeofday=169, clock_gettime=113, clock_getres=114, clock_nanosleep=115,
            nanosleep=101, getitimer=102, setitimer=103, timer_create=107, timer_settime=110,
            timer_gettime=108, timer_getoverrun=109, timer_delete=111, timerfd_create=85,
            timerfd_settime=86, timerfd_gettime=87,
            # what reaches farther: for some arguments only, see seccomp.py
            fcntl=25, ioctl=29, socketpair=199, sendto=206, recvfrom=207, shutdown=210,
            getsockname=204, getpeername=205, getsockopt=209,
        ),
        metadata=dict(
            truncate=45, fchmod=52, fchmodat=53, utimensat=88, fchmodat2=452, getxattr=8,
            lgetxattr=9, fgetxattr=10, listxattr=11, llistxattr=12, flistxattr=13,
        ),
        processes=dict(setsid=157, setpgid=154, sendmsg=211),
        messages=dict(recvmsg=212, setsockopt=208),
        sockets=dict(socket=198, connect=203, bind=200, listen=201, accept=202, accept4=242),
        groups=dict(flock=32),
        gpu=dict(
            mlock=228, mlock2=284, munlock=229, memfd_create=279, get_mempolicy=236, mbind=235,
            sched_setscheduler=119,
        ),
    ),
}
# fmt: on
