//! Names of output files: what `%r`, `%h`, `%p` and `%j` in them stand for, and names of their own for the ranks of a job, whose
//! zetops all get one command line.

use super::{Action, Cli};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use zetop_figures::job::Member;
use zetop_present::report::metrics::Listen;

/// Recordings of one rank in a folder.
const MOST_STARTS: u32 = 10_000;

/// Who writes the outputs.
#[derive(Debug, Clone)]
pub struct Writer {
    pub member: Member,
    pub pid: u32,
}

/// A name, and whether what it contains tells it from those of all other ranks.
struct Name {
    bytes: Vec<u8>,
    is_own: bool,
}

impl Writer {
    /// zetop itself; after `-p`, the first program that it attaches to.
    #[must_use]
    pub fn own(attached: Option<u32>) -> Self {
        Self { member: Member::own(), pid: attached.unwrap_or_else(std::process::id) }
    }

    /// Fills in what `%r`, `%h`, `%p` and `%j` stand for; `%%` is a percent sign, and so is any other.
    fn fill_in(&self, text: &OsStr) -> Name {
        let mut name = Name { bytes: Vec::new(), is_own: false };
        let mut rest = text.as_bytes();
        while let [first, after @ ..] = rest {
            let word = match (first, after.first()) {
                (b'%', Some(b'r')) => self.member.rank.unwrap_or(0).to_string(),
                (b'%', Some(b'h')) => word(&self.member.host),
                (b'%', Some(b'p')) => self.pid.to_string(),
                (b'%', Some(b'j')) => word(self.member.job.as_deref().unwrap_or("nojob")),
                (b'%', Some(b'%')) => "%".to_owned(),
                _ => {
                    name.bytes.push(*first);
                    rest = after;
                    continue;
                }
            };
            name.is_own |= matches!(after.first(), Some(b'r' | b'p'));
            name.bytes.extend(word.as_bytes());
            rest = after.get(1..).unwrap_or_default();
        }
        name
    }

    /// A recording in a folder: `HOST-RANK.zetop`, or the PID of one that has no rank. Nobody else's file is taken, also not
    /// that of a rank that was started before: the name then has a number.
    fn in_folder(&self, folder: &Path) -> PathBuf {
        // Whoever opens the file will say what is wrong.
        let _ = std::fs::create_dir_all(folder);
        let who = self.member.rank.map_or_else(|| format!("p{}", self.pid), |rank| rank.to_string());
        let name = format!("{}-{who}", word(&self.member.host));
        let first = folder.join(format!("{name}.zetop"));
        let others = (2..MOST_STARTS).map(|n| folder.join(format!("{name}.{n}.zetop")));
        for path in std::iter::once(first.clone()).chain(others) {
            match std::fs::OpenOptions::new().write(true).create_new(true).open(&path) {
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                _ => return path,
            }
        }
        first
    }

    /// The path that an argument means; `true` if the rank was added.
    fn path(&self, given: &OsStr) -> (PathBuf, bool) {
        let Name { bytes, is_own } = self.fill_in(given);
        let path = PathBuf::from(OsString::from_vec(bytes));
        match self.member.rank {
            Some(rank) if self.member.has_siblings() && !is_own && is_plain(&path) => {
                (with_rank(&path, rank), true)
            }
            _ => (path, false),
        }
    }
}

/// `--record FOLDER/`, or a folder that is there.
fn is_folder(path: &Path) -> bool {
    path.as_os_str().as_bytes().ends_with(b"/") || path.is_dir()
}

/// A part of a name that comes from the environment: no folder of its own, and nothing that a shell would mind.
fn word(text: &str) -> String {
    let kept = |c: char| if c.is_ascii_alphanumeric() || "._-@+".contains(c) { c } else { '_' };
    let word: String = text.chars().map(kept).collect();
    if word.trim_start_matches('.').is_empty() { "_".to_owned() } else { word }
}

/// A file that each rank has its own of: a pipe, a terminal or a descriptor stays what it is.
fn is_plain(path: &Path) -> bool {
    let is_special = path.starts_with("/dev") || path.starts_with("/proc");
    let is_other = || std::fs::metadata(path).is_ok_and(|found| !found.is_file());
    path != Path::new("-") && !is_special && !is_other()
}

/// `out.rank3.json` for `out.json`.
fn with_rank(path: &Path, rank: u32) -> PathBuf {
    let Some(stem) = path.file_stem() else { return path.to_owned() };
    let mut name = stem.to_owned();
    name.push(format!(".rank{rank}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

impl Cli {
    /// Gives all outputs the names that they have for this writer. Returns what the user should know.
    pub fn name_outputs(&mut self, writer: &Writer) -> Option<String> {
        let mut own = Vec::new();
        let mut name = |option: &'static str, given: &mut PathBuf| {
            let (path, has_rank) = writer.path(given.as_os_str());
            if has_rank {
                own.push(format!("{option} {}", path.display()));
            }
            *given = path;
        };
        if let Some(given) = &mut self.options.common.json {
            let mut path = PathBuf::from(std::mem::take(given));
            name("--json", &mut path);
            *given = path.into();
        }
        let folder = self.options.record.as_mut().filter(|path| is_folder(path));
        let is_in_folder = folder.is_some();
        if let Some(folder) = folder {
            *folder = writer
                .in_folder(&PathBuf::from(OsString::from_vec(writer.fill_in(folder.as_os_str()).bytes)));
        }
        for (option, path) in self.options.files() {
            if let Some(path) = path.as_mut().filter(|_| option != "--record" || !is_in_folder) {
                name(option, path);
            }
        }
        if let Some(Listen::Unix(path)) = &mut self.options.metrics {
            name("--metrics unix:", path);
        }
        if let Some(Action::Bench(benchmark)) = &mut self.action {
            benchmark.common_mut().svg.iter_mut().for_each(|path| name("--svg", path));
        }
        let rank = writer.member.rank.filter(|_| !own.is_empty())?;
        Some(format!("this is rank {rank}, which writes files of its own: {}", own.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn writer(rank: Option<u32>, world_size: Option<u32>) -> Writer {
        let (host, job) = ("node7".to_owned(), Some("../77".to_owned()));
        Writer { member: Member { host, rank, local_rank: rank, world_size, job }, pid: 4711 }
    }

    #[test]
    fn what_stands_for_something_is_filled_in() {
        let of = |text: &str| writer(Some(3), Some(8)).path(OsStr::new(text));
        let own = |text: &str| (PathBuf::from(text), false);
        assert_eq!(of("%h-%r.json"), own("node7-3.json"));
        assert_eq!(of("a b/%p%%r"), own("a b/4711%r"));
        // A job's name leads nowhere else.
        assert_eq!(of("%j/%r"), own(".._77/3"));
        assert_eq!(word(".."), "_");
        // A process without a launcher has rank 0 of none.
        assert_eq!(writer(None, None).path(OsStr::new("%r-100%-%x%")), own("0-100%-%x%"));
    }

    #[test]
    fn a_folder_has_a_recording_of_each_start() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("job 1");
        let of = |rank| writer(rank, Some(8)).in_folder(&folder);
        let names = [of(Some(3)), of(Some(3)), of(None)].map(|path| path.file_name().unwrap().to_owned());
        assert_eq!(names, ["node7-3.zetop", "node7-3.2.zetop", "node7-p4711.zetop"]);
        assert!(
            is_folder(dir.path()) && is_folder(Path::new("not/there/")) && !is_folder(Path::new("x.zetop"))
        );
    }

    #[test]
    fn ranks_have_files_of_their_own() {
        let of = |text: &str| writer(Some(3), Some(8)).path(OsStr::new(text));
        let with = |text: &str| (PathBuf::from(text), true);
        assert_eq!(of("out.json"), with("out.rank3.json"));
        assert_eq!(of("dir.d/out"), with("dir.d/out.rank3"));
        assert_eq!(of(".hidden"), with(".hidden.rank3"));
        // A host may have several ranks.
        assert_eq!(of("%h.json"), with("node7.rank3.json"));
        for shared in ["-", "/dev/stdout", "/dev/null", "/proc/self/fd/1"] {
            assert_eq!(of(shared), (PathBuf::from(shared), false));
        }
        assert_eq!(writer(Some(0), Some(1)).path(OsStr::new("out.json")), (PathBuf::from("out.json"), false));
        assert!(writer(Some(0), None).path(OsStr::new("out.json")).1);
    }
}
