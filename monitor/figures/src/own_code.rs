//! Where the main threads of a job's ranks compute: in the program itself, or in a library by which ranks talk to each other.
//!
//! Ranks that keep step by MPI wait for the slowest one inside of MPI, of which no API knows. By the calls of the API, all of them
//! are outside of it for as long. What tells them apart is in which library their threads run (see [`zetop_system::cpu_samples`]).

use crate::sink::{Computed, ProcessId};
use procfs::process::{MMPermissions, MMapPath};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};
use zetop_system::cpu_samples::{CpuSamples, PERIOD};
use zetop_system::limit::look;
use zetop_system::proc::memory_map;
use zetop_wire::catalog::Catalog;

/// Ranks that are compared; each takes a descriptor.
const MAX_RANKS: usize = 256;
/// How long the kernel may take to list what a process has mapped.
const PATIENCE: Duration = Duration::from_millis(500);
/// Between two looks at what it has mapped.
const LOOK: Duration = Duration::from_secs(2);
/// Places that are handed on of a rank at a time.
const PLACES: usize = 2;

/// Libraries by which ranks talk to each other and wait for each other: MPI, and what it and NCCL send by.
const BETWEEN_RANKS: [&str; 15] = [
    "libmpi",
    "libpmpi",
    "libopen-",
    "libpmix",
    "libprrte",
    "mca_",
    "libucp",
    "libuct",
    "libucs",
    "libucm",
    "libfabric",
    "libpsm",
    "libnccl",
    "libccl",
    "libgloo",
];
/// Libraries that all of them use.
const SYSTEM: [&str; 6] = ["libc.so", "libc-2", "ld-linux", "libpthread", "libm.so", "libm-2"];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Code {
    Own,
    BetweenRanks,
    /// The API, the C library: either side may have called it.
    Other,
}

impl Code {
    fn from_file_name(file: &str, catalog: &Catalog) -> Self {
        let begins = |name: &str| file.starts_with(name);
        if BETWEEN_RANKS.into_iter().any(begins) {
            Self::BetweenRanks
        } else if SYSTEM.into_iter().any(begins) || catalog.runtime.iter().any(|name| begins(name)) {
            Self::Other
        } else {
            Self::Own
        }
    }
}

/// A rank of this machine.
#[derive(Debug, Clone)]
pub struct OfRank {
    pub id: ProcessId,
    pub pid: u32,
    pub rank: u32,
    pub catalog: Arc<Catalog>,
}

#[derive(Debug)]
struct Watched {
    samples: CpuSamples,
    code: Vec<(Range<u64>, Code)>,
    looked: Option<Instant>,
    computed: Computed,
}

/// What the ranks were seen to do.
#[derive(Debug, Default)]
pub struct OwnCode {
    /// `None`: the kernel does not permit it.
    ranks: BTreeMap<ProcessId, Option<Watched>>,
}

/// News of a rank.
#[derive(Debug)]
pub struct News {
    pub of: OfRank,
    /// Since it was watched first.
    pub computed: Computed,
    /// Addresses in its own code at which it was seen.
    pub places: Vec<u64>,
}

impl OwnCode {
    /// Reads what the main threads of `ranks` did since the last time. Ranks that are not among them are no longer watched.
    pub fn read(&mut self, ranks: Vec<OfRank>) -> Vec<News> {
        self.ranks.retain(|id, _| ranks.iter().any(|rank| rank.id == *id));
        let mut news = Vec::new();
        for of in ranks {
            if self.ranks.len() >= MAX_RANKS && !self.ranks.contains_key(&of.id) {
                continue;
            }
            let watched = self.ranks.entry(of.id).or_insert_with(|| Watched::begin(of.pid));
            let Some(watched) = watched else { continue };
            let addresses = watched.samples.take();
            if addresses.is_empty() {
                continue;
            }
            let places = watched.add(&addresses, of.pid, &of.catalog);
            news.push(News { computed: watched.computed, places, of });
        }
        news
    }
}

impl Watched {
    fn begin(pid: u32) -> Option<Self> {
        let samples = CpuSamples::of_thread(pid).ok()?;
        Some(Self { samples, code: Vec::new(), looked: None, computed: Computed::default() })
    }

    fn add(&mut self, addresses: &[u64], pid: u32, catalog: &Catalog) -> Vec<u64> {
        let mut places = Vec::new();
        for address in addresses {
            let code = self.find(*address).or_else(|| {
                self.look(pid, catalog);
                self.find(*address)
            });
            let to = match code {
                Some(Code::Own) => {
                    if places.len() < PLACES {
                        places.push(*address);
                    }
                    &mut self.computed.own_ns
                }
                Some(Code::BetweenRanks) => &mut self.computed.between_ranks_ns,
                Some(Code::Other) | None => continue,
            };
            *to = to.saturating_add(PERIOD.as_nanos() as u64);
        }
        places
    }

    fn find(&self, address: u64) -> Option<Code> {
        self.code.iter().find(|(range, _)| range.contains(&address)).map(|(_, code)| *code)
    }

    fn look(&mut self, pid: u32, catalog: &Catalog) {
        if self.looked.is_some_and(|at| at.elapsed() < LOOK) {
            return;
        }
        self.looked = Some(Instant::now());
        let Some(maps) = look(pid, PATIENCE, move || memory_map(pid).ok()).flatten() else { return };
        self.code.clear();
        for map in maps.iter().filter(|map| map.perms.contains(MMPermissions::EXECUTE)) {
            let code = match &map.pathname {
                MMapPath::Path(path) => {
                    Code::from_file_name(&path.file_name().unwrap_or_default().to_string_lossy(), catalog)
                }
                // Compiled while it runs.
                MMapPath::Anonymous => Code::Own,
                _ => Code::Other,
            };
            self.code.push((map.address.0..map.address.1, code));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_told_apart_by_its_library() {
        let catalog = Catalog { runtime: vec!["libapi_loader.so".to_owned()], ..Catalog::default() };
        for (file, expected) in [
            ("simulation", Code::Own),
            ("libtorch_cpu.so", Code::Own),
            ("python3.12", Code::Own),
            ("libmpich.so.12", Code::BetweenRanks),
            ("libopen-pal.so.40", Code::BetweenRanks),
            ("mca_btl_vader.so", Code::BetweenRanks),
            ("libnccl.so.2", Code::BetweenRanks),
            ("libc.so.6", Code::Other),
            ("libapi_loader.so.1", Code::Other),
        ] {
            assert_eq!(Code::from_file_name(file, &catalog), expected, "{file}");
        }
    }

    /// This process computes, and calls nothing that ranks talk by.
    #[test]
    fn a_rank_that_computes_is_in_its_own_code() {
        let pid = rustix::thread::gettid().as_raw_nonzero().get() as u32;
        let of = || OfRank { id: 20, pid, rank: 1, catalog: Arc::default() };
        let mut code = OwnCode::default();
        assert!(code.read(vec![of()]).is_empty());
        if code.ranks.values().all(Option::is_none) {
            return zetop_testing::skip!("no samples here");
        }
        let end = Instant::now() + Duration::from_secs(60);
        let mut sum = 1u64;
        let news = loop {
            for _ in 0..1_000_000 {
                sum = std::hint::black_box(sum.wrapping_mul(31) ^ sum >> 7);
            }
            let news = code.read(vec![of()]);
            if news.iter().any(|news| news.computed.own_ns >= 200_000_000) {
                break news;
            }
            assert!(Instant::now() < end, "{news:?}");
        };
        assert!(news[0].computed.between_ranks_ns == 0 && !news[0].places.is_empty(), "{news:?}");
        assert!(code.read(Vec::new()).is_empty() && code.ranks.is_empty());
    }
}
