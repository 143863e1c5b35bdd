# Two threads of a Python program wait for an event that nobody signals: `hangs.py SECONDS [line]`; with `line`, a third
# thread signals it when a line of input has come.
import ctypes
import sys
import threading

ze = ctypes.CDLL("libze_loader.so.1")


class Desc(ctypes.Structure):
    _fields_ = [("stype", ctypes.c_uint32), ("next", ctypes.c_void_p), ("words", ctypes.c_uint32 * 8)]


def call(name, *arguments):
    result = getattr(ze, name)(*arguments)
    if result:
        raise SystemExit(f"{name}: {result:#x}")


def desc(stype, *words):
    return ctypes.byref(Desc(stype, None, (ctypes.c_uint32 * 8)(*words)))


def wait_for_it(event, seconds):
    ze.zeEventHostSynchronize(event, ctypes.c_uint64(int(seconds * 1e9)))  # waits here


def signal(event):
    sys.stdin.readline()
    call("zeEventHostSignal", event)


def main(seconds):
    one, driver, device = ctypes.c_uint32(1), ctypes.c_void_p(), ctypes.c_void_p()
    context, pool, event = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
    call("zeInit", 0)
    call("zeDriverGet", ctypes.byref(one), ctypes.byref(driver))
    call("zeDeviceGet", driver, ctypes.byref(one), ctypes.byref(device))
    call("zeContextCreate", driver, desc(0xD), ctypes.byref(context))
    call("zeEventPoolCreate", context, desc(0x10, 1, 1), 1, ctypes.byref(device), ctypes.byref(pool))
    call("zeEventCreate", pool, desc(0x11, 0, 0, 4), ctypes.byref(event))
    second = threading.Thread(target=wait_for_it, args=(event, seconds))
    second.start()
    if "line" in sys.argv:
        threading.Thread(target=signal, args=(event,)).start()
    wait_for_it(event, seconds)
    second.join()
    print("done")


main(float(sys.argv[1]))
