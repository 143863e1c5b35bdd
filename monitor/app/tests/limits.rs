//! What others can make zetop take: memory by files that it is given, time by programs and files that do not answer.

#![allow(clippy::unwrap_used)] // a test fails by panicking

#[path = "app/common.rs"]
mod common;

use common::{LIMIT, eventually, interrupt, is_over, stderr, zetop};
use std::io::{BufWriter, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// How much more than at rest zetop may take, KiB.
const ROOM: i64 = 64 << 10;

/// How it ends, what it says on stderr, and the most memory that it had, KiB.
#[allow(clippy::zombie_processes)] // wait4 collects it
fn measured(command: &mut Command) -> (ExitStatus, String, i64) {
    let mut said = tempfile::tempfile().unwrap();
    let child = command.stdout(Stdio::null()).stderr(said.try_clone().unwrap()).spawn().unwrap();
    let mut status = 0;
    // SAFETY: a struct of numbers.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: a child that nobody else waits for, and two live places for what is returned.
    let ended = unsafe { libc::wait4(child.id() as i32, &raw mut status, 0, &raw mut usage) };
    assert_eq!(ended, child.id() as i32);
    let mut text = String::new();
    std::io::Seek::rewind(&mut said).unwrap();
    std::io::Read::read_to_string(&mut said, &mut text).unwrap();
    (ExitStatus::from_raw(status), text, usage.ru_maxrss)
}

/// Writes a file in parts, so that this program stays small.
fn file(folder: &Path, name: &str, parts: impl Iterator<Item = String>) -> PathBuf {
    let path = folder.join(name);
    let mut to = BufWriter::new(std::fs::File::create(&path).unwrap());
    parts.for_each(|part| to.write_all(part.as_bytes()).unwrap());
    to.flush().unwrap();
    path
}

#[test]
fn files_take_no_more_memory_than_they_may() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let diff = |file: &Path| {
        let mut command = zetop();
        command.arg("diff").arg(file).arg(file);
        command
    };
    let one = |text: &str| std::iter::once(text.to_owned());
    let small = file(folder, "small.json", one(r#"{"schema": "zetop/1"}"#));
    let (_, _, rest) = measured(&mut diff(&small));
    let repeated = |text: &str, bytes: usize| {
        let block = text.repeat(1 + (64 << 10) / text.len());
        let times = bytes / block.len();
        std::iter::repeat_n(block, times)
    };
    let head = |schema: &str| one(&format!(r#"{{"schema": "{schema}", "#));
    let big = 90_000_000;
    let files = [
        file(folder, "numbers.json", one("[0").chain(repeated(",0", big)).chain(one("]"))),
        file(folder, "deep.json", repeated("[", big)),
        file(folder, "objects.json", one("[{}").chain(repeated(",{\"\":{}}", big)).chain(one("]"))),
        file(folder, "lines.json", repeated("{\"schema\": \"zetop/1\"}\n", big)),
        file(
            folder,
            "unknown.json",
            head("zetop/1").chain(one("\"x\": [0")).chain(repeated(",0", big)).chain(one("]}")),
        ),
        file(
            folder,
            "text.json",
            head("zetop/1").chain(one("\"command\": \"")).chain(repeated("x", big)).chain(one("\"}")),
        ),
        file(
            folder,
            "name.json",
            head("zetop/1")
                .chain(one("\"device\": {\"kernels\": [{\"name\": \""))
                .chain(repeated("x", 5_000_000))
                .chain(one("\"}]}}")),
        ),
        file(folder, "schema.json", one("{\"schema\": \"").chain(repeated("x", 5_000_000)).chain(one("\"}"))),
        file(
            folder,
            "kernels.json",
            head("zetop/1")
                .chain(one("\"device\": {\"kernels\": [{}"))
                .chain(repeated(",{}", big))
                .chain(one("]}}")),
        ),
        file(
            folder,
            "names.json",
            head("zetop/1")
                .chain(one("\"device\": {\"kernels\": [{}"))
                .chain((0..15_990).map(|i| format!(",{{\"name\":\"{i}{}\"}}", "n".repeat(300))))
                .chain(one("]}}")),
        ),
        file(
            folder,
            "bench.json",
            head("zetop-bench/1")
                .chain(one("\"benches\": [{}"))
                .chain(repeated(",{}", 15_000_000))
                .chain(one("]}")),
        ),
        file(
            folder,
            "bench-long.json",
            head("zetop-bench/1").chain(one("\"benches\": [0")).chain(repeated(",0", big)).chain(one("]}")),
        ),
    ];
    for file in &files {
        let begun = Instant::now();
        let (status, said, most) = measured(&mut diff(file));
        let name = file.file_name().unwrap().to_string_lossy();
        println!(
            "{name}: {} MiB more than at rest, {:?}, {status}: {said}",
            (most - rest) >> 10,
            begun.elapsed()
        );
        assert!(most - rest <= ROOM, "{name}: {} KiB more", most - rest);
        assert!(status.code().is_some_and(|code| code < 100), "{name}: {status}: {said}");
        assert!(said.lines().count() <= 2 && said.len() < 2000, "{name}: {said}");
        std::fs::remove_file(file).unwrap();
    }
    // A configuration.
    let sparse = folder.join("sparse.toml");
    std::fs::File::create(&sparse).unwrap().set_len(1 << 40).unwrap();
    let long = file(folder, "long.toml", repeated("ascii = true\n", big));
    for config in [Path::new("/dev/zero"), Path::new("/dev/urandom"), &sparse, &long] {
        let mut command = zetop();
        let (status, said, most) = measured(command.env("ZETOP_CONFIG", config).args(["--no-tui", "true"]));
        println!("{}: {} MiB more than at rest: {said}", config.display(), (most - rest) >> 10);
        assert!(most - rest <= ROOM, "{}: {} KiB more", config.display(), most - rest);
        assert!(!status.success() && said.lines().count() == 1, "{}: {said}", config.display());
    }
}

/// Ctrl-C ends the wait for a configuration, a recording or a run that nobody writes.
#[test]
fn what_is_read_of_a_pipe_can_be_interrupted() {
    let folder = tempfile::tempdir().unwrap();
    let fifo = folder.path().join("fifo");
    let path = std::ffi::CString::new(fifo.to_str().unwrap()).unwrap();
    // SAFETY: a text that ends with zero.
    assert_eq!(unsafe { libc::mkfifo(path.as_ptr(), 0o600) }, 0);
    let mut command = zetop();
    command.env("ZETOP_CONFIG", &fifo).args(["--no-tui", "true"]).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let looks = |pid: u32| {
        let threads = std::fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten().flatten();
        threads.into_iter().any(|fd| std::fs::read_link(fd.path()).is_ok_and(|to| to == fifo))
    };
    eventually("zetop reads", || looks(child.id()) || child.try_wait().unwrap().is_some());
    interrupt(&child);
    assert_eq!(child.wait().unwrap().signal(), Some(libc::SIGINT));
    // What must be a file is refused at once.
    for arguments in [["report"].as_slice(), &["replay"], &["diff", "last"]] {
        let output = zetop().args(arguments).arg(&fifo).stdin(Stdio::null()).output().unwrap();
        assert!(!output.status.success() && stderr(&output).lines().count() == 1, "{}", stderr(&output));
    }
}

/// The kernel lets whoever asks for its state wait: zetop's main thread did, and nothing ended it.
#[test]
fn a_program_that_is_in_exec_for_ever_is_given_up() {
    let ran = zetop_testing::in_own_mounts(|| {
        let folder = tempfile::tempdir().unwrap();
        let Some(program) = zetop_testing::InExec::start(folder.path()) else {
            return zetop_testing::skip!("no FUSE");
        };
        let pid = program.pid().to_string();
        let commands: [&[&str]; 5] = [
            &["doctor", "-p", &pid],
            &["--no-tui", "-p"],
            &["--no-tui", "-p", "^sleep 1000 in-exec$"],
            &["--no-tui", "--duration", "1", "-p", &pid],
            &["--no-tui", "--duration", "1", "-p", &std::process::id().to_string()],
        ];
        let begun = Instant::now();
        let start = |arguments: &&[&str]| {
            let mut command = zetop();
            command.args(*arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            command.spawn().unwrap()
        };
        let mut children: Vec<_> = commands.iter().map(start).collect();
        let ends: Vec<(String, Option<Duration>)> = commands
            .iter()
            .zip(&mut children)
            .map(|(arguments, child)| {
                let mut is_over = is_over(child);
                while !is_over && begun.elapsed() < LIMIT {
                    std::thread::sleep(Duration::from_millis(10));
                    // Its first thread: those that ask may be there for longer.
                    let state =
                        std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
                    is_over = state.lines().any(|line| line.starts_with("State:\tZ"));
                }
                let took = is_over.then(|| begun.elapsed());
                let _ = child.kill();
                println!("{arguments:?}: {took:?}");
                (format!("{arguments:?}"), took)
            })
            .collect();
        drop(program);
        children.iter_mut().for_each(|child| drop(child.wait()));
        assert!(ends.iter().all(|(_, took)| took.is_some()), "{ends:?}");
    });
    if !ran {
        zetop_testing::skip!("mounts need root");
    }
}
