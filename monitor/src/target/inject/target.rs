//! The target's C library: which functions it has, and where.

use std::io;
use std::ops::Range;

use libc::user_regs_struct;
use procfs::process::{MMapPath, MemoryMap};

use super::error::InjectError;
use super::facts::{find_libc, from_proc};
use super::frame::RESTORER;
use super::image::{self, Image};
use super::memory::Memory;
use crate::target::proc;

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
    pub(super) memory: Memory,
    pub(super) maps: Vec<MemoryMap>,
    pub(super) functions: Functions,
    /// libc, and libpthread and libdl where they are still separate.
    pub(super) c_library: Vec<Image>,
    pub(super) dynamic_loader: Option<Image>,
    pub(super) other_allocators: Vec<Image>,
    /// glibc's malloc, with its neighbourhood.
    pub(super) allocator: Range<u64>,
    /// The functions of the program's own malloc, when it has one: its own code's, or some library's.
    pub(super) own_allocator: Vec<Range<u64>>,
    /// Where a signal handler returns to; the first one is libc's.
    pub(super) restorers: Vec<u64>,
}

impl Target {
    pub(super) fn read(pid: u32) -> Result<Self, InjectError> {
        let memory = Memory::new(pid);
        let maps = proc::memory_map(pid).map_err(|error| from_proc(pid, "read the memory map", error))?;
        let images = image::images(&maps);
        let libc = find_libc(pid, &images)?.clone();
        let pick = |wanted: &dyn Fn(&Image) -> bool| -> Vec<Image> {
            images.iter().filter(|image| !image.text.is_empty() && wanted(image)).cloned().collect()
        };
        let mut c_library = vec![libc.clone()];
        c_library.extend(pick(&|image| image.is("libpthread") || image.is("libdl")));
        let dynamic_loader = pick(&|image| image.is("ld-linux-x86-64") || image.is("ld")).into_iter().next();
        let other_allocators = pick(&|image| {
            OTHER_ALLOCATORS.iter().any(|name| image::file_name(&image.path).starts_with(name))
        });

        let os = |error| InjectError::os(pid, "read the C library", error);
        let known = libc.functions(memory, &ALLOCATOR).map_err(os)?;
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
            .filter(|image| matches!(image.functions(memory, &ALLOCATOR[..1]).as_deref(), Ok([Some(_)])))
            .filter_map(|image| image.functions(memory, &ALLOCATOR).ok())
            .flat_map(|functions| functions.into_iter().flatten())
            .collect();

        let restorers: Vec<u64> =
            c_library.iter().filter_map(|image| image.find_code(memory, &RESTORER)).collect();
        if restorers.is_empty() {
            return Err(InjectError::MissingSymbol { pid, library: libc.path, symbol: "__restore_rt" });
        }
        let functions = functions(pid, memory, &c_library)?;
        Ok(Self {
            pid,
            memory,
            maps,
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
        if let Ok(maps) = proc::memory_map(self.pid) {
            self.maps = maps;
        }
    }

    /// Whether a thread is on the main stack, or on one that glibc made (its thread block is at the top of
    /// the same mapping), with room below: not on that of a coroutine, with who knows what below.
    pub(super) fn is_on_own_stack(&self, registers: &user_regs_struct) -> bool {
        let Some(map) = self.map_of(registers.rsp) else { return false };
        let (start, end) = map.address;
        let pthread = (start..end).contains(&registers.fs_base) && registers.rsp < registers.fs_base;
        let main = matches!(map.pathname, MMapPath::Stack);
        (main || pthread) && registers.rsp - start >= STACK_ROOM
    }

    pub(super) fn map_of(&self, address: u64) -> Option<&MemoryMap> {
        self.maps.iter().find(|map| (map.address.0..map.address.1).contains(&address))
    }
}

fn functions(pid: u32, memory: Memory, libraries: &[Image]) -> Result<Functions, InjectError> {
    let find = |name: &str| -> io::Result<Option<u64>> {
        for library in libraries {
            if let Some(Some(range)) = library.functions(memory, &[name])?.pop() {
                return Ok(Some(range.start));
            }
        }
        Ok(None)
    };
    let need = |names: &[&'static str]| -> Result<u64, InjectError> {
        for name in names {
            if let Some(address) =
                find(name).map_err(|error| InjectError::os(pid, "read the C library", error))?
            {
                return Ok(address);
            }
        }
        Err(InjectError::MissingSymbol { pid, library: libraries[0].path.clone(), symbol: names[0] })
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
