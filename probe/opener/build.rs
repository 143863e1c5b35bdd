//! Link flags of the opener.

fn main() {
    // Where `dlsym` is in a library of its own, nothing else would bring that in.
    for argument in ["-ldl", "-lc"] {
        println!("cargo:rustc-cdylib-link-arg={argument}");
    }
    println!("cargo:rerun-if-changed=build.rs");
}
