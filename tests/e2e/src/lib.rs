//! What the end-to-end tests are made of. The tests are in `tests/e2e/`, the bench in `benches/overhead.rs`.
//!
//! ```text
//! Scene -> plain()      the workload on the simulated GPU            -> Outcome, oracle
//!       -> watched()    the same under `zetop --sim --no-tui --json` -> Outcome, Figures
//! ```
//!
//! - [`scene`]: a workload with its environment, run either way;
//! - [`process`]: output, exit status, time limit;
//! - [`figures`]: zetop's JSON;
//! - [`account`]: what the workload says it did (its `expect` lines);
//! - [`oracle`]: what the simulated GPU says it did;
//! - [`target`], [`attacher`]: a program that runs without zetop, and `zetop -p` on it;
//! - [`trace`]: what is in a file of `--trace`;
//! - [`tables`]: function tables in another process's memory.

pub mod account;
pub mod attacher;
pub mod figures;
pub mod oracle;
pub mod process;
pub mod scene;
pub mod tables;
pub mod target;
pub mod trace;

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::OnceLock;

/// Whether a Level Zero loader is installed. Prints why a test is skipped if not.
#[must_use]
pub fn loader_is_here() -> bool {
    static HERE: OnceLock<bool> = OnceLock::new();
    let here = *HERE.get_or_init(|| level_zero_sys::LevelZero::open(level_zero_sys::LOADER_FILE).is_ok());
    if !here {
        zetop_testing::skip!("no {} (Debian's package libze1)", level_zero_sys::LOADER_FILE);
    }
    here
}

/// The simulated driver that zetop carries, as a file with a driver's name.
///
/// # Panics
/// No temporary folder can be written to.
#[must_use]
pub fn simulator() -> &'static Path {
    static FILE: OnceLock<tempfile::TempPath> = OnceLock::new();
    FILE.get_or_init(|| {
        let file =
            tempfile::Builder::new().prefix("libze_sim").suffix(".so").tempfile().expect("temporary folder");
        std::fs::write(file.path(), &*zetop_process::embedded::SIMULATOR).expect("temporary folder");
        // Some programs run as another user.
        let readable = std::fs::Permissions::from_mode(0o644);
        std::fs::set_permissions(file.path(), readable).expect("our own file");
        file.into_temp_path()
    })
}
