//! Imports go one way, in every crate: no circle between files, in the probe `entry -> hooks -> timing`, and
//! in the figures the arrows of their `lib.rs`. Callbacks are handed in at the start. Paths are read from the
//! tokens of each file, so that those in macros count too.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Which file imports which, by module path (`timing::runs`; the root is empty).
type Imports = BTreeMap<String, BTreeSet<String>>;

struct File {
    module: Vec<String>,
    /// Modules of this file that have a file of their own.
    children: BTreeSet<String>,
    tokens: TokenStream,
}

fn source(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder)
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources").flatten() {
        let path = entry.path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Unit tests may look at anything.
fn is_of_tests(module: &[String]) -> bool {
    module.iter().any(|part| part == "tests")
}

fn read(folder: &Path) -> Vec<File> {
    let mut paths = Vec::new();
    rust_files(folder, &mut paths);
    assert!(!paths.is_empty(), "no sources in {}", folder.display());
    let modules: Vec<(PathBuf, Vec<String>)> = paths
        .into_iter()
        .map(|path| {
            let inside = path.strip_prefix(folder).expect("it is below").with_extension("");
            let parts = inside.components().map(|part| part.as_os_str().to_string_lossy().into_owned());
            let module: Vec<String> = parts.filter(|part| part != "lib" && part != "main").collect();
            (path, module)
        })
        .filter(|(_, module)| !is_of_tests(module))
        .collect();
    let parent_of =
        |module: &[String], parent: &[String]| module.split_last().is_some_and(|(_, p)| p == parent);
    modules
        .iter()
        .map(|(path, module)| File {
            module: module.clone(),
            children: modules
                .iter()
                .filter(|(_, other)| parent_of(other, module))
                .filter_map(|(_, other)| other.last().cloned())
                .collect(),
            tokens: std::fs::read_to_string(path)
                .expect("a readable source")
                .parse()
                .unwrap_or_else(|error| panic!("{}: {error}", path.display())),
        })
        .collect()
}

/// All paths in `tokens` that begin with `crate`, `super`, `self` or a child, as absolute module paths.
/// `at` is the module that the tokens are in, which may be an inline one of the file's.
fn paths(tokens: TokenStream, at: &[String], file: &File, found: &mut Vec<Vec<String>>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is_punct = |n: usize, c: char| matches!(tokens.get(n), Some(TokenTree::Punct(p)) if p.as_char() == c);
    let ident = |n: usize| match tokens.get(n) {
        Some(TokenTree::Ident(ident)) => Some(ident.to_string()),
        _ => None,
    };
    let mut n = 0;
    while n < tokens.len() {
        if let TokenTree::Group(group) = &tokens[n] {
            // `mod name { ... }`
            let inline = (n >= 2 && ident(n - 2).as_deref() == Some("mod")).then(|| ident(n - 1)).flatten();
            match inline {
                Some(name) if group.delimiter() == Delimiter::Brace => {
                    let inner = [at, &[name]].concat();
                    if !is_of_tests(&inner) {
                        paths(group.stream(), &inner, file, found);
                    }
                }
                _ => paths(group.stream(), at, file, found),
            }
        }
        // After a single colon comes a type.
        let starts_path = n < 2 || !(is_punct(n - 1, ':') && is_punct(n - 2, ':'));
        if let Some(first) = ident(n).filter(|_| starts_path && is_punct(n + 1, ':') && is_punct(n + 2, ':'))
        {
            let base = match first.as_str() {
                "crate" => Some(Vec::new()),
                "self" => Some(at.to_vec()),
                "super" => Some(at[..at.len().saturating_sub(1)].to_vec()),
                child if at == file.module && file.children.contains(child) => {
                    Some([at, &[child.to_owned()]].concat())
                }
                _ => None,
            };
            if let Some(base) = base {
                tree(&tokens[n + 3..], base, found);
            }
        }
        n += 1;
    }
}

/// The rest of a path, or of a tree of them: `a::b`, `{a::b, c}`.
fn tree(tokens: &[TokenTree], mut path: Vec<String>, found: &mut Vec<Vec<String>>) {
    match tokens.first() {
        Some(TokenTree::Ident(ident)) => {
            let name = ident.to_string();
            match name.as_str() {
                "super" => drop(path.pop()),
                "self" => {}
                _ => path.push(name),
            }
            let goes_on = [1, 2]
                .iter()
                .all(|n| matches!(tokens.get(*n), Some(TokenTree::Punct(p)) if p.as_char() == ':'));
            if goes_on { tree(&tokens[3..], path, found) } else { found.push(path) }
        }
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
            let inner: Vec<TokenTree> = group.stream().into_iter().collect();
            for part in inner.split(|token| matches!(token, TokenTree::Punct(p) if p.as_char() == ',')) {
                tree(part, path.clone(), found);
            }
        }
        _ => found.push(path),
    }
}

fn imports(folder: &str) -> Imports {
    let files = read(&source(folder));
    let modules: BTreeSet<Vec<String>> = files.iter().map(|file| file.module.clone()).collect();
    let mut imports = Imports::new();
    for file in &files {
        let mut found = Vec::new();
        paths(file.tokens.clone(), &file.module, file, &mut found);
        let of = imports.entry(file.module.join("::")).or_default();
        for mut path in found {
            // The file that the path leads to: what is behind it is an item.
            while !modules.contains(&path) && path.pop().is_some() {}
            if path != file.module && !path.is_empty() {
                of.insert(path.join("::"));
            }
        }
    }
    imports
}

/// The files that can be reached from themselves, each with its shortest cycle.
fn circles(imports: &Imports) -> Vec<Vec<String>> {
    let mut circles = Vec::new();
    for start in imports.keys() {
        let mut ways = vec![vec![start.clone()]];
        let mut seen = BTreeSet::new();
        let round = loop {
            if ways.is_empty() {
                break None;
            }
            let way = ways.remove(0);
            let next = way.last().and_then(|last| imports.get(last)).into_iter().flatten();
            let mut found = None;
            for file in next {
                if file == start {
                    found = Some(way.clone());
                } else if seen.insert(file.clone()) {
                    ways.push([&way[..], std::slice::from_ref(file)].concat());
                }
            }
            if found.is_some() {
                break found;
            }
        };
        circles.extend(round);
    }
    circles
}

/// The folders of all crates of the workspace but those of its generators.
fn crates() -> Vec<String> {
    let manifest = std::fs::read_to_string(source("Cargo.toml")).expect("the workspace's manifest");
    let members =
        manifest.split("members = [").nth(1).and_then(|rest| rest.split(']').next()).unwrap_or_default();
    members.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn no_circle_in_any_crate() {
    let crates = crates();
    assert!(crates.len() > 15, "{crates:?}");
    let folders = crates.iter().map(|name| format!("{name}/src")).filter(|folder| source(folder).is_dir());
    let found: Vec<_> = folders
        .map(|folder| (circles(&imports(&folder)), folder))
        .filter(|(circles, _)| !circles.is_empty())
        .collect();
    assert!(found.is_empty(), "files that import each other:\n{found:#?}");
}

#[test]
fn layers_of_the_level_zero_probe_point_down() {
    const LAYERS: [&str; 5] = ["timing", "driver", "wrappers", "hooks", "entry"];
    let height = |module: &str| LAYERS.iter().position(|layer| module.split("::").next() == Some(layer));
    let upward: Vec<String> = imports("probe/level-zero/src")
        .iter()
        .filter(|(from, _)| !from.is_empty())
        .flat_map(|(from, to)| to.iter().map(move |to| (from, to)))
        // Anything outside the layers is below all of them.
        .filter(|(from, to)| height(from) < height(to))
        .map(|(from, to)| format!("{from} -> {to}"))
        .collect();
    assert!(upward.is_empty(), "{upward:#?}");
}

/// `source -> sink -> aggregate -> snapshot -> view`, advice beside them; upper ones may use lower ones. Between crates the
/// compiler keeps the arrows.
#[test]
fn rooms_of_the_figures_point_one_way() {
    const FORBIDDEN: [(&str, &[&str]); 5] = [
        ("snapshot", &["aggregate", "source", "view", "advice", "session"]),
        ("sink", &["aggregate", "source", "view", "advice", "snapshot"]),
        ("aggregate", &["source", "view", "advice"]),
        ("source", &["aggregate", "advice"]),
        ("advice", &["aggregate", "source"]),
    ];
    let is_in = |module: &str, room: &str| module == room || module.starts_with(&format!("{room}::"));
    let mut wrong = Vec::new();
    for (from, to) in imports("monitor/figures/src") {
        for (room, forbidden) in FORBIDDEN.iter().filter(|(room, _)| is_in(&from, room)) {
            let reached = to.iter().filter(|to| forbidden.iter().any(|other| is_in(to, other)));
            wrong.extend(reached.map(|to| format!("{room}: {from} -> {to}")));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Tests the import reader itself: it finds a circle that exists.
#[test]
fn a_circle_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("lib.rs", "mod a; mod b; mod c;");
    write("a.rs", "use crate::{b::{self, thing}, c};");
    write("b.rs", "macro_rules! m { () => { crate::c::thing() } } mod tests { use crate::a; }");
    write("c.rs", "fn thing() { super::a::other() }");
    let path = folder.path().to_str().unwrap();
    let found = imports(path);
    let of = |file: &str| found[file].iter().cloned().collect::<Vec<_>>();
    assert_eq!(
        (of("a"), of("b"), of("c")),
        (vec!["b".into(), "c".into()], vec!["c".into()], vec!["a".to_owned()])
    );
    assert_eq!(circles(&found).len(), 3);
    write("c.rs", "fn thing() {}");
    assert!(circles(&imports(path)).is_empty());
}
