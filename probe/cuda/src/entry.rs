//! How the library gets in.
//!
//! As a stand-in, its file was written by zetop for this session: it names the real driver as a library that it
//! needs, so that the dynamic linker finds there whatever the stand-in does not export, and its constructor
//! looks the real functions up.

mod backend;
pub mod real_driver;

/// Run by the dynamic linker when it has loaded this library, and the real driver before it.
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
