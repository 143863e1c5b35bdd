//! The names that processes' catalogs give to the numbers in their figures, each kept once.
//!
//! Two processes may have probes of different backends or versions: function 17 of one is function 20 of the
//! other. So figures are kept by our own ids, which mean the same for all processes.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;
use zetop_wire::catalog::{Catalog, Place, Role};

/// A function, in all processes that have it.
pub type FunctionId = u32;
/// A kind of memory, likewise.
pub type KindId = u32;
/// A reason for not timing an operation, likewise.
pub type ReasonId = u32;

/// How figures without a name in any catalog are shown.
const UNNAMED: &str = "(unnamed)";

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FunctionName {
    pub name: Arc<str>,
    pub family: Arc<str>,
    pub role: Role,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct KindName {
    pub name: Arc<str>,
    pub place: Place,
    pub allocated_by: Arc<str>,
    pub instead: Arc<str>,
}

impl KindName {
    fn unnamed() -> Self {
        Self { name: UNNAMED.into(), place: Place::None, allocated_by: "".into(), instead: "".into() }
    }
}

/// Things by number, each once.
#[derive(Debug, Clone)]
struct Table<T> {
    all: Vec<T>,
    known: HashMap<T, u32>,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self { all: Vec::new(), known: HashMap::new() }
    }
}

impl<T: Clone + Eq + Hash> Table<T> {
    fn id(&mut self, thing: T) -> u32 {
        *self.known.entry(thing).or_insert_with_key(|thing| {
            self.all.push(thing.clone());
            self.all.len() as u32 - 1
        })
    }
}

/// All names of a session. How many there can be is bounded by the number of catalogs that a source accepts.
#[derive(Debug, Clone, Default)]
pub struct Names {
    functions: Table<FunctionName>,
    kinds: Table<KindName>,
    reasons: Table<Arc<str>>,
    /// The latest ones, which the next processes probably share.
    latest: Vec<Arc<Dictionary>>,
}

/// Catalogs in use at the same time, as a rule.
const LATEST: usize = 4;

impl Names {
    /// What a catalog's numbers mean here.
    pub fn enter(&mut self, catalog: &Arc<Catalog>) -> Arc<Dictionary> {
        if let Some(known) = self.latest.iter().find(|known| Arc::ptr_eq(&known.catalog, catalog)) {
            return Arc::clone(known);
        }
        let new = Arc::new(self.dictionary(catalog));
        if self.latest.len() == LATEST {
            self.latest.remove(0);
        }
        self.latest.push(Arc::clone(&new));
        new
    }

    fn dictionary(&mut self, catalog: &Arc<Catalog>) -> Dictionary {
        let functions = catalog.functions.iter().map(|f| {
            self.functions.id(FunctionName {
                name: f.name.as_str().into(),
                family: f.family.as_str().into(),
                role: f.role,
            })
        });
        let functions = functions.collect();
        let kinds = catalog.memory_kinds.iter().map(|kind| {
            self.kinds.id(KindName {
                name: kind.name.as_str().into(),
                place: kind.place,
                allocated_by: kind.allocated_by.as_str().into(),
                instead: kind.instead.as_str().into(),
            })
        });
        let kinds: Vec<KindId> = kinds.collect();
        let counted = catalog.counted_memory.iter().filter_map(|kind| kinds.get(usize::from(*kind)).copied());
        Dictionary {
            catalog: Arc::clone(catalog),
            functions,
            counted: counted.collect(),
            reasons: catalog.untimed.iter().map(|reason| self.reasons.id(reason.as_str().into())).collect(),
            not_flushed: catalog
                .not_flushed
                .iter()
                .map(|reason| self.reasons.id(reason.as_str().into()))
                .collect(),
            unnamed_kind: self.kinds.id(KindName::unnamed()),
            unnamed_reason: self.reasons.id("other".into()),
            kinds,
        }
    }

    pub fn function(&self, id: FunctionId) -> Option<&FunctionName> {
        self.functions.all.get(id as usize)
    }

    pub fn kind(&self, id: KindId) -> KindName {
        self.kinds.all.get(id as usize).cloned().unwrap_or_else(KindName::unnamed)
    }

    pub fn reason(&self, id: ReasonId) -> &str {
        self.reasons.all.get(id as usize).map_or(UNNAMED, |reason| reason)
    }
}

/// What the numbers of one process mean.
#[derive(Debug, Clone, Default)]
pub struct Dictionary {
    catalog: Arc<Catalog>,
    functions: Vec<FunctionId>,
    kinds: Vec<KindId>,
    counted: Vec<KindId>,
    reasons: Vec<ReasonId>,
    not_flushed: Vec<ReasonId>,
    unnamed_kind: KindId,
    unnamed_reason: ReasonId,
}

impl Dictionary {
    /// Name of the API's backend.
    pub fn backend(&self) -> &str {
        &self.catalog.backend
    }

    pub fn catalog(&self) -> &Arc<Catalog> {
        &self.catalog
    }

    /// `None` if the catalog has no such function.
    pub fn function(&self, position: u16) -> Option<FunctionId> {
        self.functions.get(usize::from(position)).copied()
    }

    /// The number that the process's catalog has for a function.
    pub fn position(&self, function: FunctionId) -> Option<u16> {
        let at = self.functions.iter().position(|id| *id == function)?;
        u16::try_from(at).ok()
    }

    pub fn kind(&self, number: u8) -> KindId {
        self.kinds.get(usize::from(number)).copied().unwrap_or(self.unnamed_kind)
    }

    pub fn place(&self, number: u8) -> Place {
        self.catalog.memory_kinds.get(usize::from(number)).map_or(Place::None, |kind| kind.place)
    }

    /// The kind that the counters at a position count.
    pub fn counted(&self, position: usize) -> Option<KindId> {
        self.counted.get(position).copied()
    }

    pub fn reason(&self, position: usize) -> ReasonId {
        self.reasons.get(position).copied().unwrap_or(self.unnamed_reason)
    }

    /// Why caches were not flushed.
    pub fn not_flushed(&self, position: u8) -> ReasonId {
        self.not_flushed.get(usize::from(position)).copied().unwrap_or(self.unnamed_reason)
    }

    /// The name of a result; its number if it has none.
    pub fn result(&self, code: u32) -> Arc<str> {
        let named = self.catalog.results.iter().find(|result| result.code == code);
        named.map_or_else(|| format!("{code:#x}").into(), |result| result.name.as_str().into())
    }

    /// Why it is no error of the program's that a function returned a result; `None` if it may be one.
    pub fn expects(&self, function: u16, result: u32) -> Option<&str> {
        let function = self.catalog.functions.get(usize::from(function))?;
        self.catalog.expects(&function.name, result)
    }

    /// How the probe got in, and what is missing because of that.
    pub fn mode(&self, mode: u32) -> (&str, &str) {
        let mode = self.catalog.modes.get(mode as usize);
        mode.map_or((UNNAMED, ""), |mode| (&mode.name, &mode.note))
    }

    /// How the names of kernels begin that are collective operations, and why it may be that nothing says which.
    pub fn collective_kernels(&self) -> (&[String], &str) {
        (&self.catalog.collective_kernels, &self.catalog.collectives_unnamed)
    }

    /// What is missing on a device, from the bits of its faults.
    pub fn faults(&self, bits: u64) -> Vec<Arc<str>> {
        let bits = (0..64usize).filter(|bit| bits & 1 << bit != 0);
        let words =
            bits.map(|bit| self.catalog.device_faults.get(bit).map_or("a fault without a name", |f| f));
        let mut words: Vec<Arc<str>> = words.map(Arc::from).collect();
        words.dedup();
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zetop_wire::catalog::Function;

    fn catalog(names: &[&str]) -> Arc<Catalog> {
        let function = |name: &&str| Function { name: (*name).to_owned(), ..Function::default() };
        Arc::new(Catalog { functions: names.iter().map(function).collect(), ..Catalog::default() })
    }

    #[test]
    fn the_same_name_is_the_same_function_wherever_it_stands() {
        let mut names = Names::default();
        let (old, new) =
            (names.enter(&catalog(&["init", "free"])), names.enter(&catalog(&["free", "alloc", "init"])));
        assert_eq!(old.function(0), new.function(2));
        assert_eq!(old.function(1), new.function(0));
        let alloc = new.function(1).and_then(|id| names.function(id)).map(|f| f.name.to_string());
        assert_eq!(alloc.as_deref(), Some("alloc"));
    }

    #[test]
    fn numbers_without_a_name_have_a_word_of_ours() {
        let mut names = Names::default();
        let empty = names.enter(&catalog(&[]));
        assert_eq!(empty.function(0), None);
        assert_eq!(&*names.kind(empty.kind(7)).name, UNNAMED);
        assert_eq!(names.reason(empty.reason(3)), "other");
        assert_eq!((empty.counted(0), empty.mode(9)), (None, (UNNAMED, "")));
        assert_eq!(empty.faults(5).len(), 1, "said once");
    }
}
