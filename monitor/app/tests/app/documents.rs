//! What the documents name exists: files, folders and headings that they point to; and the two that people read first
//! stay short.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// Text that names a place in the repository, and where it stands.
struct Named {
    document: PathBuf,
    line: usize,
    text: String,
}

/// The repository's files and folders, as paths from its root.
struct Repository {
    root: PathBuf,
    paths: BTreeSet<PathBuf>,
}

impl Repository {
    fn new() -> Repository {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .ancestors()
            .nth(2)
            .expect("the crate lies in it")
            .to_owned();
        let mut repository = Repository { root, paths: BTreeSet::new() };
        repository.walk(Path::new(""));
        repository
    }

    fn walk(&mut self, folder: &Path) {
        // Another test may have removed a folder of its own meanwhile.
        let Ok(entries) = fs::read_dir(self.root.join(folder)) else { return };
        for entry in entries.map(|entry| entry.expect("an entry of a folder can be read")) {
            let path = folder.join(entry.file_name());
            // What is built and what git keeps is no part of it.
            if entry.file_name() == "target" || entry.file_name() == ".git" {
                continue;
            }
            self.paths.insert(path.clone());
            if entry.file_type().expect("an entry has a type").is_dir() {
                self.walk(&path);
            }
        }
    }

    fn text(&self, path: &Path) -> String {
        fs::read_to_string(self.root.join(path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// README, CONTRIBUTING, ARCHITECTURE and everything in `docs`. The changelog names what was there at the time.
    fn documents(&self) -> Vec<PathBuf> {
        let is_document = |path: &&PathBuf| {
            path.extension().is_some_and(|extension| extension == "md")
                && (path.starts_with("docs") || path.components().count() == 1)
                && path.as_path() != Path::new("CHANGELOG.md")
        };
        self.paths.iter().filter(is_document).cloned().collect()
    }

    fn is_top(&self, name: &str) -> bool {
        !name.is_empty() && self.root.join(name).is_dir() && self.paths.contains(Path::new(name))
    }

    /// Whether a path is there: from the root or, as prose shortens it, the end of one, with or without its `src`:
    /// `inject/identity.rs` is `monitor/inject/src/identity.rs`.
    fn has(&self, text: &str) -> bool {
        let short = Path::new(text);
        self.paths.contains(short)
            || self.paths.iter().any(|path| {
                let without_src: PathBuf =
                    path.components().filter(|part| part.as_os_str() != "src").collect();
                path.ends_with(short) || without_src.ends_with(short)
            })
    }
}

/// A piece of a document with the number of its line.
type Piece<'a> = (usize, &'a str);

/// Lines outside of blocks of code, and the words of blocks of shell commands.
fn prose_and_commands(text: &str) -> (Vec<Piece<'_>>, Vec<Piece<'_>>) {
    let (mut prose, mut commands) = (Vec::new(), Vec::new());
    let mut block: Option<&str> = None;
    for (number, line) in text.lines().enumerate().map(|(index, line)| (index + 1, line)) {
        match (line.trim_start().strip_prefix("```"), block) {
            (Some(language), None) => block = Some(language.trim()),
            (Some(_), Some(_)) => block = None,
            (None, None) => prose.push((number, line)),
            (None, Some("sh")) => commands.extend(line.split_whitespace().map(|word| (number, word))),
            (None, Some(_)) => {}
        }
    }
    assert!(block.is_none(), "a block of code has no end");
    (prose, commands)
}

/// The texts between backticks of a line.
fn code_spans(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// The targets of a line's links and pictures: `[text](target)`.
fn link_targets(line: &str) -> impl Iterator<Item = &str> {
    line.split("](").skip(1).filter_map(|rest| rest.split_once(')').map(|(target, _)| target))
}

/// The part of a path before what stands for any name (`hooks/<topic>.rs`, `tests/gpu/*.sh`).
fn known_part(text: &str) -> &str {
    match text.find(['*', '<', '{']) {
        Some(at) => text[..at].rfind('/').map_or("", |slash| &text[..slash]),
        None => text,
    }
}

/// What a text in backticks names in the repository, if it looks like a path there: it begins with a folder of the
/// root, or it is (the end of) the path of a source file.
fn path_in(text: &str, repository: &Repository) -> Option<String> {
    if text.contains(char::is_whitespace) || text.contains("://") || text.starts_with(['/', '~', '$', '-']) {
        return None;
    }
    // `file.rs:12`
    let text = text.split_once(".rs:").map_or(text.to_owned(), |(file, _)| format!("{file}.rs"));
    let text = text.trim_end_matches('/');
    let first = text.split('/').next().unwrap_or_default();
    let extension = Path::new(text).extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let is_source = extension == "rs"
        || text.contains('/')
            && first != "target"
            && ["c", "h", "json", "md", "py", "sh", "svg", "toml", "tsv"].contains(&extension);
    let is_path = text.contains('/') && repository.is_top(first) || is_source;
    let known = known_part(text);
    (is_path && !known.is_empty()).then(|| known.to_owned())
}

/// The anchor that a heading gets, on GitHub and in the book.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

fn anchors(text: &str) -> BTreeSet<String> {
    let (prose, _) = prose_and_commands(text);
    let headings = prose.iter().filter(|(_, line)| line.starts_with('#'));
    headings.map(|(_, line)| anchor(line.trim_start_matches('#'))).collect()
}

/// `folder/../file` without the way back, which need not be a path of the file system.
fn resolved(folder: &Path, target: &str) -> PathBuf {
    let mut path = PathBuf::new();
    for part in folder.join(target).components() {
        match part {
            Component::ParentDir => assert!(path.pop(), "{target} leads out of the repository"),
            Component::CurDir => {}
            part => path.push(part),
        }
    }
    path
}

/// What is wrong with a link of a document, if anything.
fn fault_of_link(document: &Path, target: &str, repository: &Repository) -> Option<String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (file, heading) =
        target.split_once('#').map_or((target, None), |(file, heading)| (file, Some(heading)));
    let path = match file {
        "" => document.to_owned(),
        file => resolved(document.parent().unwrap_or(Path::new("")), file),
    };
    if !repository.paths.contains(&path) {
        return Some("no such file".to_owned());
    }
    // The book is built from its own folder: it can't show what lies outside.
    if document.starts_with("docs/src") && !path.starts_with("docs/src") {
        return Some("leads out of the book".to_owned());
    }
    let heading = heading?;
    let is_there =
        path.extension().is_some_and(|e| e == "md") && anchors(&repository.text(&path)).contains(heading);
    (!is_there).then(|| "no such heading".to_owned())
}

#[test]
fn what_documents_name_exists() {
    let repository = Repository::new();
    let mut faults = Vec::new();
    let mut looked_at = 0;
    for document in repository.documents() {
        let text = repository.text(&document);
        let (prose, commands) = prose_and_commands(&text);
        let named =
            |(line, text): Piece<'_>| Named { document: document.clone(), line, text: text.to_owned() };

        let spans = prose.iter().flat_map(|&(line, text)| code_spans(text).map(move |span| (line, span)));
        for place in spans.map(named) {
            let Some(path) = path_in(&place.text, &repository) else { continue };
            looked_at += 1;
            if !repository.has(&path) {
                faults.push((place, "no such file".to_owned()));
            }
        }
        for place in commands.into_iter().map(named) {
            let is_path = place.text.split_once('/').is_some_and(|(first, _)| repository.is_top(first));
            if is_path {
                looked_at += 1;
                if !repository.paths.contains(Path::new(known_part(&place.text))) {
                    faults.push((place, "no such file".to_owned()));
                }
            }
        }
        let links =
            prose.iter().flat_map(|&(line, text)| link_targets(text).map(move |target| (line, target)));
        for place in links.map(named) {
            looked_at += 1;
            if let Some(fault) = fault_of_link(&document, &place.text, &repository) {
                faults.push((place, fault));
            }
        }
    }
    let lines: Vec<String> = faults
        .iter()
        .map(|(place, fault)| format!("{}:{}: {}: {fault}", place.document.display(), place.line, place.text))
        .collect();
    assert!(lines.is_empty(), "{}", lines.join("\n"));
    // The documents name hundreds of places: with fewer, it is the test that sees none.
    assert!(looked_at > 200, "only {looked_at} places seen");
}

#[test]
fn each_page_of_the_book_is_in_its_contents() {
    let repository = Repository::new();
    let contents = Path::new("docs/src/SUMMARY.md");
    let text = repository.text(contents);
    let listed: BTreeSet<PathBuf> =
        text.lines().flat_map(link_targets).map(|target| resolved(Path::new("docs/src"), target)).collect();
    let pages: BTreeSet<PathBuf> = repository
        .documents()
        .into_iter()
        .filter(|path| path.starts_with("docs") && path.as_path() != contents)
        .collect();
    assert_eq!(listed, pages);
}

#[test]
fn what_people_read_first_is_short() {
    let repository = Repository::new();
    for (document, most) in [("README.md", 10_240), ("CONTRIBUTING.md", 8_192)] {
        let bytes = repository.text(Path::new(document)).len();
        assert!(bytes <= most, "{document} has {bytes} bytes, {most} at most: move something into docs/src");
    }
    let changes = repository.text(Path::new("CHANGELOG.md"));
    for release in changes.split("\n## ").skip(1) {
        let (name, bytes) = (release.lines().next().unwrap_or_default(), release.len());
        assert!(bytes <= 6_144, "{name} has {bytes} bytes: a release is a page, for those who use it");
    }
}
