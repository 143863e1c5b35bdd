//! Builds what zetop carries inside itself: the probes and the simulated driver, as release libraries, packed.
//!
//! A separate cargo builds them in a separate target folder (so that it cannot wait for the lock of the cargo
//! that runs us): optimised as a whole for a release, hardly for the dev profile, whose users wait for builds and tests. `embedded.rs`
//! includes the files.

use lz4::block::CompressionMode;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Flags for rustc that the libraries shall have, too: those of a release take folders of the machine out of what is shipped.
const FLAGS: &str = "ZETOP_EMBED_FLAGS";

fn main() {
    println!("cargo::rerun-if-env-changed={FLAGS}");
    let manifest = PathBuf::from(env("CARGO_MANIFEST_DIR"));
    let workspace = manifest.ancestors().nth(2).expect("monitor/process lies in the workspace").to_owned();
    let target_dir = Path::new(&env("OUT_DIR")).join("embed");
    watch_sources(&workspace);

    let target = env("TARGET");
    // A linker for the target, as cargo-zigbuild gives one, chooses the oldest C library that zetop runs on: its libraries run
    // in programs with that one, too.
    let linker = format!("CARGO_TARGET_{}_LINKER", target.to_uppercase().replace('-', "_"));
    println!("cargo::rerun-if-env-changed={linker}");
    let is_cross = target != env("HOST") || std::env::var_os(&linker).is_some();
    let build = |packages: &[&str], settings: &[&str]| {
        let mut cargo = Command::new(env("CARGO"));
        cargo.current_dir(&workspace).args(["build", "--release", "--lib"]);
        cargo.args(packages.iter().flat_map(|name| ["-p", *name]));
        cargo.arg("--manifest-path").arg(workspace.join("Cargo.toml")).arg("--target-dir").arg(&target_dir);
        // The symbol table stays, for profilers.
        let always = ["profile.release.strip=\"debuginfo\""];
        cargo.args(always.iter().chain(settings).flat_map(|setting| ["--config", *setting]));
        if workspace.join("Cargo.lock").exists() {
            cargo.arg("--locked");
        }
        if is_cross {
            cargo.args(["--target", &target]);
        }
        keep_outer_settings_out(&mut cargo, &linker);
        if let Some(flags) = std::env::var_os(FLAGS) {
            cargo.env("RUSTFLAGS", flags);
        }
        let status = cargo.status().expect("cargo can be started");
        assert!(status.success(), "building the embedded probe and simulator failed");
    };
    let quick = [
        "profile.release.incremental=true",
        "profile.release.codegen-units=16",
        "profile.release.opt-level=1",
        // The probes and the simulator themselves are what takes time at run time.
        "profile.release.package.\"*\".opt-level=0",
    ];
    // The hot path is optimised as a whole. The simulator's crate is a Rust library as well, for its tests, which cargo does
    // not optimise across crates.
    let whole = [
        "profile.release.package.\"*\".opt-level=3",
        "profile.release.codegen-units=1",
        "profile.release.package.ze-sim.codegen-units=16",
        "profile.release.lto=\"fat\"",
    ];
    let settings: &[&str] = if is_quick() { &quick } else { &whole };
    build(&["zetop-probe-level-zero", "zetop-probe-cuda", "ze-sim", "ze-loader"], settings);
    // Without the standard library, and what that needs.
    build(&["zetop-probe-opener"], &[settings, &["profile.release.panic=\"abort\""]].concat());
    let library_dir = if is_cross { target_dir.join(&target) } else { target_dir.clone() };

    for (name, file) in [
        ("ZETOP_EMBED_PROBE", "libzetop_probe_level_zero.so"),
        ("ZETOP_EMBED_PROBE_CUDA", "libzetop_probe_cuda.so"),
        ("ZETOP_EMBED_SIM", "libze_sim.so"),
        ("ZETOP_EMBED_LOADER", "libze_loader.so"),
        ("ZETOP_EMBED_OPENER", "libzetop_opener.so"),
    ] {
        let path = library_dir.join("release").join(file);
        let library = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let packed = Path::new(&env("OUT_DIR")).join(file).with_extension("lz4");
        let bytes = pack(&library).expect("enough memory");
        std::fs::write(&packed, bytes).unwrap_or_else(|error| panic!("{}: {error}", packed.display()));
        println!("cargo::rustc-env={name}={}", packed.display());
    }
}

/// A hash of the library, and its pieces, each behind its packed and its own length, in bytes.
fn pack(library: &[u8]) -> std::io::Result<Vec<u8>> {
    let mode = (!is_quick()).then_some(CompressionMode::HIGHCOMPRESSION(LEVEL));
    let mut hasher = DefaultHasher::new();
    library.hash(&mut hasher);
    let mut packed = hasher.finish().to_le_bytes().to_vec();
    for piece in library.chunks(PIECE) {
        let bytes = lz4::block::compress(piece, mode, false)?;
        for length in [bytes.len(), piece.len()] {
            packed.extend(u32::try_from(length).expect("a piece is short").to_le_bytes());
        }
        packed.extend(bytes);
    }
    Ok(packed)
}

/// Bytes that are packed for themselves, so that threads can unpack a library together.
const PIECE: usize = 256 * 1024;

/// The highest one: packing takes a second. zstd would make a probe a fifth smaller, and takes three times as long to unpack it,
/// which every launch waits for.
const LEVEL: i32 = 12;

/// Whether short builds matter more than fast libraries: in the dev profile. What is installed or measured is fully optimised.
fn is_quick() -> bool {
    env("PROFILE") == "debug"
}

fn env(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| panic!("cargo sets {name}"))
}

/// The outer build's settings (flags for coverage or sanitizers, clippy's compiler, another target folder)
/// must not affect libraries that are loaded into other people's programs.
fn keep_outer_settings_out(cargo: &mut Command, linker: &str) {
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy().into_owned();
        let foreign = matches!(
            name.as_str(),
            "RUSTFLAGS"
                | "CARGO_ENCODED_RUSTFLAGS"
                | "RUSTDOCFLAGS"
                | "CARGO_ENCODED_RUSTDOCFLAGS"
                | "RUSTC_WORKSPACE_WRAPPER"
                | "CLIPPY_ARGS"
                | "CARGO_PRIMARY_PACKAGE"
        ) || (name.starts_with("CARGO_TARGET_") && name != linker)
            || name.starts_with("CARGO_BUILD_")
            || name.starts_with("CARGO_PROFILE_")
            || name.starts_with("CARGO_FEATURE_");
        if foreign {
            cargo.env_remove(name);
        }
    }
}

fn watch_sources(workspace: &Path) {
    for path in [
        "Cargo.toml",
        "Cargo.lock",
        "probe/core/Cargo.toml",
        "probe/core/src",
        "probe/cuda/Cargo.toml",
        "probe/cuda/build.rs",
        "probe/cuda/src",
        "probe/level-zero/Cargo.toml",
        "probe/level-zero/build.rs",
        "probe/level-zero/src",
        "probe/opener/Cargo.toml",
        "probe/opener/build.rs",
        "probe/opener/src",
        "probe/ranges/Cargo.toml",
        "probe/ranges/src",
        "shared/cuda-sys/Cargo.toml",
        "shared/cuda-sys/src",
        "shared/level-zero-sys/Cargo.toml",
        "shared/level-zero-sys/src",
        "shared/loader/Cargo.toml",
        "shared/loader/build.rs",
        "shared/loader/src",
        "shared/wire/Cargo.toml",
        "shared/wire/src",
        "shared/simulator/Cargo.toml",
        "shared/simulator/build.rs",
        "shared/simulator/src",
    ] {
        let path = workspace.join(path);
        // A path that does not exist would make cargo run this script every time.
        if path.exists() {
            println!("cargo::rerun-if-changed={}", path.display());
        }
    }
    println!("cargo::rerun-if-changed=build.rs");
}
