//! Function names and lines for addresses.

use super::frame::Frame;
use super::modules::{Image, Module};
use super::sections::Sections;
use crate::source::kernel_name::readable;
use addr2line::gimli::{Dwarf, EndianSlice, RunTimeEndian, SectionId};
use addr2line::{Context, Loader};
use object::Endianness;
use object::elf::{STT_FUNC, Sym64};
use object::read::elf::{SectionHeader, Sym};
use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use zetop_system::elf::{Headers, Limited, open_regular};

/// Where distributions put debug information that was stripped from the files.
const DEBUG_FOLDER: &str = "/usr/lib/debug";
/// What is read of the headers of such files.
const HEADERS: u64 = 16 << 20;
/// A longer name is cut.
const LONGEST_NAME: usize = 512;
/// A longer one is none.
const LONGEST_RAW_NAME: usize = 16 << 10;
/// In place of the name of a function in a file of which nothing more is read.
const LEFT_OUT: &str = "(names left out: reading them takes too much time or memory)";
/// Inlined functions at one address.
const MOST_INLINED: usize = 64;

/// The debug information of the files that were asked about.
#[derive(Default)]
pub struct Symbols(HashMap<Arc<Path>, Option<Names>>);

impl fmt::Debug for Symbols {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.keys()).finish()
    }
}

type Bytes = EndianSlice<'static, RunTimeEndian>;

/// Where the names of a file are.
enum Names {
    /// Debug information that the system's administrator has installed: it may refer to further files.
    Installed(Box<Loader>),
    /// The program's own file. It may claim anything, so nothing is read but what it contains itself.
    Own { lines: Option<Box<Context<Bytes>>>, symbols: &'static [u8], strings: &'static [u8] },
}

impl Names {
    fn symbol(&self, address: u64) -> Option<&str> {
        match self {
            Self::Installed(loader) => loader.find_symbol(address),
            Self::Own { symbols, strings, .. } => symbol(symbols, strings, address),
        }
    }

    /// The functions at an address, innermost first: name, file and line.
    fn found(&self, address: u64) -> Vec<FoundSymbol> {
        let mut all = Vec::new();
        let mut put = |function: Option<&str>, file: Option<&str>, line: Option<u32>| {
            let (function, file) =
                (function.map(|name| demangled(name).into()), file.map(|file| cut(file).into()));
            all.push((function, file, line));
            all.len() < MOST_INLINED
        };
        match self {
            Self::Installed(loader) => {
                let Ok(mut frames) = loader.find_frames(address) else { return all };
                while let Ok(Some(frame)) = frames.next() {
                    let name = frame.function.as_ref().and_then(|f| f.raw_name().ok());
                    let location = frame.location.as_ref();
                    if !put(name.as_deref(), location.and_then(|l| l.file), location.and_then(|l| l.line)) {
                        break;
                    }
                }
            }
            Self::Own { lines: Some(lines), .. } => {
                let Ok(mut frames) = lines.find_frames(address).skip_all_loads() else { return all };
                while let Ok(Some(frame)) = frames.next() {
                    let name = frame.function.as_ref().and_then(|f| f.raw_name().ok());
                    let location = frame.location.as_ref();
                    if !put(name.as_deref(), location.and_then(|l| l.file), location.and_then(|l| l.line)) {
                        break;
                    }
                }
            }
            Self::Own { lines: None, .. } => {}
        }
        all
    }
}

/// Function, file and line.
type FoundSymbol = (Option<Arc<str>>, Option<Arc<str>>, Option<u32>);

/// The function at an address in a table of symbols. The table is not copied, and so not sorted: it is looked through.
fn symbol(symbols: &'static [u8], strings: &'static [u8], address: u64) -> Option<&'static str> {
    let count = symbols.len() / size_of::<Sym64<Endianness>>();
    let (symbols, _) = object::pod::slice_from_bytes::<Sym64<Endianness>>(symbols, count).ok()?;
    let endian = Endianness::default();
    let covers = |symbol: &&Sym64<Endianness>| {
        let start = symbol.st_value(endian);
        symbol.st_type() == STT_FUNC && start <= address && address - start < symbol.st_size(endian).max(1)
    };
    let symbol = symbols.iter().filter(covers).max_by_key(|symbol| symbol.st_value(endian))?;
    let name = strings.get(symbol.st_name(endian) as usize..)?;
    let name = &name[..name.len().min(LONGEST_RAW_NAME)];
    std::str::from_utf8(name.split(|byte| *byte == 0).next()?).ok().filter(|name| !name.is_empty())
}

/// Names at least that long, in bytes, are cut.
fn cut(name: &str) -> String {
    let mut end = name.len().min(LONGEST_NAME);
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    name[..end].to_owned()
}

impl Symbols {
    /// The frames of an address in the process: more than one where functions were inlined, innermost first.
    pub fn frames(&mut self, module: &Module, address: u64) -> Vec<Frame> {
        let address = address.wrapping_sub(module.bias);
        let bare = Frame { function: None, file: None, line: None, module: module.path.clone(), address };
        if matches!(module.image, Image::LeftOut) {
            return vec![Frame { function: Some(LEFT_OUT.into()), ..bare }];
        }
        let names = self.0.entry(module.path.clone()).or_insert_with(|| load(module));
        let Some(names) = names else { return vec![bare] };
        let mut found: Vec<Frame> = names
            .found(address)
            .into_iter()
            .map(|(function, file, line)| Frame { function, file, line, ..bare.clone() })
            .collect();
        if found.is_empty() {
            found.push(bare);
        }
        // A function without debug information still has its symbol.
        if let Some(outermost) = found.last_mut().filter(|frame| frame.function.is_none()) {
            outermost.function = names.symbol(address).map(|name| demangled(name).into());
        }
        found
    }

    /// Nothing has been read of this file yet.
    pub fn is_new(&self, module: &Path) -> bool {
        !self.0.contains_key(module)
    }
}

/// As people write it: C++ functions without their parameters.
fn demangled(name: &str) -> String {
    if name.len() > LONGEST_RAW_NAME {
        return cut(name);
    }
    // Rust's older names look like C++ and end with a hash.
    let hash = |rest: &str| rest.len() == 17 && rest.ends_with('E');
    let rust = name.starts_with("_ZN") && name.rsplit_once("17h").is_some_and(|(_, rest)| hash(rest));
    if name.starts_with("_Z") && !rust {
        return cut(&readable(name));
    }
    cut(&addr2line::demangle_auto(name.into(), None))
}

fn load(module: &Module) -> Option<Names> {
    if let Some(loader) = debug_file(module, Path::new(DEBUG_FOLDER)).and_then(|path| Loader::new(path).ok())
    {
        return Some(Names::Installed(Box::new(loader)));
    }
    let Image::File(file) = &module.image else { return None };
    let file = Sections::new(file)?;
    let headers = file.headers()?;
    let section = |name: &str| file.data(&headers, name).unwrap_or_default();
    let endian = RunTimeEndian::Little;
    let load = |id: SectionId| Ok::<_, addr2line::gimli::Error>(EndianSlice::new(section(id.name()), endian));
    let lines = Dwarf::load(load).and_then(Context::from_dwarf).ok().map(Box::new);
    let (symbols, strings) = match section(".symtab") {
        [] => (section(".dynsym"), section(".dynstr")),
        symbols => (symbols, section(".strtab")),
    };
    Some(Names::Own { lines, symbols, strings })
}

/// The debug information of a stripped file, by its build id. A file there that is from another build is not
/// used: its lines would be wrong.
fn debug_file(module: &Module, folder: &Path) -> Option<PathBuf> {
    let Image::File(file) = &module.image else { return None };
    let file = Limited::new(file.try_clone().ok()?, HEADERS);
    let headers = Headers::parse(&file).ok()?;
    if headers.section(".debug_info").is_some_and(|section| section.sh_size(headers.endian) > 0) {
        return None;
    }
    let id = headers.build_id(&file)?;
    let hex: String = id.iter().map(|byte| format!("{byte:02x}")).collect();
    let (first, rest) = hex.split_at_checked(2)?;
    let path = folder.join(format!(".build-id/{first}/{rest}.debug"));
    let found = Limited::new(open_regular(&path).ok()?, HEADERS);
    let same = Headers::parse(&found).ok()?.build_id(&found)? == id;
    same.then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use object::Object;
    use object::read::ReadCache;
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
