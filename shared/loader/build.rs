//! Link flags of the loader.

fn main() {
    for argument in [
        // Under this name programs ask for it.
        "-Wl,-soname,libze_loader.so.1",
        // The layer exports getters that a driver exports, too.
        "-Wl,-Bsymbolic",
        // Programs keep its functions.
        "-Wl,-z,nodelete",
    ] {
        println!("cargo:rustc-cdylib-link-arg={argument}");
    }
    println!("cargo:rerun-if-changed=build.rs");
}
