"""System calls that no code in the sandbox may make, for they reach out of it."""

from __future__ import annotations

# fmt: off
# Called with zeros. The numbers are those of x86_64.
REFUSED_CALLS = dict(  # noqa: C408
    ptrace=101, process_vm_readv=310, process_vm_writev=311, io_uring_setup=425, bpf=321,
    perf_event_open=298, userfaultfd=323, keyctl=250, add_key=248, request_key=249, mount=165,
    umount2=166, pivot_root=155, chroot=161, unshare=272, setns=308, fsopen=430, open_tree=428,
    move_mount=429, mount_setattr=442, fsmount=432, name_to_handle_at=303,
    open_by_handle_at=304, init_module=175, finit_module=313, delete_module=176, kexec_load=246,
    reboot=169, swapon=167, acct=163, sethostname=170, setdomainname=171, syslog=103,
    personality=135, modify_ldt=154, ioperm=173, iopl=172, quotactl=179, fanotify_init=300,
    inotify_init1=294, memfd_create=319, memfd_secret=447, shmget=29, semget=64, msgget=68,
    mq_open=240, vmsplice=278, splice=275, tee=276, pidfd_open=434, pidfd_getfd=438,
    pidfd_send_signal=424, kcmp=312, tkill=200, rt_sigqueueinfo=129, rt_tgsigqueueinfo=297,
    setuid=105, setgid=106, setresuid=117, setgroups=116, capset=126, setpriority=141,
    sched_setscheduler=144, sched_setparam=142, ioprio_set=251, migrate_pages=256,
    move_pages=279, process_madvise=440, seccomp=317, landlock_create_ruleset=444, execve=59,
    execveat=322, fork=57, vfork=58, socket=41, connect=42, bind=49, listen=50, accept4=288,
    sendmsg=46, recvmsg=47, setsockopt=54, chown=92, lchown=94, mknod=133, setxattr=188,
    lookup_dcookie=212, clock_settime=227, settimeofday=164, adjtimex=159, vhangup=153,
    mlock=149, mlockall=151, setsid=112, setpgid=109, flock=73, mincore=27, arch_prctl=158,
    get_robust_list=274,
)
# fmt: on

# What some tiers may call nonetheless.
_MESSAGES = ("recvmsg", "setsockopt")
_SOCKETS = ("socket", "connect", "bind", "listen", "accept4")
GRANTED = {
    "workers": ("fork", "vfork", "setsid", "setpgid", "sendmsg", *_MESSAGES, *_SOCKETS),
    "ranks": (*_MESSAGES, *_SOCKETS, "flock"),
    "ranks without namespaces": (*_MESSAGES, "flock"),
}
