//! Aggregate, snapshot, advice and present know no API by heart: the names of functions, kinds of memory and
//! results come from the catalog that a probe writes. What the APIs themselves are called is in one table,
//! `shared/wire/src/api.rs`.

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

/// Where APIs are not even named in texts. `zetop bench` is left out, which calls them itself, and so is what loads one in
/// `process/src/backend`.
const NAMELESS: [&str; 8] = [
    "app/src",
    "figures/src",
    "inject/src",
    "present/src",
    "system/src",
    "process/src/missed_programs",
    "process/src/attach",
    "process/src/attendance",
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

/// A text that calls an API by its name: comments, which are also the help of options, may.
fn writes_of_an_api(text: &str) -> Option<String> {
    let names = Regex::new(r"Level Zero|\bCUDA\b|libze_loader|libcuda").unwrap();
    let mut code = without_tests(text).lines().map(|line| line.split("//").next().unwrap());
    code.find_map(|line| names.find(line).map(|found| found.as_str().to_owned()))
}

/// What a look at the files of some rooms finds.
fn found_in(rooms: &[&str], at_least: usize, look: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for room in rooms {
        let before = files.len();
        sources(&source.join(room), &mut files);
        assert!(files.len() > before, "{room} has no file: has it moved?");
    }
    assert!(files.len() > at_least, "{} files: have the rooms moved?", files.len());
    let found = files.iter().filter_map(|file| {
        let name = look(&std::fs::read_to_string(file).unwrap())?;
        Some(format!("{} names {name}", file.strip_prefix(&source).unwrap().display()))
    });
    found.collect()
}

#[test]
fn what_is_shown_comes_from_catalogs() {
    let found = found_in(&ROOMS, 50, names_an_api);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn what_apis_are_called_comes_from_one_table() {
    let found = found_in(&NAMELESS, 150, writes_of_an_api);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn names_are_found_where_they_stand() {
    assert_eq!(names_an_api("if name == \"zeMemFree\" {").as_deref(), Some("zeMemFree"));
    assert_eq!(names_an_api("zesInit").as_deref(), Some("zesInit"));
    assert_eq!(names_an_api("use level_zero_sys::x;").as_deref(), Some("level_zero_sys"));
    assert_eq!(names_an_api("ZE_RESULT_SUCCESS").as_deref(), Some("ZE_RESULT_SUCCESS"));
    assert_eq!(names_an_api("cuInit").as_deref(), Some("cuInit"));
    assert_eq!(writes_of_an_api("let text = \"no CUDA here\";").as_deref(), Some("CUDA"));
    assert_eq!(writes_of_an_api("/// Level Zero\nCUDAX // CUDA"), None);
    assert_eq!(names_an_api("SizeClass, SIZE_CLASSES, size, zero\n#[cfg(test)]\nzeInit"), None);
}
