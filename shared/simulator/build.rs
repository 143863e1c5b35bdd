//! Link flags of the driver library.

fn main() {
    // The driver's own `ze*ProcAddrTable` getters must win over the loader's symbols of the same name.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-Bsymbolic");
    // The loader closes its drivers at exit while worker threads may still run in this code.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-z,nodelete");
    println!("cargo:rerun-if-changed=build.rs");
}
