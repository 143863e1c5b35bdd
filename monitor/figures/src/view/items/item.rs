//! A row, whatever it stands for, and what it is known by over time.

use super::field::{Field, api_value, each, kernel_value, memory_value, transfer_value};
use crate::snapshot::{About, Api, Endpoint, Fills, Histogram, Kernel, MemorySite, Transfer, TransferSize};
use crate::view::format;
use std::borrow::Cow;
use std::sync::Arc;

/// Names a row over time, wherever it moves in its table.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RowId {
    Api(u32),
    Kernel(String, u32),
    /// Barriers and the like.
    Other(String, u32),
    Transfer(Endpoint, Endpoint, u32),
    Fills,
    /// Kind and line.
    Memory(Arc<str>, String),
}

#[derive(Debug, Clone, Copy)]
pub enum Item<'a> {
    Api(&'a Api),
    Kernel(&'a Kernel),
    Other(&'a Kernel),
    Transfer(&'a Transfer),
    Fills(&'a Fills),
    Memory(&'a MemorySite),
}

/// With fewer timed operations than this, not even 100 lie beyond p99.
const ENOUGH_FOR_P99: u64 = 10_000;

impl<'a> Item<'a> {
    pub fn id(&self) -> RowId {
        match self {
            Item::Api(api) => RowId::Api(api.id),
            Item::Kernel(kernel) => RowId::Kernel(kernel.name.clone(), kernel.device),
            Item::Other(other) => RowId::Other(other.name.clone(), other.device),
            Item::Transfer(transfer) => {
                RowId::Transfer(transfer.src.clone(), transfer.dst.clone(), transfer.device)
            }
            Item::Fills(_) => RowId::Fills,
            Item::Memory(site) => RowId::Memory(Arc::clone(&site.kind), site.place.clone()),
        }
    }

    pub fn name(&self) -> Cow<'a, str> {
        match self {
            Item::Api(api) => Cow::Borrowed(&api.name),
            // Kernel names come from the program: anything can be in them.
            Item::Kernel(kernel) | Item::Other(kernel) => Cow::Owned(format::clean(&kernel.name)),
            Item::Transfer(transfer) => Cow::Owned(format!("copy {}→{}", transfer.src, transfer.dst)),
            Item::Fills(_) => Cow::Borrowed("fill"),
            Item::Memory(site) => Cow::Borrowed(&site.place),
        }
    }

    /// The row as findings and samples know it; `None` for rows whose calls are never sampled.
    pub fn about(&self) -> Option<About> {
        match self {
            Item::Api(api) => Some(About::Api(api.id)),
            Item::Kernel(kernel) => Some(About::Kernel { name: kernel.name.clone(), device: kernel.device }),
            Item::Transfer(t) => Some(About::Transfer {
                src: Arc::clone(&t.src.kind),
                dst: Arc::clone(&t.dst.kind),
                device: t.device,
            }),
            Item::Other(_) | Item::Fills(_) | Item::Memory(_) => None,
        }
    }

    pub fn device(&self) -> Option<u32> {
        match self {
            Item::Kernel(kernel) | Item::Other(kernel) => Some(kernel.device),
            Item::Transfer(transfer) => Some(transfer.device),
            Item::Api(_) | Item::Fills(_) | Item::Memory(_) => None,
        }
    }

    /// Paths of the ranges of the program's own in which it was given to the device.
    pub fn ranges(&self) -> &'a [Arc<str>] {
        match self {
            Item::Kernel(kernel) | Item::Other(kernel) => &kernel.ranges,
            Item::Transfer(transfer) => &transfer.ranges,
            Item::Api(_) | Item::Fills(_) | Item::Memory(_) => &[],
        }
    }

    pub fn histogram(&self) -> Option<&'a Histogram> {
        match self {
            Item::Api(api) => Some(&api.histogram),
            Item::Kernel(kernel) | Item::Other(kernel) => Some(&kernel.histogram),
            Item::Transfer(transfer) => Some(&transfer.histogram),
            Item::Fills(_) | Item::Memory(_) => None,
        }
    }

    /// Its figure in a column, in the column's unit; `~` before it where it comes from some of the calls.
    pub fn figure(&self, field: Field, value: f64) -> String {
        let text = field.figure(value);
        if self.is_estimated(field) { format::estimated(&text) } else { text }
    }

    /// Not exactly known, because not all calls were timed.
    pub fn is_estimated(&self, field: Field) -> bool {
        if let Item::Memory(site) = self {
            return site.is_estimated() && field != Field::Oldest;
        }
        let sampled = match self {
            Item::Kernel(kernel) | Item::Other(kernel) => Some((kernel.timed, kernel.sampled)),
            Item::Transfer(transfer) => Some((transfer.timed, transfer.sampled)),
            Item::Fills(fills) => Some((fills.timed, fills.sampled)),
            Item::Api(_) | Item::Memory(_) => None,
        };
        if let Some((timed, sampled)) = sampled {
            return sampled > 0
                && match field {
                    Field::Total | Field::Avg | Field::Min | Field::Max | Field::Bandwidth => true,
                    Field::P99 => timed < ENOUGH_FOR_P99,
                    _ => false,
                };
        }
        let Item::Api(api) = self else { return false };
        match field {
            Field::Total | Field::Avg | Field::Min | Field::Max => !api.is_exact(),
            Field::P99 => api.p99_uncertain,
            _ => false,
        }
    }

    /// The figure behind a column; None where it does not exist.
    pub fn value(&self, field: Field) -> Option<f64> {
        match self {
            Item::Api(api) => api_value(api, field),
            Item::Kernel(kernel) | Item::Other(kernel) => kernel_value(kernel, field),
            Item::Transfer(transfer) => transfer_value(transfer, field),
            Item::Memory(site) => memory_value(site, field),
            Item::Fills(fills) => match field {
                Field::Calls => Some(fills.ops as f64),
                Field::Bytes => Some(fills.bytes as f64),
                Field::BytesEach => each(fills.bytes, fills.ops),
                Field::Total => Some(fills.total_ns as f64),
                Field::Timed => Some(fills.timed as f64),
                Field::TotalError => Some(fills.total_error_pct),
                Field::Avg => each(fills.total_ns, fills.timed.saturating_add(fills.sampled)),
                Field::Bandwidth => fills.bandwidth_gbps,
                _ => None,
            },
        }
    }
}

/// A figure made of the times of a transfer's copies of some size; marked as those of [`Item::figure`].
#[must_use]
pub fn size_figure(of: &TransferSize, text: String) -> String {
    if of.sampled > 0 { format::estimated(&text) } else { text }
}
