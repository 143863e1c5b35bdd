//! The catalogs of a session, each kept once.

use std::sync::Arc;
use zetop_wire::catalog::Catalog;

/// Most different catalogs. Each is a backend and a version of its probe; all are kept.
pub(super) const MOST_CATALOGS: usize = 32;

#[derive(Debug, Default)]
pub(super) struct Catalogs(Vec<Arc<Catalog>>);

impl Catalogs {
    /// The catalog as the session has it; `None` when there are too many already.
    pub(super) fn enter(&mut self, catalog: Catalog) -> Option<Arc<Catalog>> {
        if let Some(known) = self.0.iter().find(|known| ***known == catalog) {
            return Some(Arc::clone(known));
        }
        (self.0.len() < MOST_CATALOGS).then(|| {
            let catalog = Arc::new(catalog);
            self.0.push(Arc::clone(&catalog));
            catalog
        })
    }
}
