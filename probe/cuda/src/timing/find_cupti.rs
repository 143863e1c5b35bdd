//! Finds CUPTI, which zetop does not ship.
//!
//! First choice is one that the program has loaded, then the one that the user names, the one in the program's own
//! Python environment (which the program itself would load), and the toolkit's.

use crate::arch;
use crate::driver;
use std::ffi::{CStr, CString, OsStr, c_int, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Environment variable with the path of the library.
const PATH_VAR: &str = "ZETOP_CUPTI";
/// Makes NVIDIA's driver load a library into each program: ncu, nsys and compute-sanitizer use it.
const INJECTION_VARS: [&str; 2] = ["CUDA_INJECTION64_PATH", "NVTX_INJECTION64_PATH"];

/// True if another profiler was injected at the start: CUPTI has only one client.
pub fn another_profiler() -> bool {
    // A launch has NVTX hand its ranges to zetop.
    let is_of_zetop = |path: &Path| {
        let folder = path.parent().and_then(Path::file_name).unwrap_or_default();
        folder.as_bytes().starts_with(b"zetop-")
    };
    let is_another = |path: &OsStr| !path.is_empty() && !is_of_zetop(Path::new(path));
    let brought_in =
        INJECTION_VARS.iter().any(|name| std::env::var_os(name).is_some_and(|path| is_another(&path)));
    brought_in
        || modules().iter().any(|path| {
            let name = path.file_name().map(OsStr::as_bytes).unwrap_or_default();
            [
                &b"libToolsInjection"[..],
                b"libcuda-injection",
                b"libsanitizer-collection",
                b"libTreeLauncherTargetInjection",
            ]
            .iter()
            .any(|tool| name.starts_with(tool))
        })
}

/// Opens CUPTI, and says whether the program had it loaded. The handle is never closed.
pub fn open() -> Option<(*mut c_void, bool)> {
    let modules = modules();
    let loaded = modules.iter().find(|path| is_cupti(path));
    if let Some(path) = loaded {
        return dlopen(path.as_os_str().as_bytes()).map(|library| (library, true));
    }
    for major in majors() {
        let name = format!("libcupti.so.{major}");
        for path in candidates(&modules, &name, major).into_iter().filter(|path| path.is_file()) {
            if let Some(library) = dlopen(path.as_os_str().as_bytes()) {
                return Some((library, false));
            }
        }
        if let Some(library) = dlopen(name.as_bytes()) {
            return Some((library, false));
        }
    }
    None
}

fn is_cupti(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.as_bytes().starts_with(b"libcupti.so"))
}

fn dlopen(name: &[u8]) -> Option<*mut c_void> {
    let name = CString::new(name).ok()?;
    // SAFETY: a C string; CUPTI's constructors need nothing from us.
    let library = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
    (!library.is_null()).then_some(library)
}

/// Major versions that work with this driver: its own, and the one before.
fn majors() -> Vec<u32> {
    let mut version: c_int = 0;
    // SAFETY: a live variable.
    unsafe { driver::cuDriverGetVersion(&raw mut version) };
    let major = version.max(0) as u32 / 1000;
    (major.saturating_sub(1)..=major).rev().filter(|major| *major >= 11).collect()
}

fn candidates(modules: &[PathBuf], name: &str, major: u32) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> =
        std::env::var_os(PATH_VAR).filter(|path| !path.is_empty()).map(PathBuf::from).into_iter().collect();
    for folder in packages(modules) {
        found.push(folder.join(format!("nvidia/cu{major}/lib")).join(name));
        found.push(folder.join("nvidia/cuda_cupti/lib").join(name));
        // Triton ships one for its profiler.
        found.push(folder.join("triton/backends/nvidia/lib/cupti").join(name));
    }
    // Beside a runtime that the program ships.
    let beside = modules
        .iter()
        .filter(|path| path.file_name().is_some_and(|f| f.as_bytes().starts_with(b"libcudart")));
    for folder in beside.filter_map(|path| path.parent()) {
        found.push(folder.join(name));
        found.push(folder.join("../extras/CUPTI/lib64").join(name));
    }
    let mut roots: Vec<PathBuf> =
        ["CUDA_HOME", "CUDA_PATH"].iter().filter_map(std::env::var_os).map(PathBuf::from).collect();
    roots.push(format!("/usr/local/cuda-{major}").into());
    roots.push("/usr/local/cuda".into());
    roots.push("/opt/cuda".into());
    for root in roots {
        found.push(root.join("extras/CUPTI/lib64").join(name));
        found.push(root.join("lib64").join(name));
        let targets = arch::TOOLKITS.iter().map(|folder| root.join("targets").join(folder));
        found.extend(targets.map(|folder| folder.join("lib").join(name)));
    }
    found
}

/// Folders of Python packages whose libraries the program has loaded, and that of its virtual environment.
fn packages(modules: &[PathBuf]) -> Vec<PathBuf> {
    let mut folders = Vec::new();
    for path in modules {
        let folder = path
            .ancestors()
            .find(|a| a.file_name().is_some_and(|name| name == "site-packages" || name == "dist-packages"));
        if let Some(folder) = folder.filter(|folder| !folders.iter().any(|known| known == folder)) {
            folders.push(folder.to_owned());
        }
    }
    folders
}

/// Files of the libraries that are loaded.
fn modules() -> Vec<PathBuf> {
    unsafe extern "C" fn add(info: *mut libc::dl_phdr_info, _size: usize, list: *mut c_void) -> c_int {
        // SAFETY: the dynamic linker's structure, and the list that was handed in below.
        unsafe {
            let name = (*info).dlpi_name;
            if !name.is_null() && *name != 0 {
                let path = Path::new(OsStr::from_bytes(CStr::from_ptr(name).to_bytes())).to_owned();
                (*list.cast::<Vec<PathBuf>>()).push(path);
            }
        }
        0
    }
    let mut list: Vec<PathBuf> = Vec::new();
    // SAFETY: a function of that type and a live list. It does not unwind: a push may only abort.
    unsafe { libc::dl_iterate_phdr(Some(add), (&raw mut list).cast()) };
    list
}
