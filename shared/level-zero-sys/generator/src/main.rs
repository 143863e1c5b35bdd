//! Writes `level-zero-sys/src/bindings.rs`, `src/functions.rs` and `tests/layout/table.rs`.
//!
//! ```text
//! cargo run --manifest-path shared/level-zero-sys/generator/Cargo.toml -- [INCLUDE_DIR]
//! ```
//!
//! `INCLUDE_DIR` (default `/usr/include`) holds the folder `level_zero` of loader 1.32 (Debian's libze-dev
//! from sid; copy that folder somewhere on its own when the rest of the machine is older); libclang is needed too. The output is committed, so that building zetop needs neither.

mod functions;
mod layout;
mod tsv;

use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

/// The headers in one translation unit. `ze_ddi.h` brings the function tables.
const HEADERS: &[&str] = &[
    "ze_api.h", "zet_api.h", "zes_api.h", "zer_api.h", "ze_ddi.h", "zet_ddi.h", "zes_ddi.h", "zer_ddi.h",
    "layers/zel_tracing_api.h", "loader/ze_loader.h",
];

const BANNER: &str = "// Written by generator/ from the Level Zero 1.17 headers (loader 1.32.0). Do not edit.\n\n";

fn main() -> Result<()> {
    let include = std::env::args().nth(1).unwrap_or_else(|| "/usr/include".into());
    let krate = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let api = tsv::read(&krate.join("level-zero-api.tsv"))?;
    let file = syn::parse_file(&bind(&include)?)?;

    let (kept, declared) = functions::split(file);
    write(&krate.join("src/bindings.rs"), &prettyplease::unparse(&kept))?;
    write(&krate.join("src/functions.rs"), &functions::render(&api, &declared)?)?;
    write(&krate.join("tests/layout/table.rs"), &layout::render(&kept))?;
    Ok(())
}

/// Rust declarations for everything in the headers.
fn bind(include: &str) -> Result<String> {
    let unit: String = "#include <stdbool.h>\n".to_owned() + &HEADERS.iter().map(|h| format!("#include <level_zero/{h}>\n")).collect::<String>();
    let bindings = bindgen::Builder::default()
        .header_contents("level_zero.h", &unit)
        .clang_arg(format!("-I{include}"))
        .allowlist_item("(ze|zet|zes|zer|zel|ZE|ZET|ZES|ZER|ZEL)_.*")
        .allowlist_function("ze[tsrl]?[A-Z].*")
        .allowlist_type("_?ze[tsrl]?_.*")
        .generate_comments(false)
        .layout_tests(false)
        .prepend_enum_name(false)
        .derive_default(true)
        .generate()
        .context("bindgen could not read the headers")?;
    Ok(bindings.to_string())
}

fn write(path: &Path, text: &str) -> Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(path, format!("{BANNER}{text}")).with_context(|| format!("writing {}", path.display()))?;
    println!("wrote {}", path.display());
    Ok(())
}
