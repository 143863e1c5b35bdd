//! The dashboard on made-up figures, to look at it: `cargo run -p zetop-present --example tui-sample [-- WORD...]`,
//! words being ascii, mono, attached, several, hanging, collectives, ranges, cold, sampled, waiting, untimed, exited, replayed, exit,
//! panic.

#[path = "../tests/frames/sample.rs"]
mod sample;

use std::sync::Arc;
use std::time::{Duration, Instant};
use zetop_figures::session::Session;
use zetop_figures::snapshot::{RunState, Snapshot};
use zetop_present::tui::{ColorChoice, Options, run};
use zetop_system::log_line::{LogLine, Stream};

struct Made {
    started: Instant,
    log: Vec<LogLine>,
    attached: bool,
    made: fn(f64) -> Snapshot,
    ends_after: Option<Duration>,
    killed: bool,
}

impl Session for Made {
    fn poll(&mut self) -> bool {
        let at = self.started.elapsed();
        if at.as_millis() / 300 > self.log.len() as u128 {
            let n = self.log.len();
            let (stream, text) = match n % 5 {
                4 => (Stream::Stderr, format!("\u{1b}[31mwarning\u{1b}[0m: step {n} took long \u{7}")),
                _ => (Stream::Stdout, format!("step {n}: residual {:.3e}", 1.0 / (n + 1) as f64)),
            };
            self.log.push(LogLine { stream, text, at });
        }
        !self.finished()
    }

    fn snapshot(&mut self, _pid: Option<u32>) -> Arc<Snapshot> {
        let seconds = 60.0 + self.started.elapsed().as_secs_f64();
        let mut snapshot = (self.made)(seconds);
        snapshot.target.attached = self.attached;
        if self.finished() {
            snapshot.state = RunState::Exited;
            snapshot.target.exit_status = Some(0);
        }
        Arc::new(snapshot)
    }

    fn log(&self) -> &[LogLine] {
        &self.log
    }

    fn log_dropped(&self) -> u64 {
        0
    }

    fn finished(&self) -> bool {
        self.killed || self.ends_after.is_some_and(|after| self.started.elapsed() > after)
    }

    fn reset(&mut self) {
        self.started = Instant::now();
    }

    fn kill(&mut self) {
        self.killed = true;
    }
}

fn main() -> anyhow::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let has = |word: &str| words.iter().any(|w| w == word);
    let mut session = Made {
        started: Instant::now(),
        log: Vec::new(),
        attached: has("attached"),
        made: match words.iter().map(String::as_str).find(|w| !["ascii", "mono", "attached"].contains(w)) {
            Some("several") => |_| sample::several(),
            Some("hanging") => |_| sample::hanging(),
            Some("collectives") => |_| sample::collectives(),
            Some("ranges") => |_| sample::marked(),
            Some("guessed") => |_| sample::guessed(),
            Some("ranks") => |_| sample::ranks(),
            Some("rank-twice") => |_| sample::rank_twice(),
            Some("cold") => |_| sample::cold(),
            Some("sampled") => |_| sample::sampled(),
            Some("waiting") => |_| sample::waiting(),
            Some("untimed") => |_| sample::without_device_timing(),
            Some("exited") => |_| sample::exited(),
            Some("replayed") => |seconds| sample::replayed(seconds, 3600.0),
            _ => sample::running,
        },
        ends_after: (has("exit") || has("exited")).then_some(Duration::from_secs(3)),
        killed: false,
    };
    let options = Options {
        ascii: has("ascii"),
        color: if has("mono") { ColorChoice::Mono } else { ColorChoice::Auto },
        ..Options::default()
    };
    if has("panic") {
        std::thread::spawn(|| {
            std::thread::sleep(Duration::from_secs(2));
            panic!("a panic, to see the terminal restored");
        });
    }
    let outcome = run(&mut session, None, &options)?;
    println!("{outcome:?}");
    Ok(())
}
