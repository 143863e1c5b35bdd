# Waits for a stream, in two threads: `waits.py`. How long the driver takes is CUDA_STUB_SYNC_US, or until the file
# CUDA_STUB_SYNC_GATE is there.
import ctypes
import threading

cuda = ctypes.CDLL("libcuda.so.1")


def wait():
    cuda.cuStreamSynchronize(None)  # waits here


device, context = ctypes.c_int(), ctypes.c_void_p()
cuda.cuInit(0)
cuda.cuDeviceGet(ctypes.byref(device), 0)
cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), device)
second = threading.Thread(target=wait)
second.start()
wait()
second.join()
print("done")
