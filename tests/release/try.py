#!/usr/bin/env python3
"""Tries what release.sh has made: in a Debian 11 tree, between that and this machine, and in a clean environment of Python.

    try.py DIST TREE TOOLS

DIST has the packages; TREE is a Debian 11 made by debootstrap; TOOLS is the environment with zig, which compiles the stand-in
driver and its program, with known answers, for both C libraries. Needs root, and a mount namespace of its own (`unshare -m`).
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

dist, tree, tools = (Path(argument).resolve() for argument in sys.argv[1:4])
root = Path(__file__).resolve().parents[2]
# Not in /tmp: some containers below have one of their own.
work = Path(tempfile.mkdtemp(prefix="zetop-try-", dir=dist.parent))
# Long enough for busy machines.
LIMIT = 300
# Of one round of the program `attachable 500`: cuLaunchKernel and cuCtxGetCurrent.
ROUND = 500


def run(command, **options):
    done = subprocess.run(command, timeout=LIMIT, text=True, capture_output=True, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def calls(figures, name):
    return sum(row["calls"] for row in figures["host"]["apis"] if row["name"] == name)


def in_lines(text, what):
    """The figures among lines of a program."""
    lines = [line for line in text.splitlines() if line.startswith("{")]
    return json.loads(lines[-1]) if lines else sys.exit(f"{what}: no figures: {text}")


def must_be(what, found, expected):
    if found != expected:
        sys.exit(f"{what}: {found!r} instead of {expected!r}")
    print(f"ok  {what}: {found}", flush=True)


def inside(command):
    return ["chroot", str(tree), "/usr/bin/env", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", *command]


class Program:
    """`workload attachable`, which does a round for each line that it reads."""

    def __init__(self, wrap, folder):
        command = wrap(["/usr/bin/env", f"LD_LIBRARY_PATH={folder}", f"{folder}/workload", "attachable", str(ROUND)])
        self.child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.line("ready")
        # Below unshare, which waits for it where it makes a PID namespace.
        self.pid = self.child.pid
        while children := Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split():
            self.pid = int(children[0])

    def line(self, start):
        said = self.child.stdout.readline()
        if not said.startswith(start):
            sys.exit(f"the program said {said!r} instead of {start}")

    def round(self):
        self.child.stdin.write("go\n")
        self.child.stdin.flush()
        self.line("done")

    def has_probe(self):
        try:
            names = [(task / "comm").read_text().strip() for task in Path(f"/proc/{self.pid}/task").iterdir()]
        except OSError:
            # A thread has ended meanwhile.
            return False
        return "zetop-in" not in names and ".blk" in Path(f"/proc/{self.pid}/maps").read_text()

    def probes(self):
        files = [line.split("/", 1)[1] for line in Path(f"/proc/{self.pid}/maps").read_text().splitlines() if "/" in line]
        return len({file for file in files if "libzetop_probe" in file})

    def end(self):
        self.child.stdin.close()
        must_be("status of the program", self.child.wait(timeout=LIMIT), 0)


def attach(what, wrap, program):
    """Attaches twice, lets the program do three rounds each time, and compares."""
    for turn in ("", ", again"):
        program.round()
        output = work / "attach.json"
        with output.open("w") as file:
            command = wrap(["zetop", "-p", str(program.pid), "--no-tui", "--json", "-"])
            zetop = subprocess.Popen(command, stdout=file, stderr=subprocess.PIPE, text=True)
            until = time.time() + LIMIT
            while not program.has_probe():
                if zetop.poll() is not None or time.time() > until:
                    zetop.kill()
                    sys.exit(f"{what}: not attached: {zetop.communicate()[1]}")
                time.sleep(0.05)
            for _ in range(3):
                program.round()
            zetop.terminate()
            zetop.communicate(timeout=LIMIT)
        figures = json.loads(output.read_text())
        found = (calls(figures, "cuLaunchKernel"), calls(figures, "cuCtxGetCurrent"), figures["device"]["timed"])
        must_be(what + turn, found, (3 * ROUND,) * 3)
        must_be("probes in the program", program.probes(), 1)
    program.round()
    program.end()


def build():
    """The stand-in driver with its CUPTI, and the program: for glibc 2.17, so for both sides."""
    folder = work / "cuda"
    folder.mkdir()
    compiler = [str(tools / "bin/python3"), "-m", "ziglang", "cc", "-target", "x86_64-linux-gnu.2.17", "-O1", "-w", "-fexceptions"]
    sources = root / "tests/cuda-stub"
    library = ["-shared", "-fPIC", "-Wl,-Bsymbolic"]
    for source, name, flags in [
        ("driver.c", "libcuda.so.1", [*library, "-Wl,-soname,libcuda.so.1"]),
        ("cupti.c", "libcupti.so.13", [*library, "-Wl,-soname,libcupti.so.13"]),
        ("workload.c", "workload", []),
        ("../release/cancelled.c", "cancelled", []),
    ]:
        run([*compiler, "-o", folder / name, sources / source, *flags, "-ldl", "-lpthread"])
    shutil.copytree(folder, tree / "opt/cuda", dirs_exist_ok=True)
    return folder


def demonstration(what, wrap):
    figures = in_lines(run(wrap(["zetop", "demo", "--no-tui", "--duration", "3", "--json", "-"])), what)
    launched = calls(figures, "zeCommandListAppendLaunchKernel")
    if launched == 0:
        sys.exit(f"{what}: no kernel was launched")
    print(f"ok  {what}: {launched} kernels appended, {figures['device']['coverage_pct']} % of operations timed", flush=True)


def launch(what, wrap, folder):
    """Two rounds of a launched program, recorded; what the recording says is what was seen."""
    options = ["--json", f"{folder}/launch.json", "--record", f"{folder}/launch.zetop"]
    command = ["/usr/bin/env", f"LD_LIBRARY_PATH={folder}", "zetop", *options, "--", f"{folder}/workload", "attachable", str(ROUND)]
    run(wrap(command), input="go\ngo\n")
    place = tree / folder.relative_to("/") if wrap is inside else folder
    figures = json.loads((place / "launch.json").read_text())
    replayed = json.loads(run(["zetop", "report", place / "launch.zetop", "--json", "-"]))
    for source, seen in (("", figures), (", recorded", replayed)):
        found = (calls(seen, "cuLaunchKernel"), calls(seen, "cuCtxGetCurrent"), seen["device"]["timed"])
        must_be(what + source, found, (2 * ROUND,) * 3)


def cancelled(what, wrap, folder):
    """Threads that are cancelled in a call unwind through the probe."""
    said = run(wrap(["/usr/bin/env", f"LD_LIBRARY_PATH={folder}", "zetop", "--no-tui", "--", f"{folder}/cancelled", "20"]))
    must_be(what, said.strip(), "cancelled 20")


NO_SHM = (
    "mount -t tmpfs none /mnt && for f in null zero urandom; do touch /mnt/$f && mount --bind /dev/$f /mnt/$f || exit 9; done"
    " && ln -s /proc/self/fd /mnt/fd && mount --move /mnt /dev"
)
READ_ONLY = "mount -o remount,bind,ro /"
# What a container may look like, and what zetop says where it can't work: launched in it, and attached to from outside.
CONTAINERS = [
    ("a /dev/shm of 64 MB", "mount -t tmpfs -o size=64m none /dev/shm", None, None),
    ("a /tmp without execution", "mount -t tmpfs -o noexec none /tmp", None, None),
    ("no /dev/shm", NO_SHM, None, None),
    ("a read-only root, with /tmp", f"mount -t tmpfs none /tmp && {READ_ONLY}", None, None),
    (
        "a read-only root, with a /dev/shm without execution",
        f"mount -t tmpfs -o noexec none /dev/shm && mount -t tmpfs -o ro none /tmp && mount -t tmpfs -o ro none /run && {READ_ONLY}",
        "set TMPDIR to a folder that is yours",
        "make /tmp or /dev/shm there writable and executable",
    ),
]


def containers(folder):
    """In namespaces as containers have them."""
    for name, script, needed_by_launch, needed_by_attach in CONTAINERS:

        def contained(command):
            return ["unshare", "-m", "--propagation", "private", "sh", "-c", f'{script} && cd / && exec "$@"', "sh", *command]

        # The results leave it by a stream. Neither a home nor a folder for this run's sockets is in a container.
        options = ["--no-tui", "--json", "/proc/self/fd/2"]
        command = ["/usr/bin/env", "-u", "XDG_RUNTIME_DIR", "HOME=/", f"LD_LIBRARY_PATH={folder}", "zetop", *options]
        done = subprocess.run(
            contained([*command, "--", f"{folder}/workload", "attachable", str(ROUND)]),
            input="go\ngo\n",
            text=True,
            capture_output=True,
            timeout=LIMIT,
        )
        if needed_by_launch:
            must_be(f"launch with {name}: says what is needed", needed_by_launch in done.stderr, True)
        else:
            figures = in_lines(done.stderr, f"launch with {name}")
            must_be(f"launch with {name}", calls(figures, "cuLaunchKernel"), 2 * ROUND)
        program = Program(contained, folder)
        if needed_by_attach:
            done = subprocess.run(["zetop", "-p", str(program.pid), "--no-tui"], text=True, capture_output=True, timeout=LIMIT)
            must_be(f"attach with {name}: says what is needed", needed_by_attach in done.stderr, True)
            program.end()
        else:
            attach(f"attach with {name}", here, program)
    namespaces = ["unshare", "-U", "-r", "-m", "-p", "-f", "--mount-proc", "--propagation", "private", "sh", "-c"]
    own = 'mount -t tmpfs none /tmp && mount -t tmpfs none /dev/shm && cd / && "$@"; exit $?'
    attach("attach into user, mount and PID namespaces", here, Program(lambda command: [*namespaces, own, "sh", *command], folder))


def packages():
    """What is in them, and that the checksums are those of the files."""
    run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=dist)
    (tarball,) = dist.glob("*x86_64*.tar.gz")
    unpacked = work / "tarball"
    unpacked.mkdir()
    run(["tar", "-xzf", tarball, "-C", unpacked])
    (folder,) = unpacked.iterdir()
    expected = "CHANGELOG.md LICENSE README.md _zetop zetop zetop.1.gz zetop.bash zetop.fish".split()
    must_be("tarball", sorted(file.name for file in folder.iterdir()), expected)
    os.environ["PATH"] = f"{folder}:{os.environ['PATH']}"
    (deb,) = dist.glob("*_amd64.deb")
    shutil.copy(deb, tree / "tmp/zetop.deb")
    run(inside(["dpkg", "--install", "/tmp/zetop.deb"]))
    owned = run(inside(["dpkg", "--listfiles", "zetop"])).split()
    must_be(".deb", [name in owned for name in ("/usr/bin/zetop", "/usr/share/man/man1/zetop.1.gz")], [True, True])
    if shutil.which("rpm"):
        (rpm,) = dist.glob("*.x86_64.rpm")
        owned = run(["rpm", "--query", "--list", "--package", "--nosignature", rpm]).split()
        must_be(".rpm", [name in owned for name in ("/usr/bin/zetop", "/usr/share/man/man1/zetop.1.gz")], [True, True])
    else:
        print("skipped: no rpm here to list the package with")
    (sbom,) = dist.glob("*x86_64*.cdx.json")
    parts = {part["name"] for part in json.loads(sbom.read_text())["components"]}
    must_be("SBOM", sorted({"ratatui", "zstd", "zetop-wire"} & parts), ["ratatui", "zetop-wire", "zstd"])


def wheel(folder):
    """In an environment with nothing but pip, and where it can't run."""
    (file,) = dist.glob("*x86_64.whl")
    environment = work / "venv"
    run([sys.executable, "-m", "venv", environment])
    run([environment / "bin/pip", "install", "--quiet", "--no-index", file])
    python = environment / "bin/python"
    without_path = {**os.environ, "PATH": f"{environment}/bin:/usr/bin:/bin"}
    must_be("python -m zetop", run([python, "-m", "zetop", "--version"]), run([environment / "bin/zetop", "--version"]))
    demonstration("demo from the wheel", lambda command: [environment / "bin/zetop", *command[1:]])
    output = work / "python.json"
    script = root / "tests/cuda-stub/upload.py"
    command = [environment / "bin/zetop", "--json", output, "--", "python", script, "2", "main"]
    run(command, env={**without_path, "LD_LIBRARY_PATH": str(folder)})
    copies = calls(json.loads(output.read_text()), "cuMemcpyHtoD")
    if copies == 0:
        sys.exit("a Python program launched by the wheel's zetop: no copy was counted")
    print(f"ok  a Python program launched by the wheel's zetop: {copies} copies")
    musl = [environment / "bin/pip", "download", "--quiet", "--no-index", "--find-links", dist, "--no-deps"]
    refused = subprocess.run(
        [*musl, "--only-binary=:all:", "--platform", "musllinux_1_2_x86_64", "-d", work, "zetop"], capture_output=True, text=True
    )
    must_be("pip for musl", "No matching distribution found for zetop" in refused.stderr, True)
    # Its dynamic linker is not there, as where the C library is musl.
    program = environment / "bin/zetop"
    program.write_bytes(program.read_bytes().replace(b"/lib64/ld-linux-x86-64.so.2", b"/lib64/ld-linux-x86-64.so.9"))
    refused = subprocess.run([python, "-m", "zetop", "demo"], capture_output=True, text=True)
    must_be("python -m zetop with another C library", refused.stderr.count("\n"), 1)
    must_be("its line", "needs a Linux with glibc 2.17 or newer" in refused.stderr, True)


def aarch64():
    """All packages for it have the same binary, pip takes the wheel there, and the binary runs as far as qemu-user can."""
    unpacked = work / "aarch64"
    unpacked.mkdir()
    (tarball,), (deb,), (rpm,), (file,) = (
        list(dist.glob(name)) for name in ("*aarch64*.tar.gz", "*_arm64.deb", "*.aarch64.rpm", "*aarch64.whl")
    )
    run(["tar", "-xzf", tarball, "-C", unpacked, "--strip-components=1"])
    program = unpacked / "zetop"
    run(["dpkg-deb", "--extract", deb, unpacked / "deb"])
    names = zipfile.ZipFile(file)
    (inside_wheel,) = (name for name in names.namelist() if name.endswith("/scripts/zetop"))
    binaries = [program.read_bytes(), (unpacked / "deb/usr/bin/zetop").read_bytes(), names.read(inside_wheel)]
    must_be("aarch64: tarball, .deb and wheel have one binary", binaries[0] == binaries[1] == binaries[2], True)
    architecture = run(["dpkg-deb", "--field", deb, "Architecture"]).strip()
    must_be("aarch64: .deb", architecture, "arm64")
    if shutil.which("rpm"):
        query = ["rpm", "--query", "--package", "--nosignature", "--queryformat", "%{ARCH}", rpm]
        must_be("aarch64: .rpm", run(query), "aarch64")
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-index", "--find-links", dist, "--no-deps", "--only-binary=:all:"]
    run([*pip, "--platform", "manylinux2014_aarch64", "-d", unpacked, "zetop"])
    must_be("aarch64: pip takes", [file.name for file in unpacked.glob("*.whl")], [file.name])
    qemu = root / "tests/aarch64/inside.sh"
    if subprocess.run([qemu, "true"], capture_output=True).returncode != 0:
        print("skipped: no qemu-user here to run the binary for aarch64")
        return
    said = run([qemu, program, "--version", "--verbose"])
    must_be("aarch64: --version", said.split()[:2], ["zetop", f"{file.name.split('-')[1]}"])
    demonstration("aarch64: demo by qemu-user", lambda command: [qemu, program, *command[1:]])


def here(command):
    return command


def main():
    for what, folder in (("proc", "proc"), ("tmpfs", "dev/shm")):
        (tree / folder).mkdir(exist_ok=True)
        run(["mount", "-t", what, what, tree / folder])
    folder = build()
    in_tree = Path("/opt/cuda")
    packages()
    print(run(["zetop", "--version", "--verbose"]) + run(inside(["zetop", "--version", "--verbose"])), end="")
    demonstration("demo on this machine", here)
    demonstration("demo in Debian 11", inside)
    launch("launch on this machine", here, folder)
    launch("launch in Debian 11", inside, in_tree)
    cancelled("threads that are cancelled, on this machine", here, folder)
    cancelled("threads that are cancelled, in Debian 11", inside, in_tree)
    attach("attach on this machine", here, Program(here, folder))
    attach("attach in Debian 11", inside, Program(inside, in_tree))
    attach("attach from this machine to Debian 11", here, Program(inside, in_tree))
    # As a sidecar does: the PID namespace is shared, the file system is not.
    attach("attach from Debian 11 to this machine", lambda command: ["unshare", "-m", *inside(command)], Program(here, folder))
    containers(folder)
    wheel(folder)
    aarch64()


try:
    main()
finally:
    shutil.rmtree(work, ignore_errors=True)
