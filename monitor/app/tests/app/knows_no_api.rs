//! Aggregate, snapshot, advice and present know no API by heart: the names of functions, kinds of memory and
//! results come from the catalog that a probe writes. What the APIs themselves are called is in one table,
//! `shared/wire/src/api.rs`; what else is one API's is in its backend.

use regex::Regex;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

const ROOMS: [&str; 6] = [
    "figures/src/aggregate",
    "figures/src/snapshot",
    "figures/src/advice",
    "figures/src/view",
    "figures/src/sink",
    "present/src",
];

/// Where code does not name an API at all, neither for the machine nor in texts. `zetop bench` is left out, which calls one
/// itself, and so is `sensors`, which asks drivers.
const NAMELESS: [&str; 6] =
    ["app/src", "figures/src", "inject/src", "present/src", "process/src", "system/src"];

/// What is left out of them: the backends, and the files of the probes.
const BACKENDS: [&str; 2] = ["process/src/backend", "process/src/embedded"];

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
    text.find("#[cfg(test)]\nmod ").map_or(text, |at| &text[..at])
}

/// Names of functions and constants of an API.
const FUNCTIONS: &str = r"\bze[tsr]?[A-Z]\w*|\bZE_\w*|level_zero\w*|\bcu[A-Z]\w*|\bCUDA_\w*";
/// What an API, its files and its backend are called.
const NAMES: &str = r"Level Zero|CUDA|(?i:level_?zero)|\b(Cuda|cuda)\b|libze_|\blibze\d|libcuda";

/// The first name of an API's functions or constants.
fn names_an_api(text: &str) -> Option<String> {
    static NAMED: LazyLock<Regex> = LazyLock::new(|| Regex::new(FUNCTIONS).unwrap());
    NAMED.find(without_tests(text)).map(|found| found.as_str().to_owned())
}

/// Code that names an API, one of its functions or files, or its backend: comments, which are also the help of options, may.
fn writes_of_an_api(text: &str) -> Option<String> {
    static WRITTEN: LazyLock<Regex> = LazyLock::new(|| Regex::new(&format!("{NAMES}|{FUNCTIONS}")).unwrap());
    let mut code = without_tests(text).lines().map(|line| line.split("//").next().unwrap());
    code.find_map(|line| WRITTEN.find(line).map(|found| found.as_str().to_owned()))
}

/// What a look at the files of some rooms finds.
fn found_in(
    rooms: &[&str],
    except: &[&str],
    at_least: usize,
    look: impl Fn(&str) -> Option<String>,
) -> Vec<String> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for room in rooms {
        let before = files.len();
        sources(&source.join(room), &mut files);
        assert!(files.len() > before, "{room} has no file: has it moved?");
    }
    for out in except {
        let before = files.len();
        let out = source.join(out);
        files.retain(|file| !file.starts_with(&out) && file.with_extension("") != out);
        assert!(files.len() < before, "{} has no file: has it moved?", out.display());
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
    let found = found_in(&ROOMS, &[], 50, names_an_api);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn what_apis_are_called_comes_from_one_table() {
    let found = found_in(&NAMELESS, &BACKENDS, 300, writes_of_an_api);
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
    assert_eq!(writes_of_an_api("use crate::backend::LevelZero;").as_deref(), Some("LevelZero"));
    assert_eq!(writes_of_an_api("backend::cuda::answer()").as_deref(), Some("cuda"));
    assert_eq!(writes_of_an_api("\"zeMemAllocHost memory\"").as_deref(), Some("zeMemAllocHost"));
    assert_eq!(writes_of_an_api("/// Level Zero\nlibzetop // CUDA"), None);
    assert_eq!(names_an_api("SizeClass, SIZE_CLASSES, size, zero\n#[cfg(test)]\nmod tests { zeInit }"), None);
}
