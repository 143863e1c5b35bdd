"""Kernels of different names, as autotuning makes them, each launched once: names.py COUNT LENGTH."""
import ctypes
import sys

cuda = ctypes.CDLL("libcuda.so.1")


def call(name, *arguments):
    result = getattr(cuda, name)(*arguments)
    if result:
        raise SystemExit(f"{name}: {result}")


count, length = int(sys.argv[1]), int(sys.argv[2])
call("cuInit", 0)
device, context, module = ctypes.c_int(), ctypes.c_void_p(), ctypes.c_void_p()
call("cuDeviceGet", ctypes.byref(device), 0)
call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
call("cuCtxSetCurrent", context)
call("cuModuleLoadData", ctypes.byref(module), b"")
for number in range(count):
    function = ctypes.c_void_p()
    name = f"kernel_{number:06d}_".ljust(length, "x")
    call("cuModuleGetFunction", ctypes.byref(function), module, name.encode())
    call("cuLaunchKernel", function, 1, 1, 1, 32, 1, 1, 0, None, None, None)
call("cuCtxSynchronize")
