"""Reads a trace with Perfetto's own definitions (PyPI perfetto) and prints what is in it as JSON: an independent
check of the field numbers and types in src/trace/proto.rs.

With a trace processor (the file that TRACE_PROCESSOR names), the same is asked by queries.

usage: read.py definitions|processor TRACE
"""

import json
import os
import sys
from collections import defaultdict


def by_definitions(path):
    from perfetto.protos.perfetto.trace import perfetto_trace_pb2 as pb

    trace = pb.Trace()
    with open(path, "rb") as file:
        trace.ParseFromString(file.read())
    names, categories, values = {}, {}, {}
    tracks, open_slices, slices, gaps, flows = {}, defaultdict(list), [], defaultdict(int), defaultdict(set)
    counters = defaultdict(list)
    # As a viewer does: by time, then by place in the file.
    events = []
    for packet in trace.packet:
        if packet.sequence_flags & 1:
            names, categories, values = {}, {}, {}
        names.update({n.iid: n.name for n in packet.interned_data.event_names})
        categories.update({n.iid: n.name for n in packet.interned_data.event_categories})
        values.update({n.iid: n.name for n in packet.interned_data.debug_annotation_names})
        if packet.HasField("track_descriptor"):
            tracks[packet.track_descriptor.uuid] = packet.track_descriptor
        if packet.HasField("track_event"):
            event = packet.track_event
            said = {values[a.name_iid]: a.uint_value or a.string_value for a in event.debug_annotations}
            category = categories[event.category_iids[0]] if event.category_iids else ""
            events.append((packet.timestamp, event, names.get(event.name_iid, event.name), category, said))
    events.sort(key=lambda event: event[0])
    kind = pb.TrackEvent.Type
    instants = 0
    for at, event, name, category, said in events:
        if event.type == kind.TYPE_SLICE_BEGIN:
            open_slices[event.track_uuid].append((at, name, category, said, list(event.flow_ids)))
        elif event.type == kind.TYPE_SLICE_END:
            began, name, category, said, flow = open_slices[event.track_uuid].pop()
            slices.append((name, category, at - began))
            for number in flow:
                flows[number].add(category)
            if category == "gap":
                gaps[name] += said["count"]
        elif event.type == kind.TYPE_INSTANT:
            instants += category == "finding"
            if category == "gap":
                gaps[name] += said["count"]
        elif event.type == kind.TYPE_COUNTER:
            value = event.double_counter_value if event.HasField("double_counter_value") else event.counter_value
            counters[tracks[event.track_uuid].name].append((at, value))
    assert not any(open_slices.values()), "a slice without an end"
    out = defaultdict(lambda: [0, 0])
    for name, category, length in slices:
        if category != "gap":
            out[f"{category} {name}"][0] += 1
            out[f"{category} {name}"][1] += length
    moved = {}
    for name, points in counters.items():
        if name.startswith("throughput"):
            steps = zip(points, points[1:])
            moved[name.split()[1]] = sum(value * (then - at) for (at, value), (then, _) in steps)
    arrows = sum(1 for ends in flows.values() if "call" in ends and len(ends) > 1)
    return {"slices": out, "gaps": gaps, "moved": moved, "findings": instants, "arrows": arrows}


def by_processor(path):
    from perfetto.trace_processor import TraceProcessor, TraceProcessorConfig

    config = TraceProcessorConfig(bin_path=os.environ["TRACE_PROCESSOR"])
    with TraceProcessor(trace=path, config=config) as processor:
        ask = lambda query: list(processor.query(query))
        slices = ask(
            "select category, name, count(*) n, sum(dur) ns from slice where dur >= 0 "
            "and category in ('call', 'kernel', 'copy', 'fill', 'barrier', 'other') group by 1, 2"
        )
        gaps = ask(
            "select s.name name, sum(a.int_value) n from slice s join args a using (arg_set_id) "
            "where s.category = 'gap' and a.key = 'debug.count' group by 1"
        )
        moved = ask(
            "select name, sum(value * (then - ts)) bytes from (select t.name name, c.ts ts, c.value value, "
            "lead(c.ts) over (partition by c.track_id order by c.ts) then from counter c "
            "join counter_track t on c.track_id = t.id where t.name glob 'throughput *') group by 1"
        )
        bad = ask("select name, value from stats where severity in ('error', 'data_loss') and value > 0")
        assert not bad, [(row.name, row.value) for row in bad]
        return {
            "slices": {f"{row.category} {row.name}": [row.n, row.ns] for row in slices},
            "gaps": {row.name: row.n for row in gaps},
            "moved": {row.name.split()[1]: row.bytes for row in moved},
            "findings": ask("select count(*) n from slice where category = 'finding'")[0].n,
            "arrows": ask("select count(distinct slice_out) n from flow")[0].n,
        }


if __name__ == "__main__":
    read = {"definitions": by_definitions, "processor": by_processor}[sys.argv[1]]
    json.dump(read(sys.argv[2]), sys.stdout)
