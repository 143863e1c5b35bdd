fn main() {
    // The loader exports getters of the same names: ours must bind to ours.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-Bsymbolic");
    // The loader dlcloses its layers at exit; our threads and wrappers must stay mapped.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-z,nodelete");
    println!("cargo:rerun-if-changed=build.rs");
}
