# Copies of pageable memory, made by a Python program: `upload.py SECONDS main|thread|package|freed`. Lines that are looked for
# have a comment.
import ctypes
import sys
import threading
import time

cuda = ctypes.CDLL("libcuda.so.1")
SIZE = 1 << 22


def call(name, *arguments):
    result = getattr(cuda, name)(*arguments)
    if result:
        raise SystemExit(f"{name}: {result}")


def upload(to, data):
    # A table of lines has long and short entries, and ones without a line: some of each before the call.
    kind = [
        each.real
        for each in (1, 2)
        if each
    ]
    try:
        call.last = kind
    finally:
        cuda.cuMemcpyHtoD_v2(  # a call of several lines
            to,
            data,
            SIZE,
        )


class Batch:
    def __init__(self, to):
        self.to, self.data = to, ctypes.create_string_buffer(SIZE)

    def steps(self):
        for _ in range(3):
            yield self.to
            upload(self.to, self.data)  # in a generator


def run(seconds, step):
    end = time.time() + seconds
    while time.time() < end:
        step()  # in run


def main(seconds, mode):
    call("cuInit", 0)
    device, context, to = ctypes.c_int(), ctypes.c_void_p(), ctypes.c_uint64()
    call("cuDeviceGet", ctypes.byref(device), 0)
    call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
    call("cuMemAlloc_v2", ctypes.byref(to), ctypes.c_size_t(SIZE))
    batch = Batch(to)
    step = lambda: list(batch.steps())  # in a lambda
    if mode == "package":
        import uploader

        step = lambda: uploader.upload(cuda, to, batch.data, SIZE)  # into a package
    if mode == "freed":
        # Code that is dropped at once; what comes after it may have its address, and never copies.
        names = {"upload": upload, "to": to, "data": batch.data, "sleep": time.sleep}
        copies, innocent = "\n" * 99 + "upload(to, data)", "\n" * 899 + "sleep(0.01)"

        def step():
            exec(compile(copies, "/copies.py", "exec"), dict(names))
            exec(compile(innocent, "/innocent.py", "exec"), dict(names))

    if mode == "thread":
        thread = threading.Thread(target=run, args=(seconds, step))
        thread.start()
        thread.join()
    else:
        run(seconds, step)  # in main


main(float(sys.argv[1]), sys.argv[2])  # in the module
