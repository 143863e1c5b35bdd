fn main() {
    for argument in [
        // Under this name programs and libraries ask for the driver.
        "-Wl,-soname,libcuda.so.1",
        // The driver exports functions of the same names: ours must bind to ours.
        "-Wl,-Bsymbolic",
        // Wrappers are kept by the program; they must stay mapped.
        "-Wl,-z,nodelete",
        // An entry of the dynamic section, which zetop turns into the name of the real driver
        // (`entry::real_driver`). Until then it names a folder that can't exist.
        "-Wl,-rpath,/dev/null/zetop-real-driver",
    ] {
        println!("cargo:rustc-cdylib-link-arg={argument}");
    }
    println!("cargo:rerun-if-changed=build.rs");
}
