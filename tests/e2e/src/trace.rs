//! Reads a trace as a viewer does: events are sorted by time and, at the same moment, by their position in
//! the file; an end closes what was opened last.

use prost::Message as _;
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use zetop_figures::trace::proto::{self, Trace, TrackEvent};

/// As `tests/trace/read.py` prints it, too.
#[derive(Debug, Default, Deserialize)]
pub struct Content {
    /// By category and name: how many slices, and how long in all, ns.
    pub slices: BTreeMap<String, (u64, u64)>,
    /// What is not kept, by what it is.
    pub gaps: BTreeMap<String, u64>,
    /// Bytes by direction, from the counters of throughput.
    pub moved: BTreeMap<String, f64>,
    pub findings: u64,
    /// Calls that arrows start from.
    pub arrows: u64,
    /// Arrows that end at an operation which begins before its call.
    #[serde(default)]
    pub backward: u64,
    /// By category and name, as `slices`: when each began, ns.
    #[serde(default)]
    pub starts: BTreeMap<String, Vec<u64>>,
    /// Values of marks at the beginning of the file: what was before.
    #[serde(default)]
    pub before: BTreeMap<String, u64>,
    /// Time of the first and the last event, ns.
    #[serde(default)]
    pub span: (u64, u64),
}

struct Event {
    at: u64,
    event: TrackEvent,
    name: String,
    category: String,
    values: BTreeMap<String, u64>,
}

impl Content {
    /// Reads a file, except for a truncated packet at its end.
    ///
    /// # Panics
    /// It is not a trace.
    #[must_use]
    pub fn read(path: &Path) -> Self {
        let bytes = std::fs::read(path).expect("a file");
        let mut rest = bytes.as_slice();
        let mut whole = 0;
        // A packet after the other, each with its tag and length.
        while let Some(after_tag) = rest.strip_prefix(&[0x0a]) {
            let mut at = after_tag;
            let Ok(length) = prost::decode_length_delimiter(&mut at) else { break };
            if at.len() < length {
                break;
            }
            rest = &at[length..];
            whole = bytes.len() - rest.len();
        }
        let trace =
            Trace::decode(&bytes[..whole]).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Self::from_trace(&trace)
    }

    /// # Panics
    /// It makes no sense.
    #[must_use]
    pub fn from_trace(trace: &Trace) -> Self {
        let (mut events, tracks) = events(trace);
        let mut content = Self::default();
        if let (Some(first), Some(last)) =
            (events.iter().map(|e| e.at).min(), events.iter().map(|e| e.at).max())
        {
            content.span = (first, last);
        }
        if let Some(part) = events.iter().find(|event| event.name == "part begins") {
            content.before = part.values.clone();
        }
        events.sort_by_key(|event| event.at);
        let mut open: HashMap<u64, Vec<Event>> = HashMap::new();
        let mut counters: BTreeMap<String, Vec<(u64, f64)>> = BTreeMap::new();
        let mut ends: HashMap<u64, Vec<(String, u64)>> = HashMap::new();
        for event in events {
            let track = event.event.track_uuid.expect("a track");
            let is_gap = event.category == "gap";
            match event.event.r#type {
                Some(proto::SLICE_BEGIN) => open.entry(track).or_default().push(event),
                Some(proto::SLICE_END) => {
                    let began = open.get_mut(&track).and_then(Vec::pop).expect("a beginning");
                    if began.category == "gap" {
                        *content.gaps.entry(began.name).or_default() += began.values["count"];
                        continue;
                    }
                    for flow in &began.event.flow_ids {
                        ends.entry(*flow).or_default().push((began.category.clone(), began.at));
                    }
                    let key = format!("{} {}", began.category, began.name);
                    let slices = content.slices.entry(key.clone()).or_default();
                    slices.0 += 1;
                    slices.1 += event.at - began.at;
                    content.starts.entry(key).or_default().push(began.at);
                }
                Some(proto::INSTANT) if is_gap => {
                    *content.gaps.entry(event.name).or_default() += event.values["count"];
                }
                Some(proto::INSTANT) => content.findings += u64::from(event.category == "finding"),
                Some(proto::COUNTER) => {
                    let whole = event.event.counter_value.map(|value| value as f64);
                    let value = event.event.double_counter_value.or(whole).expect("a value");
                    counters.entry(tracks[&track].clone()).or_default().push((event.at, value));
                }
                other => panic!("an event of type {other:?}"),
            }
        }
        assert!(open.values().all(Vec::is_empty), "every slice has an end");
        for (name, points) in counters {
            if let Some(direction) = name.strip_prefix("throughput ") {
                let steps = points.windows(2).map(|two| two[0].1 * (two[1].0 - two[0].0) as f64);
                content.moved.insert(direction.to_owned(), steps.sum());
            }
        }
        for ends in ends.into_values().filter(|ends| ends.len() > 1) {
            let calls: Vec<u64> =
                ends.iter().filter(|(category, _)| category == "call").map(|(_, at)| *at).collect();
            assert_eq!(calls.len(), 1, "from one call to its operations: {ends:?}");
            content.backward += u64::from(ends.iter().any(|(_, at)| *at < calls[0]));
            content.arrows += 1;
        }
        content
    }
}

/// The events in the order of the file, and the names of tracks.
fn events(trace: &Trace) -> (Vec<Event>, HashMap<u64, String>) {
    type Names = HashMap<u64, String>;
    let (mut names, mut categories, mut values) = (Names::new(), Names::new(), Names::new());
    let mut tracks = HashMap::new();
    let mut events = Vec::new();
    for packet in &trace.packet {
        if packet.sequence_flags == Some(proto::STATE_CLEARED) {
            names.clear();
            categories.clear();
            values.clear();
        }
        if let Some(new) = &packet.interned_data {
            let enter = |to: &mut Names, from: &[proto::Name]| {
                to.extend(from.iter().map(|n| (n.iid.expect("a number"), n.name.clone().expect("a name"))));
            };
            enter(&mut names, &new.event_names);
            enter(&mut categories, &new.event_categories);
            enter(&mut values, &new.debug_annotation_names);
        }
        if let Some(track) = &packet.track_descriptor {
            tracks.insert(track.uuid.expect("a number"), track.name.clone().unwrap_or_default());
        }
        if let Some(event) = &packet.track_event {
            let value = |of: &proto::DebugAnnotation| {
                Some((values[&of.name_iid.expect("a name")].clone(), of.uint_value?))
            };
            events.push(Event {
                at: packet.timestamp.expect("a time"),
                name: event.name_iid.map(|iid| names[&iid].clone()).unwrap_or_default(),
                category: event.category_iids.first().map(|iid| categories[iid].clone()).unwrap_or_default(),
                values: event.debug_annotations.iter().filter_map(value).collect(),
                event: event.clone(),
            });
        }
    }
    (events, tracks)
}
