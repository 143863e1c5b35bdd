use super::*;
use crate::call_site::{CallSite, Frame, Registers};
use std::path::Path;
use std::sync::Arc;

/// A stack that holds `words`, at `sp`.
fn stack(sp: u64, words: &[u64]) -> StackSample {
    StackSample {
        registers: Registers { ip: 0x500, sp, bp: 0 },
        stack: words.iter().flat_map(|word| word.to_le_bytes()).collect(),
        ..StackSample::default()
    }
}

fn site(line: u32) -> CallSite {
    let frame = Frame {
        function: Some("work".into()),
        file: Some("/src/app.cpp".into()),
        line: Some(line),
        module: Path::new("/bin/app").into(),
        address: 0x100,
    };
    CallSite { frames: vec![frame], ..CallSite::default() }
}

fn account() -> Account {
    Account::new(1, Arc::default())
}

/// After a look that has found nothing.
fn resolve(account: &mut Account, waiting: &mut usize) -> Vec<(u64, StackSample)> {
    account.was_looked_at(&[], waiting);
    account.resolve(waiting)
}

fn made(id: u64, size: u64, stack: StackSample) -> Entry {
    Entry::Made {
        id,
        kind: 1,
        amount: Amount::new(size, 0),
        at: 100 * id,
        from: Origin::Stack(Box::new(stack)),
    }
}

#[test]
fn a_stack_is_known_by_its_return_addresses_wherever_else_it_differs() {
    let (mut account, mut waiting) = (account(), 0);
    let first = stack(0x7000, &[1, 0x801, 2, 0x901, 3]);
    account.queue.push_back(made(1, 10, first.clone()));
    let asked = resolve(&mut account, &mut waiting);
    assert_eq!(asked, [(1, first.clone())]);
    account.learn(1, &first, site(12), &[0x500, 0x800, 0x900]);
    // Return addresses of the first stack with other variables around them; then another return address; then those of the
    // first one at another stack pointer.
    account.queue.push_back(made(2, 20, stack(0x7000, &[9, 0x801, 8, 0x901, 7])));
    account.queue.push_back(made(3, 30, stack(0x7000, &[9, 0x801, 8, 0x911, 7])));
    account.queue.push_back(made(4, 40, stack(0x7008, &[9, 0x801, 8, 0x901, 7])));
    let asked: Vec<u64> = resolve(&mut account, &mut waiting).into_iter().map(|(id, _)| id).collect();
    assert_eq!(asked, [3, 4]);
    account.count();
    assert_eq!(account.places[0].figures.live_bytes, 30);
    assert_eq!(account.queue.len(), 2, "what comes after an unknown place waits");
}

#[test]
fn stacks_in_code_that_was_replaced_have_no_place() {
    let (mut account, mut waiting) = (account(), 0);
    let (plugin, other) = (stack(0x7000, &[1, 0x801, 2, 0x901]), stack(0x7100, &[1, 0x601, 2, 0x611]));
    account.queue.push_back(made(1, 10, plugin.clone()));
    assert_eq!(resolve(&mut account, &mut waiting).len(), 1);
    account.learn(1, &plugin, site(12), &[0x500, 0x800, 0x900]);
    assert!(resolve(&mut account, &mut waiting).is_empty());
    account.queue.push_back(made(2, 20, plugin.clone()));
    account.queue.push_back(made(3, 40, other.clone()));
    assert!(account.resolve(&mut waiting).is_empty(), "nobody has looked since they came");
    account.was_looked_at(std::slice::from_ref(&(0x800..0xa00)), &mut waiting);
    assert_eq!(account.resolve(&mut waiting), [(3, other)]);
    account.count();
    assert_eq!(account.places[0].figures.allocations, 1, "of the plugin that was there");
    // What comes later is from the new one, whose lines are not known.
    account.queue.push_back(made(4, 80, plugin.clone()));
    let asked = resolve(&mut account, &mut waiting);
    assert!(asked.contains(&(4, plugin)), "{asked:?}");
}

/// Frees that are counted before the allocations that were made before them would make the peak too low.
#[test]
fn peaks_are_exact_whatever_becomes_known_first() {
    let (mut account, mut waiting) = (account(), 0);
    let (slow, quick) = (stack(0x7000, &[0x801]), stack(0x8000, &[0x901]));
    account.queue.push_back(made(1, 100, slow.clone()));
    account.queue.push_back(made(2, 50, quick.clone()));
    account.queue.push_back(Entry::Freed { id: 1 });
    account.queue.push_back(made(4, 70, quick.clone()));
    account.queue.push_back(Entry::Freed { id: 2 });
    assert_eq!(resolve(&mut account, &mut waiting).len(), 2);
    account.learn(2, &quick, site(7), &[0x500, 0x900]);
    resolve(&mut account, &mut waiting);
    account.count();
    assert!(account.places.is_empty());
    account.learn(1, &slow, site(7), &[0x500, 0x800]);
    resolve(&mut account, &mut waiting);
    account.count();
    let figures = account.places[0].figures;
    assert_eq!((account.places.len(), figures.peak_bytes, figures.live_bytes), (1, 150, 70));
    assert_eq!((figures.allocations, figures.frees, figures.live_count), (3, 2, 1));
    assert_eq!((figures.oldest, figures.mean, figures.allocated_bytes), (400, 400, 220));
}

#[test]
fn a_place_that_cannot_be_found_is_left_to_the_rest() {
    let (mut account, mut waiting) = (account(), 8);
    let lost = stack(0x7000, &[0x801]);
    account.queue.push_back(made(1, 100, lost.clone()));
    account.queue.push_back(Entry::Made {
        id: 2,
        kind: 0,
        amount: Amount::new(5, 0),
        at: 0,
        from: Origin::Site(None),
    });
    account.queue.push_back(made(3, 100, stack(0x9000, &[0x801])));
    account.queue.push_back(Entry::Freed { id: 2 });
    assert_eq!(resolve(&mut account, &mut waiting).len(), 2);
    account.learn(1, &lost, CallSite::default(), &[0x500]);
    resolve(&mut account, &mut waiting);
    assert_eq!(waiting, 0, "its stack is needed no longer");
    account.give_up(&mut waiting);
    assert!(account.queue.is_empty() && account.places.is_empty() && account.live.is_empty());
}

/// A program that writes to its file itself: what is freed was never made, or is made twice.
#[test]
fn events_that_make_no_sense_do_no_harm() {
    let mut account = account();
    account.freed(7);
    let here = Arc::new(site(1));
    let most = Amount::new(u64::MAX, 0);
    account.made(1, 2, Arc::clone(&here), most, u64::MAX);
    account.made(2, 2, Arc::clone(&here), most, u64::MAX);
    account.made(2, 2, here, Amount::new(3, 0), 0);
    account.freed(2);
    account.freed(2);
    let figures = account.places[0].figures;
    assert_eq!((figures.allocations, figures.frees, figures.live_count), (3, 2, 1));
}

/// 10,000 allocations of two sizes, of which those were noted that a fixed sequence chooses with the right chance.
#[test]
fn what_is_noted_stands_for_the_rest_within_its_error() {
    let mut account = account();
    let here = Arc::new(site(1));
    let (mean, mut seed, mut noted) = (20_000_u64, 1_u64, 0);
    for id in 0..10_000 {
        let size = if id % 4 == 0 { 8_000 } else { 500 };
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let chance = 1.0 - (-(size as f64) / mean as f64).exp();
        if ((seed >> 11) as f64 / (1_u64 << 53) as f64) < chance {
            account.made(id, 1, Arc::clone(&here), Amount::new(size, mean), 0);
            noted += 1;
        }
    }
    let figures = account.places[0].figures;
    let bytes = 2_500 * 8_000 + 7_500 * 500;
    let off = figures.live_bytes.abs_diff(bytes);
    assert_eq!(figures.noted, noted);
    assert!(off < 3 * figures.error_bytes, "{off} of {bytes}, +- {}", figures.error_bytes);
    assert!(figures.error_bytes < bytes / 20, "{figures:?}");
    assert!(figures.allocations.abs_diff(10_000) < 1_500, "{figures:?}");
    (0..10_000).for_each(|id| account.freed(id));
    let figures = account.places[0].figures;
    assert_eq!((figures.live_bytes, figures.live_count, figures.error_bytes), (0, 0, 0));
    assert_eq!(figures.frees, figures.allocations);
}
