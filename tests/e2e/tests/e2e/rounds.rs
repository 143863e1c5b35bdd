//! A program that works on demand, and a zetop that is attached to it: what the program does while zetop
//! watches is known exactly.

use crate::support::PROGRAMS;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::os::unix::fs::FileExt as _;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, ChildStderr, ChildStdout, Command, ExitStatus, Stdio};
use zetop_e2e::attacher::{ATTACHES, NO_SAFE_POINT};
use zetop_e2e::figures::Figures;
use zetop_e2e::process::kill;

/// Threads of the program, as its workload has it when it is not told otherwise.
pub const THREADS: u64 = 2;
/// What each thread calls once in a round, families ze, zes and zet.
pub const CALLED: [&str; 7] = [
    "zeDriverGetApiVersion",
    "zeEventQueryStatus",
    "zeEventHostReset",
    "zesDeviceEnumFans",
    "zetMetricGroupGet",
    "zeCommandListAppendLaunchKernel",
    "zeCommandListAppendMemoryCopy",
];

/// A `rounds` workload.
pub struct Program {
    child: Child,
    output: BufReader<ChildStdout>,
    /// When it was asked for.
    errors: Option<BufReader<ChildStderr>>,
    /// The workload itself, when what was started is a wrapper around it.
    pid: Option<i32>,
    pub rounds: u64,
}

/// The command that ends in the workload: `wrapper ze-workload rounds`.
pub fn command(wrapper: &[&str]) -> Command {
    let mut words = wrapper.iter().copied().chain([PROGRAMS.workload, "rounds"]);
    let mut command = Command::new(words.next().unwrap_or_default());
    command.args(words).env("ZE_ENABLE_ALT_DRIVERS", zetop_e2e::simulator());
    command
}

impl Program {
    /// Starts it and waits until it has initialised Level Zero.
    pub fn start(command: &mut Command) -> Self {
        let mut program = Self::start_wrapped(command);
        assert_eq!(program.line(), "ready", "{command:?}");
        program
    }

    /// Starts it and waits for nothing: other output may come first (zetop's, a shell's).
    pub fn start_wrapped(command: &mut Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).process_group(0);
        let mut child = command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}"));
        let output = BufReader::new(child.stdout.take().expect("piped"));
        let errors = child.stderr.take().map(BufReader::new);
        Self { child, output, errors, pid: None, rounds: 0 }
    }

    pub fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("read the program's output");
        line.trim_end().to_owned()
    }

    /// The next line on stderr that contains `words`.
    pub fn line_with(&mut self, words: &str) -> String {
        let errors = self.errors.as_mut().expect("piped");
        let mut all = String::new();
        loop {
            let mut line = String::new();
            if errors.read_line(&mut line).expect("read the program's words") == 0 {
                panic!("no {words:?} in\n{all}");
            }
            if line.contains(words) {
                return line;
            }
            all += &line;
        }
    }

    /// What is left on stderr.
    pub fn other_words(&mut self) -> String {
        let mut rest = String::new();
        self.errors.as_mut().expect("piped").read_to_string(&mut rest).expect("read the program's words");
        rest
    }

    /// The workload as we see it, even inside wrappers that stay (unshare, sh): the innermost child.
    pub fn pid(&mut self) -> i32 {
        let mut pid = self.pid.unwrap_or(self.child.id() as i32);
        while let Some(child) = child_of(pid) {
            pid = child;
        }
        self.pid = Some(pid);
        pid
    }

    /// Makes every thread do `n` rounds, and waits until they are done.
    pub fn work(&mut self, n: u64) {
        writeln!(self.child.stdin.as_mut().expect("piped"), "{n}").expect("write to the program");
        assert_eq!(self.line(), format!("done {n}"));
        self.rounds += n * THREADS;
    }

    /// Makes it initialise sysman, for the first time, and everything else once more.
    pub fn initialise_again(&mut self) {
        writeln!(self.child.stdin.as_mut().expect("piped"), "init").expect("write to the program");
        assert_eq!(self.line(), "done init");
    }

    /// Ends the program by ending its input. It must say that it did everything that it was told to do.
    pub fn finish(mut self) {
        let rounds = self.rounds;
        let (rest, status) = self.end();
        assert!(status.success(), "{status:?}: {rest}");
        assert_eq!(rest, format!("{rounds} rounds\n"));
    }

    /// Ends its input and returns what it still wrote, and its status.
    pub fn end(&mut self) -> (String, ExitStatus) {
        drop(self.child.stdin.take());
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).expect("read the program's output");
        (rest, self.child.wait().expect("our own child"))
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // A test that failed: wrapper and workload are in one group of their own.
        if let Ok(None) = self.child.try_wait() {
            kill(-(self.child.id() as i32), libc::SIGKILL);
            let _ = self.child.wait();
        }
    }
}

fn child_of(pid: i32) -> Option<i32> {
    let children = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).ok()?;
    children.split_whitespace().next()?.parse().ok()
}

/// A zetop that is attached.
pub struct Attached {
    child: Child,
    lines: BufReader<ChildStdout>,
}

/// `zetop -p PID`, to be started as it is or by another user.
pub fn zetop(pid: i32) -> Command {
    let mut command = Command::new(PROGRAMS.zetop);
    command.args(["--no-tui", "--interval", "0.05", "--json", "-", "-p"]).arg(pid.to_string());
    command
}

impl Attached {
    /// Attaches; returns when the probe is working, or with zetop's message and exit code. Where the program offered no safe
    /// point, zetop is started again.
    pub fn start(command: &mut Command) -> Result<Self, (String, i32)> {
        let mut left = ATTACHES;
        loop {
            left -= 1;
            match Self::try_start(command) {
                Err((said, _)) if said.contains(NO_SAFE_POINT) && left > 0 => println!("once more: {said}"),
                attached_or_not => return attached_or_not,
            }
        }
    }

    fn try_start(command: &mut Command) -> Result<Self, (String, i32)> {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}"));
        let mut lines = BufReader::new(child.stdout.take().expect("piped"));
        // Figures come when the attach is over.
        let mut first = String::new();
        lines.read_line(&mut first).expect("read zetop's output");
        if !first.is_empty() {
            return Ok(Self { child, lines });
        }
        let said = said(&mut child);
        Err((said, child.wait().expect("our own child").code().unwrap_or(-1)))
    }

    /// Attaches to a process that can be attached to.
    pub fn to(pid: i32) -> Self {
        Self::start(&mut zetop(pid)).unwrap_or_else(|(said, code)| panic!("exit code {code}: {said}"))
    }

    /// Calls of a function in the next figures.
    pub fn calls(&mut self, function: &str) -> u64 {
        let mut line = String::new();
        self.lines.read_line(&mut line).expect("read zetop's output");
        let figures: Figures = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
        figures.calls(function).0
    }

    /// Detaches, and returns the final figures.
    pub fn detach(self) -> Figures {
        kill(self.child.id() as i32, libc::SIGTERM);
        self.figures("detached")
    }

    /// The final figures, when the program has ended or is about to.
    pub fn ended(self) -> Figures {
        self.figures("exited")
    }

    fn figures(mut self, state: &str) -> Figures {
        let mut text = String::new();
        self.lines.read_to_string(&mut text).expect("read zetop's output");
        let said = said(&mut self.child);
        let status = self.child.wait().expect("our own child");
        assert!(status.success(), "{status:?}: {said}");
        let last = text.lines().last().unwrap_or_else(|| panic!("no figures: {said}"));
        let figures: Figures = serde_json::from_str(last).unwrap_or_else(|error| panic!("{error}: {last}"));
        assert_eq!(figures.state, state, "{said}");
        figures
    }
}

fn said(child: &mut Child) -> String {
    let mut said = String::new();
    child.stderr.take().expect("piped").read_to_string(&mut said).expect("read zetop's words");
    said
}

/// Exactly `rounds` of each call, all of the device's work, each of it timed.
pub fn assert_rounds(figures: &Figures, rounds: u64) {
    for function in CALLED {
        assert_eq!(figures.calls(function).0, rounds, "calls of {function}");
    }
    let kernel = figures.kernel("work");
    assert_eq!((kernel.launches, kernel.timed), (rounds, rounds), "kernels and timed ones");
    let transfers: Vec<_> =
        figures.device.transfers.iter().map(|t| (&*t.src, &*t.dst, t.ops, t.timed)).collect();
    assert_eq!(transfers, [("heap", "device", rounds, rounds)], "transfers and timed ones");
}

/// A process's writable memory at one moment.
pub struct Memory(Vec<(u64, Vec<u8>)>);

impl Memory {
    /// Only useful while the process is idle.
    pub fn read(pid: i32) -> Self {
        /// Larger mappings are buffers.
        const LARGEST_MAPPING: u64 = 32 << 20;
        let file = std::fs::File::open(format!("/proc/{pid}/mem")).expect("the target's memory");
        let read = |(start, end, _, _): (u64, u64, String, String)| {
            let mut bytes = vec![0; (end - start) as usize];
            let got = file.read_at(&mut bytes, start).unwrap_or(0);
            bytes.truncate(got);
            (start, bytes)
        };
        let ours = |path: &str| path.contains("/zetop-");
        let writable = mappings(pid).into_iter().filter(|(start, end, flags, path)| {
            flags.starts_with("rw-p") && end - start <= LARGEST_MAPPING && !ours(path)
        });
        Self(writable.map(read).collect())
    }

    fn words(&self) -> impl Iterator<Item = (u64, u64)> {
        let word = |bytes: &[u8]| u64::from_ne_bytes(bytes.try_into().expect("eight bytes"));
        self.0.iter().flat_map(move |(start, bytes)| {
            bytes
                .chunks_exact(8)
                .enumerate()
                .map(move |(index, bytes)| (start + index as u64 * 8, word(bytes)))
        })
    }

    fn word(&self, address: u64) -> Option<u64> {
        let (start, bytes) = self.0.iter().find(|(s, b)| (*s..*s + b.len() as u64).contains(&address))?;
        let at = (address - start) as usize;
        Some(u64::from_ne_bytes(bytes.get(at..at + 8)?.try_into().ok()?))
    }

    /// Where at least eight pointers to the probe's code stand in a row: in a table of the loader.
    pub fn wrapped_entries(&self, pid: i32) -> Vec<u64> {
        let code: Vec<_> = mappings(pid)
            .into_iter()
            .filter(|(_, _, flags, path)| flags.contains('x') && path.contains("/zetop-"))
            .collect();
        let is_ours = |word: u64| code.iter().any(|(start, end, _, _)| (*start..*end).contains(&word));
        let (mut entries, mut row) = (Vec::new(), Vec::new());
        for (address, word) in self.words() {
            if is_ours(word) && row.last().is_none_or(|last| last + 8 == address) {
                row.push(address);
                continue;
            }
            if row.len() >= 8 {
                entries.append(&mut row);
            }
            row.clear();
            if is_ours(word) {
                row.push(address);
            }
        }
        entries
    }

    /// Asserts that the words at `addresses` are as they were in `earlier`.
    pub fn assert_same_at(&self, addresses: &[u64], earlier: &Self) {
        for address in addresses {
            assert_eq!(self.word(*address), earlier.word(*address), "entry at {address:#x}");
        }
    }
}

/// Start, end, flags, path.
fn mappings(pid: i32) -> Vec<(u64, u64, String, String)> {
    let maps = std::fs::read_to_string(format!("/proc/{pid}/maps")).expect("the target's map");
    let parse = |line: &str| {
        let mut fields = line.splitn(6, ' ');
        let (start, end) = fields.next()?.split_once('-')?;
        let flags = fields.next()?.to_owned();
        let path = fields.nth(3).unwrap_or_default().trim_start().to_owned();
        Some((u64::from_str_radix(start, 16).ok()?, u64::from_str_radix(end, 16).ok()?, flags, path))
    };
    maps.lines().filter_map(parse).collect()
}

/// Threads of the probe's that are still in the process, by name.
pub fn threads_of_ours(pid: i32) -> Vec<String> {
    let tasks = std::fs::read_dir(format!("/proc/{pid}/task")).expect("the target's threads");
    let name =
        |task: std::fs::DirEntry| std::fs::read_to_string(task.path().join("comm")).unwrap_or_default();
    tasks.flatten().map(name).map(|n| n.trim().to_owned()).filter(|n| n.starts_with("zetop")).collect()
}
