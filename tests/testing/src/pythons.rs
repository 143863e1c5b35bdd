//! Interpreters to test with.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;

/// The CPythons on this machine, by version: one of each. Those on the PATH, pyenv's, and what `ZETOP_PYTHONS` names
/// (programs, separated by colons).
#[must_use]
pub fn pythons() -> BTreeMap<(u32, u32), PathBuf> {
    let more = std::env::var("ZETOP_PYTHONS").unwrap_or_default();
    let more: Vec<PathBuf> = more.split(':').filter(|name| !name.is_empty()).map(Into::into).collect();
    let pyenv = std::env::var("HOME").map(|home| format!("{home}/.pyenv/versions"));
    let installed = pyenv.into_iter().filter_map(|folder| std::fs::read_dir(folder).ok()).flatten().flatten();
    let on_path = (10..=15).map(|minor| format!("python3.{minor}").into());
    let named = std::iter::once("python3".into()).chain(on_path);
    let all = more.into_iter().chain(named).chain(installed.map(|entry| entry.path().join("bin/python3")));
    let mut found = BTreeMap::new();
    for python in all {
        let mut command = Command::new(&python);
        command.args(["-c", "import ctypes, sys; print(*sys.version_info[:2], sys.implementation.name)"]);
        let Ok(output) = command.output() else { continue };
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let [major, minor, "cpython"] = said.split_whitespace().collect::<Vec<_>>()[..] else { continue };
        if let (Ok(major), Ok(minor)) = (major.parse(), minor.parse()) {
            found.entry((major, minor)).or_insert(python);
        }
    }
    found
}
