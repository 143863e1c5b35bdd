//! The program that is measured: zetop itself, started under its own probe with a hidden subcommand.
//!
//! It knows nothing of the probe. It says what it is about to do, does it when it is told to, and says what it saw.

mod memory;
mod transfers;

pub use memory::Side;

use super::messages::{At, FromWorker, Go, Step, Task};
use anyhow::{Context, Result};
use serde::Serialize;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Does what zetop at the other end of the socket wants.
///
/// # Errors
/// When there is nobody at the socket; all else is told there.
pub fn run(socket: &Path, task: &str) -> Result<()> {
    let mut link = Link::connect(socket)?;
    // The simulated device is to be measured, not how fast this machine copies for it.
    if std::env::var_os("ZESIM_TIME").is_none() {
        // SAFETY: no other thread runs yet.
        unsafe { std::env::set_var("ZESIM_TIME", "model") };
    }
    let task = serde_json::from_str(task).context("the task")?;
    let done = match &task {
        Task::Transfers(task) => transfers::run(&mut link, task),
    };
    match done {
        Ok(()) => link.say(&FromWorker::End { complete: !link.is_stopped() }),
        Err(_) if link.is_stopped() => link.say(&FromWorker::End { complete: false }),
        Err(error) => link.say(&FromWorker::Failed(format!("{error:#}"))),
    }
}

/// The connection to zetop.
struct Link {
    answers: BufReader<UnixStream>,
    stream: UnixStream,
    stop: Arc<AtomicBool>,
}

impl Link {
    fn connect(socket: &Path) -> Result<Self> {
        let stop = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            signal_hook::flag::register(signal, Arc::clone(&stop)).context("cannot handle signals")?;
        }
        let stream = UnixStream::connect(socket).context("nobody is there to tell")?;
        let answers = BufReader::new(stream.try_clone().context("the socket")?);
        Ok(Self { answers, stream, stop })
    }

    /// Ctrl-C was pressed: what has been measured is all there will be.
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn say(&mut self, message: &impl Serialize) -> Result<()> {
        let mut line = serde_json::to_vec(message).context("a message")?;
        line.push(b'\n');
        self.stream.write_all(&line).context("zetop has gone")
    }

    /// Announces a step and waits until zetop is ready for it.
    fn measure(&mut self, step: Step) -> Result<()> {
        self.say(&FromWorker::Measure(step))?;
        self.wait()
    }

    fn wait(&mut self) -> Result<()> {
        let mut line = String::new();
        self.answers.read_line(&mut line).context("zetop has gone")?;
        let Go = serde_json::from_str(&line).context("zetop has gone")?;
        Ok(())
    }

    /// Tells what came of it, and waits until zetop has its own figures of it: what comes next is none of theirs.
    fn measured(&mut self, own: impl IntoIterator<Item = (&'static str, Vec<f64>)>) -> Result<()> {
        let own: BTreeMap<_, _> = own.into_iter().map(|(key, values)| (key.to_owned(), values)).collect();
        self.say(&FromWorker::Measured(own))?;
        self.wait()
    }

    fn skip(&mut self, at: At, why: impl Into<String>) -> Result<()> {
        self.say(&FromWorker::Skip { at, why: why.into() })
    }
}
