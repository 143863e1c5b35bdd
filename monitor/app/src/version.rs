//! What `zetop --version` says.

use std::fmt::Write as _;
use zetop_figures::recording::format::{OLDEST, VERSION};
use zetop_figures::{history, snapshot};
use zetop_process::backend;
use zetop_system::c_library;
use zetop_wire::{api, layout_hash::LAYOUT_HASH};

/// One line; `verbose`: what somebody needs to know who tries this binary on another machine, or its files with another zetop.
#[must_use]
pub fn text(verbose: bool) -> String {
    let mut text = format!("zetop {}\n", env!("CARGO_PKG_VERSION"));
    if verbose {
        for (name, value) in details() {
            let _ = writeln!(text, "{name:<10} {value}");
        }
    }
    text
}

fn details() -> [(&'static str, String); 6] {
    let needs = |file: &[u8]| {
        let needed = c_library::needed_by(file);
        needed.map_or("an unknown C library".to_owned(), |version| format!("glibc {version}"))
    };
    let program = std::fs::read("/proc/self/exe").unwrap_or_default();
    let probes =
        backend::ALL.map(|backend| format!("{} needs {}", backend.api(), needs(backend.probe().bytes)));
    [
        ("commit", option_env!("ZETOP_COMMIT").unwrap_or("not known: not made by release.sh").to_owned()),
        (
            "C library",
            format!("{}; zetop needs {} on {}", c_library::in_use(), needs(&program), std::env::consts::ARCH),
        ),
        ("probes", format!("{}; process files of layout {LAYOUT_HASH:016x}", probes.join(", "))),
        ("APIs", api::ALL.map(|api| format!("{} ({}.1)", api.name, api.library)).join(", ")),
        ("reads", format!("recordings of versions {OLDEST} to {VERSION}, JSON {}", snapshot::SCHEMA)),
        (
            "writes",
            format!(
                "recordings of version {VERSION}, JSON {}, last runs of version {}",
                snapshot::SCHEMA,
                history::VERSION
            ),
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_probe_says_what_it_needs() {
        let text = text(true);
        for api in api::ALL {
            assert!(text.contains(&format!("{} needs glibc 2.", api.name)), "{text}");
        }
        assert!(text.contains("C library  glibc 2."), "{text}");
        assert_eq!(text.lines().count(), 7, "{text}");
    }
}
