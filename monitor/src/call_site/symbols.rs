//! Function names and lines for addresses.

use super::frame::Frame;
use super::modules::{Image, Module};
use crate::source::kernel_name::readable;
use addr2line::Loader;
use object::read::ReadCache;
use object::{Object, ObjectSection};
use std::collections::HashMap;
use std::fmt;
use std::io::Seek;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Larger files get no names: copying them would take seconds.
const LARGEST_COPY: u64 = 512 << 20;
/// Where distributions put debug information that was stripped from the files.
const DEBUG_FOLDER: &str = "/usr/lib/debug";

/// The debug information of the files that were asked about.
#[derive(Default)]
pub struct Symbols(HashMap<Arc<Path>, Option<Loader>>);

impl fmt::Debug for Symbols {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.keys()).finish()
    }
}

impl Symbols {
    /// The frames of an address in the process: more than one where functions were inlined, innermost first.
    pub fn frames(&mut self, module: &Module, address: u64) -> Vec<Frame> {
        let address = address.wrapping_sub(module.bias);
        let bare = Frame { function: None, file: None, line: None, module: module.path.clone(), address };
        let loader = self.0.entry(module.path.clone()).or_insert_with(|| load(module));
        let Some(loader) = loader else { return vec![bare] };
        let symbol = || loader.find_symbol(address).map(|name| Arc::from(demangled(name)));
        let mut found = Vec::new();
        if let Ok(mut frames) = loader.find_frames(address) {
            while let Ok(Some(frame)) = frames.next() {
                let name = frame.function.as_ref().and_then(|f| f.raw_name().ok());
                let location = frame.location.as_ref();
                found.push(Frame {
                    function: name.map(|name| demangled(&name).into()),
                    file: location.and_then(|l| l.file).map(Arc::from),
                    line: location.and_then(|l| l.line),
                    ..bare.clone()
                });
            }
        }
        if found.is_empty() {
            found.push(bare);
        }
        // A function without debug information still has its symbol.
        if let Some(outermost) = found.last_mut().filter(|frame| frame.function.is_none()) {
            outermost.function = symbol();
        }
        found
    }
}

/// As people write it: C++ functions without their parameters.
fn demangled(name: &str) -> String {
    // Rust's older names look like C++ and end with a hash.
    let hash = |rest: &str| rest.len() == 17 && rest.ends_with('E');
    let rust = name.starts_with("_ZN") && name.rsplit_once("17h").is_some_and(|(_, rest)| hash(rest));
    if name.starts_with("_Z") && !rust {
        return readable(name);
    }
    addr2line::demangle_auto(name.into(), None).into_owned()
}

fn load(module: &Module) -> Option<Loader> {
    if let Some(loader) = debug_file(module, Path::new(DEBUG_FOLDER)).and_then(|path| Loader::new(path).ok())
    {
        return Some(loader);
    }
    // The symbol loader maps the file that it is given: the program can't truncate a copy while we use it.
    let Image::File(file) = &module.image else { return None };
    let mut from = file;
    if from.metadata().ok()?.len() > LARGEST_COPY {
        return None;
    }
    let mut copy = tempfile::NamedTempFile::new().ok()?;
    from.rewind().ok()?;
    std::io::copy(&mut from, &mut copy).ok()?;
    Loader::new(copy.path()).ok()
}

/// The debug information of a stripped file, by its build id. A file there that is from another build is not
/// used: its lines would be wrong.
fn debug_file(module: &Module, folder: &Path) -> Option<PathBuf> {
    let Image::File(file) = &module.image else { return None };
    let cache = ReadCache::new(file);
    let file = object::File::parse(&cache).ok()?;
    if file.section_by_name(".debug_info").is_some_and(|section| section.size() > 0) {
        return None;
    }
    let id = file.build_id().ok()??;
    let hex: String = id.iter().map(|byte| format!("{byte:02x}")).collect();
    let (first, rest) = hex.split_at_checked(2)?;
    let path = folder.join(format!(".build-id/{first}/{rest}.debug"));
    let cache = ReadCache::new(std::fs::File::open(&path).ok()?);
    let same = object::File::parse(&cache).ok()?.build_id().ok()?? == id;
    same.then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    /// Runs objcopy; false if there is none.
    fn objcopy(arguments: &[&str], from: &Path, to: &Path) -> bool {
        let status = Command::new("objcopy").args(arguments).arg(from).arg(to).status();
        status.is_ok_and(|status| status.success())
    }

    #[test]
    fn debug_information_of_another_build_is_not_taken() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let (with, stripped, kept) = (std::env::current_exe().unwrap(), at("stripped"), at("kept"));
        if !objcopy(&["--strip-debug"], &with, &stripped) || !objcopy(&["--only-keep-debug"], &with, &kept) {
            return zetop_testing::skip!("no objcopy");
        }
        let module = |path: &Path| Module {
            path: path.into(),
            range: 0..1,
            bias: 0,
            image: Image::File(std::fs::File::open(path).unwrap()),
        };
        let cache = ReadCache::new(std::fs::File::open(&with).unwrap());
        let Some(id) = object::File::parse(&cache).unwrap().build_id().unwrap() else {
            return zetop_testing::skip!("the linker here makes no build ids");
        };
        let hex: String = id.iter().map(|byte| format!("{byte:02x}")).collect();
        let place = at(&format!(".build-id/{}/{}.debug", &hex[..2], &hex[2..]));
        std::fs::create_dir_all(place.parent().unwrap()).unwrap();
        assert_eq!(debug_file(&module(&stripped), folder.path()), None, "nothing is there");
        std::fs::copy(&kept, &place).unwrap();
        assert_eq!(debug_file(&module(&stripped), folder.path()), Some(place.clone()));
        assert_eq!(debug_file(&module(&with), folder.path()), None, "it has its own");
        std::fs::copy("/bin/sh", &place).unwrap();
        assert_eq!(debug_file(&module(&stripped), folder.path()), None, "another build");
        std::fs::write(&place, b"no debug information").unwrap();
        assert_eq!(debug_file(&module(&stripped), folder.path()), None, "none at all");
    }
}
