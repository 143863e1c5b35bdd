//! Imports go one way, in every crate and its tests: no circle between files, the root among them; in the probe
//! `entry -> hooks -> timing`, and in the figures the arrows of their `lib.rs`. Callbacks are handed in at the start. Paths are read from the
//! tokens of each file, so that those in macros count too.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Which file imports which, by module path (`timing::runs`; the root is [`ROOT`]).
type Imports = BTreeMap<String, BTreeSet<String>>;

/// `lib.rs` or `main.rs`.
const ROOT: &str = "the root";

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

/// The files of a crate: those in its folder, and its root, where that is beside it (`tests/inject.rs` of `tests/inject`).
fn read(folder: &Path) -> Vec<File> {
    let mut paths = Vec::new();
    rust_files(folder, &mut paths);
    let beside = folder.with_extension("rs");
    paths.extend(Some(beside.clone()).filter(|root| root.is_file()));
    assert!(!paths.is_empty(), "no sources in {}", folder.display());
    let modules: Vec<(PathBuf, Vec<String>)> = paths
        .into_iter()
        .map(|path| {
            let inside =
                if path == beside { Path::new("main") } else { path.strip_prefix(folder).expect("below") };
            let inside = inside.with_extension("");
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

/// The names that a crate's root has from its modules, each with its path there.
#[derive(Default)]
struct PassedOn {
    names: BTreeMap<String, Vec<String>>,
    /// Modules of which it has everything.
    wholes: Vec<Vec<String>>,
}

impl PassedOn {
    /// Where an item is defined that a path leads to by way of the root; more than one place if that can't be told.
    fn resolve(&self, path: Vec<String>, is_of_root: impl Fn(&str) -> bool) -> Vec<Vec<String>> {
        let Some((first, rest)) = path.split_first() else { return vec![path] };
        match self.names.get(first) {
            Some(there) => vec![[there, rest].concat()],
            None if is_of_root(first) || self.wholes.is_empty() => vec![path],
            None => self.wholes.clone(),
        }
    }
}

/// The root without its re-exports, and what it passes on. A re-export is no import, unless the root uses the name itself.
fn without_re_exports(root: &File) -> (TokenStream, PassedOn, Vec<Vec<String>>) {
    let is = |token: &TokenTree, word: &str| matches!(token, TokenTree::Ident(ident) if ident == word);
    let (mut rest, mut public) = (Vec::new(), Vec::new());
    let mut passed_on = PassedOn::default();
    let mut tokens = root.tokens.clone().into_iter().peekable();
    while let Some(token) = tokens.next() {
        let mut item = vec![token];
        if is(&item[0], "pub") {
            item.extend(tokens.next_if(|token| matches!(token, TokenTree::Group(_))));
            item.extend(tokens.next_if(|token| is(token, "use")));
        }
        if !item.last().is_some_and(|token| is(token, "use")) {
            rest.extend(item);
            continue;
        }
        let used: Vec<TokenTree> = tokens
            .by_ref()
            .take_while(|token| !matches!(token, TokenTree::Punct(p) if p.as_char() == ';'))
            .collect();
        let of_module = |path: &Vec<String>| path.first().is_some_and(|first| root.children.contains(first));
        let mut found = Vec::new();
        tree(&used, Vec::new(), &mut found);
        for path in found {
            let path =
                if path.first().is_some_and(|first| first == "crate") { path[1..].to_vec() } else { path };
            if !of_module(&path) {
                continue;
            }
            match path.split_last() {
                Some((last, module)) if last == "*" => passed_on.wholes.push(module.to_vec()),
                Some((last, _)) => drop(passed_on.names.insert(last.clone(), path.clone())),
                None => {}
            }
            public.extend(is(&item[0], "pub").then_some(path));
        }
        if !is(&item[0], "pub") {
            rest.extend(item.into_iter().chain(used));
        }
    }
    let rest = TokenStream::from_iter(rest);
    let mut words = BTreeSet::new();
    words_of(rest.clone(), &mut words);
    public.retain(|path| path.last().is_some_and(|name| words.contains(name)));
    (rest, passed_on, public)
}

/// All identifiers, those of unit tests left out.
fn words_of(tokens: TokenStream, found: &mut BTreeSet<String>) {
    let mut last = String::new();
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => {
                last = ident.to_string();
                found.insert(last.clone());
            }
            TokenTree::Group(group) if last != "tests" => words_of(group.stream(), found),
            _ => {}
        }
    }
}

/// The macros that a file exports: others reach them through the root.
fn exported_macros(file: &File) -> Vec<String> {
    let tokens: Vec<TokenTree> = file.tokens.clone().into_iter().collect();
    let name = |part: &[TokenTree]| match part {
        [
            TokenTree::Group(attribute),
            TokenTree::Ident(rules),
            TokenTree::Punct(_),
            TokenTree::Ident(name),
        ] if rules == "macro_rules" && attribute.to_string().contains("macro_export") => {
            Some(name.to_string())
        }
        _ => None,
    };
    tokens.windows(4).filter_map(name).collect()
}

fn imports(folder: &str) -> Imports {
    let files = read(&source(folder));
    let modules: BTreeSet<Vec<String>> = files.iter().map(|file| file.module.clone()).collect();
    let name = |module: &[String]| if module.is_empty() { ROOT.to_owned() } else { module.join("::") };
    let mut imports = Imports::new();
    let root = files.iter().find(|file| file.module.is_empty()).map(without_re_exports);
    let (rest, mut passed_on, used_of_public) = root.unwrap_or_default();
    let mut words = BTreeSet::new();
    words_of(rest.clone(), &mut words);
    for file in files.iter().filter(|file| !file.module.is_empty()) {
        for macro_name in exported_macros(file) {
            passed_on.names.insert(macro_name, file.module.clone());
        }
    }
    for file in &files {
        let is_root = file.module.is_empty();
        let mut found = if is_root { used_of_public.clone() } else { Vec::new() };
        let tokens = if is_root { rest.clone() } else { file.tokens.clone() };
        paths(tokens, &file.module, file, &mut found);
        let of = imports.entry(name(&file.module)).or_default();
        for mut path in
            found.into_iter().flat_map(|path| passed_on.resolve(path, |word| words.contains(word)))
        {
            // The file that the path leads to: what is behind it is an item.
            while !modules.contains(&path) && path.pop().is_some() {}
            if path != file.module {
                of.insert(name(&path));
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

/// The folders of a crate's tests that are made of several files.
fn tests_of(name: &str) -> Vec<String> {
    let entries = std::fs::read_dir(source(name).join("tests")).into_iter().flatten().flatten();
    let has_root = |folder: &Path| folder.join("main.rs").is_file() || folder.with_extension("rs").is_file();
    let folders = entries.filter(|entry| has_root(&entry.path()) && entry.path().is_dir());
    let names = folders.map(|folder| folder.file_name().to_string_lossy().into_owned());
    names.map(|folder| format!("{name}/tests/{folder}")).collect()
}

#[test]
fn no_circle_in_any_crate() {
    let crates = crates();
    assert!(crates.len() > 15, "{crates:?}");
    let tests: Vec<String> = crates.iter().flat_map(|name| tests_of(name)).collect();
    assert!(tests.len() > 5, "{tests:?}");
    let sources = crates.iter().map(|name| format!("{name}/src")).filter(|folder| source(folder).is_dir());
    let found: Vec<_> = sources
        .chain(tests)
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
        .filter(|(from, _)| *from != ROOT)
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

/// What the root defines, and one of its modules uses, is an import; what it only passes on is one of the module that has it.
#[test]
fn a_circle_through_the_root_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let of = |file: &str| imports(path)[file].iter().cloned().collect::<Vec<_>>();
    write("a.rs", "use crate::Limits; pub struct Way; #[macro_export] macro_rules! way { () => {} }");
    write("b.rs", "use crate::{Way, way};");
    write("lib.rs", "mod a; mod b; pub use a::Way; pub struct Limits; mod tests { fn f(_: Way) {} }");
    assert_eq!((of(ROOT), of("a"), of("b")), (vec![], vec![ROOT.to_owned()], vec!["a".to_owned()]));
    assert!(circles(&imports(path)).is_empty());
    write("lib.rs", "mod a; mod b; pub use a::Way; pub struct Limits; fn f(_: Way) {}");
    assert_eq!(circles(&imports(path)).len(), 2);
    write("lib.rs", "mod a; mod b; pub struct Limits; use a::Way;");
    assert_eq!(circles(&imports(path)).len(), 2);
    write("lib.rs", "mod a; mod b; pub struct Limits; fn f() { a::f() }");
    assert_eq!(circles(&imports(path)).len(), 2);
}
