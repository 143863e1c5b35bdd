//! The program's end of the socket.

use crate::messages::{At, FromWorker, Go, Step};
use anyhow::{Context, Result};
use serde::Serialize;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The connection to zetop.
pub(super) struct Link {
    answers: BufReader<UnixStream>,
    stream: UnixStream,
    stop: Arc<AtomicBool>,
}

impl Link {
    pub(super) fn connect(socket: &Path) -> Result<Self> {
        let stop = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            signal_hook::flag::register(signal, Arc::clone(&stop)).context("cannot handle signals")?;
        }
        let stream = UnixStream::connect(socket).context("nobody is there to tell")?;
        let answers = BufReader::new(stream.try_clone().context("the socket")?);
        Ok(Self { answers, stream, stop })
    }

    /// Ctrl-C was pressed: what has been measured is all there will be.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    pub(super) fn say(&mut self, message: &impl Serialize) -> Result<()> {
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

    /// Announces a step and does it as often as wanted. False when it was interrupted: half a step is none.
    pub(super) fn repeat<E>(
        &mut self,
        step: Step,
        repeats: u64,
        mut execute: impl FnMut() -> Result<(), E>,
    ) -> Result<bool>
    where
        anyhow::Error: From<E>,
    {
        self.measure(step)?;
        for _ in 0..repeats {
            if self.is_stopped() {
                return Ok(false);
            }
            execute()?;
        }
        Ok(true)
    }

    /// Tells what came of it, and waits until zetop has its own figures of it: what comes next is none of theirs.
    pub(super) fn measured(&mut self, own: impl IntoIterator<Item = (&'static str, Vec<f64>)>) -> Result<()> {
        let own: BTreeMap<_, _> = own.into_iter().map(|(key, values)| (key.to_owned(), values)).collect();
        self.say(&FromWorker::Measured(own))?;
        self.wait()
    }

    pub(super) fn skip(&mut self, at: At, why: impl Into<String>) -> Result<()> {
        self.say(&FromWorker::Skip { at, why: why.into() })
    }
}
