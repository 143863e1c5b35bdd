//! How the library gets into a program: as a stand-in for the driver, or by an attach.
//!
//! As a stand-in: zetop has written its file for this session. It lists the real driver as a needed library, where the
//! dynamic linker finds whatever the stand-in does not export, and its constructor looks up the real functions.
//!
//! By an attach: the program's pointers to the real functions are replaced with wrappers.

mod attach;
mod attached;
mod backend;
mod marked;
mod real_driver;
mod search;

/// Run by the dynamic linker when it has loaded this library, after the real driver.
#[used]
#[unsafe(link_section = ".init_array")]
static CONSTRUCTOR: extern "C" fn() = loaded;

extern "C" fn loaded() {
    zetop_probe_core::guard::quietly(|| {
        if let Some(path) = real_driver::path()
            && real_driver::load(path)
        {
            backend::install();
        }
    });
}
