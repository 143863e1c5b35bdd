//! The tables of rows, and what they can be sorted by.

use super::field::Field;
use super::item::{Item, RowId};
use crate::snapshot::{MemorySite, Snapshot};

/// The tables that have rows to select.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum List {
    Api,
    /// Kernels, copies and fills together, on the Overview.
    Device,
    Kernels,
    Transfers,
    /// Memory by line.
    Memory,
}

impl List {
    pub const ALL: [List; 5] = [List::Api, List::Device, List::Kernels, List::Transfers, List::Memory];

    /// What `s` goes through; the first is the initial order.
    pub fn sort_fields(self) -> &'static [Field] {
        match self {
            List::Api => &[
                Field::Share,
                Field::Calls,
                Field::Rate,
                Field::Avg,
                Field::P99,
                Field::Max,
                Field::Errors,
                Field::ShareChange,
                Field::AvgChange,
                Field::Name,
            ],
            List::Device => &[
                Field::Share,
                Field::Bandwidth,
                Field::Total,
                Field::Calls,
                Field::Avg,
                Field::P99,
                Field::BandwidthChange,
                Field::ShareChange,
                Field::AvgChange,
                Field::Name,
            ],
            List::Kernels => &[
                Field::Share,
                Field::Calls,
                Field::Avg,
                Field::P99,
                Field::Max,
                Field::Submit,
                Field::HostPer,
                Field::ShareChange,
                Field::AvgChange,
                Field::Name,
            ],
            List::Transfers => &[
                Field::Share,
                Field::Bytes,
                Field::Calls,
                Field::Bandwidth,
                Field::Throughput,
                Field::Avg,
                Field::BandwidthChange,
                Field::ShareChange,
                Field::AvgChange,
                Field::Name,
            ],
            List::Memory => &[
                Field::Live,
                Field::Peak,
                Field::Blocks,
                Field::Calls,
                Field::Frees,
                Field::Bytes,
                Field::Oldest,
                Field::Name,
            ],
        }
    }

    /// All items of the table, in the snapshot's order.
    pub fn items<'a>(self, snapshot: &'a Snapshot, device: Option<u32>) -> Vec<Item<'a>> {
        let work = &snapshot.device;
        let here = |d: u32| device.is_none_or(|wanted| wanted == d);
        let kernels = || work.kernels.iter().filter(move |k| here(k.device)).map(Item::Kernel);
        let transfers = || work.transfers.iter().filter(move |t| here(t.device)).map(Item::Transfer);
        let others = || work.others.iter().filter(move |k| here(k.device)).map(Item::Other);
        let fills = || (work.fills.ops > 0 && device.is_none()).then_some(Item::Fills(&work.fills));
        match self {
            List::Api => snapshot.host.apis.iter().map(Item::Api).collect(),
            List::Device => kernels().chain(transfers()).chain(fills()).chain(others()).collect(),
            List::Kernels => kernels().chain(others()).collect(),
            List::Transfers => transfers().chain(fills()).collect(),
            List::Memory => snapshot.memory_sites.iter().map(Item::Memory).collect(),
        }
    }
}

/// The row of this identity, if the snapshot (still) has it.
pub fn find<'a>(snapshot: &'a Snapshot, id: &RowId) -> Option<Item<'a>> {
    let work = &snapshot.device;
    match id {
        RowId::Api(id) => snapshot.host.apis.iter().find(|api| api.id == *id).map(Item::Api),
        RowId::Kernel(name, device) => {
            work.kernels.iter().find(|k| k.device == *device && k.name == *name).map(Item::Kernel)
        }
        RowId::Other(name, device) => {
            work.others.iter().find(|k| k.device == *device && k.name == *name).map(Item::Other)
        }
        RowId::Transfer(src, dst, device) => work
            .transfers
            .iter()
            .find(|t| t.device == *device && t.src == *src && t.dst == *dst)
            .map(Item::Transfer),
        RowId::Fills => (work.fills.ops > 0).then_some(Item::Fills(&work.fills)),
        RowId::Memory(kind, place) => {
            let is_it = |site: &&MemorySite| site.kind == *kind && site.place == *place;
            snapshot.memory_sites.iter().find(is_it).map(Item::Memory)
        }
    }
}
