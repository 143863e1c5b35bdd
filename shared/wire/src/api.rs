//! The APIs that zetop knows: what people and files call them. How programs load one is in `monitor/process/src/backend`,
//! and the names of its functions are in the catalog of its probe.

/// An API.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Api {
    /// In catalogs.
    pub id: &'static str,
    /// For people.
    pub name: &'static str,
    /// The start of the names of the files through which programs reach it.
    pub library: &'static str,
    /// What that file is.
    pub library_is: &'static str,
}

pub const LEVEL_ZERO: Api = Api {
    id: "level-zero",
    name: "Level Zero",
    library: "libze_loader.so",
    library_is: "the Level Zero loader",
};
pub const CUDA: Api = Api { id: "cuda", name: "CUDA", library: "libcuda.so", library_is: "CUDA's driver" };

/// All of them.
pub const ALL: [Api; 2] = [LEVEL_ZERO, CUDA];

/// `Level Zero or CUDA`
#[must_use]
pub fn any() -> String {
    ALL.map(|api| api.name).join(" or ")
}

/// What stands in the place of figures before a program has made a call.
#[must_use]
pub fn none_seen() -> String {
    format!("no {} calls seen yet", any())
}

/// `the Level Zero loader (libze_loader.so.1) or CUDA's driver (libcuda.so.1)`
#[must_use]
pub fn libraries() -> String {
    ALL.map(|api| format!("{} ({}.1)", api.library_is, api.library)).join(" or ")
}
