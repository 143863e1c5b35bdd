//! Which libraries allocate: with WORKLOAD_ALLOCATORS=FILE, a line for each is in that file when the program has ended.

use std::collections::BTreeMap;
use std::ffi::CStr;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

const VARIABLE: &str = "WORKLOAD_ALLOCATORS";

/// Room for more calls than all libraries together have that allocate.
const PLACES: usize = 1 << 14;

struct Caller {
    /// The address after the call; 0 while the entry is free.
    address: AtomicUsize,
    calls: AtomicU64,
}

static CALLERS: [Caller; PLACES] =
    [const { Caller { address: AtomicUsize::new(0), calls: AtomicU64::new(0) } }; PLACES];
static ON: AtomicBool = AtomicBool::new(false);
static FILE: OnceLock<PathBuf> = OnceLock::new();

/// A call that returns to `address`.
pub fn add(address: usize) {
    if !ON.load(Relaxed) {
        return;
    }
    let place =
        (0..PLACES).map(|turn| &CALLERS[(address.wrapping_mul(31) + turn) % PLACES]).find(
            |place| match place.address.compare_exchange(0, address, Relaxed, Relaxed) {
                Ok(_) => true,
                Err(other) => other == address,
            },
        );
    if let Some(place) = place {
        place.calls.fetch_add(1, Relaxed);
    }
}

/// From now on calls are counted, if the variable names a file.
pub fn write_at_exit() {
    let Some(file) = std::env::var_os(VARIABLE) else { return };
    let _ = FILE.set(file.into());
    ON.store(true, Relaxed);
    // SAFETY: a function of this program, which outlives the process's exit handlers.
    unsafe { libc::atexit(write) };
}

/// `CALLS LIBRARY`, one line for each library.
extern "C" fn write() {
    ON.store(false, Relaxed);
    let mut libraries = BTreeMap::<String, u64>::new();
    for place in &CALLERS {
        let address = place.address.load(Relaxed);
        if address != 0 {
            *libraries.entry(library(address)).or_default() += place.calls.load(Relaxed);
        }
    }
    let mut text = String::new();
    for (library, calls) in libraries {
        let _ = writeln!(text, "{calls} {library}");
    }
    if let Some(Err(error)) = FILE.get().map(|file| std::fs::write(file, text)) {
        eprintln!("{VARIABLE}: {error}");
    }
}

fn library(address: usize) -> String {
    let mut found = libc::Dl_info {
        dli_fname: std::ptr::null(),
        dli_fbase: std::ptr::null_mut(),
        dli_sname: std::ptr::null(),
        dli_saddr: std::ptr::null_mut(),
    };
    // SAFETY: any address may be asked for; the name is a C string as long as the library is loaded.
    unsafe {
        if libc::dladdr(address as *const _, &raw mut found) == 0 || found.dli_fname.is_null() {
            return format!("no library at {address:#x}");
        }
        CStr::from_ptr(found.dli_fname).to_string_lossy().into_owned()
    }
}
