//! Single values, lists and texts, each written and read by the same lines.

use crate::recording::columns::{Coder, Column, Damaged};
use std::sync::Arc;
use zetop_system::clean::clean;

pub type Done = Result<(), Damaged>;

/// A counter that grows by about the same each time.
#[derive(Debug, Clone, Copy, Default)]
pub struct Trend {
    pub last: u64,
    step: i64,
}

impl Trend {
    pub fn code<C: Coder>(&mut self, c: &mut C, column: Column, value: &mut u64) -> Done {
        let expected = self.last.wrapping_add_signed(self.step);
        let mut off = value.wrapping_sub(expected) as i64;
        c.signed(column, &mut off)?;
        if C::READS {
            *value = expected.wrapping_add_signed(off);
        }
        let grown = value.wrapping_sub(self.last) as i64;
        self.step = self.step.wrapping_add(grown.wrapping_sub(self.step) >> 2);
        self.last = *value;
        Ok(())
    }
}

/// Something that grows with something else; in 256ths.
#[derive(Debug, Clone, Copy, Default)]
pub struct Ratio(i64);

impl Ratio {
    pub fn code<C: Coder>(&mut self, c: &mut C, column: Column, grown: &mut i64, with: i64) -> Done {
        let expected = with.wrapping_mul(self.0) >> 8;
        let mut off = grown.wrapping_sub(expected);
        c.signed(column, &mut off)?;
        if C::READS {
            *grown = expected.wrapping_add(off);
        }
        if with != 0 {
            let now = grown.wrapping_mul(256).wrapping_div(with);
            self.0 = self.0.wrapping_add(now.wrapping_sub(self.0) >> 2);
        }
        Ok(())
    }
}

/// A sum that grew: `of` is what it was and becomes what it is.
pub fn grown<C: Coder>(value: &mut u64, was: u64, code: impl FnOnce(&mut i64) -> Done) -> Done {
    let mut grown = value.wrapping_sub(was) as i64;
    code(&mut grown)?;
    if C::READS {
        *value = was.wrapping_add_signed(grown);
    }
    Ok(())
}

/// Items for which there is room at once: how long a list is said to be is not trusted further.
const AT_ONCE: usize = 64;

pub fn list<C: Coder, T>(
    c: &mut C,
    items: &mut Vec<T>,
    new: impl Fn() -> T,
    mut each: impl FnMut(&mut C, &mut T) -> Done,
) -> Done {
    let mut len = items.len() as u64;
    c.number(Column::Length, &mut len)?;
    if !C::READS {
        return items.iter_mut().try_for_each(|item| each(c, item));
    }
    // Each item consumes part of the block, so a wrong length fails when the block ends.
    items.reserve(usize::try_from(len).map_or(AT_ONCE, |len| len.min(AT_ONCE)));
    for _ in 0..len {
        let mut item = new();
        each(c, &mut item)?;
        items.push(item);
    }
    Ok(())
}

/// Numbers in ascending order.
pub fn key<C: Coder>(c: &mut C, column: Column, next: &mut u64, value: &mut u64) -> Done {
    let mut gap = value.wrapping_sub(*next);
    c.number(column, &mut gap)?;
    *value = next.wrapping_add(gap);
    *next = value.wrapping_add(1);
    Ok(())
}

pub fn short<C: Coder, T: Copy + Into<u64> + TryFrom<u64>>(c: &mut C, column: Column, value: &mut T) -> Done {
    let mut wide: u64 = (*value).into();
    c.number(column, &mut wide)?;
    *value = T::try_from(wide).map_err(|_| Damaged)?;
    Ok(())
}

pub fn flag<C: Coder>(c: &mut C, value: &mut bool) -> Done {
    let mut wide = u64::from(*value);
    c.number(Column::Mask, &mut wide)?;
    *value = wide != 0;
    Ok(())
}

/// Harmless to show.
pub fn text<C: Coder>(c: &mut C, value: &mut String) -> Done {
    let mut bytes = std::mem::take(value).into_bytes();
    c.bytes(&mut bytes)?;
    let read = String::from_utf8(bytes).map_err(|_| Damaged)?;
    *value = if C::READS { clean(&read) } else { read };
    Ok(())
}

pub fn shared<C: Coder>(c: &mut C, value: &mut Arc<str>) -> Done {
    let mut owned = value.to_string();
    text(c, &mut owned)?;
    if C::READS {
        *value = owned.into();
    }
    Ok(())
}

pub fn json<C: Coder, T: serde::Serialize + serde::de::DeserializeOwned>(c: &mut C, value: &mut T) -> Done {
    let mut bytes = if C::READS { Vec::new() } else { serde_json::to_vec(value).map_err(|_| Damaged)? };
    c.bytes(&mut bytes)?;
    if C::READS {
        *value = serde_json::from_slice(&bytes).map_err(|_| Damaged)?;
    }
    Ok(())
}

pub fn function_key<C: Coder>(c: &mut C, next: &mut u64, function: &mut u16) -> Done {
    let mut wide = (*function).into();
    key(c, Column::Key, next, &mut wide)?;
    *function = u16::try_from(wide).map_err(|_| Damaged)?;
    Ok(())
}

pub fn class_key<C: Coder>(c: &mut C, next: &mut u64, class: &mut u32) -> Done {
    let mut wide = (*class).into();
    key(c, Column::Key, next, &mut wide)?;
    *class = u32::try_from(wide).map_err(|_| Damaged)?;
    Ok(())
}
