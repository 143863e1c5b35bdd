//! `--live`: a line per call on stderr, as calls are read (some tens of ms after they return).

use super::interface::Report;
use zetop_figures::session::{LiveCalls, Session};
use zetop_figures::source::LiveCall;
use zetop_figures::view::format::time;
use zetop_system::output::stderr;

/// Writes the lines. Those that nobody reads in time are left out, and counted.
#[derive(Debug, Default)]
pub struct Live {
    left_out: u64,
}

impl Live {
    fn write(&mut self, news: &LiveCalls, send: impl FnOnce(String) -> bool) {
        let LiveCalls { calls, lost, start_raw_ns } = news;
        let lost = lost + self.left_out;
        if calls.is_empty() && lost == 0 {
            return;
        }
        let mut text = String::new();
        if lost > 0 {
            text += &format!("... {lost} calls came too fast to be shown (the summary counts them)\n");
        }
        for call in calls {
            text += &line(call, *start_raw_ns);
        }
        self.left_out = if send(text) { 0 } else { lost + calls.len() as u64 };
    }
}

impl Report for Live {
    fn during(&mut self, session: &mut dyn Session) -> anyhow::Result<()> {
        self.write(&session.take_calls(), stderr::send);
        Ok(())
    }
}

/// For example `   1.204512 4711/4713 hostAlloc 12.1 µs`.
fn line(call: &LiveCall, start_raw_ns: u64) -> String {
    let at = call.start_raw_ns.saturating_sub(start_raw_ns);
    let name = call.function();
    let result = call.failure().map_or_else(String::new, |result| format!(" {result}"));
    format!(
        "{:>5}.{:06} {}/{} {name} {}{result}\n",
        at / 1_000_000_000,
        at % 1_000_000_000 / 1_000,
        call.pid,
        call.tid,
        time(call.duration_ns as f64),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use zetop_wire::catalog::{Catalog, Function, ResultName};
    use zetop_wire::layout::CallRecord;

    #[test]
    fn a_line_says_when_who_what_how_long_and_what_went_wrong() {
        let catalog = Arc::new(Catalog {
            functions: vec![Function { name: "cuInit".into(), ..Function::default() }],
            results: vec![ResultName { code: 3, name: "CUDA_ERROR_NOT_INITIALIZED".into() }],
            ..Catalog::default()
        });
        let call = |function, result| LiveCall {
            pid: 7,
            tid: 8,
            start_raw_ns: 3_000_001_000,
            duration_ns: 1_500,
            record: CallRecord { start: 0, duration: 0, function, result, thread: 8 },
            catalog: Arc::clone(&catalog),
            process: 1,
            id: 0,
            tsc: false,
            lost_before: 0,
        };
        assert_eq!(line(&call(0, 0), 1_000_000_000), "    2.000001 7/8 cuInit 1.50 µs\n");
        assert!(line(&call(0, 3), 0).ends_with("CUDA_ERROR_NOT_INITIALIZED\n"));
        assert!(line(&call(0, 0x7123_4567), 0).ends_with("cuInit 1.50 µs 0x71234567\n"));
        assert!(line(&call(9, 0), 0).contains(" ? "), "a function that the catalog does not name");
        let mut live = Live::default();
        let lost = |lost| LiveCalls { lost, ..LiveCalls::default() };
        live.write(&lost(12), |text| !text.contains("12 calls"));
        live.write(&LiveCalls { calls: vec![call(0, 0)], ..lost(1) }, |text| !text.contains("13 calls"));
        let mut said = String::new();
        live.write(&LiveCalls::default(), |text| {
            said = text;
            true
        });
        assert!(said.starts_with("... 14 calls came too fast"), "{said}");
        live.write(&LiveCalls::default(), |text| panic!("{text}"));
    }
}
