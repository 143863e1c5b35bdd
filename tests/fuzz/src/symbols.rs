//! Names of functions: a module, and an address in it. A process of zetop's looks at the module, with limits on its memory and
//! time. Input: where in its mapping the address is (eight bytes), and the file.

use crate::target::Target;
use rustix::mm::{MapFlags, ProtFlags, mmap, munmap};
use std::fs::File;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use zetop_figures::call_site::apart::{Apart, MEMORY, RESOLVE, answer};
use zetop_figures::call_site::{CallSite, Registers, StackSample};
use zetop_system::elf::{Headers, Limited, open_regular};
use zetop_wire::catalog::Catalog;

pub const TARGET: Target = Target { name: "symbols", run, seeds };

/// What is mapped of the file.
const MAPPED: usize = 4096;
/// Limit for one question: the process is started again up to four times, with 10 s each.
const LONGEST: Duration = Duration::from_secs(60);

#[used]
#[unsafe(link_section = ".init_array.99999")]
static BEFORE_MAIN: extern "C" fn() = before_main;

/// Whatever program feeds the target is also the one that looks.
extern "C" fn before_main() {
    if std::env::args().nth(1).is_some_and(|argument| argument == RESOLVE) {
        answer();
        std::process::exit(0);
    }
}

/// Who asks.
struct Asking {
    apart: Apart,
    catalog: Arc<Catalog>,
    folder: TempDir,
    /// Modules so far: a name of its own for each, since what was found out is known by that.
    modules: u64,
    /// What the process takes before it looks at anything, KiB.
    rest: u64,
}

static ASKING: Mutex<Option<Asking>> = Mutex::new(None);

/// The most memory that a process has had, KiB.
fn highest(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}

impl Asking {
    fn new() -> Self {
        let folder = TempDir::new_in("/dev/shm").or_else(|_| TempDir::new()).unwrap();
        let catalog = Arc::new(Catalog::default());
        let mut apart = Apart::new("/proc/self/exe".into());
        apart.meet(std::process::id(), &catalog);
        let rest = apart.pid().and_then(highest).unwrap();
        Self { apart, catalog, folder, modules: 0, rest }
    }

    fn ask(&mut self, input: &[u8]) -> CallSite {
        let (offset, bytes) = input.split_first_chunk().unwrap_or((&[0; 8], input));
        self.modules += 1;
        let path = self.folder.path().join(format!("lib{}.so", self.modules));
        std::fs::write(&path, bytes).unwrap();
        let file = File::open(&path).unwrap();
        // SAFETY: a new mapping, which nobody reads: the process only has to be seen to have it.
        let at = unsafe {
            let access = ProtFlags::READ | ProtFlags::EXEC;
            mmap(std::ptr::null_mut(), MAPPED, access, MapFlags::PRIVATE, &file, 0).unwrap()
        };
        let ip = at.addr() as u64 + u64::from_le_bytes(*offset) % MAPPED as u64;
        let sample = StackSample {
            registers: Registers { ip, sp: 0x1000, bp: 0 },
            stack: Vec::new(),
            python: None,
            python_thread: None,
        };
        let site = self.watched(&sample);
        // SAFETY: the mapping from above.
        unsafe { munmap(at, MAPPED).unwrap() };
        let _ = std::fs::remove_file(&path);
        site
    }

    /// Asks, while somebody looks at how much memory the process takes; it may be started again meanwhile.
    fn watched(&mut self, sample: &StackSample) -> CallSite {
        let (over, most) = (AtomicBool::new(false), AtomicU64::new(0));
        let pid = AtomicU32::new(self.apart.pid().unwrap_or(0));
        let look = || {
            let highest = highest(pid.load(Ordering::Relaxed)).unwrap_or(0);
            most.fetch_max(highest, Ordering::Relaxed);
        };
        let site = std::thread::scope(|scope| {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    look();
                    std::thread::sleep(Duration::from_millis(2));
                }
            });
            let started = Instant::now();
            let site = self.apart.resolve(std::process::id(), &self.catalog, sample);
            assert!(started.elapsed() < LONGEST, "{:?}", started.elapsed());
            pid.store(self.apart.pid().unwrap_or(0), Ordering::Relaxed);
            look();
            over.store(true, Ordering::Relaxed);
            site
        });
        let more = most.into_inner().saturating_sub(self.rest);
        assert!(more << 10 <= MEMORY, "{more} KiB more than at rest");
        site
    }
}

fn run(input: &[u8]) {
    let mut asking = ASKING.lock().unwrap_or_else(PoisonError::into_inner);
    let site = asking.get_or_insert_with(Asking::new).ask(input);
    assert!(site.frames.len() <= 1024, "{}", site.frames.len());
}

/// A library with debug information, where there is a C compiler, and a small program.
fn seeds() -> Vec<Vec<u8>> {
    let program = std::fs::read("/bin/true").ok().map(|mut bytes| {
        bytes.truncate(64 << 10);
        [&0x400_u64.to_le_bytes()[..], &bytes].concat()
    });
    library().into_iter().chain(program).collect()
}

fn library() -> Option<Vec<u8>> {
    let folder = TempDir::new().ok()?;
    let (source, file) = (folder.path().join("honest.c"), folder.path().join("libhonest.so"));
    std::fs::write(&source, "int honest(int x) { return x + 1; }\n").ok()?;
    let mut compiler = Command::new("cc");
    compiler.args(["-g", "-shared", "-Wl,-z,noseparate-code", "-o"]).args([&file, &source]);
    if !compiler.status().ok()?.success() {
        return None;
    }
    let bytes = std::fs::read(&file).ok()?;
    // Where the code is, in a library this small.
    let header = Limited::new(open_regular(&file).ok()?, 1 << 20);
    let headers = Headers::parse(&header).ok()?;
    let text = headers.section(".text")?.sh_offset.get(headers.endian) + 0x90;
    Some([&text.to_le_bytes()[..], &bytes].concat())
}
