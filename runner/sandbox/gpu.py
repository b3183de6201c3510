"""Whether a GPU can be driven from where this process is, asked of its driver alone.

torch takes seconds to import, and a process in which CUDA was used cannot fork.
"""

from __future__ import annotations

import ctypes


def prove() -> None:
    """Make a context and some memory on the first CUDA GPU; raises OSError."""
    driver = ctypes.CDLL("libcuda.so.1")
    device, context, address = ctypes.c_int(), ctypes.c_void_p(), ctypes.c_uint64()
    _succeed(driver.cuInit(0))
    _succeed(driver.cuDeviceGet(ctypes.byref(device), 0))
    _succeed(driver.cuCtxCreate_v2(ctypes.byref(context), 0, device))
    _succeed(driver.cuMemAlloc_v2(ctypes.byref(address), ctypes.c_size_t(1 << 20)))


def _succeed(status: int) -> None:
    if status:
        raise OSError(f"the CUDA driver answers with error {status}")
