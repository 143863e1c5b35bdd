//! `--live`: a line per call on stderr, as calls are read (some tens of ms after they return).

use super::result_names::result_name;
use crate::present::format::time;
use crate::source::LiveCall;
use level_zero_sys::FUNCTIONS;
use std::io::Write;

/// Writes the lines; falls silent when nobody reads them.
#[derive(Debug, Default)]
pub struct Live {
    closed: bool,
}

impl Live {
    pub fn write(&mut self, calls: &[LiveCall], lost: u64, start_raw_ns: u64, to: &mut impl Write) {
        if self.closed || (calls.is_empty() && lost == 0) {
            return;
        }
        let mut text = String::new();
        if lost > 0 {
            text += &format!("... {lost} calls came too fast to be shown (the summary counts them)\n");
        }
        for call in calls {
            text += &line(call, start_raw_ns);
        }
        self.closed = to.write_all(text.as_bytes()).is_err();
    }
}

/// For example `   1.204512 4711/4713 zeMemAllocHost 12.1 µs`.
fn line(call: &LiveCall, start_raw_ns: u64) -> String {
    let at = call.start_raw_ns.saturating_sub(start_raw_ns);
    let name = FUNCTIONS.get(usize::from(call.record.function)).map_or("?", |f| f.name);
    let result = match call.record.result {
        0 => String::new(),
        other => format!(" {}", result_name(other)),
    };
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
    use zetop_wire::layout::CallRecord;

    #[test]
    fn a_line_says_when_who_what_how_long_and_what_went_wrong() {
        let call = |result| LiveCall {
            pid: 7,
            tid: 8,
            start_raw_ns: 3_000_001_000,
            duration_ns: 1_500,
            record: CallRecord { start: 0, duration: 0, function: level_zero_sys::id::zeInit as u16, result },
        };
        assert_eq!(line(&call(0), 1_000_000_000), "    2.000001 7/8 zeInit 1.50 µs\n");
        assert!(line(&call(0x7800_0001), 0).ends_with("ZE_RESULT_ERROR_UNINITIALIZED\n"));
        let mut out = Vec::new();
        Live::default().write(&[], 12, 0, &mut out);
        assert!(String::from_utf8(out).unwrap().contains("12 calls"));
    }
}
