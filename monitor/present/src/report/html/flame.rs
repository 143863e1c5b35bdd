//! Where calls come from: what sampled calls cost, by function, line and callers, as a flame graph that hangs from its top.

use maud::{Markup, html};
use zetop_figures::snapshot::{Caller, MemorySite, Role, Site, Snapshot};
use zetop_figures::sum::sum;
use zetop_figures::view::format::{bytes, clean, percent, time};
use zetop_figures::view::items::{Field, Item};

/// A box, with what called it below.
#[derive(Debug, Default, PartialEq)]
struct Node {
    name: String,
    value: f64,
    below: Vec<Node>,
}

/// Narrower boxes show nothing, and there would be thousands.
const NARROWEST: f64 = 0.002;

impl Node {
    /// The callers of a node, which are listed depth first with their shares of the row's samples.
    fn callers(
        of_row: f64,
        depth: u32,
        list: &mut std::iter::Peekable<std::slice::Iter<'_, Caller>>,
    ) -> Vec<Node> {
        let mut all = Vec::new();
        while let Some(caller) = list.next_if(|caller| caller.depth >= depth) {
            let below = Self::callers(of_row, depth + 1, list);
            all.push(Node { name: caller.place.clone(), value: of_row * caller.share_pct / 100.0, below });
        }
        all
    }

    fn site(of_row: f64, site: &Site) -> Node {
        let mut below = Self::callers(of_row, 0, &mut site.tree.iter().peekable());
        let value = of_row * site.share_pct / 100.0;
        // Helpers between the line and the API lie above the line.
        let mut node = Node { name: site.place.clone(), value, below: std::mem::take(&mut below) };
        for helper in &site.through {
            node = Node { name: helper.clone(), value, below: vec![node] };
        }
        node
    }

    fn draw(&self, of: f64, whole: f64, text: &dyn Fn(f64) -> String) -> Markup {
        let name = clean(&self.name);
        let about = format!("{name}: {}, {}", text(self.value), percent(100.0 * self.value / whole));
        html! {
            div.box style=(format!("width:{:.3}%", 100.0 * (self.value / of).min(1.0))) {
                div.name title=(about) { (name) }
                @if !self.below.is_empty() {
                    div.below {
                        @for node in self.below.iter().filter(|node| node.value / whole >= NARROWEST) {
                            (node.draw(self.value, whole, text))
                        }
                    }
                }
            }
        }
    }
}

/// The rows that calls were sampled of, each with its lines.
fn tree(name: &str, rows: impl Iterator<Item = (String, f64, Vec<Site>)>) -> Node {
    let mut below: Vec<Node> = rows
        .filter(|(_, value, sites)| *value > 0.0 && !sites.is_empty())
        .map(|(name, value, sites)| Node {
            name,
            value,
            below: sites.iter().map(|site| Node::site(value, site)).collect(),
        })
        .collect();
    below.sort_by(|a, b| b.value.total_cmp(&a.value));
    Node { name: name.to_owned(), value: below.iter().map(|node| node.value).sum(), below }
}

/// Graphs of host time in calls, of the waits among it, of bytes copied, and of live memory; none of what no line is known of.
pub(super) fn graphs(s: &Snapshot) -> Markup {
    let row = |item: Item<'_>, field: Field| {
        let about = item.about();
        let sites = s.sites.iter().find(|(row, _)| Some(row) == about.as_ref());
        let sites = sites.map_or_else(Vec::new, |(_, sites)| sites.clone());
        (item.name().into_owned(), item.value(field).unwrap_or(0.0), sites)
    };
    let calls = |wanted: fn(Role) -> bool| {
        let rows = s.host.apis.iter().filter(move |api| wanted(api.role));
        rows.map(|api| row(Item::Api(api), Field::Total))
    };
    let copies = s.device.transfers.iter().map(|transfer| row(Item::Transfer(transfer), Field::Bytes));
    let ns: fn(f64) -> String = time;
    let size: fn(f64) -> String = |value| bytes(value as u64);
    let live = s.memory.iter().map(|kind| {
        let of_kind = s.memory_sites.iter().filter(|site| site.is_known && site.kind == kind.kind);
        let known = sum(of_kind.clone().map(|site| site.live_bytes));
        let share = |bytes: u64| 100.0 * bytes as f64 / known.max(1) as f64;
        let holds = of_kind.filter(|site| site.live_bytes > 0);
        let of_all = |site: &MemorySite| {
            let share_pct = share(site.live_bytes);
            let mut site = Site { share_pct, ..site.site() };
            site.tree.iter_mut().for_each(|caller| caller.share_pct *= share_pct / 100.0);
            site
        };
        let sites = holds.map(of_all).collect();
        (format!("{} memory", kind.kind), known as f64, sites)
    });
    let all = [
        ("Host time in calls", tree("calls whose lines were sampled", calls(|_| true)), ns),
        ("Waits", tree("waits whose lines were sampled", calls(|role| role == Role::Wait)), ns),
        ("Bytes copied", tree("copies whose lines were sampled", copies), size),
        ("Live memory", tree("live memory whose lines are known", live), size),
    ];
    html! {
        @for (title, root, text) in all.iter().filter(|(_, root, _)| !root.below.is_empty()) {
            h3 { (title) }
            div.flame { (root.draw(root.value, root.value, text)) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn callers_lie_below_what_they_call() {
        let caller =
            |depth, place: &str, share_pct| Caller { depth, place: place.to_owned(), samples: 1, share_pct };
        let tree = vec![caller(0, "step", 60.0), caller(1, "main", 60.0), caller(0, "warm", 20.0)];
        let site = Site {
            place: "a.c:1".to_owned(),
            tree,
            share_pct: 80.0,
            through: vec!["gpu.h:3".to_owned()],
            ..Site::default()
        };
        let node = Node::site(1000.0, &site);
        assert_eq!((&*node.name, node.value, node.below.len()), ("gpu.h:3", 800.0, 1));
        let line = &node.below[0];
        let names: Vec<(&str, f64)> = line.below.iter().map(|node| (&*node.name, node.value)).collect();
        assert_eq!((&*line.name, names), ("a.c:1", vec![("step", 600.0), ("warm", 200.0)]));
        assert_eq!(line.below[0].below[0].name, "main");
    }
}
