//! From sampled stacks to the lines that are named, and the tree of what called them.
//!
//! A program's own helper, through which all its waits go, says little: what calls it is named, beside it.

use super::{CallSite, Frame};
use crate::snapshot::{Caller, Site};
use std::collections::{BTreeMap, BTreeSet};
use zetop_system::clean::clean;

/// Places shown for a row, and nodes of the tree of each.
const MOST_SITES: usize = 8;
const MOST_NODES: usize = 24;

/// The places of sampled stacks, each with its number of samples, as a tree; the most frequent first.
#[must_use]
pub fn sites(stacks: &BTreeMap<CallSite, u64>, samples: u64) -> Vec<Site> {
    places(stacks, samples).into_iter().take(MOST_SITES).map(|(site, _)| site).collect()
}

/// All places, each with its stacks.
#[must_use]
pub fn places(stacks: &BTreeMap<CallSite, u64>, samples: u64) -> Vec<(Site, Vec<&CallSite>)> {
    let callers = Callers::from_stacks(stacks.keys());
    // Calls from one line count as one place, whatever called that.
    let mut places: BTreeMap<String, NamedLine<'_>> = BTreeMap::new();
    for (stack, count) in stacks {
        let at = callers.helpers(&stack.frames);
        let name = stack.frames.get(at).map_or_else(|| stack.to_string(), Frame::to_string);
        let place = places.entry(name).or_insert_with(|| NamedLine {
            samples: 0,
            most: (stack, at, 0),
            tree: Node::default(),
            members: Vec::new(),
        });
        place.members.push(stack);
        place.samples = place.samples.saturating_add(*count);
        if *count > place.most.2 {
            place.most = (stack, at, *count);
        }
        place.tree.add(&mut stack.frames.iter().skip(at + 1), *count);
    }
    let share = |part: u64| 100.0 * part as f64 / samples.max(1) as f64;
    let mut all: Vec<(Site, Vec<&CallSite>)> = places
        .into_iter()
        // The names are from the program's own files.
        .map(|(name, place)| {
            let (stack, at, _) = place.most;
            let frame = stack.frames.get(at);
            let mut tree = Vec::new();
            place.tree.write(0, &share, &mut tree);
            let site = Site {
                place: clean(&name),
                file: frame.and_then(|frame| Some(clean(frame.file.as_deref()?).into())),
                line: frame.and_then(|frame| frame.line),
                function: frame.and_then(|frame| Some(clean(frame.function.as_deref()?).into())),
                module: frame.map(|frame| clean(&frame.module.to_string_lossy()).into()),
                callers: stack.frames.iter().skip(at + 1).map(|frame| clean(&frame.to_string())).collect(),
                through: stack.frames.iter().take(at).map(|frame| clean(&frame.to_string())).collect(),
                tree,
                samples: place.samples,
                share_pct: share(place.samples),
            };
            (site, place.members)
        })
        .collect();
    all.sort_by(|(a, _), (b, _)| b.samples.cmp(&a.samples).then_with(|| a.place.cmp(&b.place)));
    all
}

/// A line that is named.
struct NamedLine<'a> {
    samples: u64,
    /// The most frequent stack through it, the frame that it is there, and how often it was sampled.
    most: (&'a CallSite, usize, u64),
    tree: Node,
    members: Vec<&'a CallSite>,
}

/// Who called each function.
struct Callers<'a>(BTreeMap<&'a str, Lines<'a>>);

/// Lines, with the functions that they are in.
type Lines<'a> = BTreeSet<(Option<&'a str>, Option<u32>, u64)>;

impl<'a> Callers<'a> {
    fn from_stacks(stacks: impl Iterator<Item = &'a CallSite>) -> Self {
        let mut all: BTreeMap<&str, Lines<'_>> = BTreeMap::new();
        for pair in stacks.flat_map(|stack| stack.frames.windows(2)) {
            if let [called, caller] = pair
                && let Some(function) = called.function.as_deref()
                // A function that calls itself is no helper.
                && caller.function.as_deref() != Some(function)
            {
                // Without lines, the address tells places apart.
                let address = if caller.line.is_some() { 0 } else { caller.address };
                all.entry(function).or_default().insert((caller.function.as_deref(), caller.line, address));
            }
        }
        Self(all)
    }

    /// How many innermost frames are helpers: a function that several lines of others call. A second one counts where
    /// both are in a file of their own, such as a header; it does not go all the way up to `main`.
    fn helpers(&self, frames: &[Frame]) -> usize {
        let same_file = |a: &Frame, b: &Frame| a.file.is_some() && a.file == b.file;
        match frames {
            [inner, helper, outer, ..]
                if same_file(inner, helper) && !same_file(helper, outer) && self.is_shared(helper) =>
            {
                2
            }
            [helper, _, ..] if self.lines(helper).is_some_and(|lines| lines.len() > 1) => 1,
            _ => 0,
        }
    }

    fn lines(&self, frame: &Frame) -> Option<&Lines<'a>> {
        self.0.get(frame.function.as_deref()?)
    }

    /// Called from several functions.
    fn is_shared(&self, frame: &Frame) -> bool {
        let functions: BTreeSet<_> =
            self.lines(frame).into_iter().flatten().map(|(function, ..)| function).collect();
        functions.len() > 1
    }
}

/// A node of the tree of callers.
#[derive(Default)]
struct Node {
    samples: u64,
    children: BTreeMap<String, Node>,
}

impl Node {
    /// One call for each kept frame: eight at most.
    fn add(&mut self, frames: &mut dyn Iterator<Item = &Frame>, count: u64) {
        self.samples = self.samples.saturating_add(count);
        if let Some(frame) = frames.next() {
            self.children.entry(frame.to_string()).or_default().add(frames, count);
        }
    }

    fn write(&self, depth: u32, share: &dyn Fn(u64) -> f64, to: &mut Vec<Caller>) {
        let mut children: Vec<_> = self.children.iter().collect();
        children.sort_by_key(|(_, child)| std::cmp::Reverse(child.samples));
        for (place, child) in children {
            if to.len() >= MOST_NODES {
                return;
            }
            let share_pct = share(child.samples);
            to.push(Caller { depth, place: clean(place), samples: child.samples, share_pct });
            child.write(depth + 1, share, to);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// `wait gpu.h 39`: function, file and line.
    fn stack(frames: &[&str]) -> CallSite {
        let frame = |text: &&str| {
            let mut words = text.split(' ');
            let mut next = || words.next().unwrap();
            Frame {
                function: Some(next().into()),
                file: Some(next().into()),
                line: Some(next().parse().unwrap()),
                module: Path::new("/bin/app").into(),
                address: 0x100,
            }
        };
        CallSite { frames: frames.iter().map(frame).collect(), ..CallSite::default() }
    }

    fn named(stacks: &[(&[&str], u64)]) -> Vec<Site> {
        let stacks: BTreeMap<CallSite, u64> = stacks.iter().map(|(frames, n)| (stack(frames), *n)).collect();
        sites(&stacks, stacks.values().sum())
    }

    #[test]
    fn the_line_outside_a_helper_is_named_with_the_helper_beside_it() {
        let sites = named(&[
            (&["wait gpu.h 39", "compute slow.c 12", "main slow.c 22"], 6),
            (&["wait gpu.h 39", "upload slow.c 7", "main slow.c 22"], 2),
        ]);
        let found: Vec<_> = sites.iter().map(|s| (s.place.as_str(), s.share_pct)).collect();
        assert_eq!(found, [("slow.c:12 in compute", 75.0), ("slow.c:7 in upload", 25.0)]);
        assert_eq!((sites[0].line, sites[0].function.as_deref()), (Some(12), Some("compute")));
        assert_eq!(
            (&sites[0].through[..], &sites[0].callers[..]),
            (&["gpu.h:39 in wait".to_owned()][..], &["slow.c:22 in main".to_owned()][..],)
        );
    }

    #[test]
    fn a_function_with_one_caller_is_no_helper() {
        let sites = named(&[(&["upload slow.c 7", "step slow.c 22", "main slow.c 30"], 5)]);
        assert_eq!((sites[0].place.as_str(), sites[0].through.len()), ("slow.c:7 in upload", 0));
        // What is called twice further up does not matter: the line below is the one to change.
        let sites = named(&[
            (&["upload slow.c 7", "step loop.c 22", "train main.c 30"], 5),
            (&["upload slow.c 7", "step loop.c 22", "test main.c 40"], 5),
        ]);
        assert_eq!((sites.len(), sites[0].place.as_str()), (1, "slow.c:7 in upload"));
    }

    #[test]
    fn recursion_makes_no_helper() {
        let sites = named(&[(&["walk a.c 1", "walk a.c 2", "walk a.c 3", "main a.c 9"], 3)]);
        assert_eq!((sites.len(), sites[0].place.as_str()), (1, "a.c:1 in walk"));
    }

    #[test]
    fn a_helper_of_a_helper_is_passed_as_well() {
        for through in [["check gpu.h 3", "wait gpu.h 39"], ["raw gpu.h 5", "wait gpu.h 39"]] {
            let mut stacks: Vec<(Vec<&str>, u64)> = ["compute slow.c 12", "upload slow.c 7"]
                .iter()
                .map(|caller| (through.iter().copied().chain([*caller, "main slow.c 22"]).collect(), 1))
                .collect();
            if through[0].starts_with("check") {
                stacks.push((vec!["check gpu.h 3", "copy gpu.h 50", "upload slow.c 8", "main slow.c 22"], 1));
            }
            let stacks: Vec<(&[&str], u64)> = stacks.iter().map(|(frames, n)| (&frames[..], *n)).collect();
            let places: Vec<String> = named(&stacks).into_iter().map(|site| site.place).collect();
            assert!(places.contains(&"slow.c:12 in compute".to_owned()), "{through:?}: {places:?}");
            assert!(places.contains(&"slow.c:7 in upload".to_owned()), "{through:?}: {places:?}");
        }
    }

    #[test]
    fn the_tree_has_all_callers_with_their_shares() {
        let sites = named(&[
            (&["copy a.c 1", "left a.c 2", "main a.c 9"], 5),
            (&["copy a.c 1", "left a.c 2", "other a.c 8"], 1),
        ]);
        let tree: Vec<_> =
            sites[0].tree.iter().map(|c| (c.depth, c.place.as_str(), c.share_pct.round())).collect();
        assert_eq!(
            tree,
            [(0, "a.c:2 in left", 100.0), (1, "a.c:9 in main", 83.0), (1, "a.c:8 in other", 17.0)]
        );
    }
}
