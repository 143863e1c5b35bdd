//! Which launches the caches are to be flushed for (`--cold`).

use regex_lite::Regex;
use rustc_hash::FxHashMap;
use zetop_wire::session::Cold;

/// The golden ratio's fractional part, in units of 2^-64.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The kernels that the user chose, and whose turn it is.
pub struct Choice {
    kernels: Option<Regex>,
    alternate: bool,
    /// How much memory to fill, if the user said so.
    pub bytes: Option<u64>,
    /// By the id of the kernel's name: whether it was chosen.
    known: FxHashMap<u32, bool>,
    /// By name and device, where launches alternate: how many there were.
    launches: FxHashMap<(u32, usize), u64>,
}

impl Choice {
    /// `None` if the expression is none; zetop has checked it.
    #[must_use]
    pub fn new(cold: &Cold) -> Option<Self> {
        let kernels = if cold.kernels.is_empty() { None } else { Some(Regex::new(&cold.kernels).ok()?) };
        Some(Self {
            kernels,
            alternate: cold.alternate,
            bytes: cold.bytes,
            known: FxHashMap::default(),
            launches: FxHashMap::default(),
        })
    }

    /// Every kernel was chosen.
    #[must_use]
    pub fn is_all(&self) -> bool {
        self.kernels.is_none()
    }

    /// Whether a kernel was chosen; `text` gives its name.
    pub fn matches<'a>(&mut self, name: u32, text: impl FnOnce() -> Option<&'a str>) -> bool {
        let Some(kernels) = &self.kernels else { return true };
        *self.known.entry(name).or_insert_with(|| text().is_some_and(|text| kernels.is_match(text)))
    }

    /// Whether the next launch of a chosen kernel is to be a cold one. The first one is, since only then the one after
    /// it finds its data where it has left it. Of each two launches one is cold; which of them, changes without a period
    /// (multiples of the golden ratio, by their fractional parts). So where a program launches a kernel for several
    /// things in turn, each of them gets as many cold launches as the others.
    pub fn takes_turn(&mut self, name: u32, device: usize) -> bool {
        if !self.alternate {
            return true;
        }
        let launches = self.launches.entry((name, device)).or_default();
        let number = *launches;
        *launches += 1;
        let second = (number / 2).wrapping_mul(GOLDEN) >> 63;
        number % 2 == second
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(kernels: &str, alternate: bool) -> Choice {
        Choice::new(&Cold { kernels: kernels.to_owned(), alternate, bytes: None }).unwrap()
    }

    #[test]
    fn kernels_are_chosen_by_their_names() {
        let mut some = choice("^(add|mul)_", false);
        for (id, name, chosen) in [(1, "add_f32", true), (2, "my_add_f32", false), (3, "mul_", true)] {
            assert_eq!(some.matches(id, || Some(name)), chosen, "{name}");
            assert_eq!(some.matches(id, || None), chosen, "remembered");
        }
        assert!(choice("", false).matches(1, || None) && choice("", false).is_all() && !some.is_all(), "all");
        assert!(Choice::new(&Cold { kernels: "(".to_owned(), ..Cold::default() }).is_none());
    }

    #[test]
    fn launches_of_each_kernel_on_each_device_alternate() {
        let mut turns = choice("", true);
        let of = |turns: &mut Choice, name, device| [0; 4].map(|_| turns.takes_turn(name, device));
        assert_eq!(of(&mut turns, 1, 0), [true, false, false, true]);
        assert!(turns.takes_turn(1, 0));
        assert_eq!(of(&mut turns, 1, 1), [true, false, false, true], "another device");
        assert_eq!(of(&mut turns, 2, 0), [true, false, false, true], "another kernel");
        assert!(!turns.takes_turn(1, 0), "not disturbed by those");
        assert_eq!(of(&mut choice("", false), 1, 0), [true; 4]);
    }

    /// A program that launches a kernel for two or three things in turn.
    #[test]
    fn turns_have_no_period_in_common_with_the_program() {
        for period in 1..=24 {
            let mut turns = choice("", true);
            let mut cold = vec![0; period];
            for _ in 0..256 {
                cold.iter_mut().for_each(|count| *count += u32::from(turns.takes_turn(1, 0)));
            }
            assert!(cold.iter().all(|count| (110..=146).contains(count)), "{period}: {cold:?} of 256");
        }
    }
}
