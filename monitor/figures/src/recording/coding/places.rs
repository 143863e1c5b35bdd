//! Places that allocate memory.

use super::values::{Done, json, list, short};
use crate::recording::columns::{Coder, Column, Damaged};
use crate::sink::{MemoryPlace, PlaceFigures};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What both sides know of a process's places: what they are, and their figures in the frame before.
#[derive(Debug, Clone, Default)]
pub struct KnownPlaces(BTreeMap<u32, (Arc<MemoryPlace>, PlaceFigures)>);

impl KnownPlaces {
    pub fn code<C: Coder>(
        &mut self,
        c: &mut C,
        places: &mut Vec<(u32, (PlaceFigures, Arc<MemoryPlace>))>,
    ) -> Done {
        list(c, places, Default::default, |c, (number, (figures, place))| {
            short(c, Column::Rare, number)?;
            let last = match self.0.get(number) {
                Some((known, last)) => {
                    *place = Arc::clone(known);
                    *last
                }
                None => {
                    let mut new = MemoryPlace::clone(place);
                    json(c, &mut new)?;
                    if new.kind >= zetop_wire::layout::MEMORY_KINDS {
                        return Err(Damaged);
                    }
                    *place = Arc::new(new);
                    PlaceFigures::default()
                }
            };
            for (value, last) in values(figures).into_iter().zip(values(&mut last.clone())) {
                let mut off = value.wrapping_sub(*last) as i64;
                c.signed(Column::Bytes, &mut off)?;
                *value = last.wrapping_add_signed(off);
            }
            self.0.insert(*number, (Arc::clone(place), *figures));
            Ok(())
        })
    }
}

fn values(of: &mut PlaceFigures) -> [&mut u64; 10] {
    let PlaceFigures {
        live_bytes,
        live_count,
        peak_bytes,
        allocations,
        frees,
        allocated_bytes,
        oldest,
        mean,
        noted,
        error_bytes,
    } = of;
    [
        live_bytes,
        live_count,
        peak_bytes,
        allocations,
        frees,
        allocated_bytes,
        oldest,
        mean,
        noted,
        error_bytes,
    ]
}
