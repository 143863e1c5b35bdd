//! The target's C library: which functions it has, and where.

use std::collections::HashMap;
use std::ops::Range;

use super::arch::{DYNAMIC_LOADER, IS_RESTORER_THE_KERNELS, RESTORER, Registers};
use super::error::InjectError;
use super::error::from_proc;
use super::facts::find_libc;
use super::identity::Identity;
use super::image::{self, Image};
use super::memory::Memory;
use super::on_disk::LibraryFile;
use super::threads::Threads;
use super::vdso;
use zetop_system::proc::{self, Extent, Mappings};

const ALLOCATOR: [&str; 10] = [
    "malloc",
    "free",
    "calloc",
    "realloc",
    "memalign",
    "aligned_alloc",
    "malloc_trim",
    "malloc_info",
    "mallopt",
    "malloc_usable_size",
];
/// Allocators that take malloc's place, by how their file names begin.
const OTHER_ALLOCATORS: [&str; 9] = [
    "libjemalloc",
    "libtcmalloc",
    "libmimalloc",
    "libtbbmalloc",
    "libhoard",
    "libsnmalloc",
    "libasan",
    "libtsan",
    "libmsan",
];
/// glibc's allocator has internal functions before its exported ones.
const BEFORE_ALLOCATOR: u64 = 0x6000;
const BEHIND_ALLOCATOR: u64 = 0x1000;

/// Libraries that are looked at: each takes many reads of the program's memory.
const MOST_IMAGES: usize = 8192;
/// Parts of the C library, whose files are read whole.
const MOST_PARTS: usize = 8;

/// What a signal frame and a call need below a thread's own stack pointer.
const STACK_ROOM: u64 = 64 << 10;

/// The target's functions that we call there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Functions {
    pub(super) mmap: u64,
    pub(super) munmap: u64,
    pub(super) errno_location: u64,
    pub(super) pthread_create: u64,
    pub(super) pthread_self: u64,
    pub(super) pthread_detach: u64,
    pub(super) dlopen: u64,
    /// What the mode of `dlopen` must contain besides: __RTLD_DLOPEN for older glibc's private function.
    pub(super) dlopen_mode: u64,
    pub(super) dlsym: u64,
    pub(super) dlclose: u64,
    pub(super) dlerror: Option<u64>,
    /// Since glibc 2.34.
    pub(super) close_range: Option<u64>,
}

/// What must be known about a process before one of its threads is sent anywhere.
pub(super) struct Target {
    pub(super) pid: u32,
    /// By what names threads are known that are not the program's.
    pub(super) threads: Threads,
    pub(super) identity: Identity,
    pub(super) memory: Memory,
    mappings: Mappings,
    pub(super) functions: Functions,
    /// libc, and libpthread and libdl where they are still separate.
    pub(super) c_library: Vec<Image>,
    pub(super) dynamic_loader: Option<Image>,
    pub(super) other_allocators: Vec<Image>,
    /// glibc's malloc, with its neighbourhood.
    pub(super) allocator: Range<u64>,
    /// The functions of the program's own malloc, when it has one: its own code's, or some library's.
    pub(super) own_allocator: Vec<Range<u64>>,
    /// Where a signal handler returns to; the first one is libc's or the kernel's.
    pub(super) restorers: Vec<u64>,
}

impl Target {
    /// Reads what the process `identity` has mapped.
    pub(super) fn read(identity: &Identity, threads: Threads) -> Result<Self, InjectError> {
        let pid = identity.pid();
        let memory = identity.memory().clone();
        let mappings = proc::mappings(pid).map_err(|error| from_proc(pid, "read the memory map", error))?;
        let images = image::images(&mappings.mapped);
        if images.len() > MOST_IMAGES {
            let many = std::io::Error::other(format!("it has more than {MOST_IMAGES}"));
            return Err(InjectError::os(pid, "read the libraries", many));
        }
        let libc = find_libc(pid, &images)?.clone();
        let pick = |wanted: &dyn Fn(&Image) -> bool| -> Vec<Image> {
            images.iter().filter(|image| !image.text.is_empty() && wanted(image)).cloned().collect()
        };
        let mut c_library = vec![libc.clone()];
        c_library.extend(pick(&|image| image.is("libpthread") || image.is("libdl")));
        c_library.truncate(MOST_PARTS);
        let dynamic_loader = pick(&|image| image.is(DYNAMIC_LOADER) || image.is("ld")).into_iter().next();
        let other_allocators = pick(&|image| {
            OTHER_ALLOCATORS.iter().any(|name| image::file_name(&image.path).starts_with(name))
        });

        let os = |error| InjectError::os(pid, "read the C library", error);
        let known = libc.functions(&memory, &ALLOCATOR).map_err(os)?;
        let (start, end) = known
            .iter()
            .flatten()
            .fold((u64::MAX, 0), |(start, end), range| (start.min(range.start), end.max(range.end)));
        let allocator = start.saturating_sub(BEFORE_ALLOCATOR)..end + BEHIND_ALLOCATOR;
        let inner = |image: &Image| {
            let known = c_library.iter().chain(&dynamic_loader).chain(&other_allocators);
            known.into_iter().any(|other| other.path == image.path)
        };
        // Any image can have it, not only the first: under `ld.so PROGRAM` that is the dynamic loader.
        let own_allocator = images
            .iter()
            .filter(|image| !inner(image))
            .filter(|image| matches!(image.functions(&memory, &ALLOCATOR[..1]).as_deref(), Ok([Some(_)])))
            .filter_map(|image| image.functions(&memory, &ALLOCATOR).ok())
            .flat_map(|functions| functions.into_iter().flatten())
            .collect();

        let (functions, mut restorers) = by_files(pid, &c_library)?;
        if IS_RESTORER_THE_KERNELS {
            restorers.extend(vdso::find_code(pid, &memory, RESTORER));
        }
        if restorers.is_empty() {
            return Err(InjectError::MissingSymbol { pid, library: libc.path, symbol: "__restore_rt" });
        }
        Ok(Self {
            pid,
            threads,
            identity: identity.clone(),
            memory,
            mappings,
            functions,
            c_library,
            dynamic_loader,
            other_allocators,
            allocator,
            own_allocator,
            restorers,
        })
    }

    /// Reads the mappings again, to have the stacks of newer threads.
    pub(super) fn refresh(&mut self) {
        if let Ok(mappings) = proc::mappings(self.pid) {
            self.mappings = mappings;
        }
    }

    /// Whether the C library is still mapped where it was, from the same file.
    pub(super) fn is_mapped_still(&self) -> bool {
        let code = self.c_library.iter().flat_map(|image| &image.code);
        code.into_iter().all(|(range, file)| proc::mapping_at(self.pid, range.start).as_ref() == Some(file))
    }

    /// Whether a thread is on the main stack, or on one that glibc made (its thread block is at the top of
    /// the same mapping), with room below: not on that of a coroutine, with who knows what below.
    pub(super) fn is_on_own_stack(&self, registers: &Registers) -> bool {
        let Some(Extent { start, end, stack, .. }) = self.extent_of(registers.sp()).copied() else {
            return false;
        };
        let pthread =
            (start..end).contains(&registers.thread_pointer()) && registers.sp() < registers.thread_pointer();
        (stack || pthread) && registers.sp() - start >= STACK_ROOM
    }

    pub(super) fn extent_of(&self, address: u64) -> Option<&Extent> {
        self.mappings.extent_of(address)
    }
}

/// All functions that are called in a target, by any of their names.
const CALLED: [&str; 13] = [
    "mmap",
    "munmap",
    "__errno_location",
    "pthread_create",
    "pthread_self",
    "pthread_detach",
    "dlopen",
    "__libc_dlopen_mode",
    "dlsym",
    "__libc_dlsym",
    "dlclose",
    "__libc_dlclose",
    "dlerror",
];

/// What the files of the C library say: its functions, and where signal handlers return to.
fn by_files(pid: u32, libraries: &[Image]) -> Result<(Functions, Vec<u64>), InjectError> {
    let (mut found, mut restorers) = (HashMap::new(), Vec::new());
    for image in libraries {
        let replaced = |error: std::io::Error| InjectError::Replaced {
            pid,
            library: image.path.clone(),
            reason: error.to_string(),
        };
        let file = LibraryFile::open(pid, image).map_err(replaced)?;
        let names: Vec<&'static str> = CALLED.into_iter().chain(["close_range"]).collect();
        for (name, range) in file.functions(&names).map_err(replaced)? {
            found.entry(name).or_insert(range.start);
        }
        if !IS_RESTORER_THE_KERNELS {
            restorers.extend(file.find_code(RESTORER).map_err(replaced)?);
        }
    }
    Ok((functions(pid, &found, libraries)?, restorers))
}

fn functions(
    pid: u32,
    found: &HashMap<&'static str, u64>,
    libraries: &[Image],
) -> Result<Functions, InjectError> {
    let need = |names: &[&'static str]| -> Result<u64, InjectError> {
        names.iter().find_map(|name| found.get(name)).copied().ok_or_else(|| InjectError::MissingSymbol {
            pid,
            library: libraries[0].path.clone(),
            symbol: names[0],
        })
    };
    // before glibc 2.34, a program without libdl has only the private ones
    let (dlopen, dlopen_mode) = match need(&["dlopen"]) {
        Ok(dlopen) => (dlopen, 0),
        Err(_) => (need(&["__libc_dlopen_mode"])?, 0x8000_0000),
    };
    Ok(Functions {
        mmap: need(&["mmap"])?,
        munmap: need(&["munmap"])?,
        errno_location: need(&["__errno_location"])?,
        pthread_create: need(&["pthread_create"])?,
        pthread_self: need(&["pthread_self"])?,
        pthread_detach: need(&["pthread_detach"])?,
        dlopen,
        dlopen_mode,
        dlsym: need(&["dlsym", "__libc_dlsym"])?,
        dlclose: need(&["dlclose", "__libc_dlclose"])?,
        dlerror: need(&["dlerror"]).ok(),
        close_range: need(&["close_range"]).ok(),
    })
}
