//! An attach to a program that does not answer can be interrupted, and is given up.

use crate::common::{LIMIT, eventually, interrupt, is_over, stderr, zetop};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A program that seems to use Level Zero, and one of whose threads is in the middle of loading a library, for ever.
const LOADS: &str = r#"
#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>
static void *load(void *path) { return dlopen(path, RTLD_NOW); }
int main(int argc, char **argv) {
    pthread_t thread;
    if (argc < 2 || !dlopen(argv[1], RTLD_NOW)) return 1;
    if (argc > 2) pthread_create(&thread, 0, load, argv[2]);
    else if (write(1, "ready\n", 6) < 0) return 1;
    for (;;) pause();
}
"#;
const NEVER_LOADED: &str = r#"
#include <unistd.h>
__attribute__((constructor)) static void never_over(void) {
    if (write(1, "ready\n", 6) == 6) for (;;) pause();
}
"#;

/// Ends with the test.
struct Target(Child);

impl Drop for Target {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The program and its libraries. `None`, said, without a C compiler.
struct Built(tempfile::TempDir);

impl Built {
    fn new() -> Option<Self> {
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let make = |name: &str, source: &str, options: &[&str]| {
            let text = folder.path().join(format!("{name}.c"));
            std::fs::write(&text, source).unwrap();
            let made =
                Command::new("cc").arg("-o").arg(folder.path().join(name)).arg(&text).args(options).status();
            made.is_ok_and(|made| made.success())
        };
        let shared = ["-shared", "-fPIC"];
        let made = make("loads", LOADS, &["-ldl", "-lpthread"])
            && make("libze_loader.so.1", "int zeInit(int x) { return x; }\n", &shared)
            && make("never.so", NEVER_LOADED, &shared);
        if !made {
            zetop_testing::skip!("no C compiler");
        }
        made.then_some(Self(folder))
    }

    fn start(&self, never_loaded: bool) -> Target {
        let mut command = Command::new(self.0.path().join("loads"));
        command.arg(self.0.path().join("libze_loader.so.1"));
        if never_loaded {
            command.arg(self.0.path().join("never.so"));
        }
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert_eq!(line, "ready\n");
        Target(child)
    }
}

fn attach(target: &Target) -> Child {
    let mut command = zetop();
    command.args(["--no-tui", "--no-history", "-p", &target.0.id().to_string()]);
    command.stderr(Stdio::piped()).spawn().unwrap()
}

/// Whether zetop has the program's memory open.
fn has_opened(zetop: &Child, target: &Target) -> bool {
    let name = format!("/proc/{}/mem", target.0.id());
    let open = std::fs::read_dir(format!("/proc/{}/fd", zetop.id())).into_iter().flatten().flatten();
    open.into_iter().any(|fd| std::fs::read_link(fd.path()).is_ok_and(|to| to == Path::new(&name)))
}

fn tasks(of: &Child) -> usize {
    std::fs::read_dir(format!("/proc/{}/task", of.id())).map_or(0, Iterator::count)
}

/// zetop's helper waits for the program's lock, up to ten seconds.
#[test]
fn an_attach_can_be_interrupted() {
    let Some(built) = Built::new() else { return };
    let target = built.start(true);
    let before = tasks(&target.0);
    let mut child = attach(&target);
    eventually("the helper", || tasks(&target.0) > before || is_over(&mut child));
    if is_over(&mut child) {
        let output = child.wait_with_output().unwrap();
        return zetop_testing::skip!("{}", stderr(&output).trim());
    }
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert!(stderr(&output).contains("interrupted while attaching"), "{}", stderr(&output));
    assert_eq!(output.status.code(), Some(1));
}

/// All that the program's file system is asked is answered by nobody.
#[test]
fn a_program_whose_file_system_does_not_answer_is_given_up() {
    let Some(built) = Built::new() else { return };
    let folder = std::fs::canonicalize(built.0.path()).unwrap();
    assert!(!folder.starts_with("/tmp") && !folder.starts_with("/dev/shm") || Path::new("/dev/shm").is_dir());
    let (sender, receiver) = std::sync::mpsc::channel();
    let (over, wait) = std::sync::mpsc::channel::<()>();
    let holder = std::thread::spawn(move || {
        zetop_testing::in_own_mounts(move || {
            let mounted = zetop_testing::silent(Path::new("/dev/shm"));
            sender.send(mounted.is_some().then(|| built.start(false))).unwrap();
            let _ = wait.recv();
            drop(mounted);
        })
    });
    let Ok(Some(target)) = receiver.recv() else {
        drop(over);
        let _ = holder.join();
        return zetop_testing::skip!("a mount needs root, and FUSE");
    };
    let begun = Instant::now();
    let output = attach(&target).wait_with_output().unwrap();
    println!("{:?}: {}", begun.elapsed(), stderr(&output));
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).lines().count() == 1 && stderr(&output).contains("has not answered"),
        "{}",
        stderr(&output)
    );
    assert!(begun.elapsed() < LIMIT);
    // In the middle of it.
    let mut child = attach(&target);
    let threads = |child: &Child| {
        let all = std::fs::read_dir(format!("/proc/{}/task", child.id())).into_iter().flatten().flatten();
        let names = all.filter_map(|task| std::fs::read_to_string(task.path().join("wchan")).ok());
        names.filter(|name| name.contains("fuse") || name.contains("request_wait")).count()
    };
    let mut opened = None;
    // Not every kernel says what a thread waits for. Shortly after zetop has opened the program's memory it waits for that file
    // system.
    let mut is_asking = || {
        if has_opened(&child, &target) {
            let since = *opened.get_or_insert_with(Instant::now);
            return since.elapsed() > Duration::from_secs(3);
        }
        false
    };
    eventually("zetop waits", || threads(&child) > 0 || is_asking());
    interrupt(&child);
    eventually("zetop's end", || is_over(&mut child));
    let output = child.wait_with_output().unwrap();
    assert!(stderr(&output).contains("interrupted while attaching"), "{}", stderr(&output));
    // The doctor says what it is about, and comes to its end.
    let output = zetop().args(["doctor", "-p", &target.0.id().to_string()]).output().unwrap();
    assert!(begun.elapsed() < 2 * LIMIT);
    assert!(!output.stdout.is_empty());
    drop(target);
    drop(over);
    assert!(holder.join().unwrap());
}

/// Somebody else has the lock by which zetops take turns: the program itself, perhaps. Or a thread that is called like one of
/// zetop's traces it.
#[test]
fn an_attach_that_waits_for_its_turn_can_be_interrupted() {
    const TURN: Duration = Duration::from_secs(10);
    let Some(built) = Built::new() else { return };
    let target = built.start(false);
    let memory = std::fs::File::open(format!("/proc/{}/mem", target.0.id())).unwrap();
    rustix::fs::flock(&memory, rustix::fs::FlockOperation::LockExclusive).unwrap();
    let interrupted = |what: &str| {
        let mut child = attach(&target);
        eventually("zetop's turn", || has_opened(&child, &target) || is_over(&mut child));
        // One that does not wait for its turn is over by then.
        std::thread::sleep(Duration::from_millis(200));
        assert!(!is_over(&mut child), "{what}");
        let begun = Instant::now();
        interrupt(&child);
        let output = child.wait_with_output().unwrap();
        println!("{what}: {:?}: {}", begun.elapsed(), stderr(&output));
        assert!(stderr(&output).contains("interrupted while attaching"), "{what}: {}", stderr(&output));
        assert!(begun.elapsed() < TURN, "{what}: {:?}", begun.elapsed());
    };
    interrupted("a lock");
    drop(memory);
    let pid = target.0.id().cast_signed();
    let (ready, traced) = std::sync::mpsc::channel();
    let (over, wait) = std::sync::mpsc::channel::<()>();
    let tracer = std::thread::Builder::new().name("zetop-ptrace".to_owned()).spawn(move || {
        let none = std::ptr::null_mut::<libc::c_void>();
        // SAFETY: plain numbers.
        ready.send(unsafe { libc::ptrace(libc::PTRACE_SEIZE, pid, none, none) } == 0).unwrap();
        let _ = wait.recv();
    });
    if traced.recv() == Ok(true) {
        interrupted("a tracer");
    } else {
        zetop_testing::skip!("nothing can be traced here");
    }
    drop(over);
    tracer.unwrap().join().unwrap();
}

/// Maps a file as code, and reads nothing of it.
const MAPS: &str = r#"
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
int main(int argc, char **argv) {
    int file = argc < 2 ? -1 : open(argv[1], O_RDONLY);
    if (mmap(0, 65536, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, 0) == MAP_FAILED) return 1;
    if (write(1, "ready\n", 6) < 0) return 1;
    for (;;) pause();
}
"#;

/// All its threads but those that wait in the kernel have ended. These end with the answer, and the process with them.
fn has_ended(child: &Child) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id()));
    stat.map_or(true, |stat| stat.rsplit_once(") ").is_none_or(|(_, rest)| rest.starts_with(['Z', 'X'])))
}

/// A configuration, and the API's library of a program, on a file system that answers after a minute.
#[test]
fn files_that_are_answered_for_late_are_given_up_and_said() {
    let late = Duration::from_secs(60);
    let ran = zetop_testing::in_own_mounts(move || {
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let (source, maps, at) =
            (folder.path().join("maps.c"), folder.path().join("maps"), folder.path().join("at"));
        std::fs::create_dir(&at).unwrap();
        std::fs::write(&source, MAPS).unwrap();
        if !Command::new("cc").arg("-o").arg(&maps).arg(&source).status().is_ok_and(|made| made.success()) {
            return zetop_testing::skip!("no C compiler");
        }
        let library = vec![0; 65_536];
        let files: [(&str, &[u8]); 2] =
            [("config.toml", b"ascii = true\n"), ("libze_loader.so.1.2.3", &library)];
        let Some(fuse) = zetop_testing::Fuse::mount(&at, &files, zetop_testing::Answers::After(late)) else {
            return zetop_testing::skip!("no FUSE");
        };
        let mut program = Command::new(&maps);
        program.arg(fuse.folder().join(files[1].0)).stdout(Stdio::piped());
        let mut program = Target(program.spawn().unwrap());
        let mut line = String::new();
        BufReader::new(program.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert_eq!(line, "ready\n");
        let configured = || {
            let mut command = zetop();
            command.env("ZETOP_CONFIG", fuse.folder().join(files[0].0)).args(["--no-tui", "true"]);
            command.stderr(Stdio::piped()).spawn().unwrap()
        };
        let begun = Instant::now();
        let all = [configured(), attach(&program)];
        eventually("their ends", || all.iter().all(has_ended));
        let took = begun.elapsed();
        let mut asked = [configured(), attach(&program)];
        // In the middle of it, or before.
        std::thread::sleep(Duration::from_millis(500));
        let begun = Instant::now();
        asked.iter_mut().filter(|child| !has_ended(child)).for_each(|child| interrupt(child));
        eventually("their ends when they are asked", || asked.iter().all(has_ended));
        let asked_took = begun.elapsed();
        // Nothing may be left that waits.
        drop(program);
        drop(fuse);
        let outputs: Vec<_> = all.into_iter().map(|child| child.wait_with_output().unwrap()).collect();
        asked.into_iter().for_each(|mut child| drop(child.wait()));
        for output in &outputs {
            println!("{took:?}, when asked {asked_took:?}: {} {}", output.status, stderr(output));
            assert!(!output.status.success() && stderr(output).lines().count() == 1, "{}", stderr(output));
        }
        assert!(stderr(&outputs[0]).contains("nothing came within"), "{}", stderr(&outputs[0]));
        assert!(took < late, "{took:?}: it waited for the answer");
        assert!(asked_took < late / 4, "{asked_took:?}");
    });
    if !ran {
        zetop_testing::skip!("mounts need root");
    }
}
