//! Aggregate, snapshot, advice and present know no API by heart: the names of functions, kinds of memory and
//! results come from the catalog that a probe writes.

#![allow(clippy::unwrap_used)] // a test fails by panicking

use regex::Regex;
use std::path::{Path, PathBuf};

const ROOMS: [&str; 6] = [
    "figures/src/aggregate",
    "figures/src/snapshot",
    "figures/src/advice",
    "figures/src/view",
    "figures/src/sink",
    "present/src",
];

/// The Rust files of a folder, except its tests.
fn sources(of: &Path, into: &mut Vec<PathBuf>) {
    if of.with_extension("rs").is_file() {
        into.push(of.with_extension("rs"));
    }
    for entry in std::fs::read_dir(of).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = path.file_stem().unwrap().to_owned();
        match path.extension() {
            _ if name == "tests" => {}
            None => sources(&path, into),
            Some(extension) if extension == "rs" => into.push(path),
            Some(_) => {}
        }
    }
    into.sort();
    into.dedup();
}

/// A source without its tests.
fn without_tests(text: &str) -> &str {
    text.find("#[cfg(test)]").map_or(text, |at| &text[..at])
}

fn names_an_api(text: &str) -> Option<String> {
    let names = Regex::new(r"\bze[tsr]?[A-Z]\w*|\bZE_\w*|level_zero\w*|\bcu[A-Z]\w*|\bCUDA_\w*").unwrap();
    names.find(without_tests(text)).map(|found| found.as_str().to_owned())
}

#[test]
fn what_is_shown_comes_from_catalogs() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    ROOMS.iter().for_each(|room| sources(&source.join(room), &mut files));
    assert!(files.len() > 50, "{} files: have the rooms moved?", files.len());
    let found: Vec<String> = files
        .iter()
        .filter_map(|file| {
            let name = names_an_api(&std::fs::read_to_string(file).unwrap())?;
            Some(format!("{} names {name}", file.strip_prefix(&source).unwrap().display()))
        })
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn names_are_found_where_they_stand() {
    assert_eq!(names_an_api("if name == \"zeMemFree\" {").as_deref(), Some("zeMemFree"));
    assert_eq!(names_an_api("zesInit").as_deref(), Some("zesInit"));
    assert_eq!(names_an_api("use level_zero_sys::x;").as_deref(), Some("level_zero_sys"));
    assert_eq!(names_an_api("ZE_RESULT_SUCCESS").as_deref(), Some("ZE_RESULT_SUCCESS"));
    assert_eq!(names_an_api("cuInit").as_deref(), Some("cuInit"));
    assert_eq!(names_an_api("SizeClass, SIZE_CLASSES, size, zero\n#[cfg(test)]\nzeInit"), None);
}
