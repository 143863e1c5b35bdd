//! Names of functions in files that are made to take memory and time: whatever is in them, the process that looks at them
//! keeps to its limits, and the next question is answered.

use zetop_testing as _; // signals and time limits

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use zetop_figures::call_site::apart::{Apart, MEMORY};
use zetop_figures::call_site::{CallSite, Registers, StackSample};
use zetop_wire::catalog::Catalog;

#[used]
#[unsafe(link_section = ".init_array.99999")]
static BEFORE_MAIN: extern "C" fn() = before_main;

/// As a program: maps the files that it reads the names of, and says where.
extern "C" fn before_main() {
    if std::env::var_os("ZETOP_MAPS_FILES").is_none() {
        return;
    }
    // SAFETY: plain numbers: end when the tests end.
    unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) };
    for line in std::io::stdin().lines().map_while(Result::ok) {
        let file = File::open(&line).expect("a file");
        // SAFETY: a new mapping.
        let at = unsafe {
            let access = rustix::mm::ProtFlags::READ | rustix::mm::ProtFlags::EXEC;
            rustix::mm::mmap(std::ptr::null_mut(), 4096, access, rustix::mm::MapFlags::PRIVATE, &file, 0)
        };
        println!("{}", at.map_or(0, |at| at.addr()));
    }
    std::process::exit(0);
}

struct Program(Child, BufReader<std::process::ChildStdout>);

impl Program {
    fn start() -> Self {
        let mut child = Command::new(std::env::current_exe().expect("exe"))
            .env("ZETOP_MAPS_FILES", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("start");
        let output = BufReader::new(child.stdout.take().expect("stdout"));
        Self(child, output)
    }

    /// Maps a file; returns where.
    fn map(&mut self, file: &Path) -> u64 {
        writeln!(self.0.stdin.as_ref().expect("stdin"), "{}", file.display()).expect("write");
        let mut line = String::new();
        self.1.read_line(&mut line).expect("read");
        line.trim().parse().expect("an address")
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn kib(pid: u32, field: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    status.lines().find_map(|line| line.strip_prefix(field)?.trim_end_matches(" kB").trim().parse().ok())
}

/// Asks about addresses in files, and measures.
struct Asking {
    program: Program,
    apart: Apart,
    catalog: Arc<Catalog>,
    /// What the process took before it looked at anything, KiB.
    rest: u64,
    highest: u64,
}

impl Asking {
    fn new() -> Self {
        let mut asking = Self {
            program: Program::start(),
            apart: Apart::new(env!("CARGO_BIN_EXE_zetop").into()),
            catalog: Arc::new(Catalog::default()),
            rest: 0,
            highest: 0,
        };
        let mut none = Command::new("true").spawn().expect("true");
        let _ = none.wait();
        asking.apart.meet(none.id(), &asking.catalog);
        asking.rest = asking.apart.pid().and_then(|pid| kib(pid, "VmRSS:")).expect("it runs");
        asking
    }

    fn ask(&mut self, at: u64) -> (CallSite, Duration) {
        let registers = Registers { ip: at, sp: 0x1000, bp: 0 };
        let sample = StackSample { registers, stack: Vec::new(), python: None, python_thread: None };
        let (over, highest) = (AtomicBool::new(false), AtomicU64::new(0));
        let child = std::process::id();
        let started = Instant::now();
        let site = std::thread::scope(|scope| {
            // All children of this process, since the one that is asked may be started again.
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    let list = std::fs::read_dir(format!("/proc/{child}/task")).expect("tasks").flatten();
                    for task in list {
                        let children =
                            std::fs::read_to_string(task.path().join("children")).unwrap_or_default();
                        for pid in children.split_whitespace().filter_map(|pid| pid.parse().ok()) {
                            let name =
                                std::fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default();
                            if name.trim() == "zetop" {
                                highest.fetch_max(kib(pid, "VmHWM:").unwrap_or(0), Ordering::Relaxed);
                            }
                        }
                    }
                    std::thread::sleep(Duration::from_millis(1));
                }
            });
            let site = self.apart.resolve(self.program.0.id(), &self.catalog, &sample);
            over.store(true, Ordering::Relaxed);
            site
        });
        self.highest = self.highest.max(highest.into_inner());
        (site, started.elapsed())
    }

    /// Names a function of an honest file, and took no more than it may.
    fn check(&mut self, honest: u64, what: &str) {
        let (site, took) = self.ask(honest);
        assert!(
            site.frames.first().is_some_and(|frame| frame.function.as_deref() == Some("honest")),
            "{what}: {site:?}"
        );
        println!(
            "{what}: {} MiB more than at rest, left out {:?}, an honest file then in {took:?}",
            self.highest.saturating_sub(self.rest) >> 10,
            self.apart.left_out(),
        );
        assert!(self.highest.saturating_sub(self.rest) << 10 <= MEMORY, "{what}: {} KiB", self.highest);
    }
}

/// A library with a function `honest`, and its address in the file.
fn honest(folder: &Path) -> Option<(PathBuf, u64)> {
    let (source, file) = (folder.join("honest.c"), folder.join("libhonest.so"));
    std::fs::write(&source, "int honest(int x) { return x + 1; }\n").expect("write");
    let made = Command::new("cc")
        .args(["-g", "-shared", "-Wl,-z,noseparate-code", "-o"])
        .arg(&file)
        .arg(&source)
        .status();
    made.ok().filter(|status| status.success())?;
    let nm = Command::new("nm").arg(&file).output().ok()?;
    let text = String::from_utf8_lossy(&nm.stdout).into_owned();
    let line = text.lines().find(|line| line.ends_with(" T honest"))?;
    Some((file.clone(), u64::from_str_radix(line.split(' ').next()?, 16).ok()?))
}

/// A header, one segment of code, and sections: name, flags, offset, size.
fn elf(sections: &[(&str, u64, u64, u64)], names_at: u64) -> (Vec<u8>, Vec<u8>) {
    let mut names = vec![0];
    let mut table = vec![[0_u64; 10]; 1];
    let put = |names: &mut Vec<u8>, name: &str| {
        let at = names.len() as u64;
        names.extend_from_slice(name.as_bytes());
        names.push(0);
        at
    };
    for (name, flags, offset, size) in sections {
        let at = put(&mut names, name);
        let kind = match *name {
            ".symtab" => 2,
            ".strtab" => 3,
            _ => 1,
        };
        table.push([at, kind, *flags, *offset, *offset, *size, 0, 0, 1, 0]);
    }
    let at = put(&mut names, ".shstrtab");
    table.push([at, 3, 0, 0, names_at, names.len() as u64, 0, 0, 1, 0]);
    let headers_at = names_at + (names.len() as u64).next_multiple_of(16);
    names.resize(names.len().next_multiple_of(16), 0);
    for row in &table {
        names.extend((row[0] as u32).to_le_bytes());
        names.extend((row[1] as u32).to_le_bytes());
        row[2..6].iter().for_each(|word| names.extend(word.to_le_bytes()));
        names.extend([0; 8]);
        row[8..10].iter().for_each(|word| names.extend(word.to_le_bytes()));
    }
    let mut head = b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0".to_vec();
    for half in [3_u16, 62] {
        head.extend(half.to_le_bytes());
    }
    head.extend(1_u32.to_le_bytes());
    for word in [0_u64, 64, headers_at] {
        head.extend(word.to_le_bytes());
    }
    head.extend(0_u32.to_le_bytes());
    for half in [64_u16, 56, 1, 64, table.len() as u16, table.len() as u16 - 1] {
        head.extend(half.to_le_bytes());
    }
    head.extend(1_u32.to_le_bytes());
    head.extend(5_u32.to_le_bytes());
    for word in [0_u64, 0, 0, 0x1000, 0x1000, 0x1000] {
        head.extend(word.to_le_bytes());
    }
    (head, names)
}

/// A file with holes: a few KB on disk, sections of any size.
fn sparse(file: &Path, names: &[&str], size: u64) {
    use std::os::unix::fs::FileExt;
    let mut at = 0x1000;
    let mut sections = Vec::new();
    for name in names {
        sections.push((*name, if *name == ".text" { 6 } else { 0 }, at, size));
        at += size;
    }
    let (head, tail) = elf(&sections, at);
    let made = File::create(file).expect("create");
    made.write_all_at(&head, 0).expect("write");
    made.write_all_at(&tail, at).expect("write");
}

/// As `mkdwarf.py`: functions that each consist of ranges.
fn ranges(folder: &Path, functions: usize, ranges: usize, units: usize) -> Option<PathBuf> {
    let mut text = String::from(
        ".section .debug_abbrev,\"\",@progbits\n.uleb128 1,0x11\n.byte 1\n.uleb128 0x11,0x1,0x55,0x17\n.byte 0,0\n\
         .uleb128 2,0x2e\n.byte 0\n.uleb128 0x55,0x17\n.byte 0,0\n.byte 0\n\
         .section .debug_ranges,\"\",@progbits\n.Lr0:\n.quad 0,0x7fffffff\n.quad 0,0\n.Lr1:\n",
    );
    text += ".text\n.globl f\nf: .rept 4096\nnop\n.endr\n.section .debug_ranges,\"\",@progbits\n";
    text += &format!(".rept {ranges}\n.quad 0x10,0x7ffffff0\n.endr\n.quad 0,0\n");
    for unit in 0..units {
        text += &format!(
            ".section .debug_info,\"\",@progbits\n.long .Le{unit}-.Lv{unit}\n.Lv{unit}: .value 4\n.long 0\n.byte 8\n\
             .uleb128 1\n.quad 0\n.long 0\n.rept {functions}\n.uleb128 2\n.long .Lr1-.Lr0\n.endr\n.byte 0\n.Le{unit}:\n"
        );
    }
    let (source, file) = (folder.join("ranges.s"), folder.join("libranges.so"));
    std::fs::write(&source, text).expect("write");
    let made = Command::new("cc")
        .args(["-shared", "-nostdlib", "-Wl,-z,noseparate-code", "-o"])
        .arg(&file)
        .arg(&source)
        .status();
    made.ok().filter(|status| status.success()).map(|_| file)
}

#[test]
fn files_that_are_made_to_take_memory_take_none() {
    let folder = tempfile::tempdir().expect("tempdir");
    let Some((file, function)) = honest(folder.path()) else {
        return zetop_testing::skip!("no C compiler");
    };
    let mut asking = Asking::new();
    let honest = asking.program.map(&file) + function;
    asking.check(honest, "nothing else");
    let debug =
        [".debug_abbrev", ".debug_info", ".debug_line", ".debug_str", ".debug_ranges", ".debug_aranges"];
    for (what, sections, size) in [
        ("8 GiB of code", &[".text"][..], 8 << 30),
        ("900 MiB of unwind tables", &[".text", ".eh_frame", ".eh_frame_hdr", ".debug_frame"], 900 << 20),
        ("900 MiB of symbols", &[".text", ".symtab", ".strtab"], 900 << 20),
        ("900 MiB of debug information", &debug, 900 << 20),
        ("1 TiB of everything", &[".text", ".symtab", ".strtab", ".eh_frame", ".debug_info"], 1 << 40),
    ] {
        // A name of its own: what was found out is known by that.
        let file = folder.path().join(format!("libsparse-{}.so", what.replace(' ', "-")));
        sparse(&file, sections, size);
        let at = asking.program.map(&file);
        let (site, took) = asking.ask(at + 0x10);
        assert!(!site.frames.is_empty(), "{what}: it is looked at");
        println!("{what}: {took:?}: {site}");
        assert!(took < Duration::from_secs(60), "{what}: {took:?}");
        asking.check(honest, what);
    }
    if let Some(file) = ranges(folder.path(), 20_000, 20_000, 1) {
        let at = asking.program.map(&file);
        let (site, took) = asking.ask(at + 0x100);
        println!("20,000 functions of 20,000 ranges each: {took:?}: {site}");
        assert!(took < Duration::from_secs(60), "{took:?}");
        assert!(site.to_string().contains("left out"), "{site}");
        asking.check(honest, "20,000 functions of 20,000 ranges each");
    }
}

/// A file that is cut short while it is mapped: whoever reads on is ended by SIGBUS.
#[test]
fn a_file_that_is_cut_short_is_left_out() {
    let folder = tempfile::tempdir().expect("tempdir");
    let Some((file, function)) = honest(folder.path()) else {
        return zetop_testing::skip!("no C compiler");
    };
    let mut asking = Asking::new();
    let other = folder.path().join("libother.so");
    std::fs::copy(&file, &other).expect("copy");
    let honest = asking.program.map(&file) + function;
    let at = asking.program.map(&other) + function;
    let (site, _) = asking.ask(at);
    assert!(!site.frames.is_empty(), "{site:?}");
    File::options().write(true).open(&other).and_then(|file| file.set_len(64)).expect("cut");
    asking.ask(at + 1);
    asking.check(honest, "cut short");
}
