fn main() {
    // The loader exports getters of the same names: ours must bind to ours.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-Bsymbolic");
    println!("cargo:rerun-if-changed=build.rs");
}
